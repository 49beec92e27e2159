package language

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// wholeLists hold what is looked up as it is written between blanks, and not by token.
var wholeLists = map[string]bool{"beforeObject": true, "fileNames": true, "installers": true, "knownTools": true}

// wholeFiles have lists of such, which are not named otherwise.
var wholeFiles = map[string]bool{"machine.go": true, "sentences.go": true}

// A word of a list that the tokenizer never makes is found nowhere: a phrase says
// "off - limits", since a hyphen is a token. So is one that is read as another: "dont".
func TestEveryWordOfAListIsAToken(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || wholeFiles[name] {
			continue
		}
		fset := gotoken.NewFileSet()
		file, err := parser.ParseFile(fset, name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			v, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			for i, value := range v.Values {
				if wholeLists[v.Names[i].Name] {
					continue
				}
				for _, lit := range listed(value) {
					seen += checkWords(t, fset.Position(lit.Pos()), lit, v.Names[i].Name != "stopWords")
				}
			}
			return false
		})
	}
	if seen < 5000 {
		t.Errorf("only %d words: are the lists made in another way now?", seen)
	}
}

// listed returns the texts of lists of words in the value of a variable.
func listed(value ast.Expr) (all []*ast.BasicLit) {
	ast.Inspect(value, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		if f, ok := call.Fun.(*ast.Ident); !ok || f.Name != "set" && f.Name != "stemsOf" && f.Name != "newPhrasebook" && f.Name != "newTable" {
			return true
		}
		ast.Inspect(call, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == gotoken.STRING {
				all = append(all, lit)
			}
			return true
		})
		return false
	})
	return all
}

// checkWords checks the words of a list; read says that it is looked into with words as they
// are meant.
func checkWords(t *testing.T, at gotoken.Position, lit *ast.BasicLit, read bool) int {
	t.Helper()
	text, err := strconv.Unquote(lit.Value)
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(text)
	for _, w := range words {
		w = strings.TrimPrefix(w, "^") // of a phrase that begins a sentence
		if w == "|" || w == "*" {
			continue
		}
		if ts := tokenize(w); len(ts) != 1 || ts[0].text != w {
			t.Errorf("%s: the tokenizer never makes %q", at, w)
		}
		if to := respell(w); read && to != w {
			t.Errorf("%s: %q is read as %q", at, w, to)
		}
	}
	return len(words)
}

// What is written with a hyphen is read like what it means.
func TestHyphensOfOrdersAndDuties(t *testing.T) {
	for with, without := range map[string]string{
		"Staging is off-limits for agents.":           "Staging is off limits for agents.",
		"Double-check the figures before you answer.": "Check the figures before you answer.",
		"Please cross-check the figures.":             "Please check the figures.",
		"Never unit-test the parser.":                 "Never test the parser.",
		"Unit-test coverage must grow.":               "Test coverage must grow.",
	} {
		if got, want := handCues(with), handCues(without); got != want {
			t.Errorf("%q: %+v, want %+v", with, got, want)
		}
		if got, want := ActOf(with), ActOf(without); got != want {
			t.Errorf("%q: %+v, want %+v", with, got, want)
		}
	}
}
