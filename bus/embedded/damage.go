package embedded

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrDamaged says that a file of a stream cannot be read in its middle.
var ErrDamaged = errors.New("the log is damaged")

// block is a file of a stream.
type block struct{ stream, path string }

// intact looks at every block of the streams before a server opens them, which cuts
// a block off at the first record that it cannot read, however much stands behind it,
// at the start or when it comes to read it: what was acknowledged would be gone, and
// nobody told. A record at the end that was being written when the power failed is no
// damage. The error is [ErrDamaged]; nothing has been changed.
func intact(dir string, streams []string) error {
	blocks, err := blocksIn(dir, streams)
	if err != nil {
		return err
	}
	errs := make([]error, min(runtime.GOMAXPROCS(0), len(blocks)))
	var wg sync.WaitGroup
	for k := range errs {
		wg.Go(func() {
			var some []block
			for i := k; i < len(blocks); i += len(errs) {
				some = append(some, blocks[i])
			}
			errs[k] = look(some, func() error { return nil })
		})
	}
	wg.Wait()
	return errors.Join(errs...)
}

// look looks at blocks, and calls stand before each piece of the work.
func look(blocks []block, stand func() error) error {
	var raw []byte
	for _, b := range blocks {
		var err error
		if raw, err = b.look(raw, stand); err != nil {
			return err
		}
	}
	return nil
}

// look reads a block, into raw where that is large enough, and returns what it read.
func (b block) look(raw []byte, stand func() error) ([]byte, error) {
	raw, err := readInto(raw, b.path, stand)
	if errors.Is(err, fs.ErrNotExist) {
		return raw, nil // an erasure has emptied it
	}
	if err != nil {
		return raw, err
	}
	at, behind, err := damageIn(raw, b.stream, b.path, stand)
	if err == nil && behind > 0 {
		err = fmt.Errorf("%w: %s cannot be read at byte %d, and what stands from byte %d on can; nothing of it was changed. Put a backup back (memtide backup list, memtide restore DIR). Where there is none, truncate -s %d '%s' keeps what stands before it",
			ErrDamaged, b.path, at, behind, at, b.path)
	}
	return raw, err
}

// piece is how much of a block is read, or held against its checksums, at one go: a
// part of a millisecond.
const piece = 256 << 10

// readInto is [os.ReadFile] into a buffer that may be used again.
func readInto(raw []byte, path string, stand func() error) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return raw, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return raw, err
	}
	raw = slices.Grow(raw[:0], int(info.Size()))[:info.Size()]
	for at := 0; at < len(raw); {
		if err := stand(); err != nil {
			return raw, err
		}
		n, err := io.ReadFull(f, raw[at:min(at+piece, len(raw))])
		at += n
		if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
			return raw[:at], nil // it has become shorter
		}
		if err != nil {
			return raw, err
		}
	}
	return raw, nil
}

// blocksIn returns the blocks of streams.
func blocksIn(dir string, streams []string) (all []block, err error) {
	for _, stream := range streams {
		folder := blocksOf(dir, stream)
		files, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		for _, f := range files {
			if strings.HasSuffix(f.Name(), ".blk") {
				all = append(all, block{stream, filepath.Join(folder, f.Name())})
			}
		}
	}
	return all, nil
}

// damageIn returns where the first record of a block stands that cannot be read, and
// where the next one behind it does that can: 0 where there is none.
func damageIn(raw []byte, stream, path string, stand func() error) (at, behind int, err error) {
	h, err := blockHash(stream, path)
	if err != nil {
		return 0, 0, err
	}
	for next := 0; at < len(raw); {
		if at >= next {
			if err := stand(); err != nil {
				return 0, 0, err
			}
			next = at + piece
		}
		n := recordAt(raw[at:], h)
		if n == 0 {
			break
		}
		at += n
	}
	for behind = at + 1; behind < len(raw); behind++ {
		if recordAt(raw[behind:], h) > 0 {
			return at, behind, nil
		}
	}
	return at, 0, nil
}

// mostSequence is more than a stream ever comes to.
const mostSequence = 1 << 48

// recordAt returns the length of the record that a part of a block begins with, 0
// where that is none.
func recordAt(raw []byte, h hash.Hash) int {
	if len(raw) < recordLeast {
		return 0
	}
	n := int(binary.LittleEndian.Uint32(raw) &^ hasHeaders)
	// A sequence of so many digits is none: most of what is no record ends here, and
	// nothing has to be hashed for it.
	seq := binary.LittleEndian.Uint64(raw[4:]) &^ (isErased | isTombstone)
	if n < recordLeast || n > len(raw) || seq > mostSequence || !sound(raw[:n], h) {
		return 0
	}
	return n
}

// settles is how long a block that is being written may look damaged.
const settles = 200 * time.Millisecond

// Intact looks at every block of the guarded streams, as [Start] does, one after the
// other. The error is [ErrDamaged], or that of stand, which is called before each part
// of a millisecond of the work.
func (s *Server) Intact(stand func() error) error {
	err := s.look(stand)
	if !errors.Is(err, ErrDamaged) {
		return err
	}
	time.Sleep(settles)
	return s.look(stand)
}

func (s *Server) look(stand func() error) error {
	blocks, err := blocksIn(s.dir, s.guarded)
	if err != nil {
		return err
	}
	return look(blocks, stand)
}
