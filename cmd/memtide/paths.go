package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/memtide/memtide"
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

// wantEnd refuses what is imported and is neither a file nor a folder: it is read more than once,
// and a pipe may have no other side, or a device no end.
func wantEnd(path string) error {
	if st, err := os.Stat(path); err != nil || st.Mode().IsRegular() || st.IsDir() {
		return nil
	}
	return usage("%s is no file, but a pipe or a device; what comes through one is read by memtide import -", path)
}

// mostWhole is the size of the largest file that is read as a whole: what is made of it takes
// several times that.
const mostWhole = 256 << 20

// readWhole is [os.ReadFile] for a file that may be of any size.
func readWhole(path string) ([]byte, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if st.Size() > mostWhole {
		return nil, fmt.Errorf("%s has %s, and not more than %s are read at once; take it apart", path, memtide.Size(uint64(st.Size())), memtide.Size(mostWhole))
	}
	return os.ReadFile(path)
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
