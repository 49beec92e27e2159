// Package transcript reads the transcripts of agent clients as half-turns: for
// importing what was said before memtide was there, and for finding what a
// hook has missed.
//
//	projects/*/*.jsonl ──Find──▶ files ──Read──▶ line ▸ fields ▸ turn ──yield──▶ event.TurnRequest
//
// It promises:
//
//   - A half-turn has the prompt id that the hook saw, so the daemon knows it
//     again; the same line in two files (a forked session copies them) counts
//     once for one [Reader].
//   - Only what was said comes out, scrubbed: no tool output, no attachments,
//     no sub-agents, no summaries of the client, no text that a machine put in
//     the user's place.
//   - An answer that is still being written is left for a later read.
//   - Memory is bounded by the longest line that is read ([MaxLine]); a line
//     that is torn, too long or not understood is counted and skipped.
//
// The format is internal to the client and changes between versions; what is
// read here was seen in Claude Code 2.1.197 to 2.1.329.
package transcript
