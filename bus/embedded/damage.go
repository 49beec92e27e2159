package embedded

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// ErrDamaged says that the newest file of a stream cannot be read in its middle.
var ErrDamaged = errors.New("the log is damaged")

// intact looks at the newest block of each stream before a server opens it, which cuts
// a block off at the first record that it cannot read, however much stands behind it:
// what was acknowledged would be gone, and nobody told. A record at the end that was
// being written when the power failed is no damage. The error is [ErrDamaged]; nothing
// has been changed.
func intact(dir string, streams []string) error {
	for _, stream := range streams {
		path, err := newestBlock(blocksOf(dir, stream))
		if err != nil {
			return err
		}
		if path == "" {
			continue
		}
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		at, behind, err := damageIn(raw, stream, path)
		if err != nil {
			return err
		}
		if behind > 0 {
			return fmt.Errorf("%w: %s cannot be read at byte %d, and what stands from byte %d on can; nothing of it was changed. Put a backup back (memtide backup list, memtide restore DIR). Where there is none, truncate -s %d '%s' keeps what stands before it",
				ErrDamaged, path, at, behind, at, path)
		}
	}
	return nil
}

// newestBlock returns the block with the highest number in a folder, "" where there is none.
func newestBlock(dir string) (path string, err error) {
	files, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	newest := -1
	for _, f := range files {
		name, block := strings.CutSuffix(f.Name(), ".blk")
		if n, nerr := strconv.Atoi(name); block && nerr == nil && n > newest {
			newest, path = n, filepath.Join(dir, f.Name())
		}
	}
	return path, err
}

// damageIn returns where the first record of a block stands that cannot be read, and
// where the next one behind it does that can: 0 where there is none.
func damageIn(raw []byte, stream, path string) (at, behind int, err error) {
	h, err := blockHash(stream, path)
	if err != nil {
		return 0, 0, err
	}
	for at < len(raw) {
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

// recordAt returns the length of the record that a part of a block begins with, 0
// where that is none.
func recordAt(raw []byte, h hash.Hash) int {
	if len(raw) < recordLeast {
		return 0
	}
	n := int(binary.LittleEndian.Uint32(raw) &^ hasHeaders)
	if n < recordLeast || n > len(raw) || !sound(raw[:n], h) {
		return 0
	}
	return n
}
