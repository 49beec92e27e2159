package hookbridge

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// longText puts what stands between two long pastes, so that the end of what is kept of
// them begins back bytes before what ends.
func longText(what string, back int) string {
	tail := keptText/4 - back
	line := "x y z w padding\n"
	return "Sort this, please.\n" + strings.Repeat("lorem ipsum dolor sit amet 12 consectetur\n", 30_000) + what + strings.Repeat(line, tail/len(line))
}

// However a client writes a long text down, no end of what is secret or private is left
// where its beginning was cut out.
func TestNothingPrivateIsLeftBesideACut(t *testing.T) {
	var key strings.Builder
	for n := range 40 {
		fmt.Fprintf(&key, "    MIIEpAIBAAKCAQEA%02dk3vF9sQ8Zx7Lw2Nf0aTbYcRdHuJmPoKqViWeXsGz5tE1h\n", n)
	}
	for _, c := range []struct{ name, what string }{
		{"indented key", "tls.key: |\n    -----BEGIN RSA PRIVATE KEY-----\n" + key.String() + "    -----END RSA PRIVATE KEY-----\n"},
		{"private", "<private>\n" + strings.Repeat("Bob earns 91000 euros.\n", 150) + "</private>\n"},
		{"a reminder", "<system-reminder>\n" + strings.Repeat("Bob earns 91000 euros.\n", 150) + "</system-reminder>\n"},
	} {
		text := longText(c.what, len(c.what)/2)
		usual, err := json.Marshal(map[string]string{"prompt": text})
		if err != nil {
			t.Fatal(err)
		}
		plain := strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(string(usual))
		for form, doc := range map[string]string{"usual": string(usual), "as other languages write it": plain, "slashes escaped": strings.ReplaceAll(plain, "/", `\/`)} {
			p, err := DecodePayload([]byte(doc))
			if err != nil {
				t.Fatal(err)
			}
			checkCut(t, c.name+", "+form, p.Prompt)
		}
		checkCut(t, c.name+", in a transcript", text)
	}
}

func checkCut(t *testing.T, name, said string) {
	t.Helper()
	got, ok := Scrub(said)
	if !ok || len(got.Text) > keptText || len(got.Text) < keptText/4*3 || !strings.HasPrefix(got.Text, "Sort this") || !strings.HasSuffix(got.Text, "z w padding\n") {
		t.Errorf("%s: %d bytes of the ends are kept", name, len(got.Text))
	}
	for _, part := range []string{"vF9sQ8Zx7Lw2", "Bob earns", "private>", "reminder>"} {
		if i := strings.Index(got.Text, part); i >= 0 {
			t.Errorf("%s: keeps %q", name, got.Text[max(i-80, 0):min(i+80, len(got.Text))])
		}
	}
}

// A string of JSON is read as the library reads it.
func TestUnquoted(t *testing.T) {
	for _, s := range []string{``, `plain`, `a\n\t\"\\\/\b\f\rz`, `\u00e9\u2028`, `\ud83d\ude42`, `\ud83d`, `\ud83dx`, `\ud83d\u0041`, `\ude42\ud83d\ude42`, `\u00E9`, `\u12`, `\u12g4`, `\u+123`, `\x41`, `\`, `a\`} {
		var want string
		err := json.Unmarshal([]byte(`"`+s+`"`), &want)
		got, ok := unquoted(s)
		if ok != (err == nil) {
			t.Errorf("%s: read %v, the library says %v", s, ok, err)
		} else if diff := cmp.Diff(want, got); ok && diff != "" {
			t.Errorf("%s: (-want +got)\n%s", s, diff)
		}
	}
}

func BenchmarkShrink10M(b *testing.B) {
	doc, err := json.Marshal(map[string]string{"prompt": strings.Repeat("a line of a <b>log</b> that somebody has pasted\n", 200_000)})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(doc)))
	for b.Loop() {
		shrink(doc, maxText, keptText)
	}
}
