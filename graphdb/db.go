package graphdb

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"strings"
	"sync"
	"sync/atomic"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/memtide/memtide"
)

// Errors of opening a store.
var (
	ErrLocked  = errors.New("another memtide has this store open")
	ErrCorrupt = errors.New("store is damaged or not a graph") // move it aside and rebuild it from the LEDGER
	ErrVersion = errors.New("store was written by a newer memtide")
	ErrSpace   = errors.New("store or change set belongs to another space")
)

// Errors of applying a change set. A set that meets one has left nothing
// behind, and neither has its batch. memtide.ErrConflict and
// memtide.ErrInvalid come from the vocabulary.
var (
	ErrOrder       = errors.New("change set comes after later ones")
	ErrDangling    = errors.New("an end would be missing") // of an edge, or the node that superseded_by names
	ErrIncarnation = errors.New("store was made from another LEDGER")
)

// Errors of use.
var (
	ErrNotFound = errors.New("no such node or edge")
	ErrClosed   = errors.New("store is closed")
	ErrReadOnly = errors.New("store is open for reading only")
)

// defaultMmap is how much of the file is mapped at first, where mapping ahead
// costs address space only. A writer that outgrows the map has to wait for
// every reader.
const defaultMmap = 64 << 20

// Options for [Open]. The zero value works for a store that exists.
type Options struct {
	Space       memtide.Space // needed to create a store; of an existing one "" accepts any
	Incarnation string        // of the LEDGER; "" accepts any
	// Fold brings the name of an entity into the form by which it is looked up.
	// It must be a pure function; nil is strings.ToLower. When a store was
	// written with another one, Open makes the index of names anew.
	Fold            func(string) string
	ReadOnly        bool // several processes may read, none write
	InitialMmapSize int  // bytes; 0 is 64 MiB, on Windows (where the file would get that long) nothing
}

// DB is an open store. All methods may be called from any goroutine.
type DB struct {
	bolt    *bolt.DB
	file    *os.File // that bbolt has open and locked
	path    string
	opts    Options
	space   memtide.Space
	unclean bool
	shared  shared

	mu     sync.Mutex            // held by the one who writes, checks or closes
	dirty  bool                  // the file says that it is in use; under mu
	closed bool                  // under mu
	state  atomic.Pointer[state] // what the last transaction left; never changed in place
}

// state is the meta bucket in memory.
type state struct {
	incarnation string
	applied     uint64            // LEDGER sequence
	stages      map[string]uint64 // highest TURNS sequence that a stage has decided on
	decided     uint64
	nodes       uint64
	edges       uint64
}

func (s *state) clone() *state {
	c := *s
	c.stages = maps.Clone(s.stages)
	return &c
}

// Path returns the path that the store was opened with.
func (db *DB) Path() string { return db.path }

// Unclean reports that the store had not been closed by whoever used it last:
// the process was killed or the machine went down. Open has then examined the
// structure of the file and found it whole. After a kill that is all there is
// to say; after power loss rows may still be missing, and
// [DB.Check] or a comparison of [DB.Hash] tells.
func (db *DB) Unclean() bool { return db.unclean }

// AppliedSeq returns the LEDGER sequence of the last change set applied, 0 when
// there is none. Those in between that concern other spaces are not counted.
func (db *DB) AppliedSeq() uint64 { return db.state.Load().applied }

// Incarnation returns the incarnation of the LEDGER that the store was made
// from, "" when none has been told yet. It may differ from the one in Options:
// such a store can be read, and Apply refuses with [ErrIncarnation].
func (db *DB) Incarnation() string { return db.state.Load().incarnation }

// Sync writes everything applied so far through to the disk.
func (db *DB) Sync() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.closed {
		return ErrClosed
	}
	if err := db.bolt.Sync(); err != nil {
		return fmt.Errorf("sync graph: %w", err)
	}
	return nil
}

// Close waits for open Views, writes everything to the disk, with a checksum over
// it that the next Open holds it against, and releases the file. A second Close does nothing.
func (db *DB) Close() error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.closed {
		return nil
	}
	db.closed = true
	db.shared.clear()
	err := db.markClean()
	if err == nil && !db.opts.ReadOnly {
		err = db.seal()
	}
	if cerr := db.bolt.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("close graph: %w", err)
	}
	return nil
}

// markClean says in the file that nobody uses it. The data must be on the disk
// before that sentence is, hence two syncs.
func (db *DB) markClean() error {
	if !db.dirty {
		return nil
	}
	db.dirty = false
	if err := db.bolt.Sync(); err != nil {
		return err
	}
	if err := db.bolt.Update(func(tx *bolt.Tx) error { return setInUse(tx, false) }); err != nil {
		return err
	}
	return db.bolt.Sync()
}

// markDirty says in the file, durably and before the first write, that it is
// in use.
func (db *DB) markDirty() error {
	if db.dirty {
		return nil
	}
	if err := db.bolt.Update(func(tx *bolt.Tx) error { return setInUse(tx, true) }); err != nil {
		return err
	}
	if err := db.bolt.Sync(); err != nil {
		return err
	}
	db.dirty = true
	return nil
}

// write runs fn in a transaction. Damage that makes bbolt panic comes back as
// ErrCorrupt. The caller holds mu.
func (db *DB) write(fn func(*bolt.Tx) error) error {
	if db.opts.ReadOnly {
		return ErrReadOnly
	}
	return translate(guard(func() error {
		if err := db.markDirty(); err != nil {
			return err
		}
		return db.bolt.Update(fn)
	}))
}

// translate replaces the errors of bbolt that a caller may meet by ours.
func translate(err error) error {
	switch {
	case errors.Is(err, berrors.ErrDatabaseNotOpen):
		return ErrClosed
	case errors.Is(err, berrors.ErrDatabaseReadOnly):
		return ErrReadOnly
	}
	return err
}

func (o Options) withDefaults() Options {
	if o.Fold == nil {
		o.Fold = strings.ToLower
	}
	return o
}
