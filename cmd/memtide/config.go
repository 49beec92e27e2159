package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/config"
)

func configCmd(a *app) *cobra.Command {
	var example bool
	c := &cobra.Command{
		Use: "config", Short: "list the settings that are in force, or print a sample file", Args: cobra.NoArgs,
		Long: `Prints each key with the value that is in force for this call, and where it comes
from: built in, the file, a variable of the environment, or a flag. A daemon that
runs already has the settings of the moment when it was started.`,
		RunE: func(*cobra.Command, []string) error {
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
	c.Flags().BoolVar(&example, "example", false, "print a commented config.toml")
	return c
}

func writeValues(out io.Writer, values []config.Value) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, v := range values {
		fmt.Fprintf(w, "%s\t%s\t(%s)\n", v.Key, v.Text, v.From)
	}
	w.Flush()
}
