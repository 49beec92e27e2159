package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

// TestPrintedNamesAreSnakeCase follows the type of everything that a command
// prints as JSON into its last field: a script that reads one command's output
// can rely on the form of the names in every other's.
func TestPrintedNamesAreSnakeCase(t *testing.T) {
	p := compiledPackage(t)
	w := nameWalk{wants: regexp.MustCompile(`^[a-z0-9]+(_[a-z0-9]+)*$`), seen: map[types.Type]bool{}, marshals: p.marshals}
	for _, printed := range p.printed(t) {
		w.walk(printed.typ, printed.where)
	}
	for _, wrong := range w.wrong {
		t.Error(wrong)
	}
	if w.fields < 300 {
		t.Errorf("%d fields were looked at, too few to be all", w.fields)
	}
}

// compiled is this package as the compiler sees it.
type compiled struct {
	fset     *token.FileSet
	files    []*ast.File
	info     types.Info
	pkg      *types.Package
	marshals func(types.Type) bool // it says itself how it is written
}

func compiledPackage(t *testing.T) *compiled {
	t.Helper()
	cmd := exec.Command("go", "list", "-export", "-deps", "-json=ImportPath,Export,GoFiles,Dir,DepOnly", ".")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	exports := map[string]string{}
	c := &compiled{fset: token.NewFileSet(), info: types.Info{Types: map[ast.Expr]types.TypeAndValue{}}}
	for dec := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			ImportPath, Export, Dir string
			GoFiles                 []string
			DepOnly                 bool
		}
		if err := dec.Decode(&p); err == io.EOF {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		exports[p.ImportPath] = p.Export
		for _, f := range p.GoFiles {
			if p.DepOnly {
				break
			}
			file, err := parser.ParseFile(c.fset, p.Dir+"/"+f, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			c.files = append(c.files, file)
		}
	}
	conf := types.Config{Importer: importer.ForCompiler(c.fset, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	if c.pkg, err = conf.Check("main", c.fset, c.files, &c.info); err != nil {
		t.Fatal(err)
	}
	var interfaces []*types.Interface
	for path, name := range map[string]string{"encoding": "TextMarshaler", "encoding/json": "Marshaler"} {
		p, err := conf.Importer.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		interfaces = append(interfaces, p.Scope().Lookup(name).Type().Underlying().(*types.Interface))
	}
	c.marshals = func(t types.Type) bool {
		for _, i := range interfaces {
			if types.Implements(t, i) || types.Implements(types.NewPointer(t), i) {
				return true
			}
		}
		return false
	}
	return c
}

type printed struct {
	typ   types.Type
	where string
}

// printed returns what is handed to the functions that print JSON. Of an
// interface that is all that has its methods.
func (c *compiled) printed(t *testing.T) (all []printed) {
	t.Helper()
	argument := map[string]int{"print": 0, "printLine": 0, "printSome": 1, "Encode": 0}
	calls := map[string]int{}
	for _, f := range c.files {
		ast.Inspect(f, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			name := ""
			switch fun := call.Fun.(type) {
			case *ast.SelectorExpr:
				name = fun.Sel.Name
			case *ast.Ident:
				name = fun.Name
			}
			at, ok := argument[name]
			if !ok || at >= len(call.Args) {
				return true
			}
			calls[name]++
			typ, where := c.info.Types[call.Args[at]].Type, c.fset.Position(call.Pos()).String()
			if i, ok := typ.Underlying().(*types.Interface); ok && i.NumMethods() > 0 {
				for _, impl := range c.implementing(i) {
					all = append(all, printed{impl, where})
				}
				return true
			}
			all = append(all, printed{typ, where})
			return true
		})
	}
	for name := range argument {
		if calls[name] == 0 {
			t.Errorf("nothing calls %s any more: look for how JSON is printed now", name)
		}
	}
	return all
}

// implementing returns the types of this package, and of those that it imports,
// that have the methods of i.
func (c *compiled) implementing(i *types.Interface) (all []types.Type) {
	for _, p := range append(c.pkg.Imports(), c.pkg) {
		for _, name := range p.Scope().Names() {
			o, ok := p.Scope().Lookup(name).(*types.TypeName)
			if ok && !types.IsInterface(o.Type()) && types.Implements(o.Type(), i) {
				all = append(all, o.Type())
			}
		}
	}
	return all
}

// nameWalk looks at the names that types have in JSON.
type nameWalk struct {
	wants    *regexp.Regexp
	seen     map[types.Type]bool
	marshals func(types.Type) bool
	fields   int
	wrong    []string
}

func (w *nameWalk) walk(t types.Type, where string) {
	if w.seen[t] || w.marshals(t) {
		return
	}
	w.seen[t] = true
	switch u := t.Underlying().(type) {
	case *types.Pointer:
		w.walk(u.Elem(), where)
	case *types.Slice:
		w.walk(u.Elem(), where)
	case *types.Array:
		w.walk(u.Elem(), where)
	case *types.Map:
		w.walk(u.Elem(), where)
	case *types.Struct:
		for i := range u.NumFields() {
			f := u.Field(i)
			name, _, _ := strings.Cut(reflect.StructTag(u.Tag(i)).Get("json"), ",")
			if name == "-" || !f.Exported() && !f.Embedded() {
				continue
			}
			if w.fields++; !(name == "" && f.Embedded()) && !w.wants.MatchString(name) {
				w.wrong = append(w.wrong, fmt.Sprintf("%s: field %s of %s is named %q in JSON", where, f.Name(), t, name))
			}
			w.walk(f.Type(), where)
		}
	}
}
