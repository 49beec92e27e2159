package bench

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bench/smalltalk"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/hookbridge"
)

// process is a daemon in a process of its own.
type process struct {
	home    string
	talk    *smalltalk.Talk
	cmd     *exec.Cmd
	env     []string // besides ours
	program string   // "" is this one
}

// start runs the daemon and waits until it answers. Of one that does not nothing is left.
func (p *process) start(ctx context.Context) error {
	program := p.program
	if program == "" {
		var err error
		if program, err = os.Executable(); err != nil {
			return err
		}
	}
	p.cmd = exec.Command(program, "serve", "--detached")
	p.cmd.Env = append(os.Environ(), "MEMTIDE_HOME="+p.home, "MEMTIDE_SPACE=", "MEMTIDE_HOOK_DISABLE=1")
	p.cmd.Env = append(p.cmd.Env, p.env...)
	if err := p.cmd.Start(); err != nil {
		return fmt.Errorf("start daemon: %w", err)
	}
	for end := time.Now().Add(startAtMost); time.Now().Before(end); time.Sleep(500 * time.Microsecond) {
		if cl, err := p.client(); err == nil {
			cl.Close()
			return nil
		}
		if ctx.Err() != nil {
			return errors.Join(ctx.Err(), p.stop())
		}
	}
	return errors.Join(fmt.Errorf("daemon does not answer after %v", startAtMost), p.stop())
}

const startAtMost = 2 * time.Minute

func (p *process) client() (*client.Client, error) {
	info, err := hookbridge.ReadRun(hookbridge.NewPaths(p.home).RunFile())
	if err != nil {
		return nil, err
	}
	nc, err := client.Conn(info, embedded.UserCLI)
	if err != nil {
		return nil, err
	}
	return client.On(nc), nil
}

// stop ends the daemon that start has started.
func (p *process) stop() error {
	if p.cmd == nil || p.cmd.Process == nil {
		return nil
	}
	err := p.cmd.Process.Signal(syscall.SIGTERM)
	if errors.Is(err, os.ErrProcessDone) {
		err = nil // an interrupt at a terminal is for both
	}
	if werr := p.cmd.Wait(); err == nil {
		err = werr
	}
	p.cmd = nil
	return err
}

// measureStart measures from exec to the first answer to a prompt. A start reads what was
// written in the last two minutes a second time, for the server to know it again, and
// that would be all of a store that was made for the measurement.
func (p *process) measureStart(ctx context.Context, o Options, written time.Time, r *Report) error {
	if d := time.Until(written.Add(bus.Recognised)); o.Starts > 0 && d > 0 {
		fmt.Fprintf(o.Out, "starts are measured in %s, when nothing of the store is new any more …\n", d.Round(time.Second))
		if err := bus.Pause(ctx, d); err != nil {
			return err
		}
	}
	var took []time.Duration
	for range o.Starts {
		if err := p.stop(); err != nil {
			return fmt.Errorf("stop daemon: %w", err)
		}
		start := time.Now()
		if err := p.start(ctx); err != nil {
			return err
		}
		cl, err := p.client()
		if err != nil {
			return err
		}
		_, err = cl.Ask(ctx, askOf(p.talk, 1))
		cl.Close()
		if err != nil {
			return err
		}
		took = append(took, time.Since(start))
	}
	r.Start = quantilesOf(took)
	return nil
}

// measureIdle looks at the daemon while nobody asks anything.
func (p *process) measureIdle(ctx context.Context, r *Report) error {
	cl, err := p.client()
	if err != nil {
		return err
	}
	err = waitVectors(ctx, cl, nil)
	cl.Close()
	if err != nil {
		return err
	}
	if err := bus.Pause(ctx, 5*time.Second); err != nil {
		return err
	}
	before, err := cpuTime(p.cmd.Process.Pid)
	if err != nil {
		r.Notes = append(r.Notes, "idle is measured on Linux only: "+err.Error())
		return nil
	}
	const look = 5 * time.Second
	if err := bus.Pause(ctx, look); err != nil {
		return err
	}
	after, err := cpuTime(p.cmd.Process.Pid)
	if err != nil {
		return err
	}
	r.CPU = 100 * (after - before).Seconds() / look.Seconds()
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.cmd.Process.Pid))
	if err != nil {
		return err
	}
	pages, err := strconv.ParseInt(strings.Fields(string(raw))[1], 10, 64)
	r.RSS = pages * int64(os.Getpagesize())
	return err
}

// cpuTime returns the processor time of a process so far.
func cpuTime(pid int) (time.Duration, error) {
	f, err := statOf(pid)
	if err != nil {
		return 0, err
	}
	const tick = 10 * time.Millisecond // USER_HZ is 100 on every Linux that Go runs on
	return time.Duration(f[11]+f[12]) * tick, nil
}

// diskReads returns how many pages the daemon has had to wait for that were not in
// memory, 0 where the system does not say.
func (p *process) diskReads() int64 {
	f, err := statOf(p.cmd.Process.Pid)
	if err != nil {
		return 0
	}
	return f[9]
}

// statOf returns the first numbers behind the name in /proc/PID/stat, the state of the
// process as 0 (proc(5), there from field 3 on).
func statOf(pid int) (f [13]int64, err error) {
	raw, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return f, err
	}
	_, rest, _ := strings.Cut(string(raw), ") ")
	fields := strings.Fields(rest)
	if len(fields) < len(f) {
		return f, fmt.Errorf("stat of %d is not read", pid)
	}
	for i := 1; i < len(f); i++ {
		if f[i], err = strconv.ParseInt(fields[i], 10, 64); err != nil {
			return f, fmt.Errorf("stat of %d: %w", pid, err)
		}
	}
	return f, nil
}

func (p *process) measureReindex(ctx context.Context, wanted bool, out io.Writer, r *Report) error {
	if !wanted {
		return nil
	}
	cl, err := p.client()
	if err != nil {
		return err
	}
	defer cl.Close()
	if r.Reindex, err = progress.Reindex(ctx, cl, control.SpaceRequest{Space: memtide.DefaultSpace}, out); err != nil {
		return err
	}
	if r.Reindex.Before != r.Reindex.After {
		return fmt.Errorf("the store rebuilt from its log has the state %s, before %s", r.Reindex.After, r.Reindex.Before)
	}
	s := float64(r.Reindex.TookUS) / 1e6
	r.SetsPerSec, r.OpsPerSec = float64(r.Reindex.ChangeSets)/s, float64(r.Reindex.Operations)/s
	return nil
}
