package redact

import (
	"strings"
	"testing"
)

// What is drawn as nothing hides no secret, goes with the secret that it stands in, and stays
// everywhere else.
func TestASecretWithHiddenCharacters(t *testing.T) {
	const key = "ghp_q8Zk3LmP0xVb7Rt2WnYc5Hd9Jf4Gs6Ae1Uo3"
	for _, hide := range []string{"\u200b", "\u200c", "\u200d", "\u2060", "\ufeff", "\u00ad", "\u202e", "\U000e0041"} {
		for _, at := range []int{1, 4, 20, len(key) - 1} {
			in := "é" + hide + "KEY=" + key[:at] + hide + hide + key[at:] + hide + " and" + hide + "so on, KEY=" + key
			want := "é" + hide + "KEY=⟦redacted:github-token⟧" + hide + " and" + hide + "so on, KEY=⟦redacted:github-token⟧"
			got, found := Secrets(in)
			if got != want {
				t.Errorf("%q at %d: %q", hide, at, got)
			}
			if len(found) == 2 && (!strings.HasPrefix(in[found[0].Start:], key[:at]) || in[found[1].Start:found[1].End] != key) {
				t.Errorf("%q at %d: found %v", hide, at, found)
			}
		}
		in := "my pass" + hide + "word is hun" + hide + "ter2-Blue99."
		if got, _ := Secrets(in); got != "my pass"+hide+"word is ⟦redacted:password⟧." {
			t.Errorf("%q: %q", hide, got)
		}
		if c := Clean(in); strings.Contains(c.Text, "Blue99") || len(c.Secrets) != 1 {
			t.Errorf("%q: Clean leaves %q", hide, c.Text)
		}
	}
	for _, plain := range []string{"👩\u200d🚀 flies", "می\u200cخواهم", "in\u00adter\u00admit\u00adtent pass\u00adwords are a nui\u00adsance"} {
		if got, found := Secrets(plain); got != plain || found != nil {
			t.Errorf("%q becomes %q", plain, got)
		}
	}
}
