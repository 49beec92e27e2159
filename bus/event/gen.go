//go:build ignore

// Command gen writes docs/events.md from the types of this package.
package main

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"log"
	"os"
	"strings"
)

func main() {
	fset := token.NewFileSet()
	pkgs, err := parser.ParseDir(fset, ".", func(f os.FileInfo) bool {
		return !strings.HasSuffix(f.Name(), "_test.go") && f.Name() != "gen.go"
	}, parser.ParseComments)
	if err != nil {
		log.Fatal(err)
	}
	p := doc.New(pkgs["event"], "github.com/memtide/memtide/bus/event", doc.PreserveAST)
	var b strings.Builder
	b.WriteString("# Messages\n\nMade by `go generate ./bus/event` from the types of `bus/event`; a test holds both together. " +
		"`bus/event/testdata/golden` holds an example of each kind.\n\n| kind | flow | type | says |\n|---|---|---|---|\n")
	var rest []*doc.Type
	for _, t := range p.Types {
		kind, flow := methodConst(t, "Kind"), methodConst(t, "Flow")
		if kind == "" {
			rest = append(rest, t)
			continue
		}
		fmt.Fprintf(&b, "| `%s` | %s | `%s` | %s |\n", kind, flow, t.Name, oneLine(t.Doc))
	}
	b.WriteString("\n## Fields\n")
	for _, t := range p.Types {
		if methodConst(t, "Kind") != "" {
			fields(&b, t)
		}
	}
	b.WriteString("\n## Parts and doors\n")
	for _, t := range rest {
		fields(&b, t)
	}
	if err := os.WriteFile("../../docs/events.md", []byte(b.String()), 0o644); err != nil {
		log.Fatal(err)
	}
}

// methodConst returns what a method of a type returns, when that is a literal
// or a name.
func methodConst(t *doc.Type, name string) string {
	for _, m := range t.Methods {
		if m.Name != name || len(m.Decl.Body.List) != 1 {
			continue
		}
		if r, ok := m.Decl.Body.List[0].(*ast.ReturnStmt); ok {
			switch x := r.Results[0].(type) {
			case *ast.BasicLit:
				return strings.Trim(x.Value, `"`)
			case *ast.Ident:
				return x.Name
			}
		}
	}
	return ""
}

func fields(b *strings.Builder, t *doc.Type) {
	spec := t.Decl.Specs[0].(*ast.TypeSpec)
	st, ok := spec.Type.(*ast.StructType)
	if !ok {
		return
	}
	fmt.Fprintf(b, "\n### %s\n\n%s\n\n| field | type | |\n|---|---|---|\n", t.Name, strings.TrimSpace(t.Doc))
	for _, f := range st.Fields.List {
		name := "(all fields of)"
		if f.Tag != nil {
			tag := strings.Trim(f.Tag.Value, "`")
			_, after, _ := strings.Cut(tag, `json:"`)
			name, _, _ = strings.Cut(after, `"`)
			name, _, _ = strings.Cut(name, ",")
		} else if len(f.Names) > 0 {
			continue
		}
		fmt.Fprintf(b, "| `%s` | `%s` | %s |\n", name, typeName(f.Type), oneLine(f.Comment.Text()+f.Doc.Text()))
	}
}

func typeName(e ast.Expr) string {
	switch x := e.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return typeName(x.X) + "." + x.Sel.Name
	case *ast.ArrayType:
		return "[]" + typeName(x.Elt)
	case *ast.StarExpr:
		return "*" + typeName(x.X)
	case *ast.MapType:
		return "map[" + typeName(x.Key) + "]" + typeName(x.Value)
	}
	return "?"
}

func oneLine(s string) string {
	return strings.ReplaceAll(strings.Join(strings.Fields(s), " "), "|", "\\|")
}
