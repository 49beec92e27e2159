package graphdb

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/boltguard"
)

// format is the version of the file layout.
const format = 1

// pageSize is that of a new file. A small change set writes a dozen pages and reads all that
// stands in each, so that half of what the system would choose is a seventh less work for
// each, at the same size of the file; a quarter would make it larger by 6 %. A file keeps the
// size that it was made with.
const pageSize = 2 << 10

// lockWait is how long Open waits for another process to let go.
const lockWait = 200 * time.Millisecond

// Open opens the store at path, or makes it (mode 0600, missing folders 0700)
// unless Options.ReadOnly is set. Errors are [ErrLocked], [ErrCorrupt],
// [ErrVersion], [ErrSpace] and those of the file system; the file is then as it
// was. Opening reads the file once: against the checksum that Close has left, or,
// after a crash and where an older memtide has closed it, page by page, which sees
// what is out of order and not another letter in a value. A file of an older memtide
// gets, once, the indexes that it lacks.
func Open(path string, opts Options) (*DB, error) {
	opts = opts.withDefaults()
	db := &DB{path: path, opts: opts}
	err := guard(func() error {
		if !opts.ReadOnly {
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				return err
			}
		}
		return db.open()
	})
	if err != nil {
		return nil, fmt.Errorf("open graph %s: %w", path, err)
	}
	return db, nil
}

func (db *DB) open() (err error) {
	opts := db.opts
	mmap := opts.InitialMmapSize
	if mmap == 0 && runtime.GOOS != "windows" {
		mmap = defaultMmap
	}
	var (
		file   *os.File
		length int64 // before bbolt has mapped it, which on Windows makes it longer
	)
	defer func() {
		// bbolt leaves the file open and locked when it panics.
		if r := recover(); r != nil {
			if db.bolt != nil {
				_ = db.bolt.Close()
			} else if file != nil {
				_ = file.Close()
			}
			err = fmt.Errorf("%w: %v", ErrCorrupt, r)
		}
	}()
	b, err := bolt.Open(db.path, 0o600, &bolt.Options{
		Timeout:         lockWait,
		NoSync:          true, // a projection: what power loss takes is in LEDGER
		NoGrowSync:      true,
		ReadOnly:        opts.ReadOnly,
		InitialMmapSize: mmap,
		PageSize:        pageSize,
		OpenFile: func(name string, flag int, mode os.FileMode) (*os.File, error) {
			f, err := os.OpenFile(name, flag, mode)
			if err != nil {
				return nil, err
			}
			file = f
			info, err := f.Stat()
			if err != nil {
				return nil, errors.Join(err, f.Close())
			}
			length = info.Size()
			return f, nil
		},
	})
	if err != nil {
		return openError(err)
	}
	db.bolt, db.file = b, file
	if runtime.GOOS != "windows" { // now that the file is locked, its length is certain
		info, err := file.Stat()
		if err != nil {
			return errors.Join(err, b.Close())
		}
		length = info.Size()
	}
	if err := db.load(length); err != nil {
		_ = b.Close()
		return err
	}
	return nil
}

func openError(err error) error {
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		return ErrLocked
	case errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum),
		errors.Is(err, berrors.ErrVersionMismatch), errors.Is(err, berrors.ErrInvalidMapping):
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return err
}

// load examines the file and reads its meta bucket, making both in a new file.
func (db *DB) load(length int64) error {
	fresh := false
	err := db.bolt.View(func(tx *bolt.Tx) error {
		// A file that was cut off is found here; later its missing pages would
		// be memory faults.
		if length > 0 && length < tx.Size() {
			return fmt.Errorf("%w: has %d bytes of %d", ErrCorrupt, length, tx.Size())
		}
		// Before anything is looked up: what a damaged page says may lead in a circle.
		if ok, err := db.sealed(tx); err != nil {
			return err
		} else if !ok {
			if err := db.pageDamage(tx); err != nil {
				return err
			}
		}
		if first, _ := tx.Cursor().First(); first == nil {
			fresh = true
			return nil
		}
		return db.examine(tx)
	})
	if err != nil {
		return err
	}
	if fresh {
		if err := db.create(); err != nil {
			return err
		}
	}
	if err := db.refold(); err != nil {
		return err
	}
	if err := db.relist(); err != nil {
		return err
	}
	return db.bolt.View(func(tx *bolt.Tx) (err error) {
		s, err := readState(tx)
		db.state.Store(s)
		return err
	})
}

// examine refuses what is not a graph of this format and space.
func (db *DB) examine(tx *bolt.Tx) error {
	meta := tx.Bucket([]byte(bMeta.String()))
	if meta == nil {
		return fmt.Errorf("%w: has no meta bucket", ErrCorrupt)
	}
	f, err := metaUint(meta, metaFormat)
	if err != nil {
		return err
	}
	if f > format {
		return fmt.Errorf("%w: has format %d, this one reads %d", ErrVersion, f, format)
	}
	for b := range numBuckets {
		if tx.Bucket([]byte(b.String())) == nil && !b.late() {
			return fmt.Errorf("%w: has no bucket %s", ErrCorrupt, b)
		}
	}
	db.space = memtide.Space(meta.Get([]byte(metaSpace)))
	if err := db.space.Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	if db.opts.Space != "" && db.opts.Space != db.space {
		return fmt.Errorf("%w: is of %q, not %q", ErrSpace, db.space, db.opts.Space)
	}
	inUse, err := metaUint(meta, metaInUse)
	if err != nil {
		return err
	}
	if inUse != 0 {
		db.unclean = true
		db.dirty = !db.opts.ReadOnly // so that Close says it is in order
	}
	return nil
}

// create makes the buckets of a new store, in one transaction with its meta.
func (db *DB) create() error {
	if db.opts.ReadOnly {
		return fmt.Errorf("%w: is empty", ErrCorrupt)
	}
	db.space = db.opts.Space
	if err := db.space.Validate(); err != nil {
		return fmt.Errorf("%w: %w", ErrSpace, err)
	}
	return db.bolt.Update(func(tx *bolt.Tx) error {
		for b := range numBuckets {
			if _, err := tx.CreateBucket([]byte(b.String())); err != nil {
				return err
			}
		}
		return createMeta(tx, db.space, db.opts)
	})
}

// guard turns panics and memory faults inside fn, which is how bbolt meets
// damaged pages, into ErrCorrupt.
func guard(fn func() error) error { return boltguard.Call(ErrCorrupt, fn) }
