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
	"strconv"
	"strings"
	"sync"
	"time"
)

// ErrDamaged says that a file of a stream cannot be read where it should be.
var ErrDamaged = errors.New("the log is damaged")

// block is a file of a stream.
type block struct {
	stream, path string
	newest       bool // the one that the stream is written to
}

// gap is the first part of a block that cannot be read; in one that is whole it is
// empty and stands at the end.
type gap struct {
	block
	at, behind int    // where it begins, and where the next record stands that can be read; 0: none does
	size       int    // of the block
	last       uint64 // highest sequence of the records before it
}

func (g gap) empty() bool { return g.at == g.size }

// atEnd reports whether a gap is at the end of its stream: what is left of a record that
// was being written, or a record that was damaged since.
func (g gap) atEnd() bool { return g.behind == 0 && g.newest }

// err says what is to be done about a gap that no start may close. The way without a
// backup loses no record that can be read; without its index the server looks what is
// there.
func (g gap) err() error {
	const way = "%w: %s cannot be read at byte %d%s; nothing of it was changed. Put a backup back (memtide backup list, memtide restore DIR). Where there is none, %s && rm -f '%s' takes out that part and nothing else"
	index := filepath.Join(filepath.Dir(g.path), indexFile)
	if g.behind == 0 {
		return fmt.Errorf(way, ErrDamaged, g.path, g.at, " and behind it, though newer files can", fmt.Sprintf("truncate -s %d '%s'", g.at, g.path), index)
	}
	return fmt.Errorf(way, ErrDamaged, g.path, g.at, fmt.Sprintf(", and what stands from byte %d on can", g.behind),
		fmt.Sprintf("{ head -c %d '%[2]s'; tail -c +%[3]d '%[2]s'; } >'%[2]s.new' && mv '%[2]s.new' '%[2]s'", g.at, g.path, g.behind+1), index)
}

// intact looks at every block of the streams before a server opens them, which cuts
// a block off at the first record that it cannot read, however much stands behind it,
// at the start or when it comes to read it: what was acknowledged would be gone, and
// nobody told. A block that was seen to be whole not long ago, and is as it was then, is
// not read again. The error is [ErrDamaged]; nothing has been changed. It returns the gap
// of each block, which is empty or at the end of its stream.
func intact(dir string, streams []string, known *sightings) (gaps []gap, err error) {
	blocks, err := blocksIn(dir, streams)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	blocks = slices.DeleteFunc(blocks, func(b block) bool {
		g, ok := known.still(b, now)
		if ok {
			gaps = append(gaps, g)
		}
		return ok
	})
	errs := make([]error, min(runtime.GOMAXPROCS(0), len(blocks)))
	found := make([][]gap, len(errs))
	var wg sync.WaitGroup
	for k := range errs {
		wg.Go(func() {
			var some []block
			for i := k; i < len(blocks); i += len(errs) {
				some = append(some, blocks[i])
			}
			found[k], errs[k] = look(some, func() error { return nil }, known)
		})
	}
	wg.Wait()
	return append(gaps, slices.Concat(found...)...), errors.Join(errs...)
}

// look looks at blocks, and calls stand before each piece of the work. It returns the
// gap of each, and notes those that are whole; the error is [ErrDamaged] where one is
// neither empty nor at the end of its stream.
func look(blocks []block, stand func() error, known *sightings) (gaps []gap, err error) {
	var raw []byte
	for _, b := range blocks {
		at := time.Now()
		before, _ := os.Stat(b.path) // nil where there is none
		var g gap
		if g, raw, err = b.look(raw, stand); err != nil {
			return gaps, err
		}
		known.note(g, before, at)
		if !g.empty() && !g.atEnd() {
			return gaps, g.err()
		}
		gaps = append(gaps, g)
	}
	return gaps, nil
}

// look returns the gap of a block, and what it read, into raw where that is large enough.
func (b block) look(raw []byte, stand func() error) (gap, []byte, error) {
	raw, err := readInto(raw, b.path, stand)
	if errors.Is(err, fs.ErrNotExist) {
		return gap{block: b}, raw, nil // an erasure has emptied it
	}
	if err != nil {
		return gap{block: b}, raw, err
	}
	g, err := b.gapIn(raw, stand)
	return g, raw, err
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
		newest, number := -1, 0
		for _, f := range files {
			name, ok := strings.CutSuffix(f.Name(), ".blk")
			if !ok {
				continue
			}
			if n, err := strconv.Atoi(name); err == nil && n > number {
				newest, number = len(all), n
			}
			all = append(all, block{stream: stream, path: filepath.Join(folder, f.Name())})
		}
		if newest >= 0 {
			all[newest].newest = true
		}
	}
	return all, nil
}

// gapIn returns the gap of a block that holds raw.
func (b block) gapIn(raw []byte, stand func() error) (gap, error) {
	g := gap{block: b, size: len(raw)}
	h, err := blockHash(b.stream, b.path)
	if err != nil {
		return g, err
	}
	for next := 0; g.at < len(raw); {
		if g.at >= next {
			if err := stand(); err != nil {
				return g, err
			}
			next = g.at + piece
		}
		n := recordAt(raw[g.at:], h)
		if n == 0 {
			break
		}
		g.last = max(g.last, sequenceAt(raw[g.at:]))
		g.at += n
	}
	for behind := g.at + 1; behind < len(raw); behind++ {
		if recordAt(raw[behind:], h) > 0 {
			g.behind = behind
			break
		}
	}
	return g, nil
}

// sequenceAt returns the sequence of the record that a part of a block begins with.
func sequenceAt(raw []byte) uint64 {
	return binary.LittleEndian.Uint64(raw[4:]) &^ (isErased | isTombstone)
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
	if n < recordLeast || n > len(raw) || sequenceAt(raw) > mostSequence || !sound(raw[:n], h) {
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
	before, err := s.look(stand)
	if !errors.Is(err, ErrDamaged) && (err != nil || !slices.ContainsFunc(before, func(g gap) bool { return !g.empty() })) {
		return err
	}
	time.Sleep(settles)
	now, err := s.look(stand)
	for _, g := range now {
		if err == nil && !g.empty() && slices.Contains(before, g) { // nobody writes there
			err = fmt.Errorf("%w: the end of %s cannot be read, from byte %d on. Stop the daemon now (memtide stop): its next start cuts that part off, but only as long as nothing stands behind it",
				ErrDamaged, g.path, g.at)
		}
	}
	return err
}

func (s *Server) look(stand func() error) ([]gap, error) {
	blocks, err := blocksIn(s.dir, s.guarded)
	if err != nil {
		return nil, err
	}
	return look(blocks, stand, s.known)
}
