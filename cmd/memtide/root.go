package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/hookbridge"
)

type stdio struct {
	in  io.Reader
	out io.Writer
	err io.Writer
}

// app is what the commands share.
type app struct {
	io    stdio
	home  string
	file  string
	space string
	json  bool
	set   map[string]string
}

func newRoot(a *app) *cobra.Command {
	root := &cobra.Command{
		Use:   "memtide",
		Short: "a permanent memory for coding agents, that you can prove",
		Long: `memtide remembers what you say to a coding agent, in any client, and gives each
later prompt the few memories that help. Every memory shows its source, every
injection shows why, and the store can be rebuilt from its log.

  memtide install claude-code   let Claude Code report to it
  memtide status                is it running, what does it hold
  memtide search QUERY          look into the memory
  memtide ask PROMPT            see what a prompt would be given, and why

Exit codes: 0 done · 1 failed · 2 wrong call · 3 nothing found.`,
		SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: false},
	}
	f := root.PersistentFlags()
	f.StringVar(&a.home, "home", "", "data folder (MEMTIDE_HOME)")
	f.StringVar(&a.file, "config", "", "configuration file (default: config.toml in the data folder)")
	f.StringVar(&a.space, "space", "", "which memory (default: \"default\")")
	f.BoolVar(&a.json, "json", false, "print JSON")
	f.StringToStringVar(&a.set, "set", nil, "override a key of the configuration, as retrieve.gate=0.2")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error { return usage("%v; see memtide %s --help", err, c.Name()) })
	root.AddCommand(
		serveCmd(a), stopCmd(a), statusCmd(a), doctorCmd(a), installCmd(a), uninstallCmd(a),
		searchCmd(a), askCmd(a), rememberCmd(a), forgetCmd(a), showCmd(a), whyCmd(a), logCmd(a),
		deadCmd(a), traceCmd(a), turnsCmd(a), jobsCmd(a), reindexCmd(a), publishCmd(a), importCmd(a),
		demoCmd(a), benchCmd(a), evalCmd(a), configCmd(a), versionCmd(a), pipelineCmd(a),
	)
	return root
}

// config reads the configuration: file, environment, flags.
func (a *app) config() (config.Config, error) {
	flags := map[string]string{}
	for k, v := range a.set {
		flags[k] = v
	}
	if a.home != "" {
		abs, err := filepath.Abs(a.home)
		if err != nil {
			return config.Config{}, usage("--home %s: %v", a.home, err)
		}
		flags["home"] = abs
	}
	if a.space != "" {
		flags["space"] = a.space
	}
	file, must := a.file, a.file != ""
	if file == "" {
		file = a.defaultFile(flags["home"])
	}
	c, err := config.Load(config.Sources{File: file, Must: must, Env: os.LookupEnv, Flags: flags})
	if err != nil {
		return c, fmt.Errorf("configuration:\n%w", err)
	}
	return c, nil
}

func (a *app) defaultFile(home string) string {
	if home == "" {
		if v, ok := os.LookupEnv("MEMTIDE_HOME"); ok {
			home = v
		} else {
			home = config.Default().Home
		}
	}
	return filepath.Join(home, "config.toml")
}

func (a *app) spaceName(c config.Config) memtide.Space { return memtide.Space(c.Space) }

// project returns the project of the folder that the command runs in.
func here() (cwd, project string) {
	cwd, err := os.Getwd()
	if err != nil {
		return "", ""
	}
	return cwd, hookbridge.Project(cwd)
}

// print writes v as JSON, or lets text write it for people.
func (a *app) print(v any, text func(w io.Writer)) error {
	if !a.json {
		text(a.io.out)
		return nil
	}
	enc := json.NewEncoder(a.io.out)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
