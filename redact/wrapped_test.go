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
