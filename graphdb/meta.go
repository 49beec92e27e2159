package graphdb

import (
	"fmt"
	"strings"

	bolt "go.etcd.io/bbolt"

	"github.com/memtide/memtide"
)

// Names in the bucket meta.
const (
	metaFormat      = "format"
	metaSpace       = "space"
	metaIncarnation = "incarnation"
	metaApplied     = "applied_seq"
	metaListed      = "listed_seq"
	metaNodes       = "nodes"
	metaEdges       = "edges"
	metaFold        = "fold"
	metaInUse       = "in_use"
	metaDecided     = "decided/" // and the stage
)

func metaUint(meta *bolt.Bucket, name string) (uint64, error) {
	v := meta.Get([]byte(name))
	if len(v) != 8 {
		return 0, fmt.Errorf("%w: meta %s has %d bytes, want 8", ErrCorrupt, name, len(v))
	}
	return parseUint(v), nil
}

func putMetaUint(meta *bolt.Bucket, name string, v uint64) error {
	return meta.Put([]byte(name), appendUint(nil, v))
}

// Size returns the length of the file in bytes, free pages included.
func (tx *Tx) Size() int64 { return tx.tx.Size() }

func setInUse(tx *bolt.Tx, inUse bool) error {
	v := uint64(0)
	if inUse {
		v = 1
	}
	return putMetaUint(tx.Bucket([]byte(bMeta.String())), metaInUse, v)
}

func createMeta(tx *bolt.Tx, space memtide.Space, opts Options) error {
	meta := tx.Bucket([]byte(bMeta.String()))
	for name, v := range map[string]uint64{metaFormat: format, metaInUse: 0} {
		if err := putMetaUint(meta, name, v); err != nil {
			return err
		}
	}
	for name, v := range map[string]string{metaSpace: string(space), metaFold: foldPrint(opts.Fold)} {
		if err := meta.Put([]byte(name), []byte(v)); err != nil {
			return err
		}
	}
	return writeState(tx, &state{incarnation: opts.Incarnation})
}

// readState reads what writeState writes.
func readState(tx *bolt.Tx) (*state, error) {
	meta := tx.Bucket([]byte(bMeta.String()))
	s := &state{stages: map[string]uint64{}, incarnation: string(meta.Get([]byte(metaIncarnation)))}
	for name, to := range map[string]*uint64{metaApplied: &s.applied, metaNodes: &s.nodes, metaEdges: &s.edges} {
		v, err := metaUint(meta, name)
		if err != nil {
			return nil, err
		}
		*to = v
	}
	c := meta.Cursor()
	for k, v := c.Seek([]byte(metaDecided)); k != nil; k, v = c.Next() {
		stage, ok := strings.CutPrefix(string(k), metaDecided)
		if !ok {
			break
		}
		if len(v) != 8 {
			return nil, fmt.Errorf("%w: meta %s has %d bytes, want 8", ErrCorrupt, k, len(v))
		}
		s.stages[stage] = parseUint(v)
	}
	s.decided = decidedUpTo(s.stages, lowestOpen(tx))
	return s, nil
}

func writeState(tx *bolt.Tx, s *state) error {
	meta := tx.Bucket([]byte(bMeta.String()))
	if err := meta.Put([]byte(metaIncarnation), []byte(s.incarnation)); err != nil {
		return err
	}
	for name, v := range map[string]uint64{metaApplied: s.applied, metaListed: s.applied, metaNodes: s.nodes, metaEdges: s.edges} {
		if err := putMetaUint(meta, name, v); err != nil {
			return err
		}
	}
	for stage, v := range s.stages {
		if err := putMetaUint(meta, metaDecided+stage, v); err != nil {
			return err
		}
	}
	return nil
}

// foldPrint tells fold functions apart by what they make of a text that has
// case, accents, widths, ligatures, marks and spaces in it.
func foldPrint(fold func(string) string) string {
	var all []string
	for _, s := range strings.Split("MemTide|STRASSE Straße|ÉCOLE|İstanbul|ﬁne|Ａ１|ǅ|ΟΔΟΣ|  two   words |O'Neil|snake_case|Kebab-Case|v1.2.0|ｶﾅ|カナ|e\u0301|", "|") {
		all = append(all, fold(s))
	}
	return memtide.Hash(all...)
}

// refold makes the index of names anew when it was written by another fold.
func (db *DB) refold() error {
	want := foldPrint(db.opts.Fold)
	var have string
	if err := db.bolt.View(func(tx *bolt.Tx) error {
		have = string(tx.Bucket([]byte(bMeta.String())).Get([]byte(metaFold)))
		return nil
	}); err != nil || have == want {
		return err
	}
	if db.opts.ReadOnly {
		return fmt.Errorf("%w: its names are folded in another way; open it once for writing", ErrVersion)
	}
	return db.write(func(tx *bolt.Tx) error {
		if err := tx.DeleteBucket([]byte(bName.String())); err != nil {
			return err
		}
		if _, err := tx.CreateBucket([]byte(bName.String())); err != nil {
			return err
		}
		var rows []row
		for n, err := range newTx(db, tx).AllNodes() {
			if err != nil {
				return err
			}
			if n.Kind == memtide.Entity {
				rows = nameRows(rows, n, db.opts.Fold)
			}
		}
		if err := putRows(tx.Bucket([]byte(bName.String())), rows); err != nil {
			return err
		}
		return tx.Bucket([]byte(bMeta.String())).Put([]byte(metaFold), []byte(want))
	})
}
