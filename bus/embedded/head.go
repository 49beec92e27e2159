package embedded

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/minio/highwayhash"

	"github.com/memtide/memtide/wholefile"
)

// Files of a stream beside its blocks: how it is kept, the checksum of that, which
// the server goes by, and the copy of both of ours. The name of a log is in there
// only: without it the server makes one of another name of the same messages, to which
// no graph belongs.
const (
	headFile = "meta.inf"
	headSum  = "meta.sum"
	headKept = "meta.kept" // checksum, line feed, meta.inf
)

// keepHeads keeps a copy of the head of each stream, and puts it back where the head
// cannot be read. The copy lies in the folder of the stream, so that it goes where the
// stream goes.
func keepHeads(dir string, streams []string, log *slog.Logger) error {
	for _, stream := range streams {
		put, kept, err := keepHead(streamDir(dir, stream), stream)
		if err != nil {
			return fmt.Errorf("head of %s: %w", stream, err)
		}
		if kept != nil && log != nil { // the stream itself is well
			log.Warn("the head of a log has no copy", slog.String("stream", stream), slog.Any("err", kept))
		}
		if put && log != nil {
			log.Error("the head of a log was damaged; its copy was put back", slog.String("stream", stream))
		}
	}
	return nil
}

// KeepHeads copies the heads of the guarded streams as they are now: [Start] finds those
// that the last server has left, none of a stream that was made since. A head that cannot
// be read is left to the next start.
func (s *Server) KeepHeads() error {
	for _, stream := range s.guarded {
		dir := streamDir(s.dir, stream)
		h, err := readHead(dir)
		if err == nil && h.sound(stream) {
			err = h.keep(dir)
		}
		if err != nil {
			return fmt.Errorf("head of %s: %w", stream, err)
		}
	}
	return nil
}

// keepHead returns whether the copy was put back, and why there is none of what is well.
func keepHead(dir, stream string) (put bool, uncopied, err error) {
	h, err := readHead(dir)
	if err != nil {
		return false, nil, err
	}
	if h.sound(stream) {
		return false, h.keep(dir), nil
	}
	sum, file, _ := bytes.Cut(h.kept, []byte("\n"))
	if !soundHead(stream, file, sum) {
		return false, nil, nil // nothing to go by: the server says what it comes to
	}
	return true, nil, errors.Join(
		wholefile.Write(filepath.Join(dir, headFile), file, wholefile.Options{Synced: true}),
		wholefile.Write(filepath.Join(dir, headSum), sum, wholefile.Options{Synced: true}))
}

// head is what stands in the three files; nil is one that is not there.
type head struct{ file, sum, kept []byte }

func readHead(dir string) (h head, err error) {
	for name, to := range map[string]*[]byte{headFile: &h.file, headSum: &h.sum, headKept: &h.kept} {
		if *to, err = os.ReadFile(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return h, err
		}
	}
	return h, nil
}

func (h head) sound(stream string) bool { return soundHead(stream, h.file, h.sum) }

// keep makes the copy where it is not the one that is there.
func (h head) keep(dir string) error {
	now := bytes.Join([][]byte{h.sum, h.file}, []byte("\n"))
	if bytes.Equal(now, h.kept) {
		return nil
	}
	return wholefile.Write(filepath.Join(dir, headKept), now, wholefile.Options{Synced: true})
}

// soundHead reports whether a head has the checksum that the server wants.
func soundHead(stream string, head, sum []byte) bool {
	key := sha256.Sum256([]byte(stream))
	h, err := highwayhash.New64(key[:])
	if err != nil {
		return false
	}
	h.Write(head)
	return hex.EncodeToString(h.Sum(nil)) == string(sum)
}
