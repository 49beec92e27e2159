package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/vectorindex"
)

// ErrNoBackup says that a folder is no backup, or a damaged one.
var ErrNoBackup = errors.New("is no backup that can be used")

func readManifest(dir string) (manifest, error) {
	raw, err := os.ReadFile(filepath.Join(dir, manifestFile))
	if errors.Is(err, fs.ErrNotExist) {
		return manifest{}, fmt.Errorf("%s %w: it holds no %s; memtide backup list DIR names the backups in a folder", dir, ErrNoBackup, manifestFile)
	}
	if err != nil {
		return manifest{}, fmt.Errorf("%s %w: %w", dir, ErrNoBackup, err)
	}
	m, err := decodeManifest(raw)
	if err != nil {
		return manifest{}, fmt.Errorf("%s %w: %w", dir, ErrNoBackup, err)
	}
	return m, nil
}

// lookInto reads the manifest of a backup and holds the sizes of the files against it:
// what can be told without reading them.
func lookInto(dir string) (manifest, error) {
	m, err := readManifest(dir)
	if err != nil {
		return m, err
	}
	for _, name := range slices.Sorted(maps.Keys(m.Files)) {
		st, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			return m, fmt.Errorf("%s %w: %w", dir, ErrNoBackup, err)
		}
		if want := m.Files[name].Bytes; st.Size() != want {
			return m, fmt.Errorf("%s %w: %s has %d bytes instead of %d", dir, ErrNoBackup, name, st.Size(), want)
		}
	}
	return m, nil
}

// decodeManifest reads a manifest. What it names are files of the backup's own
// folder.
func decodeManifest(raw []byte) (manifest, error) {
	var m manifest
	if err := json.Unmarshal(raw, &m); err != nil {
		return manifest{}, fmt.Errorf("%s: %w", manifestFile, err)
	}
	if m.Version != backupVersion {
		return manifest{}, fmt.Errorf("it has version %d, this program reads %d", m.Version, backupVersion)
	}
	for _, name := range []string{bus.StreamTurns, bus.StreamLedger} {
		if len(m.Streams[name].Config) == 0 {
			return manifest{}, fmt.Errorf("%s is not in it", name)
		}
	}
	for name := range m.Streams {
		if m.Files[name].Hash == "" {
			return manifest{}, fmt.Errorf("%q has no hash", name)
		}
	}
	for name := range m.Files {
		if filepath.Base(name) != name || !filepath.IsLocal(name) {
			return manifest{}, fmt.Errorf("%q is no file of a backup", name)
		}
	}
	for space := range m.Spaces {
		if err := space.Validate(); err != nil {
			return manifest{}, err
		}
	}
	return m, nil
}

// CheckedBackup is what a check has found.
type CheckedBackup struct {
	Spaces int `json:"spaces"`
	Nodes  int `json:"nodes"`
}

// checkBackup opens a backup in a folder that is thrown away.
func checkBackup(ctx context.Context, dir string, progress func(done, total int)) (CheckedBackup, error) {
	return inFolder(dir, func(home string) (CheckedBackup, error) { return openBackup(ctx, dir, home, progress) })
}

// inFolder makes a folder beside a backup in which it can be opened.
func inFolder(dir string, open func(home string) (CheckedBackup, error)) (r CheckedBackup, err error) {
	home, err := os.MkdirTemp(filepath.Dir(dir), checkName(filepath.Base(dir))+"*")
	if err != nil {
		return r, fmt.Errorf("make folder for the check: %w", err)
	}
	defer func() { err = errors.Join(err, os.RemoveAll(home)) }()
	return open(home)
}

// checkName begins the name of the folders in which a backup is opened.
func checkName(name string) string { return partial + "check-" + name + "-" }

// openBackup makes a data folder of a backup and holds it against the manifest:
// every file has its hash, the streams load, and each space, made anew from
// LEDGER, has its state hash. Afterwards home is a data folder that a daemon
// can run on. progress, which may be nil, is told how much of LEDGER was read.
func openBackup(ctx context.Context, dir, home string, progress func(done, total int)) (r CheckedBackup, err error) {
	m, err := readManifest(dir)
	if err != nil {
		return r, err
	}
	if err := m.hashes(ctx, dir); err != nil {
		return r, err
	}
	server, err := embedded.Start(home, filepath.Join(home, "run"), embedded.Options{NoSync: true})
	if err != nil {
		return r, err
	}
	defer server.Stop()
	if err := m.load(ctx, server, dir); err != nil {
		return r, err
	}
	b, err := bus.New(ctx, server.Dial, bus.Options{})
	if err != nil {
		return r, err
	}
	defer b.Close()
	if err := os.MkdirAll(filepath.Join(home, "spaces"), 0o700); err != nil { // there may be none
		return r, fmt.Errorf("make folder of spaces: %w", err)
	}
	o := opening{b, home, m.reading(progress)}
	for space, want := range m.Spaces {
		nodes, err := o.project(ctx, space, want)
		if err != nil {
			return r, fmt.Errorf("space %q: %w", space, err)
		}
		r.Spaces++
		r.Nodes += nodes
	}
	if _, has := m.Files["vectors.db"]; !has {
		return r, nil
	}
	path := filepath.Join(home, "vectors.db")
	if err := copyTo(filepath.Join(dir, "vectors.db"), path); err != nil {
		return r, err
	}
	records, err := vectorindex.OpenRecords(path)
	if err != nil {
		return r, err
	}
	return r, records.Close()
}

// reading returns what counts the messages of LEDGER that are read.
func (m manifest) reading(progress func(done, total int)) func() {
	done, total := 0, int(m.Last[bus.StreamLedger])
	return func() {
		if done++; progress != nil && total > 0 {
			progress(min(done, total), total)
		}
	}
}

// hashes holds each file against the manifest.
func (m manifest) hashes(ctx context.Context, dir string) error {
	for name, want := range m.Files {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			return fmt.Errorf("%s %w: %w", dir, ErrNoBackup, err)
		}
		h := sha256.New()
		var n int64
		for err == nil {
			var part int64
			part, err = io.CopyN(h, f, 256<<10)
			n += part
			if cerr := ctx.Err(); cerr != nil {
				err = cerr
			}
		}
		cerr := f.Close()
		if !errors.Is(err, io.EOF) || cerr != nil {
			return fmt.Errorf("read %s: %w", name, errors.Join(err, cerr))
		}
		if n != want.Bytes || hex.EncodeToString(h.Sum(nil)) != want.Hash {
			return fmt.Errorf("%s %w: %s has been changed since it was made", dir, ErrNoBackup, name)
		}
	}
	return nil
}

// load brings the streams onto a new server.
func (m manifest) load(ctx context.Context, server *embedded.Server, dir string) error {
	nc, err := server.Dial("restore")
	if err != nil {
		return err
	}
	defer nc.Close()
	for name, stream := range m.Streams {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			return fmt.Errorf("open stream %s: %w", name, err)
		}
		if err := errors.Join(embedded.LoadStream(ctx, nc, name, stream, f), f.Close()); err != nil {
			return err
		}
	}
	return nil
}

// projectBatch is the number of change sets that are applied at a time.
const projectBatch = 64

// opening is a backup that is being opened.
type opening struct {
	bus  *bus.Bus
	home string
	read func() // is called for each message of LEDGER
}

// project makes the graph of a space from LEDGER, and holds it against the
// state hash where that was taken.
func (o opening) project(ctx context.Context, space memtide.Space, want savedSpace) (nodes int, err error) {
	db, err := graphdb.Open(filepath.Join(o.home, "spaces", space.Token(), "graph.db"),
		graphdb.Options{Space: space, Incarnation: o.bus.Incarnation(), Fold: language.Fold})
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if want.Seq > 0 {
		if err := o.replayInto(ctx, db, bus.Replay{Flow: event.Ledger, Space: space, Until: want.Seq}); err != nil {
			return 0, err
		}
	}
	hash, err := db.Hash()
	if err != nil {
		return 0, err
	}
	if hash != want.Hash || db.AppliedSeq() != want.Seq {
		return 0, fmt.Errorf("%w: its state hash at sequence %d is %s, and was %s at %d", ErrNoBackup, db.AppliedSeq(), hash, want.Hash, want.Seq)
	}
	if err := o.replayInto(ctx, db, bus.Replay{Flow: event.Ledger, Space: space, From: want.Seq + 1}); err != nil {
		return 0, err
	}
	nodes, _ = db.Count()
	return nodes, nil
}

func (o opening) replayInto(ctx context.Context, db *graphdb.DB, r bus.Replay) error {
	var batch []graphdb.Sequenced
	flush := func() error {
		if len(batch) == 0 {
			return nil
		}
		err := db.ApplyBatch(batch)
		batch = batch[:0]
		return err
	}
	err := ledger.ReadLog(ctx, o.bus, r, func(m bus.Message) error {
		o.read()
		if m.Kind != event.KindOf[event.ChangeDecided]() {
			return nil
		}
		set, err := ledger.Sequenced(m)
		if err != nil {
			return err
		}
		if batch = append(batch, set); len(batch) < projectBatch {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

func copyTo(from, to string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	return writeSynced(to, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}
