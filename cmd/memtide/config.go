package main

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/config"
)

func configCmd(a *app) *cobra.Command {
	var example bool
	c := &cobra.Command{
		Use: "config", Short: "list the settings that are in force, change them, or print a sample file", Args: cobra.NoArgs,
		Long: `Prints each key with the value that is in force for this call, and where it comes
from: built in, the file, a variable of the environment, or a flag. A daemon that
runs already has the settings of the moment when it was started.`,
		RunE: func(*cobra.Command, []string) error {
			if example && a.json {
				return usage("--example prints a config.toml, which is no JSON; memtide config --json has every key with its value")
			}
			if example {
				_, err := a.io.out.Write(config.Example())
				return err
			}
			src, err := a.sources()
			if err != nil {
				return err
			}
			values, err := config.Values(src)
			if err != nil {
				return configError(err)
			}
			return a.print(values, func(w io.Writer) { writeValues(w, values) })
		},
	}
	c.AddCommand(configSetCmd(a), configUnsetCmd(a))
	c.Flags().BoolVar(&example, "example", false, "print a commented config.toml")
	return c
}

// The columns of a list of settings: it is readable on a screen of 100.
const (
	configWidth = 100
	valueWidth  = 40 // of a value that leaves its source on the same line
)

// writeValues prints a setting a line: key, value, source. A long list goes on
// below its beginning, and so does a source for which there is no room.
func writeValues(out io.Writer, values []config.Value) {
	keys := 0
	for _, v := range values {
		keys = max(keys, len(v.Key)+2)
	}
	indent := strings.Repeat(" ", keys)
	for _, v := range values {
		lines := wrapped(v.Text, configWidth-keys)
		last, from := lines[len(lines)-1], "("+v.From+")"
		if one := fmt.Sprintf("%-*s  %s", valueWidth, last, from); keys+utf8.RuneCountInString(one) <= configWidth {
			lines[len(lines)-1] = one
		} else if one := last + "  " + from; keys+utf8.RuneCountInString(one) <= configWidth {
			lines[len(lines)-1] = one
		} else {
			lines = append(lines, from)
		}
		fmt.Fprintf(out, "%-*s%s\n", keys, v.Key, strings.Join(lines, "\n"+indent))
	}
}

// wrapped breaks a text at blanks into lines of at most width characters, as far
// as its words are no longer.
func wrapped(text string, width int) (lines []string) {
	line := ""
	for _, word := range strings.Split(text, " ") {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines, line = append(lines, line), ""
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
