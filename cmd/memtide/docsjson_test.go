package main

import (
	"encoding"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/hookbridge/install"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/scheduler"
	"github.com/memtide/memtide/tools"
)

var update = flag.Bool("update", false, "write docs/json.md anew")

// printedJSON is what commands print with --json, in the order of docs/json.md.
var printedJSON = []struct {
	commands string
	is       reflect.Type
	note     string
}{
	{"status", reflect.TypeFor[control.Status](), ""},
	{"doctor", reflect.TypeFor[[]finding](), "exit code 1 where one is not ok"},
	{"search", reflect.TypeFor[answered](), "`items` is always there; those with `pinned` hold anyway and were not looked for"},
	{"search --archived", reflect.TypeFor[[]control.Archived](), ""},
	{"ask", reflect.TypeFor[event.AskReply](), "with `receipt`, and without `items`"},
	{"show, quarantine show", reflect.TypeFor[control.Shown](), "of a memory"},
	{"show", reflect.TypeFor[control.ShownTurn](), "of a half-turn"},
	{"entity", reflect.TypeFor[tools.Profile](), ""},
	{"rules", reflect.TypeFor[[]explainedRule](), ""},
	{"weak", reflect.TypeFor[[]tools.Weakness](), ""},
	{"conflicts", reflect.TypeFor[[]tools.Conflict](), ""},
	{"quarantine", reflect.TypeFor[[]*memtide.Node](), ""},
	{"log", reflect.TypeFor[[]ledger.Logged](), "also of one change; with `--follow` one object a line"},
	{"watch", reflect.TypeFor[happening](), "one object a line"},
	{"dashboard", reflect.TypeFor[control.DashboardAt](), "then it serves until it is interrupted, and opens no browser"},
	{"turns", reflect.TypeFor[[]control.StoredTurn](), ""},
	{"trace", reflect.TypeFor[[]control.Told](), ""},
	{"trace ID", reflect.TypeFor[control.Story](), ""},
	{"trace --from", reflect.TypeFor[control.Descent](), ""},
	{"why", reflect.TypeFor[control.Told](), ""},
	{"remember, correct, confirm, pin, unpin, reinforce, demote, forget, restore ID, entity merge, entity set, conflicts keep-a …, quarantine accept …", reflect.TypeFor[memtide.ChangeSet](), "the change that was made; without `ops` where there was nothing to do, and `reason` says why"},
	{"forget --dry-run", reflect.TypeFor[control.Meant](), ""},
	{"undo", reflect.TypeFor[tools.Undo](), "with `--dry-run` without `change`"},
	{"rollback", reflect.TypeFor[tools.Rollback](), "the same"},
	{"move", reflect.TypeFor[moved](), ""},
	{"erase --dry-run", reflect.TypeFor[control.ErasePlan](), ""},
	{"erase", reflect.TypeFor[control.Certificate](), ""},
	{"erase --call-off", reflect.TypeFor[[]control.CalledOff](), "none of an erasure that has begun"},
	{"publish, import claude-code, import codex, import gemini", reflect.TypeFor[tally](), "exit code 1 where a line was refused"},
	{"import memtide, notes, mcp-memory", reflect.TypeFor[brought](), ""},
	{"jobs", reflect.TypeFor[[]scheduler.Line](), ""},
	{"jobs run", reflect.TypeFor[control.JobResult](), "exit code 1 where a change set was refused"},
	{"dead", reflect.TypeFor[[]control.DeadReply](), ""},
	{"dead show", reflect.TypeFor[control.DeadReply](), ""},
	{"models", reflect.TypeFor[control.ModelsReport](), ""},
	{"models use", reflect.TypeFor[modelUsed](), ""},
	{"costs", reflect.TypeFor[[]llm.Spent](), ""},
	{"models test", reflect.TypeFor[[]llm.Trial](), "exit code 1 where one does not answer"},
	{"reindex", reflect.TypeFor[ledger.Rebuilt](), ""},
	{"vectors", reflect.TypeFor[control.VectorsReport](), ""},
	{"vectors migrate, vectors back", reflect.TypeFor[ledger.Migrated](), ""},
	{"vectors migrate --estimate", reflect.TypeFor[control.VectorsEstimate](), ""},
	{"scan", reflect.TypeFor[control.Scanned](), ""},
	{"backup", reflect.TypeFor[control.BackupReport](), ""},
	{"backup list", reflect.TypeFor[[]daemon.Backup](), ""},
	{"restore DIR", reflect.TypeFor[daemon.RestoreReport](), ""},
	{"export -o", reflect.TypeFor[exported](), "without `-o` the export itself"},
	{"replay --from turns --shadow", reflect.TypeFor[readAgain](), ""},
	{"replay --prompts", reflect.TypeFor[promptDiffs](), ""},
	{"replay diff", reflect.TypeFor[shadowDiff](), ""},
	{"replay promote", reflect.TypeFor[[]memtide.ChangeSet](), ""},
	{"config", reflect.TypeFor[[]config.Value](), ""},
	{"config set, config unset", reflect.TypeFor[settingsChange](), ""},
	{"pipeline", reflect.TypeFor[[]box](), ""},
	{"mcp print", reflect.TypeFor[registration](), "of a client"},
	{"install, uninstall", reflect.TypeFor[install.Report](), ""},
	{"stop", reflect.TypeFor[stopReport](), ""},
}

const jsonHead = `# JSON

Made by ` + "`go generate ./cmd/memtide`" + ` from the types that the commands print; a test holds both together.

With ` + "`--json`" + ` a command prints one JSON value to standard output, indented, and nothing else there; progress, questions and
warnings go to standard error, and so do errors, as text: where a command fails it prints nothing else, and the exit code says how
([README](../README.md#commands)). A list with nothing in it is ` + "`[]`" + ` with exit code 0. Lists are bounded by ` + "`--limit`" + `, the newest or
best first, 1,000 at most; ` + "`log --before ID`" + ` and ` + "`turns --before ID`" + ` go on with what is older, and ` + "`memtide export`" + ` writes all.

Fields come with new versions, so take no notice of those that you do not know. One that goes, or means something else, stands in
the [changelog](../CHANGELOG.md). A field that is *left out* may be missing: it is empty, 0 or false then. A moment is RFC 3339, with its zone.
Ids are whole; each command takes their beginning, or of a memory the last seven characters.

The same thing has the same name: the words of a memory are ` + "`content`" + `, those of a half-turn ` + "`text`" + `; a memory has ` + "`created_at`" + ` and ` + "`event_time`" + `, a half-turn its ` + "`time`" + `
(as ` + "`memtide publish`" + ` takes it), and what has happened (a change, a receipt, a dead letter, the end of a job) was ` + "`at`" + ` a moment; what took a while took ` + "`took_us`" + `,
millionths of a second. On the bus an answer's items have ` + "`text`" + ` and ` + "`time`" + ` ([events.md](events.md)).

| command | prints | |
|---|---|---|
`

// docs/json.md says what each command prints, as the types are.
func TestTheJSONOfEachCommandIsListed(t *testing.T) {
	const path = "../../docs/json.md"
	b := &jsonDoc{comments: map[string]map[string]string{}, met: map[reflect.Type]bool{}, heads: map[string]reflect.Type{}}
	b.WriteString(jsonHead)
	for _, p := range printedJSON {
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", strings.ReplaceAll(p.commands, ", ", "`, `"), b.name(p.is), p.note)
	}
	for len(b.todo) > 0 {
		next := b.todo[0]
		b.todo = b.todo[1:]
		b.section(t, next)
	}
	if *update {
		if err := os.WriteFile(path, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	was, err := os.ReadFile(path)
	if err != nil || string(was) != b.String() {
		t.Errorf("docs/json.md is out of date (%v); run: make generate\n%s", err, cmp.Diff(string(was), b.String()))
	}
}

// jsonDoc is docs/json.md while it is written.
type jsonDoc struct {
	strings.Builder
	todo     []reflect.Type
	met      map[reflect.Type]bool
	heads    map[string]reflect.Type
	comments map[string]map[string]string // by package and Type.Field
}

// name says what a type is in JSON, and has it told of.
func (b *jsonDoc) name(is reflect.Type) string {
	switch {
	case is == reflect.TypeFor[time.Time]():
		return "moment"
	case is.Implements(reflect.TypeFor[encoding.TextMarshaler]()) || is.Kind() == reflect.String:
		return "text"
	case is.Name() == "RawMessage" || is.Kind() == reflect.Interface:
		return "any"
	}
	switch is.Kind() {
	case reflect.Pointer:
		return b.name(is.Elem())
	case reflect.Slice, reflect.Array:
		return "list of " + b.name(is.Elem())
	case reflect.Map:
		return "object of " + b.name(is.Elem())
	case reflect.Bool:
		return "true or false"
	case reflect.Struct:
		if !b.met[is] {
			b.met[is] = true
			b.todo = append(b.todo, is)
		}
		return fmt.Sprintf("[%s](#%s)", headOf(is), strings.ToLower(headOf(is)))
	}
	return "number"
}

// headOf is the heading of a type: the name alone may be that of two.
func headOf(is reflect.Type) string {
	if pkg := filepath.Base(is.PkgPath()); pkg != "memtide" && pkg != "control" && pkg != "main" {
		return strings.ToUpper(pkg[:1]) + pkg[1:] + is.Name()
	}
	return strings.ToUpper(is.Name()[:1]) + is.Name()[1:]
}

func (b *jsonDoc) section(t *testing.T, is reflect.Type) {
	if other := b.heads[headOf(is)]; other != nil {
		t.Errorf("%v and %v have the heading %s", other, is, headOf(is))
	}
	b.heads[headOf(is)] = is
	fmt.Fprintf(b, "\n## %s\n\n| field | is | |\n|---|---|---|\n", headOf(is))
	for _, f := range fieldsOf(is) {
		tag, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if unit := tag[strings.LastIndex(tag, "_")+1:]; slices.Contains([]string{"ns", "ms", "seconds"}, unit) {
			t.Errorf("%v has %s: what took a while took _us", is, tag)
		}
		said := b.comment(t, f.in, f.Name)
		if opts != "" {
			said = strings.TrimSpace("*left out*; " + said)
			said = strings.TrimSuffix(said, ";")
		}
		fmt.Fprintf(b, "| `%s` | %s | %s |\n", tag, b.name(f.Type), said)
	}
}

type jsonField struct {
	reflect.StructField
	in reflect.Type
}

// fieldsOf lists the fields that a type has in JSON, those of what it embeds among them; an
// outer one hides an inner one of the same name.
func fieldsOf(is reflect.Type) (all []jsonField) {
	at := map[string]int{}
	var add func(reflect.Type)
	add = func(is reflect.Type) {
		for i := range is.NumField() {
			f := is.Field(i)
			tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			inner := f.Type
			if inner.Kind() == reflect.Pointer {
				inner = inner.Elem()
			}
			switch n, known := at[tag]; {
			case f.Anonymous && tag == "" && inner.Kind() == reflect.Struct:
				add(inner)
			case tag == "-" || tag == "" || !f.IsExported():
			case known:
				all[n] = jsonField{f, is}
			default:
				at[tag] = len(all)
				all = append(all, jsonField{f, is})
			}
		}
	}
	add(is)
	return all
}

// comment returns what the source says of a field.
func (b *jsonDoc) comment(t *testing.T, in reflect.Type, field string) string {
	pkg := in.PkgPath()
	if b.comments[pkg] == nil {
		b.comments[pkg] = map[string]string{}
		rest, ours := strings.CutPrefix(pkg, "github.com/memtide/memtide")
		if pkg == "main" || strings.HasSuffix(pkg, "/cmd/memtide") {
			rest, ours = "/cmd/memtide", true
		}
		if ours {
			commentsOf(t, filepath.Join("../..", rest), b.comments[pkg])
		}
	}
	return b.comments[pkg][in.Name()+"."+field]
}

func commentsOf(t *testing.T, dir string, into map[string]string) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatal(dir, err)
	}
	for _, file := range files {
		tree, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(tree, func(n ast.Node) bool {
			typ, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := typ.Type.(*ast.StructType); ok {
				for _, f := range s.Fields.List {
					said := strings.Join(strings.Fields(f.Doc.Text()+" "+f.Comment.Text()), " ")
					said = strings.NewReplacer("|", "\\|", "[", "", "]", "", "<", "&lt;").Replace(said)
					for _, name := range f.Names {
						into[typ.Name.Name+"."+name.Name] = said
					}
				}
			}
			return true
		})
	}
}
