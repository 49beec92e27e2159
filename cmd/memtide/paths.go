package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// wantFile refuses what is no file, and wantFolder what is no folder: the system says of
// either only what it could not do with it. How says what to give instead. What cannot be
// looked at for another reason is found by who opens it.
func wantFile(path, how string) error   { return wantPath(path, false, how) }
func wantFolder(path, how string) error { return wantPath(path, true, how) }

func wantPath(path string, folder bool, how string) error {
	what := map[bool]string{false: "file", true: "folder"}
	st, err := os.Stat(path)
	switch {
	case err == nil && st.IsDir() != folder:
		return usage("%s is a %s; %s", path, what[st.IsDir()], how)
	case errors.Is(err, fs.ErrNotExist):
		return usage("there is no %s %s; %s", what[folder], path, how)
	}
	return nil
}

// wantRoom refuses the name of a new file in a folder that is not there.
func wantRoom(path, how string) error { return wantFolder(filepath.Dir(path), how) }

// emptyFlag refuses a flag that is given without a character, as a variable is that a
// script has not set: it would mean what the flag is there to change. In no project is one
// that can be asked about.
func emptyFlag(c *cobra.Command) (err error) {
	c.Flags().Visit(func(f *pflag.Flag) {
		empty := f.Value.Type() == "string" && f.Value.String() == "" && f.Name != "project"
		if list, is := f.Value.(pflag.SliceValue); is {
			empty = len(list.GetSlice()) == 0 || slices.Contains(list.GetSlice(), "")
		}
		if err == nil && empty {
			err = usage("--%s is empty; give it a value, or leave it out; see %s --help", f.Name, c.CommandPath())
		}
	})
	return err
}
