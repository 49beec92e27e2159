package embedded

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// mostLooks bounds how often a block is looked at again that the server has exchanged meanwhile.
const mostLooks = 5

// Overwrite takes messages that a stream has deleted out of its files, while the server runs.
// Its own way is to write all of a block anew for every message: a block has up to 8 MiB. Here
// the records of a block are emptied together, in their place, as the server's own erasing
// leaves them. It may be repeated.
//
// Every message must be deleted before: then the server reads its record no more, and does not
// write it again. The stream must be one of which each message is in its file before it is
// acknowledged, and nobody may erase from it by the server's own way, which writes down again
// what it has read of a block before.
func (s *Server) Overwrite(stream string, seqs []uint64) error {
	gone := map[uint64]bool{}
	for _, seq := range seqs {
		gone[seq] = true
	}
	blocks, err := blocksWith(blocksOf(s.dir, stream), gone)
	if err != nil {
		return fmt.Errorf("overwrite in %s: %w", stream, err)
	}
	for _, path := range blocks {
		if err := overwriteBlock(path, stream, gone); err != nil {
			return fmt.Errorf("overwrite in %s: %s: %w", stream, filepath.Base(path), err)
		}
	}
	return nil
}

// blocksWith returns the blocks in a folder that may hold one of the messages.
func blocksWith(dir string, gone map[uint64]bool) (paths []string, err error) {
	files, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	type block struct {
		path          string
		number, first uint64 // first is the first message that it holds, or has held
	}
	var all []block
	for _, f := range files {
		name, ok := strings.CutSuffix(f.Name(), ".blk")
		number, err := strconv.ParseUint(name, 10, 64)
		if !ok || err != nil {
			continue
		}
		path := filepath.Join(dir, f.Name())
		first, err := firstIn(path)
		if errors.Is(err, os.ErrNotExist) || err == nil && first == 0 {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		all = append(all, block{path, number, first})
	}
	slices.SortFunc(all, func(a, b block) int { return cmp.Compare(a.number, b.number) })
	hit := make([]bool, len(all))
	for seq := range gone {
		// The last one that begins with it or before it.
		if i, _ := slices.BinarySearchFunc(all, seq+1, func(b block, seq uint64) int { return cmp.Compare(b.first, seq) }); i > 0 {
			hit[i-1] = true
		}
	}
	for i, b := range all {
		if hit[i] {
			paths = append(paths, b.path)
		}
	}
	return paths, nil
}

// firstIn returns the sequence of the first message of a block, 0 where it holds nothing but
// notes of what is gone from other blocks.
func firstIn(path string) (uint64, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	for {
		var head [recordHead]byte
		if _, err := io.ReadFull(in, head[:]); errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return 0, nil
		} else if err != nil {
			return 0, err
		}
		if seq := binary.LittleEndian.Uint64(head[4:]); seq&isTombstone == 0 {
			return seq &^ isErased, nil
		}
		n := int(binary.LittleEndian.Uint32(head[:]) &^ hasHeaders)
		if n < recordLeast {
			return 0, errBlock
		}
		if _, err := in.Discard(n - recordHead); err != nil {
			return 0, nil
		}
	}
}

// overwriteBlock empties records of a block. The server may put another file in its place, or
// remove it: neither holds what it has deleted before, but may hold what was deleted since.
func overwriteBlock(path, stream string, gone map[uint64]bool) error {
	for range mostLooks {
		same, err := overwriteFile(path, stream, gone)
		if errors.Is(err, os.ErrNotExist) {
			return nil
		}
		if same || err != nil {
			return err
		}
	}
	return errors.New("the server exchanges it again and again")
}

// overwriteFile empties records of the file that a block has now, and reports whether it is
// still the one that it has.
func overwriteFile(path, stream string, gone map[uint64]bool) (same bool, err error) {
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	st, err := f.Stat()
	if err != nil {
		return false, err
	}
	b := make([]byte, st.Size()) // what comes behind it now is newer than all that goes
	if _, err := f.ReadAt(b, 0); err != nil {
		return false, err
	}
	h, err := blockHash(stream, path)
	if err != nil {
		return false, err
	}
	changed := false
	err = eachRecord(b, func(at int, rec []byte) error {
		if !gone[binary.LittleEndian.Uint64(rec[4:])] {
			return nil
		}
		if err := emptyRecord(rec, h); err != nil {
			return err
		}
		changed = true
		_, err := f.WriteAt(rec, int64(at))
		return err
	})
	if changed {
		err = errors.Join(err, f.Sync())
	}
	if err != nil {
		return false, err
	}
	now, err := os.Stat(path)
	return err == nil && os.SameFile(st, now), err
}
