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

// keepHead returns whether the copy was put back, and why there is none of what is well.
func keepHead(dir, stream string) (put bool, uncopied, err error) {
	head, herr := os.ReadFile(filepath.Join(dir, headFile))
	sum, serr := os.ReadFile(filepath.Join(dir, headSum))
	kept, kerr := os.ReadFile(filepath.Join(dir, headKept))
	for _, err := range []error{herr, serr, kerr} {
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, nil, err
		}
	}
	if herr == nil && serr == nil && soundHead(stream, head, sum) {
		if now := bytes.Join([][]byte{sum, head}, []byte("\n")); !bytes.Equal(now, kept) {
			uncopied = wholefile.Write(filepath.Join(dir, headKept), now, wholefile.Options{Synced: true})
		}
		return false, uncopied, nil
	}
	sum, head, _ = bytes.Cut(kept, []byte("\n"))
	if !soundHead(stream, head, sum) {
		return false, nil, nil // nothing to go by: the server says what it comes to
	}
	return true, nil, errors.Join(
		wholefile.Write(filepath.Join(dir, headFile), head, wholefile.Options{Synced: true}),
		wholefile.Write(filepath.Join(dir, headSum), sum, wholefile.Options{Synced: true}))
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
