package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

// written are the folders of a data folder that hooks and the daemon write into, whatever
// else they do. The home itself comes first.
var written = []string{".", "spool", "state", "run", "log", "spaces", "nats"}

// NotWritable is why nothing can be written into a folder, and what to do.
type NotWritable struct {
	Err  error
	Mend string
}

// Unwritable names the folders of a data folder that this user cannot write into: what
// hooks keep in the spool would be lost without a word. One that is not there is made by
// who needs it. It writes nothing itself.
func Unwritable(home string) (all []NotWritable) {
	for _, name := range written {
		dir := filepath.Join(home, name)
		st, err := os.Stat(dir)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err == nil && !st.IsDir():
			err = syscall.ENOTDIR
		case err == nil:
			err = mayWrite(dir)
		}
		if err != nil {
			all = append(all, NotWritable{fmt.Errorf("nothing can be written into %s: %w", dir, cause(err)), mend(dir, err)})
			if name == "." && errors.Is(err, syscall.EROFS) {
				return all // the same is so of all below it
			}
		}
	}
	return all
}

// cause is an error without the path that it names.
func cause(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

func mend(dir string, err error) string {
	switch {
	case errors.Is(err, syscall.EROFS):
		return "mount its file system writable, or choose another folder with MEMTIDE_HOME"
	case errors.Is(err, syscall.ENOTDIR):
		return "move that file away"
	}
	return "chmod u+rwx " + dir
}
