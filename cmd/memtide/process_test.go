package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
)

var built struct {
	once sync.Once
	dir  string
	err  error
}

// TestMain removes what programs built. A daemon within the tests starts the
// program of the tests where it would start its own.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == daemon.CheckVerb {
		main()
	}
	code := m.Run()
	if built.dir != "" {
		os.RemoveAll(built.dir)
	}
	os.Exit(code)
}

// programs builds both programs once and returns their folder.
func programs(t *testing.T) string {
	t.Helper()
	built.once.Do(func() {
		if built.dir, built.err = os.MkdirTemp("", "memtide-bin-*"); built.err != nil {
			return
		}
		cmd := exec.Command("go", "build", "-o", built.dir+string(filepath.Separator), "../memtide", "../memtide-hook")
		cmd.Env = append(os.Environ(), "CGO_ENABLED=0")
		if out, err := cmd.CombinedOutput(); err != nil {
			built.err = fmt.Errorf("%w: %s", err, out)
		}
	})
	if built.err != nil {
		t.Fatal(built.err)
	}
	return built.dir
}

// process is a daemon that a test starts and kills.
type process struct {
	t    *testing.T
	bin  string
	home string
	env  []string
	cmd  *exec.Cmd
	gone chan struct{}
}

func newProcess(t *testing.T, home string, env ...string) *process {
	p := &process{t: t, bin: filepath.Join(programs(t), "memtide"), home: home, env: env}
	t.Cleanup(func() { p.kill() })
	return p
}

// launch runs the daemon and waits for nothing.
func (p *process) launch() {
	p.t.Helper()
	if p.cmd != nil {
		p.t.Fatal("it runs already: kill or stop it first")
	}
	p.cmd = exec.Command(p.bin, "serve", "--detached")
	p.cmd.Env = append(append(os.Environ(), "MEMTIDE_HOME="+p.home), p.env...)
	p.cmd.Stderr = os.Stderr
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() {
		// Who kills the daemon waits for it here; how it ended is theirs to judge.
		p.cmd.Wait()
		close(gone)
	}()
	p.gone = gone
}

// start runs the daemon and returns a client of it.
func (p *process) start() *client.Client {
	p.t.Helper()
	p.launch()
	gone := p.gone
	var last error
	for end := time.Now().Add(60 * time.Second); time.Now().Before(end); time.Sleep(2 * time.Millisecond) {
		info, err := hookbridge.ReadRun(hookbridge.NewPaths(p.home).RunFile())
		if err == nil && info.PID != p.cmd.Process.Pid {
			err = errors.New("run.json is of an earlier daemon")
		}
		if last = err; err != nil {
			select {
			case <-gone:
				p.t.Fatalf("daemon has ended: %v", p.cmd.ProcessState)
			default:
			}
			continue
		}
		nc, err := client.Conn(info, embedded.UserCLI)
		if err == nil {
			return client.On(nc)
		}
		last = err
	}
	log, _ := os.ReadFile(filepath.Join(p.home, "log", "memtide.log")) // for the reader of the failure only
	p.t.Fatalf("daemon does not answer: %v\n%s", last, log)
	return nil
}

// reach returns a client of the running daemon, nil when it cannot be reached.
func (p *process) reach() *client.Client {
	info, err := hookbridge.ReadRun(hookbridge.NewPaths(p.home).RunFile())
	if err != nil {
		return nil
	}
	nc, err := client.Conn(info, embedded.UserCLI)
	if err != nil {
		return nil
	}
	return client.On(nc)
}

// kill ends the daemon as a power cut would end it, as far as a process can
// tell.
func (p *process) kill() {
	if p.cmd == nil {
		return
	}
	if err := p.cmd.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		p.t.Error(err)
	}
	<-p.gone
	p.cmd = nil
}

// stop ends the daemon in good order.
func (p *process) stop() {
	p.t.Helper()
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		p.t.Fatal(err)
	}
	<-p.gone
	if !p.cmd.ProcessState.Success() {
		p.t.Errorf("daemon ends with %v", p.cmd.ProcessState)
	}
	p.cmd = nil
}

// dialled returns a client of a daemon of this process, as a command has one.
func dialled(t testing.TB, d *daemon.Throwaway) *client.Client {
	t.Helper()
	settings := config.Default()
	settings.Home = d.Dir
	cl, err := client.Dial(settings)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(cl.Close)
	return cl
}

// testDaemon starts a daemon inside the test, on a folder that goes with it, and
// ends it when the test ends.
func testDaemon(ctx context.Context, t testing.TB, cfg config.Config, opts daemon.Options) *daemon.Throwaway {
	t.Helper()
	w, err := daemon.StartThrowaway(ctx, cfg, opts)
	return daemontest.Started(t, w, err)
}
