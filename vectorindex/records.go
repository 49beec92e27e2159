package vectorindex

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"math"
	"slices"
	"sync"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/memtide/memtide/boltguard"
)

var (
	// ErrFormat says that a file is not one of records, or of a format that
	// this version does not know.
	ErrFormat = errors.New("unknown format of vector records")
	// ErrRecord says that the file, or a record in it, is damaged.
	ErrRecord = errors.New("damaged vector record")
	// ErrLocked says that another process has the records open.
	ErrLocked = errors.New("vector records are open elsewhere")
)

// recordsFormat is the version of the file:
//
//	meta     "format" → u32;  "dims\0" + embedder → u32
//	vectors  embedder → bucket: hash of content → float32 each, CRC-32C of them
//
// all little endian.
const recordsFormat = 1

// lockWait is how long [OpenRecords] waits for another process.
const lockWait = 200 * time.Millisecond

// Records are the vectors that have been made so far, by embedder and hash of
// the text, in one file. What [Records.PutBatch] has returned from survives a
// crash and a loss of power. All methods may be called at the same time from
// many goroutines.
type Records struct {
	mu        sync.RWMutex // guards what follows against a swap of the file
	db        *bolt.DB
	forgotten map[string]bool // hashes that are not stored any more
}

// Record is a vector made from the text with this hash.
type Record struct {
	Hash   string
	Vector []float32
}

// OpenRecords opens the file, or makes it with mode 0600. It returns
// [ErrLocked] after 200 ms if another process has it open, [ErrFormat] for a
// file that is not of records or was written by a newer version, and
// [ErrRecord] for one that is cut short or does not read.
func OpenRecords(path string) (*Records, error) {
	if err := boltguard.CheckLength(ErrRecord, path); err != nil {
		return nil, fmt.Errorf("open vector records %s: %w", path, err)
	}
	var db *bolt.DB
	err := boltguard.Call(ErrRecord, func() (err error) {
		db, err = bolt.Open(path, 0o600, &bolt.Options{Timeout: lockWait})
		return err
	})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, fmt.Errorf("open vector records %s: %w", path, ErrLocked)
	case errors.Is(err, bolterrors.ErrInvalid), errors.Is(err, bolterrors.ErrVersionMismatch), errors.Is(err, bolterrors.ErrChecksum):
		return nil, fmt.Errorf("open vector records %s: %w: %w", path, ErrFormat, err)
	case err != nil:
		return nil, fmt.Errorf("open vector records: %w", err)
	}
	if err := boltguard.Call(ErrRecord, func() error { return prepare(db) }); err != nil {
		return nil, errors.Join(fmt.Errorf("open vector records %s: %w", path, err), db.Close())
	}
	return &Records{db: db}, nil
}

// prepare checks the buckets of a file, or makes those of a new one.
func prepare(db *bolt.DB) error {
	empty := false
	err := db.View(func(tx *bolt.Tx) error {
		if first, _ := tx.Cursor().First(); first == nil {
			empty = true
			return nil
		}
		return checkFormat(tx)
	})
	if err != nil || !empty {
		return err
	}
	return db.Update(func(tx *bolt.Tx) error {
		meta, err := tx.CreateBucketIfNotExists([]byte("meta"))
		if err != nil {
			return fmt.Errorf("make bucket meta: %w", err)
		}
		if err := meta.Put([]byte("format"), u32(recordsFormat)); err != nil {
			return fmt.Errorf("write format: %w", err)
		}
		if _, err := tx.CreateBucketIfNotExists([]byte("vectors")); err != nil {
			return fmt.Errorf("make bucket vectors: %w", err)
		}
		return nil
	})
}

func checkFormat(tx *bolt.Tx) error {
	meta := tx.Bucket([]byte("meta"))
	if meta == nil || tx.Bucket([]byte("vectors")) == nil {
		return fmt.Errorf("%w: a database of something else", ErrFormat)
	}
	v := meta.Get([]byte("format"))
	if len(v) != 4 {
		return fmt.Errorf("%w: no format version", ErrFormat)
	}
	switch n := binary.LittleEndian.Uint32(v); {
	case n > recordsFormat:
		return fmt.Errorf("%w: format %d is of a newer memtide, this one knows %d", ErrFormat, n, recordsFormat)
	case n < recordsFormat:
		return fmt.Errorf("%w: format %d", ErrFormat, n)
	}
	return nil
}

func u32(n uint32) []byte { return binary.LittleEndian.AppendUint32(nil, n) }

func (r *Records) view(f func(*bolt.Tx) error) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return boltguard.Call(ErrRecord, func() error { return r.db.View(f) })
}

// Close waits for running calls and closes the file.
func (r *Records) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := boltguard.Call(ErrRecord, r.db.Close); err != nil {
		return fmt.Errorf("close vector records: %w", err)
	}
	return nil
}

// Get returns the vector that an embedder made from the text with this hash,
// or false. The vector is a copy. The error is [ErrRecord] for a damaged one.
func (r *Records) Get(embedder, hash string) ([]float32, bool, error) {
	var out []float32
	err := r.view(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("vectors")).Bucket([]byte(embedder))
		if b == nil {
			return nil
		}
		v := b.Get([]byte(hash))
		if v == nil {
			return nil
		}
		dims, _ := dimsOf(tx, embedder)
		var err error
		out, err = decodeFloats(v, dims)
		return err
	})
	if err != nil {
		return nil, false, fmt.Errorf("get vector of %s by %s: %w", hash, embedder, err)
	}
	return out, out != nil, nil
}

// Each calls fn with every vector that an embedder made, in order of the hash,
// until fn returns false. A record is fn's to keep. The error is [ErrRecord]
// for a damaged one.
func (r *Records) Each(embedder string, fn func(Record) bool) error {
	err := r.view(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("vectors")).Bucket([]byte(embedder))
		if b == nil {
			return nil
		}
		dims, _ := dimsOf(tx, embedder)
		c := b.Cursor()
		for k, v := c.First(); k != nil; k, v = c.Next() {
			vector, err := decodeFloats(v, dims)
			if err != nil {
				return fmt.Errorf("%s: %w", k, err)
			}
			if !fn(Record{string(k), vector}) {
				return nil
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("read vectors by %q: %w", embedder, err)
	}
	return nil
}

// PutBatch stores the vectors of one embedder, all or none, in place of what it
// had under the same hashes. All vectors that an embedder ever made have one
// number of elements, or [ErrDims] is returned; [ErrVector] for one that is not
// finite, or empty.
func (r *Records) PutBatch(embedder string, records []Record) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	if len(r.forgotten) > 0 {
		records = slices.DeleteFunc(slices.Clone(records), func(rec Record) bool { return r.forgotten[rec.Hash] })
	}
	if len(records) == 0 {
		return nil
	}
	err := boltguard.Call(ErrRecord, func() error {
		return r.db.Update(func(tx *bolt.Tx) error { return putRecords(tx, embedder, records) })
	})
	if err != nil {
		return fmt.Errorf("put %d vectors by %q: %w", len(records), embedder, err)
	}
	return nil
}

func putRecords(tx *bolt.Tx, embedder string, records []Record) error {
	dims, known := dimsOf(tx, embedder)
	if !known {
		dims = len(records[0].Vector)
		if err := tx.Bucket([]byte("meta")).Put(dimsKey(embedder), u32(uint32(dims))); err != nil {
			return fmt.Errorf("write number of dimensions: %w", err)
		}
	}
	b, err := tx.Bucket([]byte("vectors")).CreateBucketIfNotExists([]byte(embedder))
	if err != nil {
		return fmt.Errorf("make bucket: %w", err)
	}
	for _, rec := range records {
		switch {
		case len(rec.Vector) != dims:
			return fmt.Errorf("%w: %s has %d, not %d", ErrDims, rec.Hash, len(rec.Vector), dims)
		case !finite(rec.Vector):
			return fmt.Errorf("%w: %s", ErrVector, rec.Hash)
		}
		if err := b.Put([]byte(rec.Hash), encodeFloats(rec.Vector)); err != nil {
			return fmt.Errorf("put %q: %w", rec.Hash, err)
		}
	}
	return nil
}

func dimsKey(embedder string) []byte { return []byte("dims\x00" + embedder) }

func dimsOf(tx *bolt.Tx, embedder string) (int, bool) {
	v := tx.Bucket([]byte("meta")).Get(dimsKey(embedder))
	if len(v) != 4 {
		return 0, false
	}
	return int(binary.LittleEndian.Uint32(v)), true
}

func finite(v []float32) bool {
	for _, x := range v {
		if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
			return false
		}
	}
	return len(v) > 0
}

func encodeFloats(v []float32) []byte {
	b := make([]byte, 0, 4*len(v)+4)
	for _, x := range v {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return binary.LittleEndian.AppendUint32(b, checksum(b))
}

func decodeFloats(b []byte, dims int) ([]float32, error) {
	if dims < 1 || len(b) != 4*dims+4 {
		return nil, fmt.Errorf("%w: %d bytes for %d dimensions", ErrRecord, len(b), dims)
	}
	if checksum(b[:4*dims]) != binary.LittleEndian.Uint32(b[4*dims:]) {
		return nil, fmt.Errorf("%w: checksum does not match", ErrRecord)
	}
	v := make([]float32, dims)
	for i := range v {
		v[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return v, nil
}

func checksum(b []byte) uint32 { return crc32.Checksum(b, crc32.MakeTable(crc32.Castagnoli)) }

// RecordStats are sizes of [Records].
type RecordStats struct {
	Vectors map[string]int // by embedder
	Bytes   int64          // of the file
}

// Stats counts the records. It reads every page that holds any.
func (r *Records) Stats() (RecordStats, error) {
	s := RecordStats{Vectors: map[string]int{}}
	err := r.view(func(tx *bolt.Tx) error {
		s.Bytes = tx.Size()
		all := tx.Bucket([]byte("vectors"))
		return all.ForEachBucket(func(embedder []byte) error {
			s.Vectors[string(embedder)] = all.Bucket(embedder).Stats().KeyN
			return nil
		})
	})
	if err != nil {
		return RecordStats{}, fmt.Errorf("count vector records: %w", err)
	}
	return s, nil
}

// Count returns how many records an embedder has. It reads every page that holds any.
func (r *Records) Count(embedder string) (n int, err error) {
	err = r.view(func(tx *bolt.Tx) error {
		if b := tx.Bucket([]byte("vectors")).Bucket([]byte(embedder)); b != nil {
			n = b.Stats().KeyN
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("count vectors by %q: %w", embedder, err)
	}
	return n, nil
}

// WriteTo writes a consistent copy of the file, for backups, while others read
// and write. It returns the number of bytes written.
func (r *Records) WriteTo(w io.Writer) (int64, error) {
	var n int64
	err := r.view(func(tx *bolt.Tx) (err error) {
		n, err = tx.WriteTo(w)
		return err
	})
	if err != nil {
		return n, fmt.Errorf("copy vector records: %w", err)
	}
	return n, nil
}
