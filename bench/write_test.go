package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/hookbridge/transcript"
)

// What bench imports is what a client would have written, as many half-turns as
// were asked for.
func TestBenchTranscriptsAreRead(t *testing.T) {
	const n = 2*2*smalltalk.TurnsPerSession + 6
	dir := t.TempDir()
	if err := writeTranscripts(dir, smalltalk.New(1000), n); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.jsonl"))
	if err != nil || len(files) != 3 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	ids := map[string]bool{}
	var reader transcript.Reader
	for _, path := range files {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		_, err = reader.Read(f, func(in event.TurnRequest) error {
			ids[memtide.TurnID(memtide.Turn{Session: in.Session, PromptID: in.PromptID, Role: in.Role})] = true
			return nil
		})
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(ids) != n {
		t.Errorf("%d half-turns, want %d", len(ids), n)
	}
	if words := len(strings.Fields(longText(smalltalk.New(1000), 3))); words < longWords || words > longWords+100 {
		t.Errorf("the long half-turn has %d words", words)
	}
}
