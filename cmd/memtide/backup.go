package main

import (
	"io"
	"os"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
)

func backupCmd(a *app) *cobra.Command {
	c := &cobra.Command{
		Use: "backup [DIR]", SuggestionsMinimumDistance: 2, Short: "copy the data folder while the daemon runs, and check the copy", Args: cobra.MaximumNArgs(1),
		Long: `Copies both logs as they stand at one moment, the vectors and the settings into a
new folder below DIR, and opens the copy: each space, made anew from its log, must
have its state hash. Without DIR it goes to backups/ in the data folder, where
jobs.keep_backups of them stay. memtide backup list has them, memtide restore puts
one back. A DIR with the name of a command is written with a path: ./list`,
		RunE: func(c *cobra.Command, args []string) error {
			var in control.BackupRequest
			if len(args) > 0 {
				if err := meantList(c, args[0]); err != nil {
					return err
				}
				dir, err := filepath.Abs(args[0])
				if err != nil {
					return err
				}
				if st, err := os.Stat(dir); err == nil && !st.IsDir() {
					return usage("%s is a file; name the folder that backups are to lie in", dir)
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
			return a.print(r, func(w io.Writer) { printPlain(w, "%s\n", r.String()) })
		},
	}
	c.AddCommand(backupListCmd(a))
	return c
}

// meantList refuses a folder that is not there yet and has nearly the name of a command.
func meantList(c *cobra.Command, dir string) error {
	if _, err := os.Lstat(dir); err == nil || filepath.Base(dir) != dir {
		return nil
	}
	if near := c.SuggestionsFor(dir); len(near) > 0 {
		return usage("there is no folder %s; did you mean memtide backup %s? A new folder of that name is written ./%s", dir, near[0], dir)
	}
	return nil
}

func backupListCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "list [DIR]", Short: "list the backups that are there, the newest first", Args: cobra.MaximumNArgs(1),
		Long: `Lists the backups in backups/ of the data folder, or in DIR, the newest first, and
says which cannot be used. No daemon is needed. It looks at what they say of
themselves; memtide restore DIR --check opens one.`,
		RunE: func(_ *cobra.Command, args []string) error {
			cfg, err := a.config()
			if err != nil {
				return err
			}
			dir, err := filepath.Abs(append(args, daemon.BackupFolder(cfg.Home))[0])
			if err != nil {
				return err
			}
			if len(args) > 0 {
				if err := wantFolder(dir, "name the folder that backups lie in"); err != nil {
					return err
				}
			}
			all, err := daemon.Backups(dir)
			if err != nil {
				return err
			}
			return printSome(a, all, func(w io.Writer) { writeBackups(w, all) }, "there is no backup in %s; make one with: memtide backup", dir)
		},
	}
}

func writeBackups(out io.Writer, all []daemon.Backup) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, b := range all {
		if b.Problem != "" {
			printPlain(w, "cannot be used\t-\t-\t%s\n", b.Problem)
			continue
		}
		printPlain(w, "%s\t%s\t%s\t%s\n", b.Made.Local().Format(time.DateTime), memtide.Size(uint64(b.Bytes)), memtide.Count(b.Spaces, "space"), b.Dir)
	}
	w.Flush()
}
