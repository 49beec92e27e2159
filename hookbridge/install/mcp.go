package install

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/BurntSushi/toml"
)

// ServerName is the name under which a client knows our MCP server.
const ServerName = "memtide"

// Server is how a client starts our MCP server.
type Server struct {
	Program string // absolute path of memtide
	Home    string // the data folder, "" for the usual one
}

var serverArgs = []string{"mcp"}

// Registered is what stands in a client's settings under our name.
type Registered struct {
	Path    string // of the settings
	There   bool
	Command string
	Args    []string
	Home    string // that is set for it
	URL     string // where it asks a daemon over HTTP, in place of starting a program
}

// is reports whether a client would start just that.
func (r Registered) is(s Server) bool {
	return r.There && r.Command == s.Program && slices.Equal(r.Args, serverArgs) && r.Home == s.Home
}

// Wrong says why a client would not start a server as it should, nil where it does.
func (r Registered) Wrong(s Server) error {
	st, err := os.Stat(r.Command)
	switch {
	case r.foreign():
		return fmt.Errorf("another program has the name %s: %s", ServerName, cmp.Or(r.URL, r.Command))
	case r.URL != "": // whether the daemon answers there is looked at by itself
		return nil
	case err != nil:
		return fmt.Errorf("what it starts is not there: %w", err)
	case st.IsDir() || runtime.GOOS != "windows" && st.Mode()&0o111 == 0:
		return fmt.Errorf("what it starts is no program: %s", r.Command)
	case r.Home != s.Home:
		return fmt.Errorf("it starts memtide mcp with %s, and this command uses %s", folderOf(r.Home), folderOf(s.Home))
	}
	return nil
}

func folderOf(home string) string {
	if home == "" {
		return "the usual data folder"
	}
	return "the data folder " + home
}

// foreign reports whether another program stands under our name.
func (r Registered) foreign() bool {
	if r.URL != "" {
		u, err := url.Parse(r.URL)
		return err != nil || u.Path != "/mcp" || !slices.Contains([]string{"127.0.0.1", "::1", "localhost"}, u.Hostname())
	}
	name := strings.TrimSuffix(filepath.Base(strings.ReplaceAll(r.Command, `\`, "/")), ".exe")
	return r.There && name != "memtide"
}

// ErrServer says that a client did not take, or give up, our MCP server.
var ErrServer = errors.New("MCP server")

// mcp is how a client is told of an MCP server: by its own program, which alone knows what else
// stands in its settings. They are read here and not written.
type mcp struct {
	program, variable string
	add               func(s Server) []string
	remove            []string
	file              func(o Options, getenv func(string) string) string
	read              func(doc []byte, r *Registered) error
}

var claudeMCP = &mcp{program: "claude", variable: "MEMTIDE_CLAUDE_BIN",
	add: func(s Server) []string {
		// Its -e takes whatever follows, so the name stands before it.
		return slices.Concat([]string{"mcp", "add", "-s", "user", ServerName}, homeFlag("-e", s), []string{"--", s.Program}, serverArgs)
	},
	remove: []string{"mcp", "remove", "-s", "user", ServerName},
	file: func(o Options, getenv func(string) string) string {
		dir := o.ConfigDir
		if getenv("CLAUDE_CONFIG_DIR") == "" {
			dir = filepath.Dir(dir)
		}
		return filepath.Join(dir, ".claude.json")
	},
	read: readServers,
}

var codexMCP = &mcp{program: "codex", variable: CodexVariable,
	add: func(s Server) []string {
		return slices.Concat([]string{"mcp", "add", ServerName}, homeFlag("--env", s), []string{"--", s.Program}, serverArgs)
	},
	remove: []string{"mcp", "remove", ServerName},
	file:   func(o Options, _ func(string) string) string { return filepath.Join(o.ConfigDir, "config.toml") },
	read: func(doc []byte, r *Registered) error {
		var all struct {
			Servers map[string]struct {
				Command string            `toml:"command"`
				Args    []string          `toml:"args"`
				Env     map[string]string `toml:"env"`
				URL     string            `toml:"url"`
			} `toml:"mcp_servers"`
		}
		if err := toml.Unmarshal(doc, &all); err != nil {
			return err
		}
		s, there := all.Servers[ServerName]
		r.There, r.Command, r.Args, r.Home, r.URL = there, s.Command, s.Args, s.Env[homeVariable], s.URL
		return nil
	},
}

var geminiMCP = &mcp{program: "gemini", variable: "MEMTIDE_GEMINI_BIN",
	add: func(s Server) []string {
		return slices.Concat([]string{"mcp", "add", "-s", "user"}, homeFlag("-e", s), []string{ServerName, s.Program}, serverArgs)
	},
	remove: []string{"mcp", "remove", "-s", "user", ServerName},
	file:   func(o Options, _ func(string) string) string { return o.file() },
	read:   readServers,
}

const homeVariable = "MEMTIDE_HOME"

func homeFlag(flag string, s Server) []string {
	if s.Home == "" {
		return nil
	}
	return []string{flag, homeVariable + "=" + s.Home}
}

// readServers reads "mcpServers" of a file of JSON, with comments where the client reads them.
func readServers(doc []byte, r *Registered) error {
	if len(strings.TrimSpace(string(doc))) == 0 {
		return nil
	}
	top, err := parse(doc)
	if err != nil {
		return err
	}
	ours := top.get("mcpServers").get(ServerName)
	if ours == nil {
		return nil
	}
	at := func(v *place) string {
		if v == nil {
			return ""
		}
		return text(doc[v.start:v.end])
	}
	r.There, r.Command, r.Home = true, at(ours.get("command")), at(ours.get("env").get(homeVariable))
	r.URL = cmp.Or(at(ours.get("url")), at(ours.get("httpUrl"))) // Gemini has a name of its own for it
	if args := ours.get("args"); args != nil {
		for _, a := range args.items {
			r.Args = append(r.Args, at(a))
		}
	}
	return nil
}

// Serves reports whether a client can be told of our MCP server.
func (c Client) Serves() bool { return c.mcp != nil }

// ServerCall returns the command line by which a client is told of our MCP server.
func (c Client) ServerCall(s Server) []string {
	return append([]string{c.mcp.program}, c.mcp.add(s)...)
}

// ServerIn reads whether a client knows our MCP server, and changes nothing. It knows none where
// Serves is false.
func ServerIn(o Options, getenv func(string) string) (r Registered, err error) {
	if o.Client.mcp == nil {
		return r, nil
	}
	r.Path = o.Client.mcp.file(o, getenv)
	doc, err := os.ReadFile(r.Path)
	if errors.Is(err, os.ErrNotExist) {
		return r, nil
	}
	if err == nil {
		err = o.Client.mcp.read(doc, &r)
	}
	if err != nil {
		return r, fmt.Errorf("read the MCP servers in %s: %w", r.Path, err)
	}
	return r, nil
}

// AddServer has a client note our MCP server, in the place of what it has noted of it before. The
// error is [ErrServer] where its program is not there, or refuses, and where another server has our name.
func AddServer(ctx context.Context, o Options, s Server, getenv func(string) string) (Report, error) {
	was, err := ServerIn(o, getenv)
	if err != nil {
		return Report{}, err
	}
	r := Report{Path: was.Path}
	call := o.Client.ServerCall(s)
	switch {
	case was.is(s):
		return r, nil
	case was.foreign():
		return r, fmt.Errorf("%w: %s has another one of the name %s, which runs %s; take that out, or give it another name", ErrServer, was.Path, ServerName, cmp.Or(was.URL, was.Command))
	}
	r.Changed, r.Diff = true, ShellLine(call)+"\n"
	if o.DryRun {
		return r, nil
	}
	if was.There {
		if err := o.Client.mcp.run(ctx, getenv, o.Client.mcp.remove); err != nil {
			return r, err
		}
	}
	if err := o.Client.mcp.run(ctx, getenv, call[1:]); err != nil {
		return r, err
	}
	if now, err := ServerIn(o, getenv); err != nil || !now.is(s) {
		return r, errors.Join(fmt.Errorf("%w: %s has taken it, and %s does not say so; see: %s mcp list", ErrServer, call[0], r.Path, call[0]), err)
	}
	return r, nil
}

// RemoveServer has a client forget our MCP server. One of our name that is not ours stays.
func RemoveServer(ctx context.Context, o Options, getenv func(string) string) (Report, error) {
	was, err := ServerIn(o, getenv)
	r := Report{Path: was.Path}
	if err != nil || !was.There || was.foreign() {
		return r, err
	}
	r.Changed, r.Diff = true, ShellLine(append([]string{o.Client.mcp.program}, o.Client.mcp.remove...))+"\n"
	if o.DryRun {
		return r, nil
	}
	return r, o.Client.mcp.run(ctx, getenv, o.Client.mcp.remove)
}

// mcpWithin is how long a client's program may take.
const mcpWithin = time.Minute

// run calls the client's program.
func (m *mcp) run(ctx context.Context, getenv func(string) string, args []string) error {
	program := getenv(m.variable)
	if program == "" {
		var err error
		if program, err = exec.LookPath(m.program); err != nil {
			return fmt.Errorf("%w: %s is not on the PATH, and only it changes its settings: name it with %s, or call it yourself: %s", ErrServer, m.program, m.variable,
				ShellLine(append([]string{m.program}, args...)))
		}
	}
	ctx, cancel := context.WithTimeout(ctx, mcpWithin)
	defer cancel()
	said := &tail{}
	c := exec.CommandContext(ctx, program, args...)
	c.Stdout, c.Stderr, c.WaitDelay = said, said, codexEnds
	if err := c.Run(); err != nil {
		return fmt.Errorf("%w: %s: %w: %s", ErrServer, ShellLine(append([]string{m.program}, args...)), err, strings.TrimSpace(string(said.b)))
	}
	return nil
}

// ShellLine writes a command line as one types it.
func ShellLine(args []string) string {
	var words []string
	for _, a := range args {
		if strings.ContainsAny(a, " \t'\"\\$`*?&;|<>()") {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		words = append(words, a)
	}
	return strings.Join(words, " ")
}
