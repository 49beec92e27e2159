package embedded

import (
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/minio/highwayhash"

	"github.com/memtide/memtide/wholefile"
)

// CutOff is an end of a guarded stream that could not be read though it was stored, and
// that [Start] has taken out of it: the server would write behind it, and from then on
// it would stand before what can be read.
type CutOff struct {
	Stream      string
	First, Last uint64 // sequences of what was lost; no message has one of them again
	Kept        string // file with the bytes that were cut off
}

// indexFile is what the server knows of the blocks of a stream. It is written when the
// server stops and from time to time, and believed while the block ends with the
// checksum that it names, whatever has become of the bytes before that.
const indexFile = "index.db"

// cutOff takes unreadable ends out of their streams, and returns those by which a
// message is lost that was stored, by the index. The others are what is left of a record
// that was being written, and nobody was told that it is stored. The index stays: from
// it the server knows which sequences were given away.
func cutOff(gaps []gap, log *slog.Logger) (cut []CutOff, err error) {
	last := map[string]uint64{}
	for _, g := range gaps {
		last[g.stream] = max(last[g.stream], g.last)
	}
	for _, g := range gaps {
		if g.empty() {
			continue
		}
		indexed, err := indexedLast(filepath.Join(filepath.Dir(g.path), indexFile), g.stream)
		if err != nil {
			return cut, fmt.Errorf("index of %s: %w", g.stream, err)
		}
		c := CutOff{Stream: g.stream, First: last[g.stream] + 1, Last: indexed}
		if c.Last >= c.First {
			if c.Kept, err = g.keep(); err != nil {
				return cut, fmt.Errorf("keep the end of %s: %w", g.path, err)
			}
			cut = append(cut, c)
			if log != nil {
				log.Error("the end of a log cannot be read and is cut off", slog.String("stream", c.Stream),
					slog.Uint64("first", c.First), slog.Uint64("last", c.Last), slog.String("kept", c.Kept))
			}
		}
		if err := g.cut(); err != nil {
			return cut, fmt.Errorf("cut off the end of %s: %w", g.path, err)
		}
	}
	return cut, nil
}

// keep copies the bytes of a gap at the end of a block into a file in the folder of the
// stream.
func (g gap) keep() (path string, err error) {
	raw, err := os.ReadFile(g.path)
	if err != nil {
		return "", err
	}
	name := fmt.Sprintf("%s.damaged-%s", filepath.Base(g.path), time.Now().UTC().Format("20060102T150405"))
	path = filepath.Join(filepath.Dir(filepath.Dir(g.path)), name)
	return path, wholefile.Write(path, raw[g.at:], wholefile.Options{Synced: true})
}

// cut takes a gap at the end of a block out of it.
func (g gap) cut() error {
	f, err := os.OpenFile(g.path, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	return errors.Join(f.Truncate(int64(g.at)), f.Sync(), f.Close())
}

// indexedLast returns the last sequence of a stream by its index: 0 where there is none
// that can be believed.
func indexedLast(path, stream string) (uint64, error) {
	raw, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	key := sha256.Sum256([]byte(stream))
	h, err := highwayhash.New64(key[:])
	if err != nil {
		return 0, err
	}
	at := len(raw) - h.Size()
	if at < 2 || raw[0] != indexMagic {
		return 0, nil
	}
	h.Write(raw[:at])
	if string(h.Sum(nil)) != string(raw[at:]) {
		return 0, nil
	}
	// messages, bytes, first sequence, its time, last sequence; the times have a sign,
	// which does not change how many bytes they take
	rest := raw[2:at]
	for range 4 {
		_, n := binary.Uvarint(rest)
		if n <= 0 {
			return 0, nil
		}
		rest = rest[n:]
	}
	last, n := binary.Uvarint(rest)
	if n <= 0 {
		return 0, nil
	}
	return last, nil
}

// indexMagic is the first byte of an index.
const indexMagic = 11
