package eval

import (
	"cmp"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestData measures the files that MEMTIDE_EVAL_DATA names, and is skipped
// when it names none: the data are not ours to ship. The value is a list of
// files, separated like a PATH. A file whose name begins with x_ holds labels.
// MEMTIDE_EVAL_OUT is a folder for one JSON report a file.
//
//	MEMTIDE_EVAL_DATA=data/locomo.jsonl.gz go test -v -timeout 2h -run TestData ./eval
func TestData(t *testing.T) {
	files := filepath.SplitList(os.Getenv("MEMTIDE_EVAL_DATA"))
	if len(files) == 0 {
		t.Skip("MEMTIDE_EVAL_DATA is not set")
	}
	for _, file := range files {
		name := strings.TrimSuffix(strings.TrimSuffix(filepath.Base(file), ".gz"), ".jsonl")
		t.Run(name, func(t *testing.T) { measure(t, file, name) })
	}
}

// taskOf names the task that a file of labels is for.
var taskOf = map[string]string{
	"x_should_store": "gate", "x_is_instruction": "instructions", "x_secrets": "secrets",
	"x_prompt_injection": "injection", "x_pair_relation": "relations", "x_standing_directive": "directives",
	"x_memory_extraction": "extraction", "x_entity_extraction": "entities",
}

func measure(t *testing.T, file, name string) {
	w := newWorld(t)
	in, err := Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	var report any
	var table strings.Builder
	var shown time.Time
	start := time.Now()
	opts := Options{Cases: filepath.Base(file), Settled: w.settled, Progress: func(done, total int, what string) {
		if time.Since(shown) > 10*time.Second {
			shown = time.Now()
			t.Logf("%s %6d of %d %s", time.Since(start).Round(time.Second), done, total, what)
		}
	}}
	if task := taskOf[name]; task != "" {
		r, err := Labels(t.Context(), w.client(), task, in, opts)
		err = cmp.Or(err, r.Table(&table))
		if report = r; err != nil {
			t.Fatal(err)
		}
	} else {
		r, err := Retrieval(t.Context(), w.client(), in, opts)
		err = cmp.Or(err, r.Table(&table))
		if report = r; err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("took %s\n%s", time.Since(start).Round(time.Second), table.String())
	if dir := os.Getenv("MEMTIDE_EVAL_OUT"); dir != "" {
		raw, err := json.MarshalIndent(report, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name+".json"), append(raw, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
