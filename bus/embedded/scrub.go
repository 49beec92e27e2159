package embedded

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"
	"strings"

	"github.com/minio/highwayhash"

	"github.com/memtide/memtide/shred"
	"github.com/memtide/memtide/wholefile"
)

// Scrub is what a server that was killed while it erased messages may have left:
// it notes first that a message is gone, and overwrites it then. Once it is noted
// no request reaches the bytes any more, so they are taken out of the files
// before the next start.
type Scrub struct {
	Erasures []string            `json:"erasures"` // ids; for whoever wrote it
	Streams  map[string][]uint64 `json:"streams"`  // sequences by stream
}

// scrubbed is the ending of a file of orders that has been carried out.
const scrubbed = ".done"

// WriteScrub orders that messages are taken out of the files of streams when a
// server with that file in its options starts next.
func WriteScrub(path string, s Scrub) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode scrub: %w", err)
	}
	// One that is half written must not take its place, nor when the power fails.
	if err := wholefile.Write(path, raw, wholefile.Options{Synced: true}); err != nil {
		return fmt.Errorf("write scrub: %w", err)
	}
	return nil
}

// Scrubbed returns the order that the last start has carried out. ok is false
// when there was none, or it cannot be decoded.
func Scrubbed(path string) (s Scrub, ok bool, err error) { return readScrub(path + scrubbed) }

// ForgetScrub removes the note that an order was carried out.
func ForgetScrub(path string) error {
	if err := os.Remove(path + scrubbed); err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("remove scrub: %w", err)
	}
	return nil
}

func readScrub(path string) (s Scrub, ok bool, err error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return s, false, nil
	}
	if err != nil {
		return s, false, fmt.Errorf("read scrub: %w", err)
	}
	if json.Unmarshal(raw, &s) != nil {
		return Scrub{}, false, nil // an erasure that has no certificate orders it anew
	}
	return s, true, nil
}

// scrub carries an order out on the folder of a server that does not run.
func scrub(dir, path string) error {
	s, ok, err := readScrub(path)
	if err != nil || !ok {
		return err
	}
	for stream, seqs := range s.Streams {
		if err := scrubStream(blocksOf(dir, stream), stream, seqs); err != nil {
			return fmt.Errorf("scrub %s: %w", stream, err)
		}
	}
	if err := os.Rename(path, path+scrubbed); err != nil {
		return fmt.Errorf("scrub: %w", err)
	}
	return nil
}

func scrubStream(dir, stream string, seqs []uint64) error {
	files, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	gone := map[uint64]bool{}
	for _, seq := range seqs {
		gone[seq] = true
	}
	for _, f := range files {
		path := filepath.Join(dir, f.Name())
		switch {
		case strings.HasSuffix(f.Name(), ".tmp"): // a file that was to take the place of another one
			err = shredAside(path, strings.TrimSuffix(path, asideEnd))
		case strings.HasSuffix(f.Name(), ".blk"):
			err = scrubBlock(dir, path, stream, gone)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", f.Name(), err)
		}
	}
	return nil
}

// The layout of a block of the server's file store: records one after the other.
//
//	length4 (the top bit: has headers) seq8 (the top bits: erased, tombstone) time8 subject2 … hash8
//
// all little endian; the length is that of the whole record.
const (
	recordHead  = 22
	recordLeast = recordHead + 8
	hasHeaders  = 1 << 31
	isErased    = 1 << 63
	isTombstone = 1 << 62
)

var errBlock = errors.New("block has another layout than this version knows")

// scrubBlock writes a block anew in which the records of some messages are
// empty, as the server's own erasing leaves them: of the same length, marked,
// with a hash that is right.
func scrubBlock(dir, path, stream string, gone map[uint64]bool) error {
	old, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	h, err := blockHash(stream, path)
	if err != nil {
		return err
	}
	kept, changed := bytes.Clone(old), false
	err = eachRecord(kept, func(_ int, rec []byte) error {
		if !gone[binary.LittleEndian.Uint64(rec[4:])] {
			return nil
		}
		changed = true
		return emptyRecord(rec, h)
	})
	if err != nil {
		return err
	}
	if !changed {
		return nil
	}
	// The server's index says what the blocks hold; without it, it looks.
	if err := os.Remove(filepath.Join(dir, indexFile)); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	fresh := path + ".scrub"
	if err := writeSynced(fresh, kept); err != nil {
		return err
	}
	aside := path + asideEnd
	if err := shredAside(aside, path); err != nil {
		return err
	}
	if err := errors.Join(os.Link(path, aside), os.Rename(fresh, path)); err != nil {
		return err
	}
	return shred.File(aside)
}

// eachRecord hands over the records of a block, each whole and with its offset, up to the first
// that is not: it was being written, and the server cuts it off.
func eachRecord(b []byte, fn func(at int, rec []byte) error) error {
	for at := 0; len(b)-at >= recordLeast; {
		n := int(binary.LittleEndian.Uint32(b[at:]) &^ hasHeaders)
		if n < recordLeast {
			return errBlock
		}
		if at+n > len(b) {
			break
		}
		if err := fn(at, b[at:at+n]); err != nil {
			return err
		}
		at += n
	}
	return nil
}

// asideEnd is the ending of what a block was before; so named, a crash leaves it to the
// next scrub.
const asideEnd = ".old.tmp"

// shredAside overwrites a file that was moved aside, or was to take the place of one. One
// that was cut off before the exchange is the block itself by a second name: only the
// name goes.
func shredAside(aside, block string) error {
	a, err := os.Stat(aside)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if b, err := os.Stat(block); aside != block && err == nil && os.SameFile(a, b) {
		return os.Remove(aside)
	}
	return shred.File(aside)
}

// streamDir returns the folder of a stream.
func streamDir(dir, stream string) string {
	return filepath.Join(dir, "jetstream", "$G", "streams", stream)
}

// blocksOf returns the folder with the blocks of a stream.
func blocksOf(dir, stream string) string { return filepath.Join(streamDir(dir, stream), "msgs") }

// blockHash returns the hash of the records of a block.
func blockHash(stream, path string) (hash.Hash, error) {
	key := sha256.Sum256([]byte(stream + "-" + strings.TrimSuffix(filepath.Base(path), ".blk")))
	return highwayhash.New64(key[:])
}

// sound reports whether a record, all of it, has the hash that it should have.
func sound(rec []byte, h hash.Hash) bool {
	body, sum := rec[recordHead:len(rec)-8], rec[len(rec)-8:]
	subject := int(binary.LittleEndian.Uint16(rec[20:]))
	message := subject
	if binary.LittleEndian.Uint32(rec)&hasHeaders != 0 {
		message += 4
	}
	if message > len(body) {
		return false
	}
	h.Reset()
	h.Write(rec[4:20])
	h.Write(body[:subject])
	h.Write(body[message:])
	return bytes.Equal(h.Sum(nil), sum)
}

// emptyRecord overwrites what a record holds. Its hash is looked at before: if
// that is not what we think it is, nothing is.
func emptyRecord(rec []byte, h hash.Hash) error {
	if !sound(rec, h) {
		return errBlock
	}
	body, sum := rec[recordHead:len(rec)-8], rec[len(rec)-8:]
	clear(body)
	binary.LittleEndian.PutUint32(rec, uint32(len(rec)))
	binary.LittleEndian.PutUint64(rec[4:], binary.LittleEndian.Uint64(rec[4:])|isErased)
	binary.LittleEndian.PutUint16(rec[20:], 0)
	h.Reset()
	h.Write(rec[4:20])
	h.Write(body)
	copy(sum, h.Sum(nil))
	return nil
}

func writeSynced(path string, b []byte) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	return errors.Join(err, f.Sync(), f.Close())
}
