package daemon

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// The map in the comment of the package names no file that is not there.
func TestDocNamesWhatIsThere(t *testing.T) {
	raw, err := os.ReadFile("daemon.go")
	if err != nil {
		t.Fatal(err)
	}
	_, places, _ := strings.Cut(string(raw), "# Where to find what")
	rows := regexp.MustCompile(`(?m)^//\t[a-z ]{12}(.*)$`).FindAllStringSubmatch(places, -1)
	if len(rows) == 0 {
		t.Fatal("there is no map")
	}
	for _, row := range rows {
		of := regexp.MustCompile(`\([^)]*\)|:.*`).ReplaceAllString(row[1], "")
		for _, name := range regexp.MustCompile(`[a-z]+`).FindAllString(of, -1) {
			if _, err := os.Stat(name + ".go"); err != nil {
				t.Error(err)
			}
		}
	}
}
