package memtide_test

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write docs/constants.md anew")

const constantsHead = `# Constants

Made by ` + "`go generate .`" + ` from the code; a test holds both together. These are the numbers that have a name: of ranking, gate, fading,
jobs and caps, with value, unit, what they say, place, and where they come from. O, N, K, Y and F are lines of
[requirements.md](requirements.md), decisions are in [decisions](decisions); "measured" is on our own data ([evaluation.md](evaluation.md)); the rest is ours. Whoever changes one builds anew.
What users turn is no constant but a setting: ` + "`memtide config`" + ` prints each with its value and where that comes from.
`

// row is one constant of the manifest.
type row struct{ name, value, unit, what, place, source string }

// docs/constants.md has every number of the code that has a name, as it is now.
func TestEveryConstantIsListed(t *testing.T) {
	var b strings.Builder
	b.WriteString(constantsHead)
	total := map[string]int{}
	for _, dir := range constantFolders(t) {
		rows := constantsOf(t, dir)
		total[dir] = len(rows)
		if len(rows) == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n## %s\n\n| constant | value | unit | what | place | source |\n|---|---|---|---|---|---|\n", cmp.Or(strings.TrimPrefix(dir, "."), "memtide"))
		for _, r := range rows {
			fmt.Fprintf(&b, "| `%s` | `%s` | %s | %s | `%s` | %s |\n", r.name, r.value, r.unit, r.what, r.place, r.source)
		}
	}
	for dir, least := range map[string]int{"stages/retrieve": 40, "stages/remember": 30, "stages/maintain": 10, "tools": 15, "ledger": 10, "textindex": 10, "bus": 5} {
		if total[dir] < least {
			t.Errorf("%d constants of %s, want %d or more", total[dir], dir, least)
		}
	}
	const file = "docs/constants.md"
	if *update {
		if err := os.WriteFile(file, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	have, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if want := b.String(); string(have) != want {
		t.Errorf("%s is not what the code says; run: go generate .", file)
	}
}

// constantFolders returns the folders of what runs: not the programs that measure
// it, nor the command line.
func constantFolders(t *testing.T) (dirs []string) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.IsDir() {
			return err
		}
		switch name := d.Name(); {
		case path != "." && strings.HasPrefix(name, "."), name == "testdata", name == "docs", name == "eval", name == "cmd", name == "bench",
			name == "train", name == "kinds", strings.HasSuffix(name, "test"), name == "build", name == "bin":
			return filepath.SkipDir
		}
		dirs = append(dirs, filepath.ToSlash(path))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return dirs
}

// constantsOf returns the named numbers of a package, by file and line.
func constantsOf(t *testing.T, dir string) (rows []row) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, path, nil, parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(f.Comments, func(c *ast.CommentGroup) bool { return strings.Contains(c.List[0].Text, "go:build ignore") }) {
			continue
		}
		ast.Inspect(f, func(n ast.Node) bool {
			if d, ok := n.(*ast.GenDecl); ok && (d.Tok == token.CONST || d.Tok == token.VAR) {
				for _, s := range d.Specs {
					if v, ok := s.(*ast.ValueSpec); ok {
						rows = append(rows, rowsOf(set, filepath.ToSlash(path), d, v)...)
					}
				}
			}
			return true
		})
	}
	return rows
}

// rowsOf returns the rows of one line of a declaration: a number, or a table of
// numbers.
func rowsOf(set *token.FileSet, path string, d *ast.GenDecl, v *ast.ValueSpec) (rows []row) {
	own := strings.TrimSpace(v.Comment.Text() + " " + v.Doc.Text())
	group := ""
	if len(d.Specs) == 1 || own == "" {
		group = d.Doc.Text()
	}
	add := func(name string, value ast.Expr) {
		text := source(set, value)
		what := oneLine(cmp.Or(own, group))
		rows = append(rows, row{name, text, unitOf(text, own, group, d.Doc.Text()), cmp.Or(what, "–"), path, sourceOf(own + " " + d.Doc.Text())})
	}
	for i, name := range v.Names {
		if i >= len(v.Values) {
			continue
		}
		switch value := v.Values[i].(type) {
		case *ast.CompositeLit:
			for _, e := range value.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok && d.Tok == token.VAR && isNumber(kv.Value) && len(value.Elts) <= 12 {
					add(name.Name+"["+source(set, kv.Key)+"]", kv.Value)
				}
			}
		default:
			if d.Tok == token.CONST && isNumber(value) {
				add(name.Name, value)
			}
		}
	}
	return rows
}

// isNumber reports whether an expression is made of numbers, and of names that
// stand for some.
func isNumber(e ast.Expr) bool {
	number, other := false, false
	ast.Inspect(e, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			number = number || n.Kind == token.INT || n.Kind == token.FLOAT
			other = other || n.Kind == token.STRING || n.Kind == token.CHAR
		case *ast.Ident:
			other = other || n.Name == "iota"
		case *ast.CallExpr, *ast.CompositeLit, *ast.FuncLit:
			other = true
		case *ast.SelectorExpr:
			number = number || fmt.Sprint(n.X) == "time"
			return false
		}
		return true
	})
	return number && !other
}

func source(set *token.FileSet, e ast.Expr) string {
	var b bytes.Buffer
	if err := printer.Fprint(&b, set, e); err != nil {
		return err.Error()
	}
	return strings.ReplaceAll(oneLine(b.String()), "|", `\|`)
}

func oneLine(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", `\|`)
}

const unit = `(bytes|KiB|MiB|tokens|characters|words|sentences|milliseconds|seconds|minutes|hours|days|nats|cosine|percent|tenths|points|bits|exponent|factor|share|likeness|relevance|confidence)`

var (
	measured = regexp.MustCompile(`(?i)^` + unit + `\b|\bin ` + unit + `\b`) // "bytes of one item", "the length in bytes"
	rate     = regexp.MustCompile(`\bper (?:day|hour|minute|second|year)(?:\^[0-9.]+)?`)
	counted  = regexp.MustCompile(`\b(?:number of|how many) ([a-z-]+s|people)\b`)
)

// unitOf reads the unit of a value in it, else in what is said of it: what is
// measured, or what is counted.
func unitOf(value string, said ...string) string {
	if strings.Contains(value, "time.") {
		return "time"
	}
	for _, s := range said {
		s = oneLine(s)
		if u := rate.FindString(s); u != "" {
			return u
		}
		if m := measured.FindStringSubmatch(s); m != nil {
			return strings.ToLower(m[1] + m[2])
		}
		if m := counted.FindStringSubmatch(s); m != nil {
			return m[1]
		}
	}
	switch {
	case strings.Contains(value, "<< 10"), strings.Contains(value, "<< 20"), strings.Contains(value, "<< 30"):
		return "bytes"
	case strings.Contains(value, "."), strings.Contains(value, "/"):
		return "ratio"
	}
	return "number"
}

var sources = regexp.MustCompile(`\b[ONKYF][0-9]{1,2}\b|\bmeasured\b|\bdecision [0-9]+\b`)

// sourceOf names where a value comes from, as far as its comment says so.
func sourceOf(said string) string {
	found := sources.FindAllString(said, -1)
	slices.Sort(found)
	return cmp.Or(strings.Join(slices.Compact(found), ", "), "ours")
}
