package graphdb

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
	"sync"

	bolt "go.etcd.io/bbolt"
)

const (
	sealMark  = "mtseal1\x00"
	sealBytes = 24
	sealPiece = 1 << 20 // bytes of the pages that one checksum is over; the seal's is over those
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// A seal is a checksum over all pages of a file that nobody writes to:
//
//	"mtseal1" 0, txid8, checksum of the pages4, checksum of the seal4
//
// in little-endian order, at the end of the meta page that counts. bbolt writes the two
// meta pages in turns, each as a whole and with zeros behind what it has to say: the
// next transaction makes the other page count, and the one after that wipes the seal.

// sealed reports whether a file has a seal; the error is [ErrCorrupt] where its pages
// are not those that were sealed.
func (db *DB) sealed(tx *bolt.Tx) (bool, error) {
	meta, err := db.metaPage(tx)
	if err != nil {
		return false, err
	}
	seal := meta[len(meta)-sealBytes:]
	if !bytes.HasPrefix(seal, []byte(sealMark)) || binary.LittleEndian.Uint64(seal[8:]) != uint64(tx.ID()) ||
		binary.LittleEndian.Uint32(seal[20:]) != crc32.Checksum(seal[:20], castagnoli) {
		return false, nil
	}
	sum, err := sumPages(db.file, 2*int64(len(meta)), tx.Size(), runtime.GOMAXPROCS(0))
	if err == nil && sum != binary.LittleEndian.Uint32(seal[16:]) {
		err = fmt.Errorf("%w: its pages are not those that were written", ErrCorrupt)
	}
	return true, err
}

// seal writes the seal of a file that is on the disk and will not be written to.
func (db *DB) seal() error {
	return db.bolt.View(func(tx *bolt.Tx) error {
		meta, err := db.metaPage(tx)
		if err != nil {
			return err
		}
		seal := meta[len(meta)-sealBytes:]
		if bytes.HasPrefix(seal, []byte(sealMark)) {
			return nil // nothing was written since it was opened
		}
		sum, err := sumPages(db.file, 2*int64(len(meta)), tx.Size(), 1) // others may be asked meanwhile
		if err != nil {
			return err
		}
		copy(seal, sealMark)
		binary.LittleEndian.PutUint64(seal[8:], uint64(tx.ID()))
		binary.LittleEndian.PutUint32(seal[16:], sum)
		binary.LittleEndian.PutUint32(seal[20:], crc32.Checksum(seal[:20], castagnoli))
		_, err = db.file.WriteAt(seal, int64(tx.ID()%2+1)*int64(len(meta))-sealBytes)
		return errors.Join(err, db.file.Sync())
	})
}

// sumPages returns the checksum over the part of a file from a position to another, made by
// so many at most.
func sumPages(f io.ReaderAt, from, to int64, workers int) (uint32, error) {
	pieces := int((to - from + sealPiece - 1) / sealPiece)
	sums := make([]byte, 4*pieces)
	workers = min(workers, pieces)
	errs := make([]error, workers)
	var wg sync.WaitGroup
	for k := range workers {
		wg.Go(func() {
			buf := make([]byte, sealPiece)
			for i := k; i < pieces && errs[k] == nil; i += workers {
				at := from + int64(i)*sealPiece
				part := buf[:min(sealPiece, to-at)]
				_, errs[k] = f.ReadAt(part, at)
				binary.LittleEndian.PutUint32(sums[4*i:], crc32.Checksum(part, castagnoli))
			}
		})
	}
	wg.Wait()
	return crc32.Checksum(sums, castagnoli), errors.Join(errs...)
}
