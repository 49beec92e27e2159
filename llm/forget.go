package llm

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide/boltguard"
	"github.com/memtide/memtide/shred"
)

// Forgotten says what [Models.Forget] has done.
type Forgotten struct {
	Records int // that are gone
	Short   int // texts that have nothing by which a quote of them could be told
}

// Forget takes out what models said that quotes one of the texts: three words
// that follow each other, a token with a digit, or an address; or, of texts that
// nobody knows any more, all that was recorded since a moment (the zero time is
// none). Rather too much goes than too little: what is asked again is paid again.
//
// The rest is written into a new file that takes the place of the old one, which
// is overwritten. A crash leaves one of the two, and it can be repeated. A
// question that is on its way meanwhile is answered, and leaves no record. It
// works without any model, too, on what an earlier one has left. The error is
// [ErrReplies] where the record cannot be read.
func (m *Models) Forget(ctx context.Context, texts []string, since time.Time) (Forgotten, error) {
	m.forgets.Add(1)
	s, err := m.own(false)
	if err != nil {
		return Forgotten{}, err
	}
	if s == nil {
		return Forgotten{}, shred.Settle(m.path)
	}
	q := newQuotes(texts)
	n, err := s.forget(ctx, func(r record) bool {
		return !since.IsZero() && !r.At.Before(since) || q.in(r.Text) ||
			slices.ContainsFunc(r.Calls, func(c Call) bool { return q.in(c.Name) || q.in(string(c.Arguments)) })
	})
	if err != nil {
		err = fmt.Errorf("forget what models said: %w", err)
	}
	return Forgotten{Records: n, Short: q.short}, err
}

// forget takes out the records that goes says yes to. Those that cannot be read
// go, too.
func (s *replies) forget(ctx context.Context, goes func(record) bool) (n int, err error) {
	s.writing.Lock() // what is asked for meanwhile is still answered from the record
	defer s.writing.Unlock()
	s.epoch.Add(1)
	var keys [][]byte
	err = s.view(func(tx *bolt.Tx) error {
		return tx.Bucket(bucketReplies).ForEach(func(k, v []byte) error {
			var r record
			if len(v) <= 8 || json.Unmarshal(v[8:], &r) != nil || goes(r) {
				keys = append(keys, slices.Clone(k))
			}
			return ctx.Err()
		})
	})
	if err == nil {
		err = s.update(func(tx *bolt.Tx) error { return drop(tx, keys) })
	}
	if err == nil {
		err = boltguard.Call(ErrReplies, s.renew)
	}
	return len(keys), err
}

func drop(tx *bolt.Tx, keys [][]byte) error {
	meta, order, all := tx.Bucket(bucketMeta), tx.Bucket(bucketOrder), tx.Bucket(bucketReplies)
	size := number(meta.Get(keyBytes))
	for _, k := range keys {
		v := all.Get(k)
		size -= min(size, uint64(len(v)))
		if len(v) >= 8 {
			if err := order.Delete(slices.Clone(v[:8])); err != nil {
				return err
			}
		}
		if err := all.Delete(k); err != nil {
			return err
		}
	}
	return meta.Put(keyBytes, be(size))
}

// renew writes what the file holds, and nothing that was deleted or evicted, to
// a new one, which takes its place. Who calls it has s.writing.
func (s *replies) renew() error {
	if err := shred.Copy(s.db); err != nil {
		return err
	}
	s.swap.Lock()
	defer s.swap.Unlock()
	db, err := shred.Exchange(s.db, bolt.Options{FreelistType: bolt.FreelistMapType})
	if db != nil {
		s.db = db
	}
	return err
}
