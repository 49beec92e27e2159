package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/mcp"
)

// Each client is told the path of this program, and of the data folder where it is not the usual one.
func TestPrintedRegistrations(t *testing.T) {
	self, err := ownProgram()
	if err != nil {
		t.Fatal(err)
	}
	home := t.TempDir()
	for _, name := range printedClients {
		var out, errs bytes.Buffer
		if code := run(t.Context(), []string{"--home", home, "mcp", "print", name, "--json"}, stdio{strings.NewReader(""), &out, &errs}); code != exitOK {
			t.Fatalf("%s: exit %d, %s", name, code, errs.String())
		}
		var p registration
		if err := json.Unmarshal(out.Bytes(), &p); err != nil || p.Client != name || len(p.Call) == 0 == (p.Entry == nil) {
			t.Errorf("%s: %v, %+v", name, err, p)
		}
		written := out.String()
		if len(p.Call) > 0 {
			written = strings.Join(p.Call, "\n")
		}
		for _, want := range []string{self, "mcp", home} {
			if !strings.Contains(strings.ReplaceAll(written, `\\`, `\`), want) {
				t.Errorf("%s: %s lacks %s", name, written, want)
			}
		}
	}
	for _, args := range [][]string{{"mcp", "print", "vim"}, {"mcp", "print"}, {"mcp", "print", "skill", "--json"}, {"install", "openclaw", "--mcp"}, {"install", "codex", "--mcp", "--trust"}} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), append([]string{"--home", home}, args...), stdio{strings.NewReader(""), &out, &errs}); code != exitUsage {
			t.Errorf("%v: exit %d, %s%s", args, code, out.String(), errs.String())
		}
	}
}

// Where the daemon answers over HTTP each client is told its address, with the project in it, and
// where the token lies; the token itself is nowhere.
func TestPrintedAddresses(t *testing.T) {
	home := t.TempDir()
	token := strings.Repeat("0123456789abcdef", 4)
	if err := os.WriteFile(filepath.Join(home, "http-token"), []byte(token), 0o600); err != nil {
		t.Fatal(err)
	}
	print := func(want int, args ...string) string {
		t.Helper()
		var out, errs bytes.Buffer
		if code := run(t.Context(), append([]string{"--home", home, "mcp", "print"}, args...), stdio{strings.NewReader(""), &out, &errs}); code != want {
			t.Fatalf("%v: exit %d, %s", args, code, errs.String())
		}
		return out.String() + errs.String()
	}
	if said := print(exitError, "cursor", "--http"); !strings.Contains(said, "http.listen is not set") {
		t.Error(said)
	}
	t.Setenv("MEMTIDE_HTTP_LISTEN", "127.0.0.1:4280")
	cwd, _ := here()
	for _, name := range printedClients {
		var p registration
		if err := json.Unmarshal([]byte(print(exitOK, name, "--http", "--json")), &p); err != nil || len(p.Call) == 0 == (p.Entry == nil) || p.Token != filepath.Join(home, "http-token") {
			t.Errorf("%s: %v, %+v", name, err, p)
		}
		u, err := url.Parse(p.URL)
		if err != nil || u.Host != "127.0.0.1:4280" || u.Path != "/mcp" || u.Query().Get("folder") != cwd || len(u.Query()) != 1 {
			t.Errorf("%s: %v, %s", name, err, p.URL)
		}
		text := print(exitOK, name, "--http", "--project", "the harbour", "--space", "work")
		if strings.Contains(text, token) || !strings.Contains(text, "http-token") || !strings.Contains(text, "project=the+harbour") || !strings.Contains(text, "space=work") ||
			strings.Contains(text, "export") != (p.Variable != "") {
			t.Errorf("%s: %s", name, text)
		}
		if text := print(exitOK, name, "--http", "--all-projects"); !strings.Contains(text, "?all-projects=true") {
			t.Errorf("%s: %s", name, text)
		}
	}
	if text := print(exitOK, "claude-code", "--http", "--project", "x"); !strings.HasSuffix(text, `memtide 'http://127.0.0.1:4280/mcp?project=x' --header "Authorization: Bearer $(cat `+filepath.Join(home, "http-token")+`)"`+"\n") {
		t.Error(text)
	}
	for _, args := range [][]string{{"vim", "--http"}, {"skill", "--http"}, {"cursor", "--project", "x"}, {"cursor", "--all-projects"}} {
		print(exitUsage, args...)
	}
}

// The skill names tools, commands and fields that there are, and has the head that clients ask for.
func TestTheSkillSaysWhatThereIs(t *testing.T) {
	var out bytes.Buffer
	if code := run(t.Context(), []string{"mcp", "print", "skill"}, stdio{strings.NewReader(""), &out, &bytes.Buffer{}}); code != exitOK || out.String() != skill {
		t.Fatalf("exit %d", code)
	}
	if !regexp.MustCompile(`^---\nname: memtide\ndescription: .{20,1000}\n---\n`).MatchString(skill) {
		t.Errorf("its head is %.200q", skill)
	}
	here, there := sdk.NewInMemoryTransports()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go mcp.New(mcp.Options{Connect: func(context.Context) (*client.Client, error) { return nil, client.ErrAway }}).Serve(ctx, here)
	s, err := sdk.NewClient(&sdk.Implementation{Name: "t", Version: "1"}, nil).Connect(ctx, there, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	all, err := s.ListTools(ctx, nil)
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile("`([a-z]+_[a-z]+)`").FindAllStringSubmatch(skill, -1)
	if len(named) < 4 {
		t.Errorf("it names only %q", named)
	}
	for _, m := range named {
		if !slices.ContainsFunc(all.Tools, func(tool *sdk.Tool) bool { return tool.Name == m[1] }) {
			t.Errorf("there is no tool %s", m[1])
		}
	}
	root, lines := newRoot(&app{io: stdio{strings.NewReader(""), &bytes.Buffer{}, &bytes.Buffer{}}}), 0
	for in := bufio.NewScanner(strings.NewReader(skill)); in.Scan(); {
		if rest, is := strings.CutPrefix(in.Text(), "memtide "); is {
			lines++
			if c, _, err := root.Find(strings.Fields(rest)); err != nil || c == root {
				t.Errorf("there is no command: %s", in.Text())
			}
		}
		if !strings.HasPrefix(in.Text(), `{"role"`) {
			continue
		}
		lines++
		var fields map[string]any
		if err := json.Unmarshal(in.Bytes(), &fields); err != nil {
			t.Error(err)
		}
		for name := range fields {
			if !event.HasField[event.TurnRequest](name) {
				t.Errorf("a half-turn has no field %s", name)
			}
		}
	}
	if lines != 4 {
		t.Errorf("%d lines were looked at", lines)
	}
}
