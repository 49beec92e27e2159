package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

func openTest(t *testing.T, max int64) (*replies, string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "replies.db")
	s, err := openReplies(path, max)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.close() })
	return s, path
}

// put keeps a record of now.
func (s *replies) put(key [32]byte, r record, took Spent) error {
	return s.keep(context.Background(), entry{epoch: s.epoch.Load(), key: key, rec: &r, rows: map[spentKey]Spent{{dayOf(r.At), r.Layer, r.Model}: took}})
}

// The key of a request never changes, or a store that is replayed would pay
// for everything again.
func TestTheKeyOfARequestStays(t *testing.T) {
	r := Request{Layer: "extract", Prompt: "extract@2", System: "s", Temperature: 0.1, MaxTokens: 100, Seed: 3,
		Messages: []Message{{Role: RoleUser, Text: "<héllo>"}, {Role: RoleAssistant, Calls: []Call{{ID: "c", Name: "n", Arguments: json.RawMessage(`{"a":1}`)}}}, {Role: RoleTool, Text: "t", CallID: "c"}},
		Schema:   SchemaFor[inner]("inner"), Tools: []Tool{{Name: "n", Description: "d"}}}
	key, _, err := keyOf("openai/gpt-4.1-nano", r)
	if err != nil {
		t.Fatal(err)
	}
	const want = "594354d5880f8a397258562f95ccd6d6f26a512d5ac9b64253a688d0e5aed615"
	if got := hex.EncodeToString(key[:]); got != want {
		t.Errorf("the key is %s now", got)
	}
	r.Layer = "filter"
	if again, _, _ := keyOf("openai/gpt-4.1-nano", r); again != key {
		t.Error("the layer is part of the key")
	}
}

// check counts every record and compares with what the store says of itself.
func (s *replies) check(t *testing.T) (n int, bytes uint64) {
	t.Helper()
	err := s.db.View(func(tx *bolt.Tx) error {
		order, all := tx.Bucket(bucketOrder), tx.Bucket(bucketReplies)
		if err := all.ForEach(func(k, v []byte) error {
			n++
			bytes += uint64(len(v))
			if string(order.Get(v[:8])) != string(k) {
				return fmt.Errorf("record %x has no place in the order", k)
			}
			return nil
		}); err != nil {
			return err
		}
		in := 0
		if err := order.ForEach(func(_, _ []byte) error { in++; return nil }); err != nil {
			return err
		}
		if said := number(tx.Bucket(bucketMeta).Get(keyBytes)); in != n || said != bytes {
			return fmt.Errorf("%d records of %d bytes; %d in the order, %d bytes said", n, bytes, in, said)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return n, bytes
}

func TestTheOldestRepliesGo(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rnd := rand.New(rand.NewPCG(seed, 1))
	s, _ := openTest(t, 20_000)
	last := [32]byte{}
	for n := range 300 {
		key := sha256.Sum256([]byte(fmt.Sprint(rnd.IntN(200))))
		r := record{At: time.Unix(int64(n), 0), Text: strings.Repeat("x", rnd.IntN(900)), Model: "m", Layer: "l"}
		if err := s.put(key, r, Spent{Calls: 1}); err != nil {
			t.Fatal(err)
		}
		last = key
		if got, ok := s.get(key); !ok || got.Text != r.Text {
			t.Fatalf("what was just written is not there: %v", ok)
		}
		if _, size := s.check(t); size > 20_000 {
			t.Fatalf("%d bytes", size)
		}
	}
	if n, _ := s.check(t); n < 10 {
		t.Errorf("only %d are left", n)
	}
	if err := s.put(last, record{Text: strings.Repeat("y", 50_000)}, Spent{}); err != nil {
		t.Fatal(err)
	}
	if n, _ := s.check(t); n != 1 {
		t.Errorf("%d beside one that is larger than all", n)
	}
	rows, err := s.since("")
	if err != nil || len(rows) != 2 || rows[1].Calls != 300 && rows[0].Calls != 300 {
		t.Errorf("usage went with the replies: %+v, %v", rows, err)
	}
}

func TestUsageByDay(t *testing.T) {
	s, path := openTest(t, 1<<20)
	for _, day := range []string{"2026-11-20", "2026-11-21", "2026-11-21"} {
		if err := s.usage(map[spentKey]Spent{{day, "extract", "m"}: {Calls: 1, Usage: Usage{In: 5, Micros: 7}}}); err != nil {
			t.Fatal(err)
		}
	}
	rows, err := s.since("2026-11-21")
	if err != nil || len(rows) != 1 || rows[0].Calls != 2 || rows[0].Micros != 14 || rows[0].Day != "2026-11-21" {
		t.Errorf("%+v, %v", rows, err)
	}
	if _, err := openReplies(path, DefaultRecordBytes); !errors.Is(err, ErrReplies) {
		t.Errorf("a file that is open elsewhere: %v", err)
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	if s, err = openReplies(path, DefaultRecordBytes); err != nil {
		t.Fatal(err)
	}
	defer s.close()
	if rows, err := s.since(""); err != nil || len(rows) != 2 {
		t.Errorf("%+v, %v", rows, err)
	}
}

func TestFilesThatAreNotOurs(t *testing.T) {
	dir := t.TempDir()
	for name, raw := range map[string]string{"text": strings.Repeat("not a database ", 1000), "short": "x"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(raw), 0o600); err != nil {
			t.Fatal(err)
		}
		if s, err := openReplies(path, 1); !errors.Is(err, ErrReplies) {
			t.Errorf("%s: %v, %v", name, s, err)
		}
	}
	s, path := openTest(t, 1)
	if err := s.db.Update(func(tx *bolt.Tx) error { return tx.Bucket(bucketMeta).Put(keyFormat, be(repliesFormat+1)) }); err != nil {
		t.Fatal(err)
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	if _, err := openReplies(path, 1); !errors.Is(err, ErrReplies) || !strings.Contains(err.Error(), "newer") {
		t.Error(err)
	}
}

func TestStrictSchemas(t *testing.T) {
	got, ok := SchemaFor[verdict]("verdict").strict()
	if !ok || !strings.Contains(string(got), `"required":["reason","keep","kind","weight","names","inner"]`) || !strings.Contains(string(got), `"required":["n"]`) {
		t.Errorf("%v: %s", ok, got)
	}
	for _, raw := range []string{`{"type":"object","properties":{"a":{"type":"string"}}}`, `{"type":"object","additionalProperties":{"type":"string"}}`,
		`{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":false}`, `{"anyOf":[{"type":"string"}]}`, `true`} {
		s, err := ParseSchema("x", []byte(raw))
		if err != nil {
			t.Fatal(err)
		}
		if got, ok := s.strict(); ok || string(got) != raw {
			t.Errorf("%s became %s", raw, got)
		}
	}
}

func TestPrices(t *testing.T) {
	openai, ollama := Presets()[0], Presets()[5]
	for model, want := range map[string]float64{"gpt-4.1-nano": 0.10, "gpt-4.1-nano-2025-04-14": 0.10, "gpt-4.1-2025-04-14": 2, "gpt-4.1-mini": 0.40, "gpt-4.1-nanobot": 0, "unknown": 0} {
		p, ok := priceOf(nil, "openai", openai, model)
		if p.In != want || ok != (want > 0) {
			t.Errorf("%s: %v, %v", model, p, ok)
		}
	}
	if p, ok := priceOf(nil, "ollama", ollama, "gemma3:4b"); !ok || p != (Price{}) {
		t.Errorf("%v, %v", p, ok)
	}
	if p, _ := priceOf(map[string]Price{"openai/gpt-4.1-nano": {In: 9}}, "openai", openai, "gpt-4.1-nano"); p.In != 9 {
		t.Errorf("%v", p)
	}
	if got := (Price{In: 1, Cached: 0.1, Out: 5}).Cost(Usage{In: 1000, Cached: 900, Out: 10}); got != 240 {
		t.Errorf("%d", got)
	}
	if got := (Price{In: 0.1}).Cost(Usage{In: 1}); got != 1 {
		t.Errorf("a small request is free: %d", got)
	}
}

func FuzzReadAnswers(f *testing.F) {
	for _, s := range []string{`{}`, `"x"`, `{"a":`, ``, "\xff", `[1]`, "null", "1e999"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if got := arguments(s); !json.Valid(got) {
			t.Fatalf("%q became %q", s, got)
		}
		if s, err := ParseSchema("x", []byte(s)); err == nil {
			if out, _ := s.strict(); !json.Valid(out) {
				t.Fatalf("%s became %s", s.raw, out)
			}
		}
		quiet(s, []byte(s))
	})
}

// The table in the documentation is the table that money is counted by.
func TestTheDocumentedPrices(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "docs", "models.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for _, line := range strings.Split(string(raw), "\n") {
		cells := strings.Split(strings.TrimPrefix(line, "| "), "|")
		if provider, _, ok := strings.Cut(cells[0], "/"); !ok || len(cells) != 5 || strings.ContainsAny(provider, "`, ") {
			continue
		}
		var want Price
		for i, to := range []*float64{&want.In, &want.Cached, &want.Out} {
			if i+1 < len(cells) {
				fmt.Sscan(strings.TrimSpace(cells[i+1]), to)
			}
		}
		at, err := resolve(strings.TrimSpace(cells[0]), nil)
		if err != nil {
			t.Errorf("%s: %v", cells[0], err)
			continue
		}
		rows++
		if got, ok := priceOf(nil, at.name, at.preset, at.model); !ok || got != want {
			t.Errorf("%s: documented %+v, counted %+v", cells[0], want, got)
		}
	}
	if rows != 9 {
		t.Errorf("only %d rows were found", rows)
	}
}

func TestWhatIsNear(t *testing.T) {
	for ref, want := range map[string]struct{ near, key bool }{
		"ollama": {true, false}, "far/x": {false, false}, "openai": {false, true}, "here/x": {true, true},
	} {
		r, err := resolve(ref, map[string]Provider{"far": {Preset: "ollama", URL: "http://10.0.0.5:11434/v1"}, "here": {Preset: "openai", URL: "http://localhost:1/v1"}})
		if err != nil || r.near != want.near || r.needsKey() != want.key {
			t.Errorf("%s: %v, %+v", ref, err, r)
		}
	}
	if p := Presets()[5]; p.Name != "ollama" || p.window != 12_000 {
		t.Errorf("%+v", p)
	}
}
