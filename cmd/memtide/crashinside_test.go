package main

import (
	"context"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// cutting kills daemons with -9 inside a piece of work. A run that nobody disturbs
// tells the steps of the work: what it does to files, and when. Each kill falls on
// one of them, or between it and the next, on a copy of the same data folder.
type cutting struct {
	t      *testing.T
	kills  int
	rnd    *rand.Rand
	seed   string // data folder, which no daemon runs on
	env    []string
	begin  func(ctx context.Context, cl *client.Client) (control.Operation, error)
	start  time.Duration // that the last start took
	length time.Duration // of the undisturbed run
	taken  []time.Duration
	tail   int               // steps that write down that it has ended
	others [][]time.Duration // of runs that came to their end before their moment
	late   int               // how many of the last kills fell behind the work, less those since that fell into it
}

func newCutting(t *testing.T, seed string, begin func(ctx context.Context, cl *client.Client) (control.Operation, error), env ...string) *cutting {
	t.Helper()
	c := &cutting{t: t, seed: seed, begin: begin, env: env, tail: smallFile}
	c.kills, c.rnd = killings(t)
	return c
}

// daemon returns one that runs on a copy of the data folder.
func (c *cutting) daemon() (*process, *client.Client) {
	c.t.Helper()
	home := filepath.Join(c.t.TempDir(), "home")
	copyHome(c.t, c.seed, home)
	p := newProcess(c.t, home, c.env...)
	start := time.Now()
	cl := p.start()
	c.start = time.Since(start)
	return p, cl
}

// undisturbed does the work once and learns its steps.
func (c *cutting) undisturbed() (*process, *client.Client) {
	c.t.Helper()
	p, cl := c.daemon()
	s := watchSteps(c.t, p.home)
	s.begin(0, nil)
	start := time.Now()
	op, err := c.begin(daemontest.Within(c.t, time.Minute), cl)
	if err != nil {
		c.t.Fatal(err)
	}
	for !op.Ended {
		time.Sleep(time.Millisecond)
		if op, err = client.Control[control.Operation](daemontest.Within(c.t, time.Minute), cl, "operation", struct{ ID int }{op.ID}); err != nil {
			c.t.Fatal(err)
		}
	}
	if op.Error != "" {
		c.t.Fatal(op.Error)
	}
	c.length, c.taken = time.Since(start), s.taken()
	s.stop()
	c.taken = c.taken[:max(len(c.taken)-c.tail, 0)]
	return p, cl
}

// smallFile is how many steps it takes to put a small file in the place of another,
// and one more.
const smallFile = 5

// moment draws one of the steps, 0 for the beginning, and how long after it. When
// kills come too late, it is an early one of them.
func (c *cutting) moment() (step int, after time.Duration) {
	taken := c.taken
	if n := c.rnd.IntN(len(c.others) + 1); n > 0 {
		taken = c.others[n-1]
	}
	step = c.rnd.IntN(len(taken)>>min(c.late, 8) + 1)
	from, to := time.Duration(0), c.length
	if step > 0 {
		from = taken[step-1]
	}
	if step < len(taken) {
		to = taken[step]
	}
	if c.rnd.IntN(2) == 0 && step > 0 {
		return step, 0
	}
	return step, time.Duration(c.rnd.Int64N(int64(max(to-from, 1))))
}

// kill begins the work and kills the daemon in it.
func (c *cutting) kill() *process {
	c.t.Helper()
	p, cl := c.daemon()
	defer cl.Close()
	s := watchSteps(c.t, p.home)
	step, after := c.moment()
	daemon := p.cmd.Process
	giveWay(c.t, daemon.Pid)
	hit := func() {
		time.Sleep(after)
		daemon.Kill() // it may have ended: then it is gone all the same
	}
	s.begin(step, hit)
	ctx := daemontest.Within(c.t, time.Minute)
	op, err := c.begin(ctx, cl)
	if step == 0 {
		hit()
	}
	for err == nil && !op.Ended {
		select {
		case <-p.gone:
			err = context.Canceled
		case <-time.After(time.Millisecond):
			actx, cancel := context.WithTimeout(ctx, time.Second)
			var now control.Operation
			if now, err = client.Control[control.Operation](actx, cl, "operation", struct{ ID int }{op.ID}); err == nil {
				op = now
			}
			cancel()
		}
	}
	p.kill()
	s.stop()
	if err == nil { // on a busy machine it takes fewer steps: more is done with each
		taken := s.taken()
		c.others = append(c.others, taken[:max(len(taken)-c.tail, 0)])
		c.late++
	} else {
		c.late = max(c.late-1, 0)
	}
	return p
}

// each kills until so many kills have fallen into the work as shall, and hands the
// next start after each to look, which says whether it has. One that comes too
// late is made up for, up to three times as many as there shall be and a dozen; of
// those that there shall be three in four must fall into it.
func (c *cutting) each(look func(ctx context.Context, p *process, cl *client.Client) bool) {
	c.t.Helper()
	inside, all := 0, 0
	for ; inside < c.kills && all < 4*c.kills+12 && !c.t.Failed(); all++ {
		p := c.kill()
		if c.rnd.IntN(4) == 0 { // and once more while the next start looks after it
			p.launch()
			time.Sleep(time.Duration(c.rnd.Int64N(int64(c.start))))
			p.kill()
		}
		cl := p.start()
		ctx := daemontest.Within(c.t, 3*time.Minute)
		if look(ctx, p, cl) {
			inside++
		}
		leftOvers(c.t, p.home)
		cl.Close()
		p.kill()
		if err := os.RemoveAll(p.home); err != nil {
			c.t.Error(err)
		}
	}
	c.t.Logf("%d of %d kills fell into it: %d steps in %v", inside, all, len(c.taken), c.length.Round(time.Millisecond))
	if inside*4 < c.kills*3 && !c.t.Failed() {
		c.t.Errorf("only %d kills fell into it, want %d", inside, c.kills)
	}
}

// state returns the state hash of the default space once nothing is on its way.
func state(ctx context.Context, t *testing.T, cl *client.Client) string {
	t.Helper()
	if err := cl.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	h, err := client.Control[control.ExportHead](ctx, cl, "head", control.SpaceRequest{Space: memtide.DefaultSpace})
	if err != nil {
		t.Fatal(err)
	}
	return h.Hash
}

// cutOffs returns what starts have said of what was cut off. The last one says it
// in status, too, unless one before it was killed and had said it already.
func cutOffs(ctx context.Context, t *testing.T, p *process, cl *client.Client) string {
	t.Helper()
	st, err := client.Control[control.Status](ctx, cl, "status", control.SpaceRequest{Space: memtide.DefaultSpace})
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(filepath.Join(p.home, "log", "memtide.log"))
	if err != nil {
		t.Fatal(err)
	}
	log := strings.ReplaceAll(string(raw), `\"`, `"`)
	for _, said := range st.CutOff {
		if _, what, _ := strings.Cut(said, ": "); !strings.Contains(log, what) {
			t.Errorf("status says %q, and the log does not", said)
		}
	}
	var lines []string
	for line := range strings.Lines(log) {
		if strings.Contains(line, "cut off") {
			lines = append(lines, line)
		}
	}
	return strings.Join(lines, "")
}

// leftOvers fails the test when something half made lies in a data folder. What
// lies below nats is the server's.
func leftOvers(t *testing.T, home string) {
	t.Helper()
	err := filepath.WalkDir(home, func(path string, e fs.DirEntry, err error) error {
		if err != nil || path == filepath.Join(home, "nats") {
			if err == nil {
				err = filepath.SkipDir
			}
			return err
		}
		name := e.Name()
		for _, end := range []string{".tmp", ".new", ".old", ".swap", ".erased"} {
			if strings.HasSuffix(name, end) {
				t.Errorf("left: %s", path)
			}
		}
		if strings.HasPrefix(name, ".partial-") || strings.HasPrefix(name, "graph.db.") {
			t.Errorf("left: %s", path)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

// copyHome copies a data folder that no daemon runs on, with the times of its
// files.
func copyHome(t *testing.T, from, to string) {
	t.Helper()
	err := filepath.WalkDir(from, func(path string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		st, err := e.Info()
		if err != nil {
			return err
		}
		dst := filepath.Join(to, rel)
		switch {
		case e.IsDir():
			return os.MkdirAll(dst, st.Mode())
		case !st.Mode().IsRegular():
			return nil // the socket
		}
		raw, err := os.ReadFile(path)
		if err == nil {
			err = os.WriteFile(dst, raw, st.Mode())
		}
		if err != nil {
			return err
		}
		return os.Chtimes(dst, st.ModTime(), st.ModTime())
	})
	if err != nil {
		t.Fatal(err)
	}
}
