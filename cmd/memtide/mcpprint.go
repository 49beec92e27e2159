package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/hookbridge/install"
)

// skill is what an agent is told that has no hooks: to recall at the beginning and to note at the end (F22).
//
//go:embed skill.md
var skill string

// registration is what a client is told of memtide mcp by hand: a line to call, or an entry of a file.
type registration struct {
	Client string         `json:"client"`
	Call   []string       `json:"call,omitempty"`
	File   string         `json:"file,omitempty"`
	Entry  map[string]any `json:"entry,omitempty"` // of File, which is JSON

	URL      string `json:"url,omitempty"`            // of a daemon that is asked over HTTP
	Token    string `json:"token_file,omitempty"`     // that holds its token
	Variable string `json:"token_variable,omitempty"` // of the environment, in which the client looks for the token
}

// printedClients are those that memtide mcp print knows, in the order in which it names them.
var printedClients = []string{install.Claude.Name, install.Codex.Name, install.Gemini.Name, "cursor", "opencode"}

func mcpPrintCmd(a *app) *cobra.Command {
	var at overHTTP
	c := &cobra.Command{
		Use: "print CLIENT | skill", Short: "how a client is told of memtide mcp; a skill for agents without hooks", Args: cobra.ExactArgs(1),
		ValidArgs: append([]string{"skill"}, printedClients...),
		Long: `Prints the call, or the entry of a settings file, by which a client is told of memtide
mcp: ` + strings.Join(printedClients, ", ") + `. It writes nothing.

With --http it is the address of the daemon instead, where http.listen is set: for a
client that starts no program, or not in the folder that you work in. The address says in
which project the agent works: that of this folder, or --project NAME. What is printed
says where the token lies, and not the token.

With skill it prints a SKILL.md: to recall at the beginning of a task and to note at its
end, by the tools or by memtide search and memtide publish. It is for a client without
hooks; put it where the client looks for skills, as
  memtide mcp print skill > ~/.claude/skills/memtide/SKILL.md`,
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == "skill" {
				if at.http {
					return usage("memtide mcp print skill prints a file, which has no address; leave --http out")
				}
				if a.json {
					return usage("memtide mcp print skill prints a file, which is no JSON; leave --json out")
				}
				_, err := io.WriteString(a.io.out, skill)
				return err
			}
			if !at.http && (at.project != "" || at.any) {
				return usage("--project and --all-projects stand in an address; give them with --http, or put them behind memtide mcp in the settings of the client")
			}
			p, err := a.printedFor(args[0])
			if at.http {
				p, err = a.printedAt(args[0], at)
			}
			if err != nil {
				return err
			}
			return a.print(p, func(w io.Writer) {
				if p.Variable != "" {
					printPlain(w, "# before the client starts: export %s=\"%s\"\n", p.Variable, inShell(p.Token))
				}
				if p.File == "" {
					printPlain(w, "%s\n", callLine(p))
					return
				}
				entry, err := json.MarshalIndent(p.Entry, "", "  ")
				if err != nil {
					entry = []byte(err.Error()) // of texts, which it can always write
				}
				printPlain(w, "%s:\n", p.File)
				fmt.Fprintf(w, "%s\n", entry)
			})
		},
	}
	c.Flags().BoolVar(&at.http, "http", false, "the address of the daemon, in place of a program to start")
	c.Flags().StringVar(&at.project, "project", "", "with --http: that the agent works in (default: that of the folder)")
	c.Flags().BoolVar(&at.any, "all-projects", false, "with --http: let the agent look into every project")
	return c
}

// printedFor says how a client is told.
func (a *app) printedFor(client string) (p registration, err error) {
	p.Client = client
	if c, err := agentNamed(client); err == nil && c.Serves() {
		_, s, err := a.toolOptions(client)
		p.Call = c.ServerCall(s)
		return p, err
	}
	_, s, err := a.toolOptions(install.Claude.Name)
	if err != nil {
		return p, err
	}
	switch client {
	case "cursor":
		p.File = "~/.cursor/mcp.json"
		server := map[string]any{"command": s.Program, "args": []string{"mcp"}}
		if s.Home != "" {
			server["env"] = map[string]string{"MEMTIDE_HOME": s.Home}
		}
		p.Entry = map[string]any{"mcpServers": map[string]any{install.ServerName: server}}
	case "opencode":
		p.File = "opencode.json"
		server := map[string]any{"type": "local", "command": []string{s.Program, "mcp"}}
		if s.Home != "" {
			server["environment"] = map[string]string{"MEMTIDE_HOME": s.Home}
		}
		p.Entry = map[string]any{"mcp": map[string]any{install.ServerName: server}}
	default:
		return p, usage("no client is named %q; there is: skill, %s", client, strings.Join(printedClients, ", "))
	}
	return p, nil
}
