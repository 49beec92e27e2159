package folder

import (
	"errors"
	"fmt"
	"os"
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
// only a file of its own, and a daemon that could not write its log nothing.
func Crowded(home string, err error) error {
	if full := Full(home); full != nil {
		return fmt.Errorf("%w (%w)", full, err)
	}
	return err
}

// IsFull reports whether there was no room to write.
func IsFull(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
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
