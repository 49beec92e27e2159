package redact

import "testing"

// A secret that a terminal or a page has wrapped goes as a whole; what stands below a secret and
// is none of it stays.
func TestASecretGoesOnInTheNextLine(t *testing.T) {
	const key = "sk-ant-api03-q8Zk3LmP0xVb7Rt2WnYc5Hd9Jf4Gs6Ae1Uo"
	for in, want := range map[string]string{
		"token: eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkw\nIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeK\nKF2QT4fwpMeJf36POk6yJV_adQssw5c\nthanks": "token: ⟦redacted:token⟧\nthanks",
		"  KEY=" + key + "\r\n  WnYc5Hd9Jf4Gs6Ae1Uoq8Zk3LmP0xVb7\r\nok":                                  "  KEY=⟦redacted:anthropic-key⟧\r\nok",
		"KEY=" + key + "\nWnYc5Hd9Jf4Gs6Ae1Uoq8Zk":                                                       "KEY=⟦redacted:anthropic-key⟧",
		"KEY=" + key + "\nRetries=q8Zk3LmP0xVb7":                                                         "KEY=⟦redacted:anthropic-key⟧\nRetries=q8Zk3LmP0xVb7",
		"KEY=" + key + "\nThanks":                                                                        "KEY=⟦redacted:anthropic-key⟧\nThanks",
		"KEY=" + key + "\nwhere-does-it-go-from-here":                                                    "KEY=⟦redacted:anthropic-key⟧\nwhere-does-it-go-from-here",
		"KEY=" + key + "\nsrc/daemon/control/words.go":                                                   "KEY=⟦redacted:anthropic-key⟧\nsrc/daemon/control/words.go",
		"KEY=" + key + "\n9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c":                              "KEY=⟦redacted:anthropic-key⟧\n9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822c",
		"KEY=" + key + "\n2026-05-01T10:00:00Z":                                                          "KEY=⟦redacted:anthropic-key⟧\n2026-05-01T10:00:00Z",
		"KEY=" + key + "\n\nWnYc5Hd9Jf4Gs6Ae1Uoq8Zk":                                                     "KEY=⟦redacted:anthropic-key⟧\n\nWnYc5Hd9Jf4Gs6Ae1Uoq8Zk",
		"KEY=" + key + "\nWnYc5Hd9Jf4Gs6Ae1Uoq8ZkWnYc5Hd9Jf4Gs6Ae1Uoq8ZkWnYc5Hd9Jf4Gs6Ae1Uoq8ZkWnYc5Hd9": "KEY=⟦redacted:anthropic-key⟧\nWnYc5Hd9Jf4Gs6Ae1Uoq8ZkWnYc5Hd9Jf4Gs6Ae1Uoq8ZkWnYc5Hd9Jf4Gs6Ae1Uoq8ZkWnYc5Hd9",
		"my password is hunter2-Blue99\nWnYc5Hd9Jf":                                                      "my password is ⟦redacted:password⟧\nWnYc5Hd9Jf",
		"KEY=" + key + "\nghp_q8Zk3LmP0xVb7Rt2WnYc5Hd9Jf4Gs6Ae1Uo\nend":                                  "KEY=⟦redacted:anthropic-key⟧\n⟦redacted:github-token⟧\nend",
	} {
		if got, _ := Secrets(in); got != want {
			t.Errorf("%q\n got %q\nwant %q", in, got, want)
		}
	}
}

// A password that was wrapped at one of its own hyphens goes as a whole, as it does on one line;
// what follows a hyphen that ends a line of something else stays.
func TestAPasswordGoesOnBehindItsHyphen(t *testing.T) {
	for in, want := range map[string]string{
		"my password is kiwi-92-\nBoat":                                 "my password is ⟦redacted:password⟧",
		"my password is kiwi-\n92-Boat. Keep it.":                       "my password is ⟦redacted:password⟧. Keep it.",
		"> my password is kiwi-92-\n> Boat\n> bye":                      "> my password is ⟦redacted:password⟧\n> bye",
		"the wifi password is river-stone-\nlamp":                       "the wifi password is ⟦redacted:password⟧",
		"my wifi password is river-\nstone":                             "my wifi password is ⟦redacted:password⟧",
		"password: correct-horse-\n  battery-\n  staple\nok":            "password: ⟦redacted:password⟧\nok",
		"password: kiwi-92-\r\nBoat":                                    "password: ⟦redacted:password⟧",
		"password: kiwi-92- \n\tBoat":                                   "password: ⟦redacted:password⟧",
		"the password for the server is Tide-91kR7-\nvx92Lm, as before": "the password for the server is ⟦redacted:password⟧, as before",
		"set the password to kiwi-\n92-Boat":                            "set the password to ⟦redacted:password⟧",
		"login: ann / kR7vx92-\nLmQ33t":                                 "login: ann / ⟦redacted:password⟧",
		"use kR7vx92-\nLmQ33t as the root password":                     "use ⟦redacted:password⟧ as the root password",
		"> use kR7vx92-\n> LmQ33t as the root password":                 "> use ⟦redacted:password⟧ as the root password",
		"the password is kiwi-92-\n\nBoat":                              "the password is ⟦redacted:password⟧\n\nBoat",
		"PASSWORD=kiwi-92-\nUSER=bob":                                   "PASSWORD=⟦redacted:password⟧\nUSER=bob",
		"password: kiwi-92-\nuser: bob":                                 "password: ⟦redacted:password⟧\nuser: bob",
		"my password is well-\nknown to all of us":                      "my password is well-\nknown to all of us",
		"the password is case-\nsensitive.":                             "the password is case-\nsensitive.",
		"my password is kiwi-\n- one\n- two":                            "my password is kiwi-\n- one\n- two",
		"password: -\n  foo":                                            "password: -\n  foo",
		"we use a read-\nonly copy as the root password store":          "we use a read-\nonly copy as the root password store",
	} {
		if got, _ := Secrets(in); got != want {
			t.Errorf("%q\n got %q\nwant %q", in, got, want)
		}
	}
}
