package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/hookbridge/install"
)

// servingClients are the clients that can be told of our MCP server.
func servingClients() (names []string) {
	for _, c := range agentClients() {
		if c.Serves() {
			names = append(names, c.Name)
		}
	}
	return names
}

// toolOptions are what an MCP server is registered by, and the server.
func (a *app) toolOptions(name string) (o install.Options, s install.Server, err error) {
	c, err := agentNamed(name)
	if err == nil && !c.Serves() {
		err = usage("--mcp is for %s; docs/mcp.md says how others are told of it", strings.Join(servingClients(), ", "))
	}
	if err != nil {
		return o, s, err
	}
	cfg, err := a.config()
	if err != nil {
		return o, s, err
	}
	if o, err = c.options(cfg.Home); err != nil {
		return o, s, err
	}
	if s.Program, err = ownProgram(); err != nil {
		return o, s, err
	}
	// What a shell has set for itself alone a client does not see.
	if bare, berr := hookbridge.FindPaths(bareEnv); berr != nil || bare.Home != cfg.Home {
		s.Home = cfg.Home
	}
	return o, s, nil
}

// ownProgram is the path of this program, links followed: a client starts it by that.
func ownProgram() (string, error) {
	self, err := os.Executable()
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(self)
}

// installTools has a client note our MCP server.
func (a *app) installTools(ctx context.Context, name string, dry bool) error {
	o, s, err := a.toolOptions(name)
	if err != nil {
		return err
	}
	o.DryRun = dry
	r, err := install.AddServer(ctx, o, s, os.Getenv)
	if err != nil {
		return err
	}
	return a.print(r, func(w io.Writer) {
		if writeInstalled(w, r, dry, o.Client.Title); r.Changed && !dry {
			fmt.Fprintf(w, "%s offers the tools of memtide from its next session on\n", o.Client.Title)
		}
	})
}

// uninstallTools has a client forget it; only says that nothing else is asked for.
func (a *app) uninstallTools(ctx context.Context, name string, dry, only bool) error {
	if c, err := agentNamed(name); err != nil || !c.Serves() && !only {
		return err
	}
	o, _, err := a.toolOptions(name)
	if err != nil {
		return err
	}
	o.DryRun = dry
	r, err := install.RemoveServer(ctx, o, os.Getenv)
	if err != nil && !only { // the hooks go all the same
		printPlain(a.io.err, "memtide: %v\n", err)
		return nil
	}
	if err != nil {
		return err
	}
	if !only {
		switch {
		case r.Changed && dry:
			printPlain(a.io.err, "memtide: would be called: %s\n", strings.TrimSpace(r.Diff))
		case r.Changed:
			printPlain(a.io.err, "memtide: %s no longer offers the tools of memtide\n", o.Client.Title)
		}
		return nil
	}
	return a.print(r, func(w io.Writer) { writeInstalled(w, r, dry, o.Client.Title) })
}

// examineTools says of each client that knows our MCP server whether it would start this one.
func (a *app) examineTools(add func(string, error, string, string)) {
	for _, name := range servingClients() {
		o, s, err := a.toolOptions(name)
		if err != nil {
			continue // of the configuration: it is named already
		}
		r, err := install.ServerIn(o, os.Getenv)
		switch {
		case err != nil:
			add(name+" tools", err, "", "mend "+r.Path+" by hand: "+o.Client.Title+" cannot read it either")
		case !r.There:
		default:
			add(name+" tools", r.Wrong(s), "it knows memtide mcp: "+r.Path, "memtide install "+name+" --mcp")
		}
	}
}
