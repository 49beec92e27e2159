package redact

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// padding are lines that hold nothing to be taken out.
func padding(n int) string { return strings.Repeat("some words of a paste\n", n/22+1) }

// Wherever a gap lies, nothing that the whole text would have lost is left beside it.
func TestGapLeavesNoHalfOfWhatGoes(t *testing.T) {
	row := func(n int) string {
		return fmt.Sprintf("MIIEpAIBAAKCAQEA%02dk3vF9sQ8Zx7Lw2Nf0aTbYcRdHuJmPoKqViWeXsGz5tE1h", n)
	}
	key := func(indent string, rows int) string {
		var b strings.Builder
		b.WriteString(indent + "-----BEGIN RSA PRIVATE KEY-----\n")
		for n := range rows {
			b.WriteString(indent + row(n%100) + "\n")
		}
		return b.String() + indent + "-----END RSA PRIVATE KEY-----\n"
	}
	manifest := "apiVersion: v1\nkind: Secret\ndata:\n" + strings.Repeat("  crane: bW9ybmluZyB0aWRlMQ==\n", 20)
	private := "<private>\n" + strings.Repeat("Bob earns 91000 euros.\n", 40) + "</private>\n"
	for _, c := range []struct {
		name, what string
		gone       []string
	}{
		{"private", private, []string{"Bob earns"}},
		{"private with blanks", strings.NewReplacer("<p", "< P", "</p", "</ p").Replace(private), []string{"Bob earns"}},
		{"private in another", "<private>\nBob earns 1.\n" + private + "Bob earns 2.\n</private>\n", []string{"Bob earns"}},
		{"a reminder", "<system-reminder>\n" + strings.Repeat("The date has changed.\n", 40) + "</system-reminder>\n", []string{"The date has"}},
		{"key", key("", 40), []string{"vF9sQ8Zx7Lw2"}},
		{"indented key", "tls.key: |\n" + key("    ", 40), []string{"vF9sQ8Zx7Lw2"}},
		{"key on one line", `"private_key": "` + strings.ReplaceAll(key("", 40), "\n", `\n`) + "\"\n", []string{"vF9sQ8Zx7Lw2"}},
		{"key that is cited", strings.ReplaceAll("> "+key("", 40), "\nMII", "\n> MII"), []string{"vF9sQ8Zx7Lw2"}},
		{"key of many lines", key("", 600), []string{"vF9sQ8Zx7Lw2"}},
		{"password", "the password of the crane is Tide-91kR7!vx92Lm, as before\n", []string{"Tide-91", "vx92Lm"}},
		{"password on its own line", "password:\n  kR7!vx92Lm\n", []string{"kR7!vx92Lm", "vx92Lm"}},
		{"manifest", manifest, []string{"bW9ybmluZyB0aWRlMQ"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := padding(5000) + c.what + padding(5000)
			begin := 5000 / 22 * 22
			if whole := Clean(text).Text; strings.Contains(whole, c.gone[0]) {
				t.Fatalf("the whole text keeps it: %q", whole[begin:begin+200])
			}
			step := max(len(c.what)/40, 1)
			for at := begin; at < begin+len(c.what)+60; at += step {
				for _, ends := range [][2]int{{at, len(text) - 200}, {200, at}} {
					from, to := Gap(text, ends[0], ends[1])
					if from > ends[0] || to < ends[1] {
						t.Fatalf("the gap %v becomes the smaller one from %d to %d", ends, from, to)
					}
					left := Clean(text[:from] + cutMark(text[from:to]) + text[to:]).Text
					for _, gone := range c.gone {
						if i := strings.Index(left, gone); i >= 0 {
							t.Fatalf("with the gap %v it says %q", ends, left[max(i-100, 0):min(i+100, len(left))])
						}
					}
					if strings.Count(left, "some words") < 8 {
						t.Fatalf("with the gap %v nothing is left: %q", ends, left)
					}
				}
			}
		})
	}
}

// What is never closed reaches to the end of the text, and what stands between a gap and
// it is kept.
func TestGapOfWhatIsNotClosed(t *testing.T) {
	text := padding(30_000) + "\n<private>\n" + padding(30_000) + "the pier is green"
	if from, to := Gap(text, 10_000, len(text)-1000); from != 10_000 || to != len(text) {
		t.Errorf("opened in the gap: from %d to %d of %d", from, to, len(text))
	}
	text = padding(5_000) + "\n<private>\n" + padding(30_000) + "</private>\n" + padding(30_000) + "the pier is green"
	if from, to := Gap(text, 10_000, len(text)-1000); from >= 10_000 || to != len(text)-1000 {
		t.Errorf("opened before the gap and closed in it: from %d to %d of %d", from, to, len(text))
	}
	text = padding(60_000)
	if from, to := Gap(text, 10_000, 40_000); from != 10_000 || to != 40_000 {
		t.Errorf("in a text that holds nothing: from %d to %d", from, to)
	}
}

func TestGapIsLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	for name, text := range hostile(hostileSize) {
		start := time.Now()
		Gap(text, len(text)/4, len(text)/4*3)
		if took := time.Since(start); took > 20*time.Second {
			t.Errorf("%s takes %v", name, took)
		}
	}
}

// What follows a text begins within a part that is taken out only where that is open at its end.
func TestGapOfATextThatGoesOn(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "plain": "", "a <private>b": "private", "a <private>b</private> c": "", "a <private>b</private>": "", "<private>": "private", "a <private/>": "",
		"a <private>b</private><private>c": "private", "a\n<system-reminder>b": "system-reminder", "say <system-reminder> b": "", "</private>": "", "a <b>": "",
	} {
		if _, _, got := GapOf(text, 0, len(text)); got != want {
			t.Errorf("behind %q there is %q, want %q", text, got, want)
		}
	}
	text := padding(5_000) + "<private>" + padding(5_000) + "</private>" + padding(5_000)
	if _, _, open := GapOf(text, 200, 7_000); open != "" {
		t.Errorf("what stands behind a gap begins in %q, which ends with the gap", open)
	}
	for name := range injected() {
		if len(name) < shortestTag {
			t.Errorf("%q is shorter than the shortest", name)
		}
	}
}
