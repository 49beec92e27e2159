package main

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/wordvec"
)

func post(t *testing.T, h http.Handler, body string) (int, reply) {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/embeddings", strings.NewReader(body)))
	var out reply
	if w.Code == http.StatusOK {
		if err := json.Unmarshal(w.Body.Bytes(), &out); err != nil {
			t.Fatalf("%v: %s", err, w.Body)
		}
	}
	return w.Code, out
}

func TestAnswers(t *testing.T) {
	table, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []source{chance(8), words{table}} {
		h := &server{source: s}
		code, got := post(t, h, `{"model":"m","input":["the gate is green","the gate is green","zzqx"],"encoding_format":"float"}`)
		vs, err := got.of(3, s.dims())
		if code != http.StatusOK || err != nil {
			t.Fatalf("%s: %d, %v", s.name(), code, err)
		}
		if diff := cmp.Diff(vs[0], vs[1]); diff != "" {
			t.Errorf("%s: the same text has two vectors:\n%s", s.name(), diff)
		}
		if cmp.Equal(vs[0], vs[2]) || cmp.Equal(vs[2], make([]float32, s.dims())) {
			t.Errorf("%s: another text has the vector %v", s.name(), vs[2])
		}
		code, one := post(t, h, `{"model":"m","input":"the gate is green"}`)
		if first, err := one.of(1, s.dims()); code != http.StatusOK || err != nil || !cmp.Equal(first[0], vs[0]) {
			t.Errorf("%s: one text alone: %d, %v", s.name(), code, err)
		}
		for _, bad := range []string{``, `{}`, `{"input":[]}`, `{"input":[1]}`, `{"input":{"a":1}}`, `[`} {
			if code, _ := post(t, h, bad); code != http.StatusBadRequest {
				t.Errorf("%s: %q: status %d", s.name(), bad, code)
			}
		}
	}
}

// Another server is asked for a text once, also after a restart, and in one
// request only for what is not there yet.
func TestWhatIsKeptIsNotAskedAgain(t *testing.T) {
	var texts atomic.Int64
	broken := atomic.Bool{}
	up := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		in, err := read(raw)
		if err != nil || in.Model != "m" {
			t.Errorf("asked %s: %v", raw, err)
		}
		texts.Add(int64(len(in.Input)))
		if broken.Load() {
			fail(w, http.StatusInternalServerError, io.ErrUnexpectedEOF)
			return
		}
		(&server{source: chance(4)}).ServeHTTP(w, httptest.NewRequest(http.MethodPost, "/v1/embeddings", strings.NewReader(string(raw))))
	}))
	defer up.Close()
	file := filepath.Join(t.TempDir(), "kept.db")
	ask := func(in ...string) ([][]float32, error) {
		t.Helper()
		s, end, err := open(settings{of: up.URL + "/v1/", kept: file, model: "m", dims: 4})
		if err != nil {
			t.Fatal(err)
		}
		defer end()
		return s.vectors(t.Context(), in)
	}
	first, err := ask("a", "b")
	if err != nil || texts.Load() != 2 {
		t.Fatalf("%d texts were asked for: %v", texts.Load(), err)
	}
	second, err := ask("b", "c", "a")
	if err != nil || texts.Load() != 3 {
		t.Fatalf("%d texts were asked for: %v", texts.Load(), err)
	}
	if diff := cmp.Diff([][]float32{first[1], first[0]}, [][]float32{second[0], second[2]}); diff != "" {
		t.Errorf("what was kept is another's:\n%s", diff)
	}
	broken.Store(true)
	if _, err := ask("a", "d"); err == nil || !strings.Contains(err.Error(), "500") {
		t.Errorf("the other server is broken, and the error %v", err)
	}
}

func TestASlowAnswerEndsWithItsClient(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	w := httptest.NewRecorder()
	(&server{source: chance(4), slow: time.Hour}).ServeHTTP(w,
		httptest.NewRequest(http.MethodPost, "/v1/embeddings", strings.NewReader(`{"input":"a"}`)).WithContext(ctx))
	if w.Body.Len() > 0 {
		t.Errorf("answered %s", w.Body)
	}
}

func TestSettingsThatAreNone(t *testing.T) {
	for _, args := range []string{"--listen 0.0.0.0:80", "--listen example.com:80", "--listen 8099", "--dims 1", "more"} {
		if _, err := parse(strings.Fields(args)); err == nil {
			t.Errorf("%s is taken", args)
		}
	}
	for _, s := range []settings{{of: "glove", dims: 4}, {of: "http://127.0.0.1:1/v1", dims: 4}} {
		if _, _, err := open(s); err == nil {
			t.Errorf("%+v is taken", s)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, s := range []string{`{"input":"a"}`, `{"input":["a","b"],"model":"m"}`, `{"input":null}`, `{"data":[{"index":-1}]}`} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		if in, err := read(raw); err == nil && len(in.Input) == 0 {
			t.Errorf("%q is read as nothing", raw)
		}
		var r reply
		if json.Unmarshal(raw, &r) == nil {
			if vs, err := r.of(2, 1); err == nil && (len(vs) != 2 || len(vs[0]) != 1 || len(vs[1]) != 1) {
				t.Errorf("%q is read as %v", raw, vs)
			}
		}
	})
}
