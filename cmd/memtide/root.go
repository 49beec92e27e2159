package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/daemon/progress"
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
		Use: "memtide", SuggestionsMinimumDistance: 2,
		Short: "a permanent memory for coding agents, that you can prove",
		Long: `memtide remembers what you say to a coding agent, in any client, and gives each
later prompt the few memories that help. Every memory shows its source, every
injection shows why, and the store can be rebuilt from its log.

  memtide install claude-code   let Claude Code report to it; so do codex, gemini, openclaw
  memtide status                is it running, what does it hold
  memtide search QUERY          look into the memory
  memtide ask PROMPT            see what a prompt would be given, and why

Exit codes: 0 done · 1 failed · 2 wrong call · 3 nothing found · 4 interrupted, and
the daemon goes on with it.`,
		SilenceErrors: true, SilenceUsage: true,
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: false},
		Args:              knownCommand,
	}
	version := root.Flags().Bool("version", false, "print the version")
	root.RunE = func(c *cobra.Command, _ []string) error {
		if *version {
			return a.printVersion()
		}
		return c.Help()
	}
	f := root.PersistentFlags()
	f.StringVar(&a.home, "home", "", "data folder (MEMTIDE_HOME)")
	f.StringVar(&a.file, "config", "", "configuration file (default: config.toml in the data folder)")
	f.StringVar(&a.space, "space", "", "which memory (default: \"default\")")
	f.BoolVar(&a.json, "json", false, "print JSON")
	f.StringToStringVar(&a.set, "set", nil, "override a key of the configuration, as retrieve.gate=0.2")
	root.SetFlagErrorFunc(func(c *cobra.Command, err error) error {
		return usage("%s%s; see %s --help%s", flagError(err), nearFlag(c, err), c.CommandPath(), dashed(c, err))
	})
	root.AddCommand(
		serveCmd(a), stopCmd(a), statusCmd(a), doctorCmd(a), installCmd(a), uninstallCmd(a),
		searchCmd(a), askCmd(a), rememberCmd(a), forgetCmd(a), showCmd(a), entityCmd(a), weakCmd(a), rulesCmd(a), whyCmd(a), watchCmd(a), dashboardCmd(a), logCmd(a),
		correctCmd(a), confirmCmd(a), pinCmd(a), unpinCmd(a), reinforceCmd(a), demoteCmd(a), undoCmd(a), rollbackCmd(a), conflictsCmd(a), quarantineCmd(a), scanCmd(a), moveCmd(a),
		modelsCmd(a), costsCmd(a), vectorsCmd(a), deadCmd(a), traceCmd(a), turnsCmd(a), jobsCmd(a), reindexCmd(a), eraseCmd(a), backupCmd(a), checkBackupCmd(a), restoreCmd(a),
		publishCmd(a), importCmd(a), exportCmd(a), replayCmd(a), mcpCmd(a),
		demoCmd(a), endsWithIt(benchCmd(a)), endsWithIt(evalCmd(a)), configCmd(a), versionCmd(a), pipelineCmd(a),
	)
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Short, c.Args = "tell about any command", knownTopic
		case "completion":
			c.Short = "print what lets a shell complete commands: bash, zsh, fish, powershell"
			c.Args, c.RunE = knownShell, func(c *cobra.Command, _ []string) error { return c.Help() }
			c.PersistentPreRunE = func(c *cobra.Command, _ []string) error {
				if a.json && c.HasParent() && c.Parent().Name() == "completion" {
					return usage("%s prints a script for a shell, which is no JSON; leave --json out", c.CommandPath())
				}
				return nil
			}
		}
	}
	argsAreUsage(root)
	completes(root)
	hearOtherWords(root)
	return root
}

// endsWithIt is for a command whose daemon ends with it: when it is interrupted, nobody
// goes on with anything.
func endsWithIt(c *cobra.Command) *cobra.Command {
	for _, sub := range c.Commands() {
		endsWithIt(sub)
	}
	if do := c.RunE; do != nil {
		c.RunE = func(c *cobra.Command, args []string) error {
			err := do(c, args)
			if left := (progress.Left{}); errors.As(err, &left) {
				return left.Cause
			}
			return err
		}
	}
	return c
}

// knownTopic refuses help on what is no command.
func knownTopic(c *cobra.Command, args []string) error {
	about, rest, err := c.Root().Find(args)
	switch {
	case err != nil || len(rest) > 0 && about == c.Root():
		return knownCommand(c.Root(), rest)
	case len(rest) > 0 && about.HasAvailableSubCommands():
		return wrongArgs(about, rest)
	}
	return nil
}

// knownShell refuses a shell for which there is no completion: a start file that
// reads its output would else be given a help text.
func knownShell(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var shells []string
	for _, sub := range c.Commands() {
		shells = append(shells, sub.Name())
	}
	return usage("there is no completion for %q; there is one for %s", args[0], strings.Join(shells, ", "))
}

// knownCommand refuses what is no command, and says which one is nearest.
func knownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	if strings.TrimSpace(args[0]) == "" {
		return usage("the command is empty; see memtide --help")
	}
	hint := "see memtide --help"
	if near := meantBy(c, args[0]); len(near) > 0 {
		hint = "did you mean " + strings.Join(near, " or ") + "? " + hint
	}
	return usage("there is no command %q; %s", args[0], hint)
}

// flagError says what a flag wants where its own error only says that a number, or a
// yes or no, could not be read.
func flagError(err error) string {
	var number *strconv.NumError
	if !errors.As(err, &number) {
		if said, _, is := strings.Cut(err.Error(), "time: "); is && strings.Contains(err.Error(), " flag: time: ") {
			return said + "want a while, such as 0s, 90s or 10m"
		}
		return err.Error()
	}
	want := "want a whole number"
	switch {
	case errors.Is(number.Err, strconv.ErrRange):
		want = "want a number that is nearer to 0"
	case number.Func == "ParseBool":
		want = "want true or false, or the flag alone"
	case number.Func == "ParseFloat":
		want = "want a number, such as 0.5"
	}
	return strings.ReplaceAll(err.Error(), number.Error(), want)
}

var errNoFolder = errors.New("is a file")

// config reads the configuration: file, environment, flags.
func (a *app) config() (config.Config, error) {
	src, err := a.sources()
	if err != nil {
		return config.Config{}, err
	}
	c, err := config.Load(src)
	if oerr := folder.CheckOwner(c.Home); oerr != nil {
		return c, oerr // what is wrong with a file in there is its owner's business
	}
	if st, serr := os.Stat(c.Home); serr == nil && !st.IsDir() {
		return c, fmt.Errorf("the data folder %s %w; name a folder: --home or MEMTIDE_HOME", c.Home, errNoFolder)
	}
	return c, configError(err)
}

func configError(err error) error {
	if err == nil {
		return nil
	}
	if err = fmt.Errorf("configuration:\n%w", err); byFlags(err) {
		return usage("%v", err)
	}
	return err
}

// byFlags reports whether what is wrong stands on the command line, all of it.
func byFlags(err error) bool {
	var all interface{ Unwrap() []error }
	if !errors.As(err, &all) {
		return false
	}
	return !slices.ContainsFunc(all.Unwrap(), func(err error) bool {
		var p *config.Problem
		return !errors.As(err, &p) || !strings.HasPrefix(p.From, "--")
	})
}

// sources says where the settings of this call come from.
func (a *app) sources() (config.Sources, error) {
	flags := map[string]string{}
	if a.home != "" {
		abs, err := filepath.Abs(a.home)
		if err != nil {
			return config.Sources{}, usage("--home %s: %v", a.home, err)
		}
		flags["home"] = abs
	}
	if a.space != "" {
		flags["space"] = a.space
	}
	file, must := a.file, a.file != ""
	if file == "" {
		// What is wrong here is found again, and reported, with the file.
		c, _ := config.Load(config.Sources{Env: os.LookupEnv, Set: a.set, Flags: flags})
		file = filepath.Join(c.Home, config.FileName)
	}
	return config.Sources{File: file, Must: must, Env: os.LookupEnv, All: os.Environ(), Set: a.set, Flags: flags}, nil
}

// here returns the folder and the project that the command runs in.
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
	enc := a.encoder()
	enc.SetIndent("", "  ")
	return enc.Encode(listed(v))
}

// listed returns v with an empty list where it, a field of it, or one of what it lists
// is a list that is not there: who reads a list wants a list.
func listed(v any) any {
	old := reflect.ValueOf(v)
	if !old.IsValid() {
		return v
	}
	now := reflect.New(old.Type()).Elem()
	now.Set(old)
	if now.Kind() == reflect.Slice && now.Len() > 0 {
		now.Set(reflect.AppendSlice(reflect.MakeSlice(now.Type(), 0, now.Len()), now)) // what is filled is no one else's
		for i := range now.Len() {
			fillLists(now.Index(i))
		}
	}
	fillLists(now)
	return now.Interface()
}

func fillLists(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		if v.CanSet() && v.IsNil() && v.Type().Elem().Kind() != reflect.Uint8 { // bytes are a text, or JSON
			v.Set(reflect.MakeSlice(v.Type(), 0, 0))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			fillLists(v.Field(i))
		}
	}
}

// printSome is print for what was found. Of nothing it says so in words and by the
// exit code; in JSON that is an empty list.
func printSome[T any](a *app, all []T, text func(w io.Writer), empty string, args ...any) error {
	if len(all) == 0 && !a.json {
		return none(empty, args...)
	}
	return a.print(all, text)
}

// printLine is print for one of many that come one after the other: JSON is one
// object a line.
func (a *app) printLine(v any, text func(w io.Writer)) error {
	if a.json {
		return a.encoder().Encode(v)
	}
	var line bytes.Buffer
	text(&line)
	if _, err := a.io.out.Write(line.Bytes()); err != nil {
		return fmt.Errorf("print: %w", err)
	}
	return nil
}

func (a *app) encoder() *json.Encoder {
	enc := json.NewEncoder(inert{a.io.out})
	enc.SetEscapeHTML(false)
	return enc
}
