package memtide_test

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/memtide/memtide"

var stores = []string{"graphdb", "textindex", "vectorindex"}

// may lists, for each package, the packages of this module that it may import.
// "" is the root package. Arrows point down only.
var may = map[string][]string{
	// layer 0
	"": {},
	// layer 1
	"wholefile": {}, "tomledit": {}, "bus/event": {""}, "language": {}, "redact": {}, "config": {"", "tomledit"}, "wordvec": {},
	"graphdb": {"", "boltguard"}, "vectorindex": {"", "boltguard", "shred"}, "textindex": {"", "language"}, "llm": {"boltguard", "redact", "shred"}, "shred": {}, "boltguard": {}, "llm/llmtest": {"llm"}, "llm/prompt": {"llm"},
	// layer 2
	"bus": {"", "bus/event"}, "bus/embedded": {"bus/event", "shred", "wholefile"}, "bus/bustest": {"", "bus", "bus/embedded", "bus/event"},
	// layer 3
	"ledger": append([]string{"", "bus", "bus/event", "language", "shred", "wholefile", "wordvec"}, stores...),
	"tools":  append([]string{"", "bus/event", "ledger", "language", "redact", "wordvec"}, stores...),
	// layer 4
	"stages/retrieve": append([]string{"", "bus", "bus/event", "ledger", "llm", "llm/prompt", "tools", "language", "redact"}, stores...),
	"stages/remember": append([]string{"", "bus", "bus/event", "ledger", "llm", "llm/prompt", "tools", "language", "redact"}, stores...),
	"stages/maintain": append([]string{"", "bus", "bus/event", "ledger", "llm/prompt", "tools", "language"}, stores...),
	"scheduler":       {"", "bus", "bus/event", "wholefile"},
	"hookbridge":      {"", "bus/event", "redact", "wholefile", "hookbridge/wire"}, "hookbridge/install": {"tomledit", "wholefile"}, "hookbridge/wire": {},
	"hookbridge/transcript": {"", "bus/event", "redact", "hookbridge", "wholefile"}, "hookbridge/clienttest": {},
	// layer 5
	"stages":            {"", "bus", "bus/event", "llm", "llm/prompt", "stages/retrieve", "stages/remember", "stages/maintain"},
	"stages/stagestest": {"bus", "bus/bustest", "ledger", "llm/llmtest", "llm/prompt", "language", "vectorindex", "wordvec", "stages", "stages/retrieve", "stages/remember", "stages/maintain"},
	"eval":              {"", "bus", "bus/event"},
	// layer 6: what is wired here is wired nowhere else
	"daemon/folder": {}, "daemon/control": append([]string{"", "bus", "bus/event", "hookbridge", "ledger", "llm", "redact", "scheduler", "tools"}, stores...),
	"daemon/client": {"", "bus", "bus/embedded", "bus/event", "config", "daemon/control", "daemon/folder", "hookbridge"}, "daemon/daemontest": {"bus/event", "daemon/client"},
	"daemon/web":       {"", "bus", "bus/event", "daemon/client", "daemon/control", "daemon/fault", "ledger", "llm", "redact", "tools"},
	"daemon/web/pages": {"", "bus/event", "daemon/client", "daemon/control", "ledger", "redact", "tools"},
	"daemon": append([]string{"", "bus", "bus/embedded", "bus/event", "config", "daemon/client", "daemon/control", "daemon/folder", "daemon/web", "daemon/web/pages", "hookbridge", "hookbridge/transcript", "language", "ledger", "llm", "llm/prompt",
		"redact", "scheduler", "shred", "stages", "stages/maintain", "stages/remember", "stages/retrieve", "tools", "wholefile", "wordvec"}, stores...),
	"daemon/progress": {"bus", "daemon/client", "daemon/control", "ledger"},
	"daemon/mcp":      {"", "bus", "bus/event", "daemon/client", "daemon/control", "daemon/fault", "redact", "tools"},
	"daemon/fault":    {"", "bus/event", "daemon/control"},
	// layer 7: from outside like any user, and the store that it makes from inside
	"bench": {"", "bench/smalltalk", "bus", "bus/embedded", "bus/event", "config", "daemon", "daemon/client", "daemon/control", "daemon/folder", "daemon/progress", "hookbridge", "hookbridge/install",
		"language", "ledger", "llm", "vectorindex"}, "bench/smalltalk": {""},
	// layer 8
	"cmd/memtide": {"*"}, "cmd/memtide-hook": {"hookbridge"}, "wordvec/train": {"language", "wordvec"}, "wordvec/kinds": {"language", "wordvec"}, "language/leaning": {"language"},
	// a program that runs others beside ours, from outside like any user
	"eval/peers": {"", "eval"},
	// a server that is asked from outside, too
	"eval/embedder": {"", "language", "vectorindex", "wordvec"},
	"eval/model":    {"eval", "llm", "llm/llmtest"},
}

// mustNotLink lists what a package's binary must not hold, however it comes in.
var mustNotLink = map[string][]string{
	// The hook is started for every prompt: each of these costs milliseconds.
	"cmd/memtide-hook":      {"nats-server", "go.etcd.io/bbolt", "spf13/cobra", "modelcontextprotocol", "nats-io/", module + "/bus$", module + "/ledger", module + "/config", module + "/llm"},
	"hookbridge/transcript": {"nats-server", "go.etcd.io/bbolt"},
	"eval":                  {"go.etcd.io/bbolt", module + "/graphdb", module + "/stages"},
	"llm":                   {"nats", module + "/graphdb", module + "/ledger"},
	"daemon":                {"spf13/cobra", "progressbar", "modelcontextprotocol"},
	"daemon/web/pages":      {module + "/daemon$", module + "/stages", "spf13/cobra"},
	"daemon/web":            {module + "/daemon$", module + "/stages", "spf13/cobra"},
	"daemon/mcp":            {module + "/daemon$", module + "/stages", "spf13/cobra"},
	"bench":                 {"spf13/cobra"},
	"daemon/client":         {module + "/daemon$", module + "/stages", "spf13/cobra"},
	"language":              {"net/http", "nats"},
	"redact":                {"net/http", "nats"},
}

type pkg struct {
	ImportPath    string
	Doc           string
	GoFiles       []string
	Imports, Deps []string
}

func packages(t *testing.T) map[string]pkg {
	t.Helper()
	out, err := exec.Command("go", "list", "-json=ImportPath,Doc,GoFiles,Imports,Deps", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]pkg{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all[rel(p.ImportPath)] = p
	}
}

func rel(path string) string { return strings.TrimPrefix(strings.TrimPrefix(path, module), "/") }

func TestImportsPointDown(t *testing.T) {
	all := packages(t)
	for name, p := range all {
		ok, known := may[name]
		if !known {
			t.Errorf("%q is not in the table of imports", name)
			continue
		}
		for _, imp := range p.Imports {
			if strings.HasPrefix(imp, module) && !slices.Contains(ok, rel(imp)) && !slices.Contains(ok, "*") {
				t.Errorf("%s may not import %s", name, rel(imp))
			}
		}
		for _, bad := range mustNotLink[name] {
			re := regexp.MustCompile(bad)
			if i := slices.IndexFunc(p.Deps, re.MatchString); i >= 0 {
				t.Errorf("%s must not link %s", name, p.Deps[i])
			}
		}
		for _, f := range p.GoFiles {
			raw, err := os.ReadFile(filepath.Join(name, f))
			if err != nil {
				t.Fatal(err)
			}
			if name != "cmd/memtide" && strings.Contains(string(raw), "config.Load(") {
				t.Errorf("%s/%s reads the configuration; only cmd/memtide may", name, f)
			}
		}
	}
	for name := range may {
		if _, there := all[name]; !there {
			t.Errorf("%q stands in the table and is gone", name)
		}
	}
	for name := range mustNotLink {
		if _, there := may[name]; !there {
			t.Errorf("a rule speaks of %q, which is gone", name)
		}
	}
}

func TestEveryPackageHasOneDoc(t *testing.T) {
	for name, p := range packages(t) {
		if p.Doc == "" {
			t.Errorf("package %q has no comment", name)
		}
	}
}

// A file of a flow is named after a stage, so that the list of stages is the
// table of contents of its folder, or in the comment of the package.
func TestFilesOfAFlowAreNamedAfterStages(t *testing.T) {
	shared := map[string][]string{
		"stages/retrieve": {"retrieve", "priors", "ranking", "gate", "render", "successor", "since", "setother", "clock", "related", "pattern", "pins", "repeats", "retold", "unfit", "met", "mainpart", "conflicts", "looptools"},
		"stages/remember": {"remember", "writer", "turn", "order", "meeting", "readings", "storeloop", "storemerge", "storeoften", "back", "handover", "found", "mended", "revised", "scope", "classify_worth", "attack", "carried", "setto", "anew", "overrule"},
		"stages/maintain": {"maintain", "run", "guard", "watch", "missed", "clock", // a job is no stage of its own
			"turnover", "decay", "enrich", "infer", "link", "prune", "drain"},
	}
	stages := map[string]bool{}
	out, err := exec.Command("go", "run", "./cmd/memtide", "pipeline", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	var boxes []struct{ Stage string }
	if err := json.Unmarshal(out, &boxes); err != nil {
		t.Fatal(err)
	}
	for _, b := range boxes {
		flow, stage, _ := strings.Cut(b.Stage, ".")
		stage, _, _ = strings.Cut(stage, ".")
		stages["stages/"+flow+"/"+stage] = true
	}
	for dir, extra := range shared {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %v, %d files", dir, err, len(files))
		}
		doc, err := os.ReadFile(filepath.Join(dir, filepath.Base(dir)+".go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range extra {
			if !regexp.MustCompile(`(?m)^//\t(\w+, )*` + name + `\b`).Match(doc) {
				t.Errorf("%s/%s.go is named after no stage, and the comment of its package does not say what it holds", dir, name)
			}
		}
		for _, f := range files {
			name := strings.TrimSuffix(filepath.Base(f), ".go")
			name = strings.TrimSuffix(strings.TrimSuffix(name, "_test"), "_unix")
			name = strings.TrimSuffix(strings.TrimSuffix(name, "_rules"), "_model")
			if !stages[dir+"/"+name] && !slices.Contains(extra, name) {
				t.Errorf("%s is named after no stage", f)
			}
		}
	}
}

func TestFilesStayReadable(t *testing.T) {
	err := filepath.WalkDir(".", func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasPrefix(path, ".") {
			return err
		}
		raw, err := os.ReadFile(path)
		if n := strings.Count(string(raw), "\n"); n > 400 && !strings.HasSuffix(path, "_test.go") {
			t.Errorf("%s has %d lines; 400 are enough", path, n)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// A program, a dump or a data set that slips into one commit stays in every
// clone for ever. What git tracks is small, but for the table of word vectors,
// which ships inside the program.
func TestNothingLargeIsTracked(t *testing.T) {
	const most = 1 << 20
	out, err := exec.Command("git", "ls-files", "-z").Output()
	if err != nil {
		t.Skip("no checkout of git:", err)
	}
	for path := range strings.SplitSeq(strings.Trim(string(out), "\x00"), "\x00") {
		info, err := os.Lstat(path)
		if err != nil || path == "wordvec/table.bin" {
			continue
		}
		if info.Size() > most {
			t.Errorf("%s has %d bytes; %d are the most that is tracked: leave out what a program can make again", path, info.Size(), most)
		}
	}
}
