package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/hookbridge/install"
)

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestWhatIsNotPrintedFails: a list that could not be written does not end well.
func TestWhatIsNotPrintedFails(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"version", "--json"}, {"config", "--example"}, {"--help"}} {
		var problems bytes.Buffer
		args = append(args, "--home", t.TempDir())
		if code := run(t.Context(), args, stdio{strings.NewReader(""), full{}, &problems}); code != exitError {
			t.Errorf("%q ends with %d", args, code)
		}
		if !strings.Contains(problems.String(), "no space left") {
			t.Errorf("%q says %q", args, problems.String())
		}
	}
}

// TestAWrongCallSaysTheRightOne: who leaves something out is told how the command
// is called.
func TestAWrongCallSaysTheRightOne(t *testing.T) {
	t.Setenv("MEMTIDE_NO_START", "1") // none of these needs a daemon
	for call, want := range map[string]string{
		"search ":        "QUERY is empty: say what to look for",
		"remember ":      "TEXT is empty; see memtide remember --help",
		"search":         "QUERY is missing",
		"ask ":           "PROMPT is empty",
		"why ":           "RECEIPT is empty",
		"correct abc ":   "TEXT is empty",
		"show":           "the call is: memtide show ID; see memtide show --help",
		"status extra":   "the call is: memtide status; see memtide status --help",
		"jobs check":     `memtide jobs has no command "check"; see memtide jobs --help`,
		"eval nonsense":  `no task is named "nonsense"; there are: retrieval, silence`,
		"restore ./gone": "there is no folder ./gone",
		"backup ":        "DIR is empty",
		"undo 0a":        `"0a" is too short; give at least 4 characters`,
		"log 0a":         `"0a" is too short; give at least 4 characters of the id of a change`,
		"why 0a":         `"0a" is too short; give at least 6 characters of the id of a receipt`,
		"":               "the command is empty; see memtide --help",
		"undo ":          "CHANGE is empty; see memtide undo --help",
		"log ":           "CHANGE is empty;",
		"show ":          "ID is empty;",
		"entity ":        "NAME is empty;",
		"forget ":        "ID is empty;",
		"pin ":           "ID is empty;",
		"restore ":       "ID is empty;",
		"move ":          "FOLDER is empty;",
		"trace ":         "ID is empty;",
		"eval ":          "TASK is empty;",
		"import ":        "an argument is empty;",

		"entity merge Anna ":    "OTHER is empty;",
		"conflicts keep-a ":     "ID is empty;",
		"conflicts merge abcd ": "TEXT is empty;",
		"quarantine drop abcd ": "ID is empty;",
		"backup list ":          "DIR is empty;",
		"backup one two":        "the call is: memtide backup [DIR]; see memtide backup --help",
		"backup lst":            "there is no folder lst; did you mean memtide backup list? A new folder of that name is written ./lst",
		"dead sho":              `memtide dead has no command "sho"`,
		"remember -x it":        `unknown shorthand flag: 'x' in -x; see memtide remember --help; what begins with "-" and is no flag stands behind --: memtide remember -- -…`,
		"status --nope":         "unknown flag: --nope; see memtide status --help\n",

		"bench --import -1":                  "--import is -1, want 0 or more",
		"bench --fill none":                  `--fill is "none", want bulk or pipeline`,
		"ask it --project x --no-project":    "--project and --no-project exclude each other",
		"quarantine accept abcd --as rumour": `--as is "rumour", want one of: fact, `,
		"rules --config ./gone.toml":         "./gone.toml (--config): make the file readable",
		"rules --set retrieve.gate=abc":      "retrieve.gate",
		"rules --space=\t":                   "(--space)",
		"log 4c1d --follow":                  "--follow goes with no CHANGE: give either; see memtide log --help",
		"log 4c1d --stage store":             "--stage goes with no CHANGE",
		"log 4c1d -n 3":                      "--limit goes with no CHANGE",
		"log 4c1d --all":                     "--all goes with no CHANGE",
		"log --stage storing":                `--stage is "storing", want one of: record, store, reconcile`,

		"remember it --kind rule": `--kind is "rule", want one of: fact, event, instruction, opinion, plan`,
		"search --kind rule":      `--kind is "rule", want one of: entity, fact, `,
		"ask it --explain=maybe":  `invalid argument "maybe" for "--explain" flag: want true or false, or the flag alone; see memtide ask --help`,
		"weak --below half":       `"half" for "--below" flag: want a number, such as 0.5;`,
		"bench --runs few":        `"few" for "--runs" flag: want a whole number;`,
		"bench --runs 9e99":       `"9e99" for "--runs" flag: want a whole number;`,
		"weak --below 9e999":      `"9e999" for "--below" flag: want a number that is nearer to 0;`,
		"erase ":                  "ID is empty; see memtide erase --help",
		"log --kind rule":         `--kind is "rule", want one of: entity, fact, `,
	} {
		var problems bytes.Buffer
		args := append(strings.Split(call, " "), "--home", t.TempDir())
		if code := run(t.Context(), args, stdio{strings.NewReader(""), &bytes.Buffer{}, &problems}); code != exitUsage {
			t.Errorf("%s ends with %d", call, code)
		}
		if !strings.Contains(problems.String(), want) {
			t.Errorf("%s says %q, want %q", call, problems.String(), want)
		}
	}
}

// TestAListInJSONIsAlwaysOne: who reads a field by field can go through each list.
func TestAListInJSONIsAlwaysOne(t *testing.T) {
	type part struct {
		Names []string        `json:"names"`
		Left  []string        `json:"left,omitempty"`
		Raw   json.RawMessage `json:"raw"`
		At    time.Time       `json:"-"`
		own   []string
	}
	type whole struct {
		part
		Inner part `json:"inner"`
	}
	parts := []part{{}}
	for _, c := range []struct {
		v    any
		want string
	}{
		{[]part(nil), `[]`},
		{parts, `[{"names":[],"raw":null}]`},
		{part{Names: []string{"a"}, own: []string{"b"}}, `{"names":["a"],"raw":null}`},
		{whole{}, `{"names":[],"raw":null,"inner":{"names":[],"raw":null}}`},
		{nil, `null`},
	} {
		got, err := json.Marshal(listed(c.v))
		if err != nil || string(got) != c.want {
			t.Errorf("%+v is %s, %v, want %s", c.v, got, err, c.want)
		}
	}
	if parts[0].Names != nil {
		t.Error("what was handed over has been changed")
	}
}

// TestAnAnswerWithoutAnEngineNamesNone: a prompt that is left out by the settings
// is judged by nobody.
func TestAnAnswerWithoutAnEngineNamesNone(t *testing.T) {
	var out strings.Builder
	writeAnswer(&out, event.AskReply{ID: "0123456789abcdef", Reason: "retrieve.inject leaves out prompt"}, control.Told{}, false)
	if strings.Contains(out.String(), "engine") {
		t.Error(out.String())
	}
}

// TestWhatIsTakenOutIsNamed: who states a secret is told that it was not kept,
// and does not see it again.
func TestWhatIsTakenOutIsNamed(t *testing.T) {
	token := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	for text, want := range map[string]string{
		"The kiosk opens at nine.":                                 "",
		"The token is " + token + ", or " + token:                  "memtide: taken out of the text before it was kept: github-token\n",
		"My pin is <private>4711</private>, the token is " + token: "memtide: taken out of the text before it was kept: github-token, private\n",
	} {
		var problems bytes.Buffer
		a := &app{io: stdio{nil, nil, &problems}}
		a.tellTakenOut(text)
		if got := problems.String(); got != want {
			t.Errorf("%d bytes: %q, want %q", len(text), got, want)
		}
	}
}

// TestHalfAnExportIsNoFile: an export that fails leaves nothing that would be
// taken for a whole one.
func TestHalfAnExportIsNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "all.jsonl")
	err := toNewFile(path, func(w io.Writer) error {
		_, err := io.WriteString(w, "half of it")
		return errors.Join(err, syscall.ENOSPC)
	})
	if _, serr := os.Stat(path); !errors.Is(err, syscall.ENOSPC) || !errors.Is(serr, fs.ErrNotExist) {
		t.Errorf("%v; the file: %v", err, serr)
	}
	whole := func(w io.Writer) error { _, err := io.WriteString(w, "all"); return err }
	if err := toNewFile(path, whole); err != nil {
		t.Error(err)
	}
	if err := toNewFile(path, whole); err == nil || !strings.Contains(err.Error(), "is there already") {
		t.Errorf("a second time: %v", err)
	}
	if raw, err := os.ReadFile(path); string(raw) != "all" {
		t.Errorf("%q, %v", raw, err)
	}
}

// TestDoctorNamesTheMend: a mend that cannot help is none.
func TestDoctorNamesTheMend(t *testing.T) {
	if got := mendFolder(fmt.Errorf("probe: %w", syscall.ENOSPC)); !strings.Contains(got, "make room") {
		t.Errorf("a full disk: %q", got)
	}
	if got := mendFolder(fs.ErrPermission); !strings.Contains(got, "owner") {
		t.Errorf("a folder of somebody else: %q", got)
	}
	dir := t.TempDir()
	settings := filepath.Join(dir, "settings.json")
	for text, want := range map[string]string{"{broken": "mend " + settings + " by hand", "{}": "memtide install claude-code"} {
		if err := os.WriteFile(settings, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s, err := install.Inspect(install.Options{Client: install.Claude, Home: t.TempDir(), ConfigDir: dir})
		if fix, problem := clientFinding(agentClients()[0], s, err, settings); problem == nil || !strings.HasPrefix(fix, want) {
			t.Errorf("settings %s: %v, mend %q", text, problem, fix)
		}
	}
}
