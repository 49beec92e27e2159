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
}

// printedClients are those that memtide mcp print knows, in the order in which it names them.
var printedClients = []string{install.Claude.Name, install.Codex.Name, install.Gemini.Name, "cursor", "opencode"}

func mcpPrintCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "print CLIENT | skill", Short: "how a client is told of memtide mcp; a skill for agents without hooks", Args: cobra.ExactArgs(1),
		ValidArgs: append([]string{"skill"}, printedClients...),
		Long: `Prints the call, or the entry of a settings file, by which a client is told of memtide
mcp: ` + strings.Join(printedClients, ", ") + `. It writes nothing.

With skill it prints a SKILL.md: to recall at the beginning of a task and to note at its
end, by the tools or by memtide search and memtide publish. It is for a client without
hooks; put it where the client looks for skills, as
  memtide mcp print skill > ~/.claude/skills/memtide/SKILL.md`,
		RunE: func(_ *cobra.Command, args []string) error {
			if args[0] == "skill" {
				if a.json {
					return usage("memtide mcp print skill prints a file, which is no JSON; leave --json out")
				}
				_, err := io.WriteString(a.io.out, skill)
				return err
			}
			p, err := a.printedFor(args[0])
			if err != nil {
				return err
			}
			return a.print(p, func(w io.Writer) {
				if p.File == "" {
					printPlain(w, "%s\n", install.ShellLine(p.Call))
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
