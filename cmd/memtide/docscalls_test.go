package main

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// callIn is what stands in a text as a call of the program: in code, or on an
// indented line, to the end of the code or of the line.
var callIn = regexp.MustCompile("(?m)(?:`|^ {2,}(?:\\$ )?|\\| )(?:[A-Z_]+=\\S* )*memtide ([^`\n|#]*)")

var commandName = regexp.MustCompile(`^[a-z][a-z-]*$`)

// wrongCall says what of a call the program does not know, "" for nothing. What is
// no name of a command is an argument, and so is what comes behind it.
func wrongCall(root *cobra.Command, call string) string {
	c, value := root, false
	for _, w := range strings.Fields(call) {
		w = strings.Trim(w, "[].,;:…)")
		name, _, valued := strings.Cut(w, "=")
		switch {
		case value:
			value = false
		case strings.HasPrefix(name, "--"), len(name) == 2 && name[0] == '-':
			f := c.Flag(name[min(2, len(name)-1):])
			if name[1] != '-' {
				f = c.Flags().ShorthandLookup(name[1:])
			}
			if f == nil && name != "--help" && name != "-h" {
				return name + " of " + c.CommandPath()
			}
			value = f != nil && f.Value.Type() != "bool" && !valued
		case c.HasSubCommands():
			i := slices.IndexFunc(c.Commands(), func(s *cobra.Command) bool { return s.Name() == w })
			if i >= 0 {
				c = c.Commands()[i]
			} else if c == root && commandName.MatchString(w) {
				return "command " + w
			} else if c == root {
				return ""
			}
		}
	}
	return ""
}

// inCode indents what stands in fences, as code is elsewhere.
func inCode(markdown string) string {
	var b strings.Builder
	fenced := false
	for line := range strings.Lines(markdown) {
		if strings.HasPrefix(line, "```") {
			fenced = !fenced
		} else if fenced {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// Every call that stands in the documents, or in the help of a command, is one that
// the program knows.
func TestTheDocumentsCallWhatIsThere(t *testing.T) {
	root := newRoot(&app{})
	texts := map[string]string{}
	files, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range append(files, "../../README.md", "../../CONTRIBUTING.md", "../../CHANGELOG.md") {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		texts[filepath.Base(f)] = inCode(string(raw))
	}
	var add func(c *cobra.Command)
	add = func(c *cobra.Command) {
		texts[c.CommandPath()+" --help"] = c.Long
		for _, sub := range c.Commands() {
			add(sub)
		}
	}
	add(root)
	calls := 0
	for name, text := range texts {
		for _, m := range callIn.FindAllStringSubmatch(text, -1) {
			calls++
			if wrong := wrongCall(root, m[1]); wrong != "" {
				t.Errorf("%s: memtide %s: there is no %s", name, m[1], wrong)
			}
		}
	}
	if calls < 200 {
		t.Errorf("%d calls are found", calls)
	}
	for call, want := range map[string]string{"weak --limit 3": "", "weak --least 3": "--least of memtide weak", "weaken": "command weaken", "log -n 3": "", "log -x": "-x of memtide log",
		"conflicts keep-a ID": "", "search WORDS": "", "--space work status": "", "vectors migrate --estimate": "", "vectors back --estimate": "--estimate of memtide vectors back"} {
		if got := wrongCall(root, call); got != want {
			t.Errorf("%q: %q, want %q", call, got, want)
		}
	}
}

// The table of the README names every command that is for people.
func TestTheReadmeNamesEveryCommand(t *testing.T) {
	raw, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(raw), "## Commands")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, c := range newRoot(&app{}).Commands() {
		if !c.Hidden && !strings.Contains(table, "`"+c.Name()+"`") {
			t.Errorf("memtide %s is not in it", c.Name())
		}
	}
}
