package ledger

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"sync"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/textindex"
)

// Ahead is the snapshot of the text index of a space, read while the server of the
// logs still starts: of all that a start waits for it takes longest, and it needs
// nothing of the rest. nil is none.
type Ahead struct {
	path string
	done chan struct{} // closed when what was read is known

	mu   sync.Mutex
	read *snapshot // nil where it could not be read, and where it was taken
}

// ReadAhead begins to read the snapshot of a space below dir. Who has made it closes it.
func ReadAhead(dir string, name memtide.Space) *Ahead {
	a := &Ahead{path: snapshotIn(folderOf(dir, name)), done: make(chan struct{})}
	go func() {
		defer close(a.done)
		defer func() { _ = recover() }() // as an error: who takes it meets the same
		read, err := readSnapshot(a.path)
		if err != nil {
			return
		}
		a.mu.Lock()
		a.read = read
		a.mu.Unlock()
	}()
	return a
}

// take returns what the file holds: what was read of it where nobody has written it,
// or taken it away, since.
func (a *Ahead) take(path string) (*snapshot, error) {
	if a == nil || a.path != path {
		return readSnapshot(path)
	}
	<-a.done
	a.mu.Lock()
	read := a.read
	a.read = nil
	a.mu.Unlock()
	if read == nil || !read.still(path) {
		return readSnapshot(path)
	}
	return read, nil
}

// Close returns when nothing is read any more.
func (a *Ahead) Close() {
	if a == nil {
		return
	}
	<-a.done
	a.mu.Lock()
	a.read = nil
	a.mu.Unlock()
}

// snapshot is what a snapshot file holds: the length and the JSON of a header, then
// the index.
type snapshot struct {
	file  os.FileInfo
	head  snapshotHeader
	index *textindex.Index
	seq   uint64
}

type snapshotHeader struct {
	Projects []string `json:"projects"`
	Graph    string   `json:"graph"` // incarnation of the ledger
}

func snapshotIn(dir string) string { return filepath.Join(dir, "text.snap") }

func readSnapshot(path string) (*snapshot, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	n := &snapshot{}
	if n.file, err = f.Stat(); err != nil {
		return nil, err
	}
	r := bufio.NewReaderSize(f, 1<<20)
	var size uint32
	if err := binary.Read(r, binary.BigEndian, &size); err != nil {
		return nil, err
	}
	var raw bytes.Buffer
	if _, err := io.CopyN(&raw, r, int64(size)); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(raw.Bytes(), &n.head); err != nil {
		return nil, err
	}
	n.index, n.seq, err = textindex.Load(measured{r, int(n.file.Size())}, textOptions())
	return n, err
}

// still reports whether the file that was read is the one that lies there: one that is
// written anew is another file, and one that is shredded is gone.
func (n *snapshot) still(path string) bool {
	st, err := os.Stat(path)
	return err == nil && os.SameFile(st, n.file) && st.Size() == n.file.Size() && st.ModTime().Equal(n.file.ModTime())
}

// measured is a reader of at most so many bytes.
type measured struct {
	io.Reader
	size int
}

func (m measured) Len() int { return m.size }
