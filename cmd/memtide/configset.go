package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/wholefile"
)

// settingsChange is what a command has made of the settings file.
type settingsChange struct {
	File    string          `json:"file"`    // links followed
	Written bool            `json:"written"` // false: nothing is to be changed, or --dry-run
	Restart bool            `json:"restart"` // a daemon runs, with the settings from before
	Changes []config.Change `json:"changes"`
}

const anewHelp = `The file is edited in place: comments, order and spacing stay. Nothing is written where
the settings would be wrong then. A daemon reads them when it starts: memtide stop
--hold 0s, and any command starts one with the new ones.`

func configSetCmd(a *app) *cobra.Command {
	var dry bool
	c := &cobra.Command{
		Use: "set KEY VALUE [KEY VALUE ...]", Short: "set keys in config.toml",
		Annotations: map[string]string{mayBeEmpty: "a value is"},
		Long: `Sets keys in config.toml. A value is written as in a variable of the environment: a
list with commas, a size as 128MiB, "" for none. Keys with a name of your own in them are
keys, too: models.providers.work.url, models.layers.extract.model, tools.ci.trust,
models.prices.openai/gpt-4.1-nano.in.

` + anewHelp,
		Args: func(c *cobra.Command, args []string) error {
			if len(args) == 0 || len(args)%2 != 0 {
				return errors.New("a key has no value")
			}
			return nil
		},
		ValidArgsFunction: settingNames,
		RunE: func(c *cobra.Command, args []string) error {
			var wishes []config.Wish
			for i := 0; i < len(args); i += 2 {
				wishes = append(wishes, config.Wish{Key: args[i], Value: args[i+1]})
			}
			return a.changeSettings(c.Context(), wishes, dry)
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "say what would change and write nothing")
	return c
}

func configUnsetCmd(a *app) *cobra.Command {
	var dry bool
	c := &cobra.Command{
		Use: "unset KEY...", Short: "take keys out of config.toml", Args: cobra.MinimumNArgs(1),
		Long: `Takes keys out of config.toml, so that what the profile says holds again, or what is
built in; also a key that is no setting, and all of what has a name of your own:
models.providers.work.

` + anewHelp,
		ValidArgsFunction: settingNames,
		RunE: func(c *cobra.Command, args []string) error {
			var wishes []config.Wish
			for _, key := range args {
				wishes = append(wishes, config.Wish{Key: key, Out: true})
			}
			return a.changeSettings(c.Context(), wishes, dry)
		},
	}
	c.Flags().BoolVar(&dry, "dry-run", false, "say what would change and write nothing")
	return c
}

// settingNames offers a shell the keys, where one may stand.
func settingNames(c *cobra.Command, args []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	if c.Name() == "unset" || len(args)%2 == 0 {
		for _, k := range config.Keys() {
			names = append(names, k.Key)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

func (a *app) changeSettings(ctx context.Context, wishes []config.Wish, dry bool) error {
	r, err := a.editSettings(ctx, wishes, dry, nil)
	if err != nil {
		return err
	}
	return a.print(r, func(w io.Writer) { writeChanges(w, r, dry) })
}

// editSettings changes the settings file of this call. before is asked once, with the settings
// that would hold then, and its error ends it.
func (a *app) editSettings(ctx context.Context, wishes []config.Wish, dry bool, before func(config.Config) error) (r settingsChange, err error) {
	src, err := a.sources()
	if err != nil {
		return r, err
	}
	if _, err := a.config(); errors.Is(err, folder.ErrForeign) || errors.Is(err, errNoFolder) {
		return r, err
	}
	t, err := wholefile.See(src.File)
	if err != nil {
		return r, err
	}
	e, err := edited(src, t, wishes)
	if err == nil && before != nil {
		err = before(e.Config)
	}
	if r = (settingsChange{File: t.Path, Changes: e.Changes}); err != nil || dry || bytes.Equal(e.Text, t.Bytes) {
		return r, err
	}
	err = folder.InTurn(ctx, e.Config.Home, func() error {
		return wholefile.Change(src.File, func(t wholefile.Seen) error {
			e, err := edited(src, t, wishes) // of what it is now
			if err != nil {
				return err
			}
			r.Changes = e.Changes
			if err := os.MkdirAll(filepath.Dir(t.Path), 0o700); err != nil {
				return err
			}
			return t.Replace(e.Text)
		})
	})
	if err != nil {
		return r, err
	}
	r.Written = true
	if cl, err := client.Dial(e.Config); err == nil {
		cl.Close()
		r.Restart = true
	}
	return r, a.keepEnv()
}

// edited is what becomes of a settings file.
func edited(src config.Sources, t wholefile.Seen, wishes []config.Wish) (config.Edited, error) {
	if err := wantSettings(src, t); err != nil {
		return config.Edited{}, err
	}
	e, err := config.Edit(src, t.Bytes, wishes)
	if errors.Is(err, config.ErrEdit) {
		return e, usage("%v", err)
	}
	return e, configError(err)
}

// wantSettings refuses a file that is not there and was meant to be, and one that its owner has
// made read-only.
func wantSettings(src config.Sources, t wholefile.Seen) error {
	if t.Exists {
		if t.Mode&0o200 == 0 {
			return fmt.Errorf("%s is read-only (mode %#o), and nothing is written; chmod u+w %s, or edit what makes it", t.Path, t.Mode, t.Path)
		}
		return nil
	}
	if src.Must {
		return usage("there is no file %s, which --config names; make it, or leave --config out", src.File)
	}
	if to, err := os.Readlink(src.File); err == nil {
		return fmt.Errorf("%s is a link to %s, which is not there: put the file there, or remove the link", src.File, to)
	}
	return nil
}

// said is a value with where it comes from, unless that is the file.
func said(text, from string) string {
	switch {
	case from == "":
		return "not set"
	case text == "":
		return "what could not be used"
	case from == config.BuiltIn || strings.HasPrefix(from, "profile "):
		return text + " (" + from + ")"
	}
	return text
}

// writeChanges says what became of each key, and what is to be done now.
func writeChanges(w io.Writer, r settingsChange, dry bool) {
	wide := 0
	for _, c := range r.Changes {
		wide = max(wide, len(c.Key))
	}
	any := false
	for _, c := range r.Changes {
		any = any || c.Changed
		now := said(c.NewText, c.NewFrom)
		if !c.Changed {
			fmt.Fprintf(w, "%-*s  %s, as it was\n", wide, c.Key, now)
			continue
		}
		if c.OldFrom == "" && c.NewFrom == "" { // a table, or what is no setting
			fmt.Fprintf(w, "%-*s  taken out\n", wide, c.Key)
			continue
		}
		fmt.Fprintf(w, "%-*s  %s → %s\n", wide, c.Key, said(c.OldText, c.OldFrom), now)
	}
	switch {
	case r.Written:
		fmt.Fprintf(w, "%s: changed\n", r.File)
	case any && dry:
		fmt.Fprintf(w, "%s: not changed, with --dry-run\n", r.File)
	default:
		fmt.Fprintf(w, "%s: nothing to change\n", r.File)
	}
	for _, c := range r.Changes {
		if c.Hidden != "" {
			fmt.Fprintf(w, "%s: the value of %s is in force, and not the one of the file\n", c.Key, c.Hidden)
		}
	}
	if r.Restart {
		fmt.Fprintln(w, "the daemon that runs has the settings from before: memtide stop --hold 0s, then any command")
	}
}
