package llm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A record that is cut short, or of which a page is overwritten, as a power cut or a disk
// leaves it, is an error ([ErrReplies]) and not the end of the process: when it is opened,
// or when the page is read.
func TestADamagedRecordIsAnError(t *testing.T) {
	good := filepath.Join(t.TempDir(), "replies.db")
	s, err := openReplies(good, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 200 {
		if err := s.write([32]byte{byte(i)}, record{Text: fmt.Sprintf("%0500d", i)}, nil); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.close(); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(good)
	if err != nil {
		t.Fatal(err)
	}
	none := func(err error) bool { return err == nil || errors.Is(err, ErrReplies) }
	for name, c := range map[string]struct {
		damage func([]byte) []byte
		opens  bool
	}{
		"half":         {func(b []byte) []byte { return b[:len(b)/2] }, false},
		"three pages":  {func(b []byte) []byte { return b[:3*os.Getpagesize()] }, false},
		"zeros inside": {func(b []byte) []byte { clear(b[len(b)/8 : len(b)/4]); return b }, true},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "replies.db")
			if err := os.WriteFile(path, c.damage(append([]byte(nil), raw...)), 0o600); err != nil {
				t.Fatal(err)
			}
			m, err := New(Config{Replies: path}, Options{})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := m.Forget(t.Context(), []string{"of what is forgotten 77"}, time.Time{}); !errors.Is(err, ErrReplies) {
				t.Errorf("forget: %v", err)
			}
			if err := m.Close(); !none(err) {
				t.Error(err)
			}
			s, err := openReplies(path, 1<<20)
			if !c.opens && !errors.Is(err, ErrReplies) || !none(err) {
				t.Fatalf("open: %v", err)
			}
			if err != nil {
				return
			}
			for i := range 200 {
				s.get([32]byte{byte(i)})
			}
			for i := range 50 {
				if err := s.write([32]byte{7, byte(i)}, record{Text: "x"}, nil); !none(err) {
					t.Fatalf("write: %v", err)
				}
			}
			if _, err := s.since(""); !none(err) {
				t.Errorf("since: %v", err)
			}
			if _, err := s.forget(context.Background(), func(record) bool { return false }); !none(err) {
				t.Errorf("forget: %v", err)
			}
			if err := s.close(); !none(err) {
				t.Error(err)
			}
		})
	}
}
