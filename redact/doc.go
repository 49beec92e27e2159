// Package redact takes out of a text what must not be kept: secrets, the
// blocks that clients and memtide itself inject, control characters. It marks
// what the speaker did not write, and it cuts what is too long.
//
//	text ─▶ valid UTF-8 ─▶ Blocks ─▶ Secrets ─▶ quotes marked ─▶ Cleaned ─▶ Cut
//	                                                             Text, Quotes, Removed, Secrets
//
// It is used before a text reaches disk, wire, model or trace. What is too long to be
// cleaned as a whole is cut first, where [Gap] says.
//
// It promises:
//   - the same text gives the same result, on every machine;
//   - a second run changes nothing: Secrets of what Secrets returned is that
//     text again, and so for Blocks, Tags and the text of Clean;
//   - time linear in the length of the text, whatever it holds;
//   - the value of a secret is in no result but the input's own: findings
//     carry a rule and offsets, Removed carries names.
//
// Rules look at shape and at the words beside a value; they know no account
// and ask no server. A secret that looks like a word ("the password is
// table") is found only where the sentence leaves no other reading.
package redact
