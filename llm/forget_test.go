package llm

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestQuotes(t *testing.T) {
	q := newQuotes([]string{"Our walrus build runs on the \"quay\" machine.", "Call Odile at +49 170 5550199 or odile@example.org.", "Secret heron", "秘密の計画", "ok"})
	for text, want := range map[string]bool{
		"the Walrus build, runs daily":              true,
		"a walrus and a build":                      false,
		`{"fact":"walrus\u0020build\nruns"}`:        true,
		`{"args":"{\"fact\":\"walrus\\nbuild runs"`: true,
		"mail ODILE@example.org!":                   true,
		"mailto:odile@example.org":                  true,
		"number 5550199":                            true,
		"170":                                       true,
		`{"keep":[1],"weight":0.9}`:                 false,
		"the secret heron nests":                    true,
		"the heron is secret":                       false,
		"彼の秘密の話":                                    true,
		"彼の話":                                       false,
		"ok":                                        false,
		"":                                          false,
		`\`:                                         false,
		`\u12`:                                      false,
	} {
		if got := q.in(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
	if q.short != 1 {
		t.Errorf("%d texts have nothing particular", q.short)
	}
}

func FuzzQuotes(f *testing.F) {
	f.Add("walrus build runs", `\n`)
	f.Add(`\u00`, "4711")
	f.Fuzz(func(t *testing.T, text, around string) {
		q := newQuotes([]string{text})
		if q.short == 0 && strings.TrimSpace(text) != "" && !q.in(text) {
			t.Errorf("%q does not quote itself", text)
		}
		raw, err := json.Marshal(around + " " + text)
		if err != nil {
			t.Fatal(err)
		}
		q.in(string(raw))
	})
}

// kept fills a store with records of which the even ones quote the secret.
func kept(t *testing.T, s *replies, from, to int) {
	t.Helper()
	for i := from; i < to; i++ {
		r := record{At: time.Date(2026, 11, 1, 0, 0, i, 0, time.UTC), Text: "the heron nests at the quay " + strings.Repeat("x", i)}
		if i%2 == 0 {
			r.Text = "as you said, our walrus build runs at night " + strings.Repeat("x", i)
		}
		if i%4 == 0 {
			r.Text, r.Calls = "", []Call{{Name: "store", Arguments: json.RawMessage(`{"text":"walrus build runs"}`)}}
		}
		if err := s.put(sha256.Sum256([]byte{byte(i)}), r, Spent{Calls: 1}); err != nil {
			t.Fatal(err)
		}
	}
}

func holdsText(t *testing.T, path, text string) bool {
	t.Helper()
	files, err := filepath.Glob(path + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(raw, []byte(text)) {
			return true
		}
	}
	return false
}

func TestForgetReplies(t *testing.T) {
	s, path := openTest(t, 20_000)
	kept(t, s, 0, 100) // some of them are evicted again: their bytes are left in the file
	before, _ := s.check(t)
	if !holdsText(t, path, "walrus build runs") {
		t.Fatal("the words are nowhere: the test proves nothing")
	}
	m := &Models{replies: s, path: path}
	got, err := m.Forget(t.Context(), []string{"The walrus build runs on the quay machine."}, time.Time{})
	if err != nil || got.Records == 0 {
		t.Fatal(got, err)
	}
	if n, _ := s.check(t); n != before-got.Records || n == 0 {
		t.Errorf("%d of %d are left, %d forgotten", n, before, got.Records)
	}
	if holdsText(t, path, "walrus build runs") {
		t.Error("the words are still in a file")
	}
	if _, ok := s.get(sha256.Sum256([]byte{99})); !ok {
		t.Error("what says something else is gone")
	}
	if rows, err := s.since(""); err != nil || len(rows) == 0 || rows[0].Calls == 0 {
		t.Errorf("what was spent is forgotten: %v, %v", rows, err)
	}
	epoch := s.epoch.Load() - 1
	if err := s.keep(t.Context(), entry{epoch: epoch, key: sha256.Sum256([]byte("late")), rec: &record{Text: "walrus build runs"}}); err != nil {
		t.Fatal(err)
	}
	if _, ok := s.get(sha256.Sum256([]byte("late"))); ok {
		t.Error("an answer that was on its way is recorded")
	}
	kept(t, s, 100, 104)
	if got, err := m.Forget(t.Context(), nil, time.Date(2026, 11, 1, 0, 1, 42, 0, time.UTC)); err != nil || got.Records != 2 {
		t.Errorf("since a moment: %+v, %v", got, err)
	}
	s.check(t)
}

// A renewal that was cut off leaves the old file, or the new one, and is
// finished by the next opening, also without a model.
func TestForgetRepliesCutOff(t *testing.T) {
	for name, cut := range map[string]func(path string) error{
		"copied": func(path string) error { return os.WriteFile(path+".new", []byte("walrus build runs"), 0o600) },
		"linked": func(path string) error { return os.Link(path, path+".old") },
		"moved":  func(path string) error { return os.WriteFile(path+".old", []byte("walrus build runs"), 0o600) },
	} {
		s, path := openTest(t, 1<<20)
		kept(t, s, 0, 8)
		if err := s.close(); err != nil {
			t.Fatal(err)
		}
		if err := cut(path); err != nil {
			t.Fatal(err)
		}
		opened, err := openReplies(path, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if err := opened.close(); err != nil {
			t.Fatal(err)
		}
		if files, err := filepath.Glob(path + ".*"); err != nil || len(files) > 0 {
			t.Errorf("%s: the next opening leaves %q, %v", name, files, err)
		}
		if err := cut(path); err != nil {
			t.Fatal(err)
		}
		m := &Models{path: path, opts: Options{}.filled()}
		if got, err := m.Forget(t.Context(), []string{"walrus build runs"}, time.Time{}); err != nil || got.Records != 4 {
			t.Fatalf("%s: %+v, %v", name, got, err)
		}
		if err := m.replies.close(); err != nil {
			t.Fatal(err)
		}
		if holdsText(t, path, "walrus build runs") {
			t.Errorf("%s: the words are still there", name)
		}
		if files, err := filepath.Glob(path + ".*"); err != nil || len(files) > 0 {
			t.Errorf("%s: left over %q, %v", name, files, err)
		}
		again, err := openReplies(path, 1<<20)
		if err != nil {
			t.Fatal(err)
		}
		if n, _ := again.check(t); n != 4 {
			t.Errorf("%s: %d records", name, n)
		}
		if err := again.close(); err != nil {
			t.Fatal(err)
		}
	}
}
