package tools

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The map in doc.go names each file, and no file that is not there.
func TestDocNamesEveryFile(t *testing.T) {
	raw, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	_, places, _ := strings.Cut(string(raw), "# Where to find what")
	var named []string
	for _, row := range regexp.MustCompile(`(?m)^//\t[a-z ]{12}(.*)$`).FindAllStringSubmatch(places, -1) {
		of := regexp.MustCompile(`\([^)]*\)|:.*`).ReplaceAllString(row[1], "")
		named = append(named, regexp.MustCompile(`[a-z]+`).FindAllString(of, -1)...)
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = slices.DeleteFunc(files, func(f string) bool { return strings.HasSuffix(f, "_test.go") || f == "doc.go" })
	for _, f := range files {
		if !slices.Contains(named, strings.TrimSuffix(f, ".go")) {
			t.Errorf("doc.go does not say what is in %s", f)
		}
	}
	for _, name := range named {
		if !slices.Contains(files, name+".go") {
			t.Errorf("doc.go names %s.go, which is not there", name)
		}
	}
}
