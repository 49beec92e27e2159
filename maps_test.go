package memtide_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The map in the doc.go of a large package names each of its files, and none that is not there.
func TestMapsNameEveryFile(t *testing.T) {
	for _, dir := range []string{"language", "ledger", "tools"} {
		raw, err := os.ReadFile(filepath.Join(dir, "doc.go"))
		if err != nil {
			t.Fatal(err)
		}
		_, places, ok := strings.Cut(string(raw), "# Where to find what")
		if !ok {
			t.Errorf("%s/doc.go has no map", dir)
		}
		var named []string
		for _, row := range regexp.MustCompile(`(?m)^//\t[a-z ]{12}(.*)$`).FindAllStringSubmatch(places, -1) {
			of := regexp.MustCompile(`\([^)]*\)|:.*`).ReplaceAllString(row[1], "")
			named = append(named, regexp.MustCompile(`[a-z]+`).FindAllString(of, -1)...)
		}
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		var there []string
		for _, f := range files {
			if name := strings.TrimSuffix(filepath.Base(f), ".go"); !strings.HasSuffix(name, "_test") && name != "doc" {
				there = append(there, name)
			}
		}
		for _, name := range there {
			if !slices.Contains(named, name) {
				t.Errorf("%s/doc.go does not say what is in %s.go", dir, name)
			}
		}
		for _, name := range named {
			if !slices.Contains(there, name) {
				t.Errorf("%s/doc.go names %s.go, which is not there", dir, name)
			}
		}
	}
}
