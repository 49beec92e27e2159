package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// The stages that memtide log can be asked for are those that the sources have.
func TestEveryDecidingStageCanBeAskedFor(t *testing.T) {
	names := regexp.MustCompile(`(?:\b(?:request|draft)\(|\bstage \S*= |\bstage\w+ += |:= map\[bool\]string\{true: |, false: )"([a-z-]+)"`)
	found := 0
	for _, pattern := range []string{"../../tools/*.go", "../../stages/remember/*.go", "../../ledger/erase.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v", pattern, err)
		}
		for _, file := range files {
			raw, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range names.FindAllStringSubmatch(string(raw), -1) {
				if found++; !slices.Contains(decidingStages(), m[1]) {
					t.Errorf("%s decides as %q, for which memtide log cannot be asked", file, m[1])
				}
			}
		}
	}
	if found < 15 {
		t.Errorf("only %d stages are found in the sources", found)
	}
}
