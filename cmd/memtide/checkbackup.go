package main

import (
	"os"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/daemon"
)

func checkBackupCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: daemon.CheckVerb + " DIR HOME", Short: "check a backup for the daemon; for people there is memtide restore DIR --check",
		Args: cobra.ExactArgs(2), Hidden: true,
		RunE: func(c *cobra.Command, args []string) error {
			// At once: the next daemon removes the folder, and nothing may come into it then.
			return daemon.ServeCheck(c.Context(), args[0], args[1], a.io.in, a.io.out, func() { os.Exit(exitError) })
		},
	}
}
