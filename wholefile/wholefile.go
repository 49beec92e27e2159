// Package wholefile writes files that are there whole or not at all: who opens one
// reads what it held before or what it holds now.
//
//	path.tmp   grows
//	           synced, where that is asked for
//	path       it takes its place by one rename
//
// [Change] edits a file that others edit, too: links are followed, the mode is kept, and what
// somebody else has written meanwhile is not lost.
//
// It adds nothing to the errors of the system, which name the file.
package wholefile

import (
	"bufio"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// Options says what a file needs beyond being whole.
type Options struct {
	// Synced is for what must survive that the power fails: when the call returns,
	// the bytes and the name are on the disk.
	Synced bool
	// Apart is for a file that several may write at once: each new one grows under a
	// name of its own, path.N.tmp, which a process that dies leaves behind. The others
	// grow under path.tmp, and the next writer removes what was left there.
	Apart   bool
	Mode    fs.FileMode  // 0 means 0600
	Written func() error // called once path.tmp has all, and before it is synced; its error ends the call
	Look    func() error // a last look before the rename; its error ends the call
}

// Write puts raw in the place of a file.
func Write(path string, raw []byte, o Options) error {
	return o.put(path, func(f *os.File) error {
		_, err := f.Write(raw)
		return err
	})
}

// Fill puts what fill writes in the place of a file. It is buffered.
func Fill(path string, fill func(io.Writer) error, o Options) error {
	return o.put(path, func(f *os.File) error {
		w := bufio.NewWriterSize(f, 1<<20)
		return errors.Join(fill(w), w.Flush())
	})
}

func (o Options) put(path string, fill func(*os.File) error) error {
	f, err := o.create(path)
	if err != nil {
		return err
	}
	err = fill(f)
	if err == nil && o.Mode != 0 {
		err = f.Chmod(o.Mode)
	}
	if err == nil && o.Written != nil {
		err = o.Written()
	}
	if err == nil && o.Synced {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil && o.Look != nil {
		err = o.Look()
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	if o.Synced {
		return syncFolder(filepath.Dir(path))
	}
	return nil
}

func (o Options) create(path string) (*os.File, error) {
	if o.Apart {
		return os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".*.tmp")
	}
	for again := false; ; again = true {
		f, err := os.OpenFile(path+".tmp", os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if again || !errors.Is(err, fs.ErrExist) {
			return f, err
		}
		if err := os.Remove(path + ".tmp"); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
	}
}

func syncFolder(dir string) error {
	if runtime.GOOS == "windows" {
		return nil // a folder cannot be synced there
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
