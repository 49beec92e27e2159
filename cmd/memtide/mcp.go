package main

import (
	"context"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/mcp"
)

func mcpCmd(a *app) *cobra.Command {
	var project string
	var any bool
	c := &cobra.Command{
		Use: "mcp", Short: "offer the memory to an agent as tools, over the Model Context Protocol", Args: cobra.NoArgs,
		Long: `An MCP server on standard input and output: an agent client starts it, and ends it
by closing its end. It answers at once; the daemon is started by the first call of a
tool. Let a client start it from the folder that you work in: of that it knows the
project. memtide install CLIENT --mcp tells Claude Code, Codex and Gemini CLI of it,
memtide mcp print says how it is told to others.

The agent searches, notes facts, and changes what agents have said; what you have said
only you change, unless mcp.changes is set to all (none: it only reads). What it notes
is never a rule. memtide log says what an agent has done ("by mcp:NAME"), memtide undo
takes it back.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if a.json {
				return usage("memtide mcp speaks a protocol of its own; leave --json out")
			}
			cwd, own := here()
			if project == "" || project == "." {
				project = own
			}
			s := mcp.New(mcp.Options{Connect: a.connect, Place: mcp.Place{Project: project, Cwd: cwd, Any: any}, Changes: a.mcpChanges(), Version: client.Version()})
			ctx, cancel := withParent(c.Context(), os.Getppid, parentEvery)
			defer cancel()
			return s.Run(ctx, a.io.in, a.io.out)
		},
	}
	c.Flags().StringVar(&project, "project", "", "look from this project (default: that of the folder)")
	c.Flags().BoolVar(&any, "all-projects", false, "let the agent look into every project")
	c.AddCommand(mcpPrintCmd(a))
	return c
}

// mcpChanges is what the settings let an agent change. Where they cannot be read a call of a
// tool says so: who starts a server must see its tools.
func (a *app) mcpChanges() string {
	if cfg, err := a.config(); err == nil {
		return cfg.MCP.Changes
	}
	return config.Default().MCP.Changes
}

// parentEvery is how often a server looks whether who has started it is still there.
const parentEvery = 2 * time.Second

// withParent returns a context that ends when the process has got another parent: the client has
// died, and something else holds its end of the pipe open.
func withParent(ctx context.Context, parent func() int, every time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(ctx)
	began := parent()
	go func() {
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-t.C:
				if parent() != began {
					cancel()
					return
				}
			}
		}
	}()
	return ctx, cancel
}
