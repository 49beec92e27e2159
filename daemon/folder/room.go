package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
)

// storageProbe is how many bytes must fit before storage is opened anew, in bytes.
const storageProbe = 1 << 20

// Full says that the disk of a data folder is full, or has as many files as it can
// have; nil where it is not, or nobody can tell.
func Full(home string) error {
	if fileless(home) {
		return fmt.Errorf("the disk of %s can have no more files; remove some (df -i), then try again", home)
	}
	free, err := Free(home)
	if err != nil || free >= storageProbe {
		return nil
	}
	return fmt.Errorf("the disk of %s is full; make room, then try again", home)
}

// Crowded puts before an error that the disk is full, where it is: the server inside names
// only a file of its own, and a daemon that could not write its log nothing. So it does
// with [Handles].
func Crowded(home string, err error) error {
	if full := Full(home); full != nil {
		return fmt.Errorf("%w (%w)", full, err)
	}
	return Handles(err)
}

// IsFull reports whether there was no room to write. What has copied a store, or a process
// of its own has told, says it in words only.
func IsFull(err error) bool {
	return err != nil && slices.ContainsFunc([]syscall.Errno{syscall.ENOSPC, syscall.EDQUOT}, func(full syscall.Errno) bool {
		return errors.Is(err, full) || strings.Contains(err.Error(), full.Error())
	})
}

// NoRoom puts before the error of work that has found no room to write on which disk that
// is, and what to do: the data folder's, or that of the folder that it wrote into. Other
// errors stay, and so does one that says it.
func NoRoom(home string, err error) error {
	if said := (*noRoom)(nil); !IsFull(err) || errors.As(err, &said) {
		return err
	}
	dir := home
	if p := (*fs.PathError)(nil); errors.As(err, &p) && !within(home, p.Path) {
		dir = filepath.Dir(p.Path)
	}
	if fileless(dir) {
		return &noRoom{fmt.Errorf("the disk of %s can have no more files; remove some (df -i), then try again (%w)", dir, err)}
	}
	return &noRoom{fmt.Errorf("the disk of %s is full; make room, then try again (%w)", dir, err)}
}

type noRoom struct{ error }

func (e *noRoom) Unwrap() error { return e.error }

func within(dir, path string) bool {
	rel, err := filepath.Rel(dir, path)
	return err != nil || filepath.IsLocal(rel)
}

// Probe writes a file of 1 MiB into a folder, to the disk, and removes it.
func Probe(dir string) error {
	f, err := os.CreateTemp(dir, "probe.*.tmp")
	if err != nil {
		return err
	}
	_, err = f.Write(make([]byte, storageProbe))
	return errors.Join(err, f.Sync(), f.Close(), os.Remove(f.Name()))
}
