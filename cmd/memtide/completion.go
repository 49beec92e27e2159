package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/tools"
)

// completes lets a shell offer what fits in a place: names of files only where a
// command takes one, folders where it takes a folder, and of a kind those there are.
func completes(c *cobra.Command) {
	if c.ValidArgsFunction == nil && len(c.ValidArgs) == 0 {
		switch {
		case strings.Contains(c.Use, "FILE"), strings.Contains(c.Use, "PATH"):
		case strings.Contains(c.Use, "DIR"), strings.Contains(c.Use, "FOLDER"):
			c.ValidArgsFunction = cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs)
		default:
			c.ValidArgsFunction = cobra.NoFileCompletions
		}
	}
	if c.Flags().Lookup("kind") != nil {
		kinds := memtide.Kinds
		if c.Name() == "remember" {
			kinds = tools.NoteKinds()
		}
		var names []string
		for _, k := range kinds {
			names = append(names, string(k))
		}
		// It fails only where there is no such flag, or one is registered already.
		_ = c.RegisterFlagCompletionFunc("kind", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
	}
	for _, sub := range c.Commands() {
		completes(sub)
	}
}
