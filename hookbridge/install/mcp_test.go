package install

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strings"
	"testing"
)

// What each client writes down is read as what it was told.
func TestRegisteredServersAreRead(t *testing.T) {
	dir := t.TempDir()
	want := Registered{There: true, Command: "/opt/memtide", Args: []string{"mcp"}, Home: "/data"}
	for _, c := range []struct {
		client     Client
		file, text string
	}{
		{Claude, ".claude.json", `{"a":1,"mcpServers":{"other":{"command":"x"},"memtide":{"type":"stdio","command":"/opt/memtide","args":["mcp"],"env":{"MEMTIDE_HOME":"/data"}}}}`},
		{Codex, "config.toml", "model = \"m\"\n[mcp_servers.memtide]\ncommand = \"/opt/memtide\"\nargs = [\"mcp\"]\n[mcp_servers.memtide.env]\nMEMTIDE_HOME = \"/data\"\n"},
		{Gemini, "settings.json", "{\n  // mine\n  \"mcpServers\": {\"memtide\": {\"command\": \"/opt/memtide\", \"args\": [\"mcp\"], \"env\": {\"MEMTIDE_HOME\": \"/data\"}}}\n}"},
	} {
		o := Options{Client: c.client, ConfigDir: filepath.Join(dir, c.client.Name)}
		getenv := func(name string) string { return map[string]string{"CLAUDE_CONFIG_DIR": o.ConfigDir}[name] }
		if r, err := ServerIn(o, getenv); err != nil || r.There {
			t.Errorf("%s, without a file: %+v, %v", c.client.Name, r, err)
		}
		if err := os.MkdirAll(o.ConfigDir, 0o700); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(o.ConfigDir, c.file)
		for text, there := range map[string]bool{c.text: true, "": false} {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := ServerIn(o, getenv)
			if err != nil || r.Path != path || r.There != there {
				t.Errorf("%s, %q: %+v, %v", c.client.Name, text, r, err)
			}
			if r.Path = ""; there && !reflect.DeepEqual(r, want) {
				t.Errorf("%s: %+v, want %+v", c.client.Name, r, want)
			}
		}
		if err := os.WriteFile(path, []byte("{ nothing = "), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := ServerIn(o, getenv); err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("%s, damaged: %v", c.client.Name, err)
		}
	}
	if r, err := ServerIn(Options{Client: OpenClaw}, os.Getenv); err != nil || r.There || OpenClaw.Serves() {
		t.Error(r, err)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		t.Fatal(err)
	}
	usual := Options{Client: Claude, ConfigDir: filepath.Join(home, ".claude")}
	if r, _ := ServerIn(usual, func(string) string { return "" }); r.Path != filepath.Join(home, ".claude.json") {
		t.Error(r.Path)
	}
}

// A server that is asked over HTTP is ours where it is a daemon of this machine.
func TestARegisteredAddressIsRead(t *testing.T) {
	const ours = "http://127.0.0.1:4280/mcp?all-projects=true"
	for _, c := range []struct {
		client     Client
		file, text string
	}{
		{Claude, ".claude.json", `{"mcpServers":{"memtide":{"type":"http","url":"ADDRESS","headers":{"Authorization":"Bearer x"}}}}`},
		{Codex, "config.toml", "[mcp_servers.memtide]\nurl = \"ADDRESS\"\nbearer_token_env_var = \"MEMTIDE_TOKEN\"\n"},
		{Gemini, "settings.json", `{"mcpServers":{"memtide":{"httpUrl":"ADDRESS"}}}`},
	} {
		o := Options{Client: c.client, ConfigDir: t.TempDir()}
		getenv := func(name string) string { return map[string]string{"CLAUDE_CONFIG_DIR": o.ConfigDir}[name] }
		for address, is := range map[string]bool{ours: true, "http://localhost:1/mcp": true, "http://[::1]:1/mcp": true, "https://example.com/mcp": false, "http://127.0.0.1:4280/other": false, ":": false} {
			if err := os.WriteFile(filepath.Join(o.ConfigDir, c.file), []byte(strings.Replace(c.text, "ADDRESS", address, 1)), 0o600); err != nil {
				t.Fatal(err)
			}
			r, err := ServerIn(o, getenv)
			if err != nil || !r.There || r.URL != address || r.is(Server{}) || r.foreign() == is {
				t.Errorf("%s: %+v, %v", c.client.Name, r, err)
			}
			if err := r.Wrong(Server{Program: "/opt/memtide"}); (err == nil) != is || !is && !strings.Contains(err.Error(), address) {
				t.Errorf("%s, %s: %v", c.client.Name, address, err)
			}
		}
	}
}

func TestServerCalls(t *testing.T) {
	for want, c := range map[string]Client{
		"claude mcp add -s user memtide -e 'MEMTIDE_HOME=/my data' -- /opt/memtide mcp": Claude,
		"codex mcp add memtide --env 'MEMTIDE_HOME=/my data' -- /opt/memtide mcp":       Codex,
		"gemini mcp add -s user -e 'MEMTIDE_HOME=/my data' memtide /opt/memtide mcp":    Gemini,
	} {
		if got := ShellLine(c.ServerCall(Server{"/opt/memtide", "/my data"})); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// asClaude does to a file what claude mcp does, and notes how it was called.
const asClaude = `#!/bin/sh
echo "$*" >> "$CLAUDE_CONFIG_DIR/calls"
case "$2" in
add)
	shift 5
	env='{}'
	if [ "$1" = -e ]; then env="{\"${2%%=*}\":\"${2#*=}\"}"; shift 2; fi
	if [ "$2" = /refused/memtide ]; then echo 'no room' >&2; exit 3; fi
	if [ "$2" = /lost/memtide ]; then exit 0; fi
	printf '{"mcpServers":{"memtide":{"command":"%s","args":["%s"],"env":%s}}}' "$2" "$3" "$env" > "$CLAUDE_CONFIG_DIR/.claude.json" ;;
remove) printf '{"mcpServers":{}}' > "$CLAUDE_CONFIG_DIR/.claude.json" ;;
esac
`

// A client is told by its own program, once; what has moved is told anew, what is another's stays,
// and what does not work says so.
func TestAServerIsAddedAndRemoved(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the client of the test is a shell script")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "claude")
	if err := os.WriteFile(program, []byte(asClaude), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("CLAUDE_CONFIG_DIR", dir)
	t.Setenv("MEMTIDE_CLAUDE_BIN", program)
	o := Options{Client: Claude, ConfigDir: dir}
	calls := func() string {
		raw, err := os.ReadFile(filepath.Join(dir, "calls"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		os.Remove(filepath.Join(dir, "calls"))
		return string(raw)
	}
	add := func(s Server, changed bool, want string) {
		t.Helper()
		r, err := AddServer(t.Context(), o, s, os.Getenv)
		if err != nil || r.Changed != changed || r.Path != filepath.Join(dir, ".claude.json") {
			t.Errorf("%+v, %v", r, err)
		}
		if got := calls(); got != want {
			t.Errorf("called %q, want %q", got, want)
		}
	}
	const added, removed = "mcp add -s user memtide -- /opt/memtide mcp\n", "mcp remove -s user memtide\n"
	o.DryRun = true
	add(Server{Program: "/opt/memtide"}, true, "")
	o.DryRun = false
	add(Server{Program: "/opt/memtide"}, true, added)
	add(Server{Program: "/opt/memtide"}, false, "")
	add(Server{"/opt/memtide", "/data"}, true, removed+"mcp add -s user memtide -e MEMTIDE_HOME=/data -- /opt/memtide mcp\n")
	add(Server{Program: "/opt/memtide"}, true, removed+added)
	for program, want := range map[string]string{"/refused/memtide": "no room", "/lost/memtide": "does not say so"} {
		if _, err := AddServer(t.Context(), o, Server{Program: program}, os.Getenv); !errors.Is(err, ErrServer) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", program, err)
		}
	}
	calls()
	add(Server{Program: "/opt/memtide"}, true, added)
	for range 2 {
		if _, err := RemoveServer(t.Context(), o, os.Getenv); err != nil {
			t.Fatal(err)
		}
	}
	if got := calls(); got != removed {
		t.Errorf("called %q, want %q", got, removed)
	}
	another := `{"mcpServers":{"memtide":{"command":"/opt/somebody","args":[]}}}`
	if err := os.WriteFile(filepath.Join(dir, ".claude.json"), []byte(another), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := AddServer(t.Context(), o, Server{Program: "/opt/memtide"}, os.Getenv); !errors.Is(err, ErrServer) || !strings.Contains(err.Error(), "/opt/somebody") {
		t.Error(err)
	}
	if r, err := RemoveServer(t.Context(), o, os.Getenv); err != nil || r.Changed || calls() != "" {
		t.Error(r, err)
	}
	t.Setenv("MEMTIDE_CLAUDE_BIN", "")
	t.Setenv("PATH", dir+"/none")
	os.Remove(filepath.Join(dir, ".claude.json"))
	if _, err := AddServer(t.Context(), o, Server{Program: "/opt/memtide"}, os.Getenv); !errors.Is(err, ErrServer) || !strings.Contains(err.Error(), "call it yourself: claude mcp add") {
		t.Error(err)
	}
}

func TestWhatIsWrongWithAServer(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "memtide")
	if err := os.WriteFile(program, nil, 0o700); err != nil {
		t.Fatal(err)
	}
	for want, r := range map[string]Registered{
		"":                      {There: true, Command: program, Args: []string{"mcp"}},
		"another program":       {There: true, Command: self},
		"is not there":          {There: true, Command: "/none/memtide"},
		"the data folder /data": {There: true, Command: program, Args: []string{"mcp"}, Home: "/data"},
	} {
		if err := r.Wrong(Server{Program: program}); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %q", r, err, want)
		}
	}
}
