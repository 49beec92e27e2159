package graphdb

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"

	bolt "go.etcd.io/bbolt"
)

// Hash returns the state hash of the store, 64 hex characters: SHA-256 over
// the canonical encoding of all nodes and then of all edges, in the order of
// their ids, each with its length in 8 bytes before it. What the store
// remembers about change sets is not part of it.
func (db *DB) Hash() (string, error) {
	h := sha256.New()
	err := db.View(func(tx *Tx) error {
		for _, b := range [...]bucket{bNodes, bEdges} {
			if err := hashValues(h, tx.bucket(b)); err != nil {
				return fmt.Errorf("%s: %w", b, err)
			}
		}
		return nil
	})
	if err != nil {
		return "", fmt.Errorf("hash graph: %w", err)
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}

func hashValues(h hash.Hash, b *bolt.Bucket) error {
	var n [8]byte
	for k, v := range prefixed(b, nil) {
		if len(v) == 0 || v[0] != valueVersion {
			return fmt.Errorf("%w: value of %x has no known version", ErrCorrupt, k)
		}
		binary.BigEndian.PutUint64(n[:], uint64(len(v)-1))
		h.Write(n[:])
		h.Write(v[1:])
	}
	return nil
}

// Stats are figures about the file.
type Stats struct {
	Nodes int
	Edges int
	Bytes int64 // length of the file
	Free  int64 // of them in pages that wait to be used again; Compact gives them back
}

// Stats returns figures about the file. It is cheap.
func (db *DB) Stats() (Stats, error) {
	s := db.state.Load()
	out := Stats{Nodes: int(s.nodes), Edges: int(s.edges)}
	err := db.bolt.View(func(tx *bolt.Tx) error {
		out.Bytes = tx.Size()
		b := db.bolt.Stats()
		out.Free = int64(b.FreePageN+b.PendingPageN) * int64(db.bolt.Info().PageSize)
		return nil
	})
	if err != nil {
		return Stats{}, fmt.Errorf("graph figures: %w", translate(err))
	}
	return out, nil
}

// Backup writes a copy of the file as it is now. Apply may go on meanwhile; a
// slow w makes the file grow. The copy opens like a store after a crash: its
// structure is examined once.
func (db *DB) Backup(w io.Writer) error {
	err := db.bolt.View(func(tx *bolt.Tx) error {
		_, err := tx.WriteTo(w)
		return err
	})
	if err != nil {
		return fmt.Errorf("back up graph: %w", translate(err))
	}
	return nil
}

// compactTx is how many bytes Compact copies in one transaction.
const compactTx = 16 << 20

// Compact writes a copy without free pages and without anything that was
// deleted to dst, which must not exist, and syncs it. The copy grows in
// dst+".tmp" and gets its name when it is whole. The store itself is left alone;
// Apply waits.
func (db *DB) Compact(dst string) error {
	if err := db.compact(dst, dst+".tmp"); err != nil {
		return fmt.Errorf("compact graph to %s: %w", dst, translate(err))
	}
	return nil
}

func (db *DB) compact(dst, tmp string) error {
	if _, err := os.Stat(dst); err == nil {
		return fs.ErrExist
	}
	if err := os.Remove(tmp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	out, err := bolt.Open(tmp, 0o600, &bolt.Options{Timeout: lockWait, NoSync: true, NoGrowSync: true})
	if err != nil {
		return err
	}
	if err := errors.Join(db.copyTo(out), out.Close()); err != nil {
		return errors.Join(err, os.Remove(tmp))
	}
	return os.Rename(tmp, dst)
}

func (db *DB) copyTo(out *bolt.DB) error {
	db.mu.Lock() // bolt.Compact reads in one transaction; keep writers from growing the file under it
	defer db.mu.Unlock()
	if err := bolt.Compact(out, db.bolt, compactTx); err != nil {
		return err
	}
	if err := out.Update(func(tx *bolt.Tx) error { return setInUse(tx, false) }); err != nil {
		return err
	}
	return out.Sync()
}
