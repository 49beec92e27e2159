package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/hookbridge/install"
)

func installCmd(a *app) *cobra.Command {
	var dry, trust, tools bool
	c := &cobra.Command{
		Use: "install CLIENT", Short: "let an agent client report to memtide (" + strings.Join(clientNames(), ", ") + ")", Args: cobra.ExactArgs(1),
		ValidArgs: clientNames(),
		Long: `Adds our hooks to the client's settings, at the end, and leaves everything else
in the file as it is: order, spacing, unknown keys. A copy of the file is kept.
A second install changes nothing. "memtide uninstall" brings the old bytes back.

  claude-code  settings.json of Claude Code (~/.claude, or CLAUDE_CONFIG_DIR)
  codex        hooks.json of Codex (~/.codex, or CODEX_HOME). Codex runs hooks that
               are new or have changed only when you have trusted them: call /hooks
               in it once, or give --trust here. Until then it leaves them out
               without a word
  gemini       settings.json of Gemini CLI (~/.gemini, or .gemini in GEMINI_CLI_HOME)
  openclaw     a small plugin in OpenClaw's folder (~/.openclaw, or OPENCLAW_STATE_DIR),
               and its entry in openclaw.json (or OPENCLAW_CONFIG_PATH), which lets it
               hear what is said

--trust is your consent that Codex runs these hooks of memtide, and no others: Codex
itself notes it in its config.toml (codex app-server). The program is the one on the
PATH, or that of MEMTIDE_CODEX_BIN.

--mcp adds no hooks: it has Claude Code, Codex or Gemini CLI itself note that memtide
mcp is a server of tools for its model (docs/mcp.md). Its program is the one on the
PATH, or that of MEMTIDE_CLAUDE_BIN, MEMTIDE_CODEX_BIN or MEMTIDE_GEMINI_BIN.`,
		RunE: func(c *cobra.Command, args []string) error {
			if tools {
				if trust {
					return usage("--trust is for hooks, and --mcp adds none; call install twice")
				}
				return a.installTools(c.Context(), args[0], dry)
			}
			do := install.Install
			if trust {
				if args[0] != install.Codex.Name {
					return usage("--trust is for codex: %s asks for none", args[0])
				}
				do = func(o install.Options) (install.Report, error) { return trusted(c.Context(), o) }
			}
			if err := a.install(args[0], dry, do, a.installed); err != nil || dry {
				return err
			}
			return a.keepEnv()
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "show the change and write nothing")
	c.Flags().BoolVar(&trust, "trust", false, "codex: have it note that it may run the hooks of memtide")
	c.Flags().BoolVar(&tools, "mcp", false, "tell it of memtide mcp, in place of hooks")
	return c
}

// trusted installs into Codex, and has it trust what stands there then.
func trusted(ctx context.Context, o install.Options) (install.Report, error) {
	program := install.CodexProgram(os.Getenv)
	if program == "" {
		return install.Report{}, fmt.Errorf("--trust has to ask Codex, and no codex lies on the PATH: name it with %s, or leave --trust out and call /hooks in Codex", install.CodexVariable)
	}
	r, err := install.Install(o)
	if err != nil || o.DryRun {
		return r, err
	}
	hooks, err := install.TrustCodex(ctx, o, program)
	if err != nil {
		return r, fmt.Errorf("the hooks stand in %s, and Codex does not trust them yet: %w; call /hooks in Codex", r.Path, err)
	}
	r.Trusted, r.Trust = true, ""
	if off := notEnabled(hooks); off != "" {
		r.Trust = off + " switched off in Codex: call /hooks in it to switch on what you want"
	}
	return r, nil
}

// keepEnv tells hooks which variables the first daemon needs: they do not read
// the configuration, and no daemon has told them yet.
func (a *app) keepEnv() error {
	cfg, err := a.config()
	if err != nil || len(daemon.Env(cfg)) == 0 {
		return err
	}
	paths := hookbridge.NewPaths(cfg.Home)
	if err := paths.Make(); err != nil {
		return err
	}
	return hookbridge.KeepEnv(paths, daemon.Env(cfg))
}

func uninstallCmd(a *app) *cobra.Command {
	var dry, tools bool
	c := &cobra.Command{
		Use: "uninstall CLIENT", Short: "take our hooks and tools out of a client's settings", Args: cobra.ExactArgs(1),
		ValidArgs: clientNames(),
		Long: `Takes out what "memtide install" has put into the client's settings. If nobody has
changed the file since, it gets its old bytes back. The memory stays where it is, and
a daemon that runs goes on: memtide stop ends it. Where the client knows memtide mcp, it
is told to forget it, too; with --mcp that alone.`,
		RunE: func(c *cobra.Command, args []string) error {
			if err := a.uninstallTools(c.Context(), args[0], dry, tools); err != nil || tools {
				return err
			}
			return a.install(args[0], dry, install.Uninstall, func(w io.Writer, opts install.Options, r install.Report) {
				if r.Forgot != "" {
					fmt.Fprintf(w, "%s: what it had noted of their trust is gone\n", r.Forgot)
				}
				if r.Changed {
					fmt.Fprintln(w, opts.Client.Title+" no longer reports to memtide; the memory stays, and memtide stop ends a daemon that runs")
				}
			})
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "show the change and write nothing")
	c.Flags().BoolVar(&tools, "mcp", false, "only memtide mcp, and not the hooks")
	return c
}

func (a *app) installOptions(client string) (install.Options, error) {
	c, err := agentNamed(client)
	if err != nil {
		return install.Options{}, err
	}
	cfg, err := a.config()
	if err != nil {
		return install.Options{}, err
	}
	opts, err := c.options(cfg.Home)
	if err != nil {
		return install.Options{}, err
	}
	opts.Hook, err = install.HookBinary()
	return opts, err
}

// installed says what is to be done now, and what keeps hooks from doing anything.
func (a *app) installed(w io.Writer, opts install.Options, r install.Report) {
	c, err := agentNamed(opts.Client.Name)
	if err != nil {
		return // it was named
	}
	switch {
	case r.Changed && c.Unread == "":
		fmt.Fprintf(w, "%s reports to memtide from its next session on; what it has said before is taken in by: memtide import %s\n", c.Title, c.Name)
	case r.Changed:
		fmt.Fprintf(w, "%s reports to memtide from its next session on\n", c.Title)
	}
	if r.Trusted {
		fmt.Fprintf(w, "%s trusts the hooks\n", c.Title)
	}
	if r.Trust != "" {
		fmt.Fprintln(w, r.Trust)
	}
	if cfg, err := a.config(); err == nil {
		fmt.Fprintln(w, modelLine(cfg.Models))
	}
	s, err := install.Inspect(opts)
	if fix, problem := clientFinding(c, s, err, r.Path); problem != nil {
		fmt.Fprintf(a.io.err, "memtide: %v; %s\n", problem, fix)
	}
	// What a shell has set for itself alone a client does not see.
	if bare, err := hookbridge.FindPaths(bareEnv); err == nil && bare.Home != opts.Home {
		fmt.Fprintf(a.io.err, "memtide: the data folder is %s: %s; without it hooks use %s\n", opts.Home, otherHome(c, opts.Home), bare.Home)
	}
}

// bareEnv is the environment without the data folder that somebody has named in it.
func bareEnv(name string) string {
	if name == "MEMTIDE_HOME" {
		return ""
	}
	return os.Getenv(name)
}

func (a *app) install(client string, dry bool, do func(install.Options) (install.Report, error), then func(io.Writer, install.Options, install.Report)) error {
	opts, err := a.installOptions(client)
	if err != nil {
		return err
	}
	opts.DryRun = dry
	if !dry {
		if err := folder.Seal(opts.Home); err != nil {
			return err
		}
	}
	r, err := do(opts)
	if err != nil {
		return err
	}
	return a.print(r, func(w io.Writer) {
		writeInstalled(w, r, dry, "")
		if !dry {
			then(w, opts, r)
		}
	})
}

// writeInstalled says what became of a client's settings; by is who has changed them, "" for us.
func writeInstalled(w io.Writer, r install.Report, dry bool, by string) {
	switch {
	case !r.Changed:
		fmt.Fprintf(w, "%s: nothing to change\n", r.Path)
	case dry:
		fmt.Fprint(w, r.Diff)
	case r.Deleted:
		fmt.Fprintf(w, "%s: removed; it was made by the install\n", r.Path)
	case by != "":
		fmt.Fprintf(w, "%s: changed by %s\n", r.Path, by)
	case r.Backup != "":
		fmt.Fprintf(w, "%s: changed (copy: %s)\n", r.Path, r.Backup)
	default:
		fmt.Fprintf(w, "%s: changed\n", r.Path)
	}
}
