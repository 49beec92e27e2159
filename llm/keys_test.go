package llm_test

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/llmtest"
)

func TestAWrongKeyIsTriedOnce(t *testing.T) {
	for _, status := range []int{http.StatusUnauthorized, http.StatusForbidden} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			var key atomic.Value
			key.Store("sk-wrong-0123456789abcdef0123456789")
			s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
				if r.Header.Get("Authorization") != "Bearer right" {
					return llmtest.Reply{Status: status, Message: "Incorrect API key provided: " + key.Load().(string)}
				}
				return llmtest.Reply{Text: "x"}
			})
			now := newClock()
			opts := llmtest.Options()
			opts.Now = now.now
			opts.Env = func(string) (string, bool) { return key.Load().(string), true }
			m := open(t, s.Config(t, "extract", "filter"), opts)
			for n := range 10 {
				_, err := m.Complete(context.Background(), ask(fmt.Sprint(n)))
				want(t, err, llm.ErrKey)
				if strings.Contains(err.Error(), "wrong-0123") {
					t.Fatalf("the key is in the error: %v", err)
				}
			}
			p := m.Problems()
			if s.Count() != 1 || len(p) != 1 || !strings.Contains(p[0], "extract and filter") || strings.Contains(p[0], "wrong-0123") {
				t.Fatalf("%d requests; problems: %q", s.Count(), p)
			}
			now.add(61 * time.Minute)
			_, err := m.Complete(context.Background(), ask("an hour later"))
			want(t, err, llm.ErrKey)
			if s.Count() != 2 {
				t.Fatalf("%d requests after an hour", s.Count())
			}
			key.Store("right")
			if _, err := m.Complete(context.Background(), ask("with another key")); err != nil {
				t.Fatal(err)
			}
			if p := m.Problems(); len(p) != 0 {
				t.Errorf("problems: %q", p)
			}
		})
	}
}

func TestKeysComeFromTheEnvironmentOrAClosedFile(t *testing.T) {
	s := llmtest.Start(t, func(r llmtest.Request) llmtest.Reply {
		return llmtest.Reply{Text: r.Header.Get("Authorization")}
	})
	file := filepath.Join(t.TempDir(), "key")
	cfg := s.Config(t, "extract")
	p := cfg.Providers["test"]
	p.KeyFile = file
	cfg.Providers["test"] = p
	m := open(t, cfg, llmtest.Options())
	_, err := m.Complete(context.Background(), ask("no file"))
	want(t, err, llm.ErrKey)
	if err := os.WriteFile(file, []byte("from-file\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if r, err := m.Complete(context.Background(), ask("file")); err != nil || r.Text != "Bearer from-file" {
		t.Fatalf("%+v, %v", r, err)
	}
	if runtime.GOOS != "windows" {
		if err := os.Chmod(file, 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := m.Complete(context.Background(), ask("open file"))
		want(t, err, llm.ErrKey)
		if !strings.Contains(err.Error(), "chmod 600") || strings.Contains(err.Error(), "from-file") {
			t.Error(err)
		}
	}
	opts := llmtest.Options()
	opts.Env = func(string) (string, bool) { return "", false }
	none := open(t, s.Config(t, "extract"), opts)
	_, err = none.Complete(context.Background(), ask("no key"))
	want(t, err, llm.ErrKey)
	if !strings.Contains(err.Error(), "LLMTEST_KEY") || s.Count() != 1 {
		t.Errorf("%v after %d requests", err, s.Count())
	}
}
