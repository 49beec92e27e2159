package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/progress"
)

// restoreCmd puts back a memory or a whole backup: who gives a folder means that.
func restoreCmd(a *app) *cobra.Command {
	var check, force, beside bool
	c := &cobra.Command{
		Use: "restore ID|DIR", Short: "bring a memory back, or put a backup in the place of all of it", Args: cobra.ExactArgs(1),
		Long: `With the id of a memory: lets it be found again after it was forgotten, archived
by a job or rolled back. One that is superseded holds again, and what holds now
is superseded by it; with --beside both hold. One that was dropped out of
quarantine waits there again. memtide undo takes it back.

With the folder of a backup: opens it and checks it: every file has its hash, and
every space, made anew from its log, has its state hash. Only then it takes the
place of what is in the data folder, which is kept beside it. The daemon must not
run. With --check nothing is replaced. memtide backup list has the folders.`,
		RunE: func(c *cobra.Command, args []string) error {
			if st, err := os.Stat(args[0]); err != nil || !st.IsDir() {
				if check {
					return wantFolder(args[0], "--check wants the folder of a backup: memtide backup list")
				}
				if filepath.Base(args[0]) != args[0] || strings.Contains(args[0], ".") { // no id has a path or a dot
					return wantFolder(args[0], "memtide restore wants the folder of a backup, or the id of a memory")
				}
				return a.bringBack(c, args[0], beside)
			}
			dir, err := filepath.Abs(args[0])
			if err != nil {
				return err
			}
			if err := backupsInside(dir); err != nil {
				return err
			}
			cfg, err := a.config()
			if err != nil {
				return err
			}
			tell, end := progress.Told(a.io.err, "opening the backup")
			opts := daemon.RestoreOptions{Check: check, Progress: tell}
			if !force {
				opts.Agree = func() bool { return a.agree("There is a memory in " + cfg.Home + ". Put the backup in its place?") }
			}
			r, err := daemon.Restore(c.Context(), cfg, dir, opts)
			end()
			if err != nil {
				return err
			}
			return a.print(r, func(w io.Writer) { writeRestored(w, r, check) })
		},
	}
	c.Flags().BoolVar(&check, "check", false, "only open the backup and check it")
	c.Flags().BoolVarP(&force, "yes", "y", false, "do not ask, also where there is a memory")
	c.Flags().BoolVar(&beside, "beside", false, "what has superseded the memory stays, too")
	return c
}

// backupsInside refuses a folder that is no backup and holds some: which one is meant
// is for who asks to say.
func backupsInside(dir string) error {
	all, err := daemon.Backups(dir)
	all = slices.DeleteFunc(all, func(b daemon.Backup) bool { return b.Problem != "" })
	if err != nil || len(all) == 0 {
		return nil // what is wrong with the folder is found by who opens it
	}
	return usage("%s holds %s and is none itself; the newest is %s", dir, memtide.Count(len(all), "backup"), all[0].Dir)
}

func writeRestored(w io.Writer, r daemon.RestoreReport, check bool) {
	printPlain(w, "%s of %s: %s, %d %s; every file and every state hash is right\n", r.Dir, r.Made.Local().Format(time.DateTime), memtide.Count(r.Spaces, "space"), r.Nodes, memtide.Agree(r.Nodes, "node or name", "nodes and names"))
	if r.Later > 0 {
		fmt.Fprintf(w, "it is older than %d of the erasures here: the daemon makes them again when it starts, before it answers anybody\n", r.Later)
	}
	if check {
		return
	}
	fmt.Fprintln(w, "restored")
	if r.Aside != "" {
		printPlain(w, "what stood before lies in %s; delete it when you do not want it back\n", r.Aside)
	}
}
