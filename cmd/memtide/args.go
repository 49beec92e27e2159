package main

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/memtide/memtide"
)

// How much of an id names something: one digit names a change nearly always, and hardly
// the one that was meant.
const (
	shortestChange = 4
	shortestTrace  = 6 // of a prompt or a half-turn
)

// longEnough refuses the beginning of an id of which there is too little.
func longEnough(id string, least int, of string) error {
	if len(id) < least {
		return usage("%q is too short; give at least %s of the id of %s", id, memtide.Count(least, "character"), of)
	}
	return nil
}

// argsAreUsage makes wrong arguments of a command and those below it a wrong
// call, and so an argument or a flag that is empty.
func argsAreUsage(c *cobra.Command) {
	if check := c.Args; check != nil {
		c.Args = func(c *cobra.Command, args []string) error {
			err := check(c, args)
			var code exitCode
			switch {
			case err == nil:
				return cmp.Or(notEmpty(c, args), emptyFlag(c))
			case errors.As(err, &code):
				return err
			}
			return wrongArgs(c, args)
		}
	}
	for _, sub := range c.Commands() {
		argsAreUsage(sub)
	}
}

// wrongArgs says how a command is called.
func wrongArgs(c *cobra.Command, args []string) error {
	if c.HasAvailableSubCommands() && len(args) > 0 && len(places(c)) == 0 {
		return usage("%s has no command %q; see %s --help", c.CommandPath(), args[0], c.CommandPath())
	}
	return usage("the call is: %s; see %s --help", strings.TrimSuffix(c.UseLine(), " [flags]"), c.CommandPath())
}

// places returns the names of the arguments of a command, as its usage has them.
func places(c *cobra.Command) []string { return strings.Fields(c.Use)[1:] }

// mayBeEmpty marks a command whose argument may be: its flags say enough.
const mayBeEmpty = "may be empty"

// notEmpty refuses an argument without a character, as a variable is that a script has
// not set: as an id it would mean anything, and as a folder the one that one is in.
func notEmpty(c *cobra.Command, args []string) error {
	names := places(c)
	if c.Annotations[mayBeEmpty] != "" || len(names) == 0 {
		return nil
	}
	if last := len(names) - 1; len(args) > len(names) && !strings.HasSuffix(names[last], "...") {
		args = append(slices.Clone(args[:last]), strings.Join(args[last:], " ")) // words of one text
	}
	for i, arg := range args {
		if strings.TrimSpace(arg) == "" {
			name, _, _ := strings.Cut(strings.Trim(names[min(i, len(names)-1)], "[]."), "|")
			if strings.ToUpper(name) != name {
				name = "an argument"
			}
			return usage("%s is empty; see %s --help", name, c.CommandPath())
		}
	}
	return nil
}

// nearFlag adds to the error of a flag that is none which one is spelled nearly so.
func nearFlag(c *cobra.Command, err error) string {
	given, long := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !long {
		return ""
	}
	near, least := "", 1+max(1, len(given)/3)
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if far := memtide.Distance(given, f.Name); !f.Hidden && far < least {
			near, least = f.Name, far
		}
	})
	if near == "" {
		return ""
	}
	return "; did you mean --" + near + "?"
}

// texts are the arguments that people write, and that may begin with a "-".
var texts = []string{"TEXT", "PROMPT", "[QUERY]", "ID|DESCRIPTION", "NAME", "VALUE"}

// dashed adds to the error of a flag that is none how a text is given that begins like one.
func dashed(c *cobra.Command, err error) string {
	takes := slices.ContainsFunc(places(c), func(p string) bool { return slices.Contains(texts, p) })
	if !takes || !strings.HasPrefix(err.Error(), "unknown ") {
		return ""
	}
	return "; what begins with \"-\" and is no flag stands behind --: " + c.CommandPath() + " -- -…"
}
