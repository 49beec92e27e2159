// Package daemontest is what tests of the daemon and of its commands both need: to start
// and end one with a test, to say something to it, and to look for words in its files.
// It does not import package daemon, so that the tests inside of that can use it.
package daemontest

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
)

// Say hands a half-turn over, and fails the test unless it is taken.
func Say(t *testing.T, cl *client.Client, turn event.TurnRequest) {
	t.Helper()
	if r, err := cl.Turn(Within(t, time.Minute), turn); err != nil || r.Error != "" {
		t.Fatal(err, r.Error)
	}
}

// FilesWith returns the files of a folder that hold a text.
func FilesWith(t *testing.T, dir, text string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if bytes.Contains(raw, []byte(text)) {
			files = append(files, strings.TrimPrefix(path, dir))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// Within bounds a step of a test.
func Within(t *testing.T, d time.Duration) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), d)
	t.Cleanup(cancel)
	return ctx
}

// Started fails a test unless a daemon has started, which is what err says, and ends it
// with the test.
func Started[D interface{ End() error }](t testing.TB, d D, err error) D {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := d.End(); err != nil {
			t.Error(err)
		}
	})
	return d
}
