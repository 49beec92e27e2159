package llm

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/memtide/memtide/boltguard"
	"github.com/memtide/memtide/shred"
)

// repliesFormat is the version of replies.db:
//
//	meta     "format" → u64; "bytes" → u64: length of all records
//	replies  SHA-256 of model, prompt and request → seq u64 | JSON
//	order    seq u64 → SHA-256
//	usage    day 0 layer 0 model → JSON
//
// all big endian.
const repliesFormat = 1

var (
	bucketMeta, bucketReplies = []byte("meta"), []byte("replies")
	bucketOrder, bucketUsage  = []byte("order"), []byte("usage")
	keyFormat, keyBytes       = []byte("format"), []byte("bytes")
)

// ErrReplies says that a file is not one of replies, is damaged, is of a newer
// format, or is open in another process.
var ErrReplies = errors.New("replies cannot be opened")

// errDamaged says what to do, too: a record is worth what was paid for it.
var errDamaged = errors.New("the file is damaged; move it away, and a new one is made: the same questions are paid again")

// replies is the record of what models said and what it took. What put has
// returned from survives a crash and a loss of power.
type replies struct {
	db  *bolt.DB
	max uint64 // bytes of records

	writing sync.Mutex    // who writes, or exchanges the file
	swap    sync.RWMutex  // who reads; the file is exchanged with both
	epoch   atomic.Uint64 // grows when something is forgotten
}

// record is one reply as it is kept.
type record struct {
	At      time.Time `json:"at"`
	Layer   string    `json:"layer"`
	Prompt  string    `json:"prompt"`
	Model   string    `json:"model"`
	Text    string    `json:"text,omitempty"`
	Calls   []Call    `json:"calls,omitempty"`
	Usage   Usage     `json:"usage"`
	TookMS  int64     `json:"took_ms"`
	Cut     bool      `json:"cut,omitempty"`
	Refused bool      `json:"refused,omitempty"`
}

func (r record) reply() Reply {
	return Reply{Text: r.Text, Calls: r.Calls, Usage: r.Usage, Model: r.Model, Cut: r.Cut, Took: time.Duration(r.TookMS) * time.Millisecond}
}

func openReplies(path string, max int64) (*replies, error) {
	if err := boltguard.CheckLength(errDamaged, path); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrReplies, path, err)
	}
	var db *bolt.DB
	err := boltguard.Call(errDamaged, func() (err error) {
		db, err = bolt.Open(path, 0o600, &bolt.Options{Timeout: 200 * time.Millisecond, FreelistType: bolt.FreelistMapType})
		return err
	})
	switch {
	case errors.Is(err, bolterrors.ErrTimeout):
		return nil, fmt.Errorf("%w: %s is open elsewhere", ErrReplies, path)
	case err != nil:
		return nil, fmt.Errorf("%w: %s: %w", ErrReplies, path, err)
	}
	s := &replies{db: db, max: uint64(max)}
	if err := boltguard.Call(errDamaged, func() error { return db.Update(prepareReplies) }); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %s: %w", ErrReplies, path, err), s.close())
	}
	if err := shred.Settle(path); err != nil { // nobody else has it open
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrReplies, err), s.close())
	}
	return s, nil
}

// prepareReplies checks the format, or makes the buckets of a new file.
func prepareReplies(tx *bolt.Tx) error {
	meta, err := tx.CreateBucketIfNotExists(bucketMeta)
	if err != nil {
		return err
	}
	if v := number(meta.Get(keyFormat)); v > repliesFormat {
		return fmt.Errorf("format %d is of a newer memtide, this one knows %d", v, repliesFormat)
	}
	for _, b := range [][]byte{bucketReplies, bucketOrder, bucketUsage} {
		if _, err := tx.CreateBucketIfNotExists(b); err != nil {
			return err
		}
	}
	return meta.Put(keyFormat, be(repliesFormat))
}

func (s *replies) close() error { return boltguard.Call(ErrReplies, s.db.Close) }

// view and update are those of bbolt; a page that is damaged is [ErrReplies].
func (s *replies) view(f func(*bolt.Tx) error) error {
	return boltguard.Call(ErrReplies, func() error { return s.db.View(f) })
}

func (s *replies) update(f func(*bolt.Tx) error) error {
	return boltguard.Call(ErrReplies, func() error { return s.db.Update(f) })
}

// get returns the record under a key, if there is one. One that cannot be
// read counts as none: it is asked for and written again.
func (s *replies) get(key [32]byte) (record, bool) {
	var r record
	found := false
	s.swap.RLock()
	defer s.swap.RUnlock()
	err := s.view(func(tx *bolt.Tx) error {
		v := tx.Bucket(bucketReplies).Get(key[:])
		found = len(v) > 8 && json.Unmarshal(v[8:], &r) == nil
		return nil
	})
	return r, found && err == nil
}

// seen is what the record has under a key.
type seen struct {
	rec   record
	known bool
	epoch uint64 // that an answer belongs to which is asked for now
	today *Usage // of the layer, where another process counts it, too
}

// entry is what is written at once: a record, if there is one, and what was
// taken.
type entry struct {
	epoch uint64
	key   [32]byte
	rec   *record
	rows  map[spentKey]Spent
}

func (s *replies) look(_ context.Context, _ string, key [32]byte) (out seen, err error) {
	out.epoch = s.epoch.Load()
	out.rec, out.known = s.get(key)
	return out, nil
}

// keep keeps a record and books what was taken, in one transaction; the oldest
// records go when there are too many bytes. Where something was forgotten since
// the epoch, the record may quote that, and is only booked.
func (s *replies) keep(_ context.Context, e entry) error {
	if e.rec == nil {
		return s.usage(e.rows)
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	if s.epoch.Load() != e.epoch {
		return s.book(e.rows)
	}
	return s.write(e.key, *e.rec, e.rows)
}

func (s *replies) write(key [32]byte, r record, rows map[spentKey]Spent) error {
	raw, err := json.Marshal(r)
	if err != nil {
		return fmt.Errorf("write reply: %w", err)
	}
	err = s.update(func(tx *bolt.Tx) error {
		meta, order, all := tx.Bucket(bucketMeta), tx.Bucket(bucketOrder), tx.Bucket(bucketReplies)
		size := number(meta.Get(keyBytes))
		if old := all.Get(key[:]); len(old) >= 8 {
			size -= uint64(len(old))
			if err := order.Delete(old[:8]); err != nil {
				return err
			}
		}
		seq, err := order.NextSequence()
		if err != nil {
			return err
		}
		value := append(be(seq), raw...)
		if err := errors.Join(order.Put(be(seq), key[:]), all.Put(key[:], value)); err != nil {
			return err
		}
		if size, err = s.evict(order, all, size+uint64(len(value)), seq); err != nil {
			return err
		}
		if err := meta.Put(keyBytes, be(size)); err != nil {
			return err
		}
		return bookRows(tx, rows)
	})
	if err != nil {
		return fmt.Errorf("write reply: %w", err)
	}
	return nil
}

// evict drops the oldest records but the last until all fit.
func (s *replies) evict(order, all *bolt.Bucket, size, last uint64) (uint64, error) {
	for c := order.Cursor(); size > s.max; {
		k, key := c.First()
		if k == nil || number(k) >= last {
			return size, nil
		}
		size -= min(size, uint64(len(all.Get(key))))
		if err := errors.Join(all.Delete(key), c.Delete()); err != nil {
			return size, err
		}
	}
	return size, nil
}

// usage books what took something and left no reply, or took nothing.
func (s *replies) usage(rows map[spentKey]Spent) error {
	if len(rows) == 0 {
		return nil
	}
	s.writing.Lock()
	defer s.writing.Unlock()
	return s.book(rows)
}

func (s *replies) book(rows map[spentKey]Spent) error {
	if err := s.update(func(tx *bolt.Tx) error { return bookRows(tx, rows) }); err != nil {
		return fmt.Errorf("write usage: %w", err)
	}
	return nil
}

func bookRows(tx *bolt.Tx, rows map[spentKey]Spent) error {
	for k, v := range rows {
		if err := bookRow(tx, k, v); err != nil {
			return err
		}
	}
	return nil
}

func be(n uint64) []byte { return binary.BigEndian.AppendUint64(nil, n) }

func number(b []byte) uint64 {
	if len(b) != 8 {
		return 0
	}
	return binary.BigEndian.Uint64(b)
}
