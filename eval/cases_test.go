package eval

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte("said"))
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	for name, raw := range map[string][]byte{"a.jsonl": []byte("said"), "a.jsonl.gz": packed.Bytes()} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		r, err := Open(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := io.ReadAll(r); err != nil || string(got) != "said" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if err := r.Close(); err != nil {
			t.Error(err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "b.gz"), []byte("not packed"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b.gz", "none"} {
		if _, err := Open(filepath.Join(dir, name)); err == nil {
			t.Errorf("%s opens", name)
		}
	}
}

func TestStoreCheck(t *testing.T) {
	ok := Store{ID: "s", Corpus: []Entry{{ID: "a"}, {ID: "b", Time: "2024-05-01"}}, Queries: []Query{{Text: "who?"}}}
	if err := ok.check(); err != nil {
		t.Error(err)
	}
	for name, s := range map[string]Store{
		"other form":  {ID: "s"},
		"no id":       {Corpus: []Entry{{}}},
		"id twice":    {Corpus: []Entry{{ID: "a"}, {ID: "a"}}},
		"corpus time": {Corpus: []Entry{{ID: "a", Time: "yesterday"}}},
		"no text":     {Queries: []Query{{Text: " "}}},
		"query time":  {Queries: []Query{{Text: "who?", Time: "soon"}}},
	} {
		if err := s.check(); !errors.Is(err, ErrCases) {
			t.Errorf("%s: %v, want ErrCases", name, err)
		}
	}
}

// FuzzStores: what is read as stores can be written and is read as the same
// again; what cannot be read is an error at its line, and nothing.
func FuzzStores(f *testing.F) {
	for _, s := range []string{
		`{"id":"s","corpus":[{"id":"a","session":"","time":null,"speaker":"user","text":"x","kind":"fact"}],"queries":[{"id":"q","text":"x?","evidence":["a"]}]}`,
		"{\"id\":\"s\"}\n{\"id\":\"t\",\"corpus\":[{\"id\":\"a\",\"refs\":[\"D1:1\"],\"time\":\"2024-05-01\"}]}\n",
		`{"id":"s","queries":[{"text":"x","latest":["a"],"expect":["y"],"time":"2024-05-01T10:00:00"}]}`,
		``, `null`, `[]`, `{`, `{"id":3}`, "{}\n{", `{"corpus":[{"id":"a","time":"0000-00-00"}]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		var all []Store
		var buf bytes.Buffer
		enc := json.NewEncoder(&buf)
		for s, err := range lines[Store](bytes.NewReader(raw)) {
			if err != nil {
				if !errors.Is(err, ErrCases) || s.ID != "" || s.Corpus != nil || s.Queries != nil {
					t.Fatalf("error %v with %+v", err, s)
				}
				break
			}
			if s.check() == nil {
				if _, err := chronicle(s.Corpus); err != nil {
					t.Fatalf("checked, and yet: %v", err)
				}
			}
			all = append(all, s)
			if err := enc.Encode(s); err != nil {
				t.Fatal(err)
			}
		}
		n := 0
		for s, err := range lines[Store](&buf) {
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(all[n], s); d != "" {
				t.Fatalf("store %d (-want +got):\n%s", n, d)
			}
			n++
		}
		if n != len(all) {
			t.Fatalf("%d stores of %d come back", n, len(all))
		}
	})
}

// FuzzRows is [FuzzStores] for labels.
func FuzzRows(f *testing.F) {
	for _, s := range []string{
		`{"id":"a","text":"x","label":true}`, `{"id":"a","text":"x","label":"update","older":[{"text":"y"}],"newer":[{"text":"z"}]}`,
		`{"should_store":false}`, `{"memories":[{"type":"fact"}],"entities":[{"name":"Anna","type":"person"}]}`,
		`{"label":null}`, `{"label":3}`, `{"label":""}`, `{`, ``, `0`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for r, err := range lines[Row](bytes.NewReader(raw)) {
			if err != nil {
				if !errors.Is(err, ErrCases) || r.ID != "" || r.Text != "" {
					t.Fatalf("error %v with %+v", err, r)
				}
				return
			}
			label, err := r.label()
			if (err == nil) != (label != "") || err != nil && !errors.Is(err, ErrCases) {
				t.Fatalf("label %q with error %v", label, err)
			}
		}
	})
}

func decoded[T any](t *testing.T, raw []byte, into *T) *T {
	t.Helper()
	if err := json.Unmarshal(raw, into); err != nil {
		t.Error(err)
	}
	return into
}
