package main

import (
	"fmt"
	"io"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
)

func backupCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "backup [DIR]", Short: "copy the data folder while the daemon runs, and check the copy", Args: cobra.MaximumNArgs(1),
		Long: `Copies both logs as they stand at one moment, the vectors and the settings into a
new folder below DIR, and opens the copy: each space, made anew from its log, must
have its state hash. Without DIR it goes to backups/ in the data folder, where
jobs.keep_backups of them stay. memtide restore puts one back.`,
		RunE: func(c *cobra.Command, args []string) error {
			var in control.BackupRequest
			if len(args) > 0 && args[0] == "" {
				return usage("DIR is empty; leave it out for backups/ in the data folder; see memtide backup --help")
			}
			if len(args) > 0 {
				dir, err := filepath.Abs(args[0])
				if err != nil {
					return err
				}
				in.Dir = dir
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer cl.Close()
			r, err := progress.Followed[control.BackupReport](c.Context(), cl, "backup", in, progress.Bar(a.io.err, -1, "backing up"))
			if err != nil {
				return err
			}
			return a.print(r, func(w io.Writer) { fmt.Fprintln(w, r.String()) })
		},
	}
}
