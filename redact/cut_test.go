package redact

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"
	"time"
)

func TestCutFits(t *testing.T) {
	c := Clean("short\n```\nx\n```")
	if got := Cut(c, len(c.Text)); got.Text != c.Text || len(got.Quotes) != 1 {
		t.Errorf("a text that fits was changed: %+v", got)
	}
}

func TestCutQuotesFirst(t *testing.T) {
	code := strings.Repeat("line of code é\n", 400)
	text := "please read this\n```\n" + code + "```\nand tell me what is wrong"
	c := Clean(text)
	got := Cut(c, 1000)
	if len(got.Text) > 1000 || len(got.Text) < 800 {
		t.Fatalf("%d bytes", len(got.Text))
	}
	if !strings.HasPrefix(got.Text, "please read this\n```\nline") || !strings.HasSuffix(got.Text, "```\nand tell me what is wrong") {
		t.Errorf("own words were cut: %q", got.Text)
	}
	if len(got.Quotes) != 1 {
		t.Fatalf("quotes %+v", got.Quotes)
	}
	quote := got.Text[got.Quotes[0].Start:got.Quotes[0].End]
	if !strings.HasPrefix(quote, "```\n") || !strings.HasSuffix(quote, "\n```") || !strings.Contains(quote, "⟦cut ") {
		t.Errorf("quote is %q", quote)
	}
	verifyMark(t, c.Text, got.Text)
}

// verifyMark finds what is missing in cut and compares it with what the line
// in its place says.
func verifyMark(t *testing.T, whole, cut string) {
	t.Helper()
	head, rest, ok := strings.Cut(cut, "\n⟦cut ")
	mark, tail, ok2 := strings.Cut(rest, "⟧\n")
	if !ok || !ok2 || !strings.HasPrefix(whole, head) || !strings.HasSuffix(whole, tail) {
		t.Fatalf("not head, line, tail: %q", cut)
	}
	gone := whole[len(head) : len(whole)-len(tail)]
	sum := sha256.Sum256([]byte(gone))
	if want := fmt.Sprintf("%d bytes, sha256 %s", len(gone), hex.EncodeToString(sum[:])[:12]); mark != want {
		t.Errorf("line says %q, want %q", mark, want)
	}
}

func TestCutOwnText(t *testing.T) {
	c := Clean(strings.Repeat("grüße an alle. ", 200))
	got := Cut(c, 500)
	if len(got.Text) > 500 {
		t.Fatalf("%d bytes", len(got.Text))
	}
	verifyMark(t, c.Text, got.Text)
}

func TestCutLongestMost(t *testing.T) {
	c := Clean("a\n```\n" + strings.Repeat("x\n", 150) + "```\nb\n```\n" + strings.Repeat("y\n", 5000) + "```\nc")
	got := Cut(c, 1500)
	if strings.Count(got.Text, "⟦cut ") != 1 || strings.Count(got.Text, "x\n") != 150 {
		t.Errorf("the short quote was cut: %q", got.Text)
	}
	if len(got.Quotes) != 2 || !strings.HasSuffix(got.Text, "\nc") {
		t.Errorf("quotes %+v in %q", got.Quotes, got.Text)
	}
}

func TestCutKeepsPlaceholders(t *testing.T) {
	text := strings.Repeat("password: hunter2\n", 100)
	c := Clean(text)
	for limit := 200; limit < 300; limit++ {
		got := Cut(c, limit)
		if n := strings.Count(got.Text, markOpen); n != len(got.Secrets) || n != strings.Count(got.Text, mark("password")) {
			t.Fatalf("limit %d splits a placeholder: %q", limit, got.Text)
		}
	}
}

func TestCutTiny(t *testing.T) {
	c := Clean(strings.Repeat("é", 100))
	for limit := -1; limit < 200; limit++ {
		if got := Cut(c, limit); len(got.Text) > max(limit, 0) {
			t.Fatalf("limit %d gives %d bytes", limit, len(got.Text))
		}
	}
}

// hostile are texts made to cost time: what starts a search and never ends it.
func hostile(size int) map[string]string {
	rep := func(s string) string { return strings.Repeat(s, size/len(s)) }
	return map[string]string{
		"one word": rep("a"), "key chain": rep("password="), "quoted keys": rep("password=\""), "single quotes": rep("password='"), "quotes": rep("password=\"a\\\""),
		"schemes": rep("a://"), "schemes and colons": rep("a://b:"), "at signs": rep("a://b@"), "begins": rep("-----BEGIN PRIVATE KEY-----"),
		"ends": rep("-----END PRIVATE KEY-----"), "ends and lines": rep("AAAA\n-----END PRIVATE KEY-----"), "end once": rep("A\n") + "-----END PRIVATE KEY-----",
		"begin once": "-----BEGIN PRIVATE KEY-----" + rep("A"), "jwt": rep("eyJhbGciOi-"), "jwt dots": rep("eyJhbGciOi."), "prefix": rep("sk-ant-"), "prefix x": rep("sk-ant-aaaa-"),
		"key words": rep("token-"), "sentences": rep("password for the "), "curl": rep("curl -u "), "curl quotes": rep("curl -u \""), "lines": rep("curl \\\n"), "brackets": rep("token=)))"),
		"webhooks": rep("discord.com/api/webhooks/"), "discord": rep("MAAAAAAAAAAAAAAAAAAAAAAAA-"), "tags": rep("<memory>"), "tag starts": rep("<memory "), "attributes": rep("<memory a=\""),
		"closing": rep("</memory>"), "quote tags": rep("<file>"), "mixed tags": rep("<memory><private>"), "fences": rep("```\n"), "open fences": rep("``` a\n"), "frames": rep("panic: x\n  "),
		"causes": rep("Caused by: x\n"), "pastes": rep("[Pasted text #1 "), "sections": rep("## Relevant Memories\n\n"), "mail": rep("From: x\nx\n"), "log": rep("INFO x\n\n"), "cited": rep("> \n"),
		"azure": rep("8Q~"), "marks": rep("⟦redacted:"), "secrets": rep("password=hunter2x\n"), "newlines": rep("\n"), "high": rep("пароль"), "base64": rep("token " + fake(base64, 200, 1)),
		"manifests": rep("data:\n a: b\n"), "secrets of kubernetes": "kind: Secret\n" + rep("data:\n a: bcdefgh1\n"), "objects": "kind: Secret\n" + rep("data: {\"a\": \"b\""), "kinds": rep("kind: "),
		"putty": rep("Private-Lines: 999\nA\n"), "ssh2": rep("---- BEGIN PRIVATE KEY ----\nA\n"), "cookies": rep("Cookie: a=b; "), "cookie heads": rep("Cookie:"), "lists": rep("tokens: [\"a\", "), "open lists": rep("tokens = ["),
		"backwards": rep("a as the api key "), "logins": rep("login: a / "), "mnemonics": rep("mnemonic "), "slashes": rep("sqlplus a/"), "lines of passwords": rep("password:\n"),
		"netrc": "machine " + rep("login a password "), "brackets of keys": rep("password ("), "asana": rep("1/123456789012"), "bundler": rep("BUNDLE_A__B"),
		"announcements": rep("Bob says:\n\n"), "inline": rep("this: that: "), "greetings": rep("Hi Bob,\n"), "settings": rep("a:\n  b: c\n"), "maybe printed": rep("Error: x\ny\n"), "printed": rep("[error] x\ny\n"),
		"commits": rep("commit 27edf995694b8d27edf995694b8d27edf995694b\n    x\n"), "fix these": rep("fix these:\n\nx\n"), "quoted names": rep("'a' 'b "),
		"wraps": rep("password: a-\n"), "wraps of one": "password: a" + rep("-\na"), "wraps before": rep("-\na as the password"), "hidden": rep("a\u200b"), "spaces": rep("password    "), "escapes": rep("\x1b[31m"), "nul": rep("\x00"), "invalid": rep("\xff"),
	}
}

// A cost that grows with the square of the length takes minutes here; the
// bounds are wide so that a busy machine passes.
func TestLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	var whole strings.Builder
	for name, text := range hostile(hostileSize) {
		whole.WriteString(text)
		timed(t, name, text, 20*time.Second)
	}
	timed(t, "all of them", whole.String(), 2*time.Minute)
}

func timed(t *testing.T, name, text string, bound time.Duration) {
	t.Helper()
	start := time.Now()
	c := Cut(Clean(text), 100_000)
	if len(c.Text) > 100_000 {
		t.Errorf("%s: %d bytes", name, len(c.Text))
	}
	Tags(text)
	took := time.Since(start)
	t.Logf("%-20s %8d bytes %v", name, len(text), took.Round(time.Millisecond))
	if took > bound {
		t.Errorf("%s takes %v", name, took)
	}
}

const prompt = `Please look at the retrieve stage again: when I ask "why did we choose bbolt over sqlite" the answer
comes from the wrong project. I think the gate in assemble.go compares a fused rank with a cosine. The test in
stages/retrieve/assemble_test.go:120 should fail first, then fix it, and run go test ./stages/... with -race.
Keep the change small, do not touch the public API, and write the commit message in the house style.
`

func BenchmarkSecretsPrompt2K(b *testing.B) {
	text := strings.Repeat(prompt, 5)[:2048]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if _, found := Secrets(text); found != nil {
			b.Fatal("found something")
		}
	}
}

func BenchmarkCleanPrompt2K(b *testing.B) {
	text := strings.Repeat(prompt, 5)[:2048]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Clean(text)
	}
}

func BenchmarkClean1M(b *testing.B) {
	text := strings.Repeat(prompt, 2600)[:1<<20]
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Clean(text)
	}
}
