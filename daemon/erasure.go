package daemon

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/shred"
	"github.com/memtide/memtide/tools"
	"github.com/memtide/memtide/wholefile"
)

// decideWait is how long an erasure waits for half-turns that are being read.
const decideWait = time.Minute

// erase plans, and erases what the person has agreed to, in the background.
func (d *Daemon) erase(ctx context.Context, in control.EraseRequest) (control.Operation, error) {
	if err := in.Space.Validate(); err != nil {
		return control.Operation{}, err
	}
	if !in.DryRun {
		return d.beginErasing(d.wish(in), false), ctx.Err()
	}
	t := task{verb: "erase", what: "looking what an erasure would take", space: in.Space, givenUp: "interrupted; nothing is erased"}
	return d.work.begin(t, func(ctx context.Context, _ func(done, total uint64)) (any, error) {
		return d.eraseNow(ctx, in)
	}), ctx.Err()
}

// eraseNow is erase for who waits for the end.
func (d *Daemon) eraseNow(ctx context.Context, in control.EraseRequest) (control.EraseReply, error) {
	if !in.DryRun {
		return d.wish(in).make(ctx)
	}
	r, err := d.planErasing(ctx, in)
	r.Plan.Keep = in.Keep
	return r, err
}

// planErasing looks what an erasure takes.
func (d *Daemon) planErasing(ctx context.Context, in control.EraseRequest) (r control.EraseReply, err error) {
	if err := d.allDecided(ctx, in.Space); err != nil {
		return r, err
	}
	if r.Plan.ErasePlan, err = tools.PlanErase(ctx, d.ledger, in.Space, in.What, in.Cascade); err != nil {
		return r, err
	}
	r.Plan.Copies, err = d.copies()
	return r, err
}

// eraseSeen erases what a person has seen and agreed to. begun is called before anything
// is changed.
func (d *Daemon) eraseSeen(ctx context.Context, in control.EraseRequest, begun func(at time.Time) error) (r control.EraseReply, err error) {
	if r, err = d.planErasing(ctx, in); err != nil {
		return r, err
	}
	if in.Seen != r.Plan.Print() {
		return r, tools.ErrMoved
	}
	spool, err := d.spooled(in.Space, &r.Plan.ErasePlan)
	if err != nil {
		return r, err
	}
	at := time.Now().UTC().Truncate(time.Millisecond)
	if err := begun(at); err != nil {
		return r, err
	}
	// Once it is decided, a crash leaves nobody who knows the text: what comes after
	// this moment goes then, whatever it says.
	before, err := d.forgetReplies(ctx, r.Plan.Texts(), time.Time{})
	if err != nil {
		return r, err
	}
	asked := r.Plan.Erasing(in.Space, at)
	asked.Spool, asked.KeepBackups = spool, in.Keep
	e, err := d.ledger.Erase(ctx, asked)
	if err != nil {
		return r, err
	}
	// It is decided: whether the asker waits or the daemon stops, it is finished as far as it gets.
	r.Certificate, err = d.certify(context.WithoutCancel(ctx), e, known{texts: r.Plan.Texts(), replies: before.Records, like: r.Plan.Like()})
	r.Plan.Goes, r.Plan.Stays = nil, nil // the reply shall not bring the text back
	return r, err
}

// allDecided waits until every half-turn of a space is decided on: what is being
// read would miss its half-turn.
func (d *Daemon) allDecided(ctx context.Context, space memtide.Space) error {
	for end := time.Now().Add(decideWait); ; {
		n, err := d.ledger.Pending(ctx, space)
		if err != nil || n == 0 {
			return err
		}
		if time.Now().After(end) {
			return fmt.Errorf("%s still to be read; try again when memtide status shows none", memtide.Count(n, "half-turn"))
		}
		if err := bus.Pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
}

// known is what who has begun an erasure knows of it. One that was cut off is
// finished without.
type known struct {
	texts   []string
	replies int // answers of models that are gone already
	like    []memtide.ID
}

// certify does what lies outside the streams, looks for what is left, and writes
// the certificate. Everything in it can be done again.
func (d *Daemon) certify(ctx context.Context, e ledger.Erased, what known) (control.Certificate, error) {
	c := control.Certificate{ID: e.ID, Space: e.Space, Target: e.Target, Asked: e.At, Version: client.Version(), Nodes: e.Nodes, HalfTurns: e.HalfTurns,
		Turns: e.Turns, Ledger: e.Replaced, Dead: e.Dead, Trace: e.Trace, Vectors: len(e.Vectors), Spool: e.Spool}
	for _, s := range e.Survives {
		c.Ledger = append(c.Ledger, s.Seq)
	}
	slices.Sort(c.Ledger)
	if err := d.forgetPrompts(); err != nil { // before Forget, which writes the file anew
		return c, err
	}
	if err := d.records.Forget(e.Vectors); err != nil {
		return c, err
	}
	since := time.Time{}
	if what.texts == nil {
		since = e.At
	}
	said, err := d.forgetReplies(ctx, what.texts, since)
	if err != nil {
		return c, err
	}
	c.Replies, c.Unquoted = what.replies+said.Records, said.Short
	for _, name := range e.Spool {
		if err := shred.File(filepath.Join(d.paths.Spool, filepath.FromSlash(name))); err != nil {
			return c, err
		}
	}
	// What was read again holds the text, too; it can be read again.
	if err := endShadows(ctx, filepath.Join(d.cfg.Home, ShadowsFolder)); err != nil {
		return c, err
	}
	if err := dropShadows(filepath.Join(d.cfg.Home, ShadowsFolder)); err != nil {
		return c, err
	}
	d.lately.Drop(e.Turns...)
	d.ears.forget()
	if c.Sessions, err = d.bus.DropSessions(ctx, e.Space); err != nil {
		return c, err
	}
	if c.StateHash, _, err = d.ledger.Hash(ctx, e.Space); err != nil {
		return c, err
	}
	if !e.KeepBackups {
		if c.Backups, c.NoBackup, err = d.dropCopies(ctx); err != nil {
			return c, err
		}
	}
	if what.texts != nil {
		if c.Search, err = searchBytes(d.cfg.Home, what.texts); err != nil {
			return c, err
		}
	}
	c.Finished, c.NotReached = time.Now().UTC().Truncate(time.Second), d.notReached(e.KeepBackups)
	if n := len(what.like); n > 0 {
		still := make([]string, n)
		for i, id := range what.like {
			still[i] = id.Short()
		}
		c.NotReached = append(c.NotReached, fmt.Sprintf("%s %s something like it in other words, and %s: %s", memtide.Count(n, "memory"), memtide.Agree(n, "that says", "that say"), memtide.Agree(n, "stays", "stay"), strings.Join(still, ", ")))
	}
	return c, d.writeCertificate(&c)
}

// forgetReplies takes out what models said that quotes a text. A record that no
// program of this version can read is left, and named.
func (d *Daemon) forgetReplies(ctx context.Context, texts []string, since time.Time) (llm.Forgotten, error) {
	got, err := d.models.Forget(ctx, texts, since)
	if errors.Is(err, llm.ErrReplies) {
		return got, fmt.Errorf("%w; move it away and erase again", err)
	}
	return got, err
}

func (d *Daemon) writeCertificate(c *control.Certificate) error {
	dir := filepath.Join(d.cfg.Home, erasuresFolder)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("make folder of certificates: %w", err)
	}
	c.Path = filepath.Join(dir, c.ID+".txt")
	raw, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return fmt.Errorf("encode certificate: %w", err)
	}
	// The JSON is what says that it is finished: it comes last, and whole.
	if err := os.WriteFile(c.Path, []byte(c.Text()), 0o600); err != nil {
		return fmt.Errorf("write certificate: %w", err)
	}
	if err := wholefile.Write(filepath.Join(dir, c.ID+".json"), raw, wholefile.Options{Synced: true}); err != nil {
		return fmt.Errorf("write certificate: %w", err)
	}
	return nil
}

// shredAll overwrites and removes a file, or a folder with all files. What a link leads to
// goes, too: what is in it is what shall be forgotten.
func shredAll(dir string) error {
	real, err := filepath.EvalSymlinks(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return os.RemoveAll(dir) // a link may be left
	}
	if err != nil {
		return fmt.Errorf("remove %s: %w", dir, err)
	}
	err = filepath.WalkDir(real, func(path string, f fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !f.Type().IsRegular() {
			return err
		}
		return shred.File(path)
	})
	if err != nil {
		return fmt.Errorf("remove %s: %w", dir, err)
	}
	return errors.Join(os.RemoveAll(real), os.RemoveAll(dir))
}

// notReached names what an erasure cannot touch.
func (d *Daemon) notReached(keep bool) []string {
	all := []string{
		"transcripts that clients keep themselves; if they are imported again, the half-turns are known and not kept",
		"copies of the data folder made by you or by other programs, and backups outside of it",
		"old blocks that the file system, its snapshots or the disk's own controller keep",
		"answers of models, in replies.db, that say it in words of their own: one goes that shares three words in a row, a token with a digit, or an address with it",
		"what agents and the models behind them have been shown, and what this process still holds in memory until it ends",
	}
	if !d.cfg.Bus.Embedded() {
		all = append(all, "files of the NATS server at bus.url and of its replicas: the server was asked to overwrite the messages")
	}
	if kept, err := d.copies(); keep && err == nil {
		for _, dir := range kept {
			all = append(all, dir+", made before, which was to be kept: delete it")
		}
	}
	return all
}

// spooled returns the files of the spool, below its folder, with half-turns of a
// space that go.
func (d *Daemon) spooled(space memtide.Space, p *tools.ErasePlan) (names []string, err error) {
	dir, err := filepath.EvalSymlinks(d.paths.Spool)
	if err != nil {
		return nil, notGone(err)
	}
	err = filepath.WalkDir(dir, func(path string, f fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !f.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil // drained meanwhile
		}
		var t event.TurnRequest
		if err != nil || json.Unmarshal(raw, &t) != nil {
			return err
		}
		t.Space = cmp.Or(t.Space, memtide.Space(d.cfg.Space), memtide.DefaultSpace) // as the door takes it
		if t.Space != space {
			return nil
		}
		turn := memtide.Turn{Space: t.Space, Role: t.Role, Text: t.Text, Session: t.Session, Client: t.Client, PromptID: t.PromptID, Time: t.Time}
		if p.Turn(turn) || slices.Contains(p.Turns, memtide.TurnID(turn)) {
			rel, err := filepath.Rel(dir, path)
			names = append(names, filepath.ToSlash(rel))
			return err
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("look into the spool: %w", err)
	}
	return names, nil
}
