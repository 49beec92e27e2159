package vectorindex

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"github.com/memtide/memtide/boltguard"
)

// Maker is an embedder, as its settings name it.
type Maker struct {
	ID    string `json:"id"`              // of its records
	Model string `json:"model,omitempty"` // provider/model; "" is the one that is built in
	Dims  int    `json:"dims,omitempty"`  // that the model was asked for; 0 for what it has by itself
	Size  int    `json:"size,omitempty"`  // elements of its vectors
}

// Serving says whose vectors searches use. It stands in the file of the
// records, so that a copy of one has the other.
type Serving struct {
	Maker
	Since  time.Time `json:"since,omitzero"`
	Before *Maker    `json:"before,omitempty"` // whose records are kept, to go back to
	Until  time.Time `json:"until,omitzero"`   // how long they are
	// Left is the embedder that a person went back from: it does not serve
	// again because it stands in the settings.
	Left string `json:"left,omitempty"`
}

var servingKey = []byte("serving")

// Serving returns what [Records.Serve] has written last; false if nobody has.
func (r *Records) Serving() (s Serving, known bool, err error) {
	err = r.view(func(tx *bolt.Tx) error {
		raw := tx.Bucket([]byte("meta")).Get(servingKey)
		if known = raw != nil; !known {
			return nil
		}
		if err := json.Unmarshal(raw, &s); err != nil {
			return fmt.Errorf("%w: %w", ErrRecord, err)
		}
		return nil
	})
	if err != nil {
		return Serving{}, false, fmt.Errorf("read which embedder serves: %w", err)
	}
	return s, known, nil
}

// Serve writes down whose vectors searches use. A crash leaves what was
// written before or this; once it has returned this survives a loss of power.
func (r *Records) Serve(s Serving) error {
	raw, err := json.Marshal(s)
	if err != nil {
		return fmt.Errorf("encode which embedder serves: %w", err)
	}
	if err := r.update(func(tx *bolt.Tx) error { return tx.Bucket([]byte("meta")).Put(servingKey, raw) }); err != nil {
		return fmt.Errorf("write which embedder serves: %w", err)
	}
	return nil
}

// Drop removes all records of an embedder. The room is used again by others.
func (r *Records) Drop(embedder string) error {
	err := r.update(func(tx *bolt.Tx) error {
		err := tx.Bucket([]byte("vectors")).DeleteBucket([]byte(embedder))
		if err != nil && !errors.Is(err, bolterrors.ErrBucketNotFound) {
			return err
		}
		return tx.Bucket([]byte("meta")).Delete(dimsKey(embedder))
	})
	if err != nil {
		return fmt.Errorf("drop vectors by %q: %w", embedder, err)
	}
	return nil
}

// Unknown returns those of the hashes under which an embedder has no record, in
// their order.
func (r *Records) Unknown(embedder string, hashes []string) ([]string, error) {
	var out []string
	err := r.view(func(tx *bolt.Tx) error {
		b := tx.Bucket([]byte("vectors")).Bucket([]byte(embedder))
		for _, h := range hashes {
			if b == nil || b.Get([]byte(h)) == nil {
				out = append(out, h)
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look for vectors by %q: %w", embedder, err)
	}
	return out, nil
}

func (r *Records) update(f func(*bolt.Tx) error) error {
	r.mu.RLock()
	defer r.mu.RUnlock()
	return boltguard.Call(ErrRecord, func() error { return r.db.Update(f) })
}
