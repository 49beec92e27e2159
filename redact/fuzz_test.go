package redact

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// seeds are the pieces that random texts are made of.
func seeds() []string {
	return []string{
		"password is hunter2", "token=", "secret: \"", "ghp_" + fake(alnum, 36, 1), "sk-ant-" + fake(urlSafe, 40, 2), "AKIA" + fake(upper|cDigit, 16, 3),
		fake(base64, 40, 4), "https://u:p4ss@h/", "://", "curl -u a:b4c5d", "-----BEGIN PRIVATE KEY-----", fake(base64, 64, 5), "-----END PRIVATE KEY-----",
		"eyJ" + fake(alnum, 20, 6) + ".eyJ" + fake(alnum, 20, 7) + ".x", mark("token"), "⟦redacted:", "⟧", "<memory>", "</memory>", "<MEMORY x='1'>", "</private>", "<private>",
		"<system-reminder>", "</system-reminder>", "<command-name>/x</command-name>", "<command-args>", "</command-args>", "## Relevant Memories\n", "- item\n",
		"UserPromptSubmit hook additional context: x\n", "<tool_result>", "</tool_result>", "```\n", "~~~", "> cited\n", "From: a@b.c\nSubject: x\n", "---\n",
		"[Pasted text #1 +2 lines]\n", "Traceback (most recent call last):\n", "  File \"x.py\", line 1, in f\n", "ValueError: x\n", "2026-01-02T03:04:05Z INFO x\n",
		"\n", " ", "\"", "'", "`", "\\", "=", ":", "&", "<", ">", "/", "Q~", "пароль: ", "\xff", "\x00", "\x1b[31m", "é", "\u202e", "\u200b", "%3D", "\\n", "_", "-", ".", "|",
		"MA" + fake(alnum, 22, 8), "Bearer ", "Authorization: ", "<db-password>", "value: ", "123456789:A", "secret.secret.", "key-key-", ")))",
		"kind: Secret\n", "data:\n  a: ", "stringData: {\"x\": \"", "Private-Lines: 3\n", "---- BEGIN SSH2 PRIVATE KEY ----\n", fake(base64, 64, 9) + "\n-----END PRIVATE KEY-----", "\n---\n", "BUNDLE_A__B=", "Cookie: a=", "; b=",
		"tokens: [\"", "\", \"", " as the api key", " is my token", "login: ann / ", "identified by '", "seed phrase: ", strings.Repeat("moss granite ", 6), "password (x): ",
		"password there is ", "changed the password from sunflower77 to ", "heron-purple-lamp", " is my root password", "log in with ann / ", "creds for x: ann and ",
		"kR7!vx92Lm", "kiwi-92-\n", "-\n  > Boat", "\u00ad", "\u2060", "--from-literal=a=", "sqlplus a/b1@", "ENV A_TOKEN ", "password:\n  ", "pin is ", "\"d\": \"", "1/123456789012:", ".atlasv1.",
	}
}

// jumble joins random pieces.
func jumble(r *rand.Rand, n int) string {
	pieces := seeds()
	var b strings.Builder
	for range n {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

func checkSecrets(t *testing.T, s string) {
	t.Helper()
	clean, found := Secrets(s)
	at := 0
	for _, f := range found {
		if f.Start < at || f.End <= f.Start || f.End > len(s) || f.Rule == "" {
			t.Fatalf("finding %+v after %d in %d bytes of %q", f, at, len(s), s)
		}
		at = f.End
	}
	if got := replace(s, found); got != clean {
		t.Fatalf("findings make %q, text is %q\nof %q", got, clean, s)
	}
	if again, more := Secrets(clean); again != clean || len(more) > 0 {
		t.Fatalf("second run changes\n%q\nto\n%q\nby %v\nof %q", clean, again, more, s)
	}
	if utf8.ValidString(s) && !utf8.ValidString(clean) {
		t.Fatalf("%q became invalid UTF-8 %q", s, clean)
	}
}

func checkClean(t *testing.T, s string, limit int) {
	t.Helper()
	c := Clean(s)
	checkCleaned(t, c)
	if again := Clean(c.Text); again.Text != c.Text {
		t.Fatalf("second run changes\n%q\nto\n%q\nof %q", c.Text, again.Text, s)
	}
	cut := Cut(c, limit)
	checkCleaned(t, cut)
	if len(cut.Text) > limit {
		t.Fatalf("cut to %d bytes gives %d: %q", limit, len(cut.Text), cut.Text)
	}
	for _, f := range cut.Secrets {
		if got := cut.Text[f.Start:f.End]; got != mark(f.Rule) {
			t.Fatalf("%+v holds %q", f, got)
		}
	}
}

func checkCleaned(t *testing.T, c Cleaned) {
	t.Helper()
	if !utf8.ValidString(c.Text) || strings.ContainsAny(c.Text, "\x00\x01\x1b\x7f\r") {
		t.Fatalf("text has what may not be kept: %q", c.Text)
	}
	at := 0
	for _, q := range c.Quotes {
		if q.Start < at || q.End <= q.Start || q.End > len(c.Text) || q.Kind == "" {
			t.Fatalf("quote %+v after %d in %q", q, at, c.Text)
		}
		if !utf8.RuneStart(c.Text[q.Start]) || q.End < len(c.Text) && !utf8.RuneStart(c.Text[q.End]) {
			t.Fatalf("quote %+v splits a character of %q", q, c.Text)
		}
		at = q.End
	}
}

func checkTags(t *testing.T, s string) {
	t.Helper()
	out := Tags(s)
	l := strings.ToLower(out)
	for _, bad := range []string{"</memory", "<memory", "<!", "<?", "</", "\n", "\x00", "\u202e", "\u200b"} {
		if strings.Contains(l, bad) {
			t.Fatalf("%q in %q, of %q", bad, out, s)
		}
	}
	if !utf8.ValidString(out) {
		t.Fatalf("not UTF-8: %q", out)
	}
	if again := Tags(out); again != out {
		t.Fatalf("second run changes %q to %q", out, again)
	}
}

// Random texts of pieces that matter find more than random bytes do.
func TestJumble(t *testing.T) {
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 2))
	for range 4000 {
		s := jumble(r, 1+r.IntN(30))
		checkSecrets(t, s)
		checkClean(t, s, 200+r.IntN(400))
		checkTags(t, s)
		if blocks, _ := Blocks(s); true {
			if again, _ := Blocks(blocks); again != blocks {
				t.Fatalf("second run of Blocks changes %q to %q", blocks, again)
			}
		}
	}
}

func FuzzSecrets(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s + " " + s)
		f.Add("password=" + s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkSecrets(t, s) })
}

func FuzzClean(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s+"text\n"+s, 200)
	}
	f.Fuzz(func(t *testing.T, s string, limit int) { checkClean(t, s, 200+abs(limit)%5000) })
}

func abs(n int) int { return max(n, -(n + 1)) }

func FuzzTags(f *testing.F) {
	for _, s := range seeds() {
		f.Add(s)
	}
	f.Add("<\u200b/MeMoRy>")
	f.Add("<\x00/memory")
	f.Add("<<</memory")
	f.Fuzz(checkTags)
}
