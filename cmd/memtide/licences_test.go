package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide/wordvec"
)

// linkedModules returns the packages that the programs link on a system, by module and version:
// the folder of the module, and those of its packages.
func linkedModules(t *testing.T, system string) map[string][]string {
	t.Helper()
	c := exec.CommandContext(t.Context(), "go", "list", "-deps", "-f", "{{$p := .}}{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}\t{{$p.Dir}}{{end}}{{end}}", "../...")
	c.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		if f := strings.Split(strings.TrimSpace(line), "\t"); len(f) == 3 {
			if all[f[0]] == nil {
				all[f[0]] = []string{f[1]}
			}
			all[f[0]] = append(all[f[0]], f[2])
		}
	}
	return all
}

// licenceFile is how the files are named that have to be passed on.
var licenceFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|patents)([-._].*)?$`)

// textsOf returns the licences of a module that stand in its folder, or in one between it
// and a package that is linked.
func textsOf(t *testing.T, module string, packages []string) (texts []string) {
	t.Helper()
	var dirs []string
	for _, dir := range packages {
		for ; ; dir = filepath.Dir(dir) {
			if dirs = append(dirs, dir); dir == module || !strings.HasPrefix(dir, module) {
				break
			}
		}
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			if e.IsDir() || !licenceFile.MatchString(e.Name()) || strings.HasSuffix(e.Name(), ".go") {
				continue
			}
			raw, err := os.ReadFile(filepath.Join(dir, e.Name()))
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, plainText(raw))
		}
	}
	return texts
}

func plainText(raw []byte) string {
	var b strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(string(bytes.ToValidUTF8(raw, nil)), "\r", "")) {
		b.WriteString(strings.TrimRight(line, " \t\n") + "\n")
	}
	return strings.Trim(b.String(), "\n") + "\n"
}

// collected writes down every licence, once each, below what it is of.
func collected(t *testing.T) string {
	t.Helper()
	root := ""
	for _, name := range []string{"LICENSE", "NOTICE"} {
		raw, err := os.ReadFile(filepath.Join("..", "..", name))
		if err != nil {
			t.Fatal(err)
		}
		root += plainText(raw) + "\n"
	}
	goRoot, err := exec.CommandContext(t.Context(), "go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][]string{} // modules by their text
	for _, text := range textsOf(t, strings.TrimSpace(string(goRoot)), []string{strings.TrimSpace(string(goRoot))}) {
		of[text] = append(of[text], "the Go standard library")
	}
	modules := map[string][]string{}
	for _, system := range []string{"linux", "darwin", "windows"} {
		for module, dirs := range linkedModules(t, system) {
			modules[module] = append(modules[module], dirs...)
		}
	}
	for _, module := range slices.Sorted(maps.Keys(modules)) {
		texts := textsOf(t, modules[module][0], modules[module][1:])
		if len(texts) == 0 {
			t.Errorf("%s has no licence in %s", module, modules[module][0])
		}
		for _, text := range texts {
			if !slices.Contains(of[text], module) {
				of[text] = append(of[text], module)
			}
		}
	}
	var b strings.Builder
	b.WriteString("memtide\n\n" + root)
	for _, text := range slices.SortedFunc(maps.Keys(of), func(x, y string) int { return cmp.Or(cmp.Compare(of[x][0], of[y][0]), cmp.Compare(x, y)) }) {
		fmt.Fprintf(&b, "%s\n%s\n\n%s\n", licenceRule, strings.Join(of[text], "\n"), text)
	}
	return b.String()
}

// Who has the program can read under which terms all that is in it may be passed on: a
// module that is linked, or has another version, without its licence being there is found.
func TestTheLicencesOfAllThatIsLinkedArePrinted(t *testing.T) {
	if *update {
		if err := os.WriteFile("licences.txt", []byte(collected(t)), 0o644); err != nil {
			t.Fatal(err)
		}
		return // the next build embeds it
	}
	var out bytes.Buffer
	a := &app{io: stdio{out: &out, err: &bytes.Buffer{}}}
	if err := a.printLicences(); err != nil {
		t.Fatal(err)
	}
	said := out.String()
	modules := slices.Sorted(maps.Keys(linkedModules(t, "")))
	if len(modules) < 30 {
		t.Errorf("only %q is linked", modules)
	}
	for _, module := range modules {
		if !strings.Contains(said, "\n"+module+"\n") {
			t.Errorf("%s is linked and its licence is not printed; run: go generate ./cmd/memtide", module)
		}
	}
	for _, want := range []string{"the Go standard library\n", wordvec.Notice(), "Apache License", "This product includes a table of word vectors"} {
		if !strings.Contains(said, want) {
			t.Errorf("%.40q is not printed", want)
		}
	}
	if err := (&app{json: true, io: a.io}).printLicences(); err == nil {
		t.Error("as JSON it is printed, too")
	}
}
