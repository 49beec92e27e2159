package memtide_test

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// counts is how many numbered lines each of the five systems has.
var counts = map[string]int{"O": 40, "N": 29, "K": 19, "Y": 28, "F": 22}

var (
	quoted   = regexp.MustCompile("`([^`]+)`")
	italic   = regexp.MustCompile(`\*([a-z ]+)\*`)
	isShort  = regexp.MustCompile("(?m)^\\*([a-z ]+)\\* is `([^`]+)`")
	isFile   = regexp.MustCompile(`^[\w./-]+\.(go|md|txtar|toml)$`)
	isFolder = regexp.MustCompile(`^[a-z]+(/[a-z]+)*/$`)
)

// docs/requirements.md has each line of each system once, says of each whether
// it is done, and names only places and tests that are there.
func TestRequirementsNameWhatIsThere(t *testing.T) {
	raw, err := os.ReadFile("docs/requirements.md")
	if err != nil {
		t.Fatal(err)
	}
	doc := string(raw)
	short := map[string]string{}
	for _, m := range isShort.FindAllStringSubmatch(doc, -1) {
		short[m[1]] = m[2]
	}
	rows := map[string]int{}
	for _, line := range strings.Split(doc, "\n") {
		cells := strings.Split(strings.Trim(line, "|"), "|")
		id := strings.TrimSpace(cells[0])
		if !strings.HasPrefix(line, "| ") || len(id) < 2 || counts[id[:1]] == 0 || strings.Trim(id[1:], "0123456789") != "" {
			continue
		}
		rows[id]++
		if len(cells) != 5 {
			t.Errorf("%s has %d cells, want 5", id, len(cells))
			continue
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[2], -1) {
			if err := isThere(m[1], false); err != nil {
				t.Errorf("%s: place: %v", id, err)
			}
		}
		tests := 0
		for _, m := range italic.FindAllStringSubmatch(cells[3], -1) {
			if short[m[1]] == "" {
				t.Errorf("%s: *%s* is the short name of no test", id, m[1])
			}
			cells[3] += " `" + short[m[1]] + "`"
		}
		for _, m := range quoted.FindAllStringSubmatch(cells[3], -1) {
			if strings.Contains(m[1], "_test.go") {
				tests++
			}
			if err := isThere(m[1], true); err != nil {
				t.Errorf("%s: test: %v", id, err)
			}
		}
		open := strings.Contains(cells[3], "missing:")
		switch state := strings.TrimSpace(cells[4]); {
		case state != "done" && state != "open":
			t.Errorf("%s is %q, want done or open", id, state)
		case state == "open" && !open:
			t.Errorf("%s is open and does not say what is missing", id)
		case state == "done" && open:
			t.Errorf("%s is done and says what is missing", id)
		case state == "done" && tests == 0 && !strings.Contains(cells[3], "not a goal"):
			t.Errorf("%s is done and names no test", id)
		}
	}
	for system, n := range counts {
		for i := range n {
			if id := fmt.Sprint(system, i+1); rows[id] != 1 {
				t.Errorf("%s has %d rows, want one", id, rows[id])
			}
			delete(rows, fmt.Sprint(system, i+1))
		}
	}
	if len(rows) > 0 {
		t.Errorf("rows of no system: %v", rows)
	}
}

// docs/dependencies.md has a row with the version of each module that our own
// code imports.
func TestDependenciesAreThoseOfTheModule(t *testing.T) {
	mod, err := os.ReadFile("go.mod")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := os.ReadFile("docs/dependencies.md")
	if err != nil {
		t.Fatal(err)
	}
	needed := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) (v\S+)$`).FindAllStringSubmatch(string(mod), -1) {
		needed["| "+m[1]+" | "+m[2]+" |"] = true
	}
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile(`(?m)^\| \S+ \| v[0-9]\S+ \|`).FindAllString(string(doc), -1) {
		listed[row] = true
	}
	if diff := cmp.Diff(needed, listed); diff != "" || len(needed) == 0 {
		t.Errorf("go.mod needs, docs/dependencies.md lists:\n%s", diff)
	}
}

// docs/glossary.md says of each word where it is.
func TestGlossaryNamesWhatIsThere(t *testing.T) {
	raw, err := os.ReadFile("docs/glossary.md")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{}
	for line := range strings.Lines(string(raw)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) < 4 || strings.Contains(line, "---") || strings.HasPrefix(line, "| here ") {
			continue
		}
		if words[cells[0]] || len(cells) != 4 {
			t.Errorf("%q has %d cells, or stands twice", cells[0], len(cells))
		}
		words[cells[0]] = true
		place := quoted.FindStringSubmatch(cells[3])
		if place == nil {
			t.Errorf("%q has no place", cells[0])
		} else if err := isThere(place[1], false); err != nil {
			t.Errorf("%q: %v", cells[0], err)
		}
	}
	if len(words) == 0 {
		t.Error("no word is found")
	}
}

// isThere looks for a file, a folder, or a test written file:function. Other
// words in code type are names of settings and commands.
func isThere(name string, test bool) error {
	file, function, isTest := strings.Cut(name, ":")
	if !isFile.MatchString(file) && !isFolder.MatchString(file) {
		return nil
	}
	if strings.HasSuffix(file, "_test.go") && test && !isTest {
		return fmt.Errorf("%s names no function", name)
	}
	if !isTest {
		_, err := os.Stat(file)
		return err
	}
	raw, err := os.ReadFile(file)
	if err == nil && !strings.Contains(string(raw), "\nfunc "+function+"(") {
		err = fmt.Errorf("%s has no function %s", file, function)
	}
	return err
}
