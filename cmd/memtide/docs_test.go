package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/memtide/memtide/stages"
)

func TestPipelineDocIsTheListOfStages(t *testing.T) {
	want, err := os.ReadFile("../../docs/pipeline.md")
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	writePipeline(&got, stages.All(stages.Deps{}))
	if got.String() != string(want) {
		t.Error("docs/pipeline.md is out of date; run: make generate")
	}
	if strings.Contains(got.String(), "▶ nobody") {
		t.Error("a stage says something that nobody hears")
	}
}

func TestEventsDocIsTheListOfMessages(t *testing.T) {
	path := "../../docs/events.md"
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	// The generator runs in a copy of its folder, so that a failing test leaves the tree alone.
	dir := t.TempDir()
	src := filepath.Join(dir, "bus", "event")
	if err := os.MkdirAll(src, 0o755); err != nil {
		t.Fatal(err)
	}
	files, err := filepath.Glob("../../bus/event/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err, len(files))
	}
	if err := os.MkdirAll(filepath.Join(dir, "docs"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(src, filepath.Base(f)), raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command("go", "run", "gen.go")
	cmd.Dir = src
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	got, err := os.ReadFile(filepath.Join(dir, "docs", "events.md"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("docs/events.md is out of date; run: make generate")
	}
}
