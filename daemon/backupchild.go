package daemon

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"time"
)

// The daemon has its backups checked by a process of its own, which makes every
// space anew: others go before it, so that no prompt waits for it, it takes one
// processor, and what memory it takes goes with it.

// CheckVerb is the command of that process; it is for the daemon alone.
const CheckVerb = "check-backup"

// checkEnds bounds the wait for a process that was told to end.
const checkEnds = 10 * time.Second

// checkApart is checkBackup in another process.
func checkApart(ctx context.Context, dir string) (CheckedBackup, error) {
	return inFolder(dir, func(home string) (CheckedBackup, error) { return openApart(ctx, dir, home) })
}

func openApart(ctx context.Context, dir, home string) (r CheckedBackup, err error) {
	self, err := os.Executable()
	if err != nil {
		return r, fmt.Errorf("find this program: %w", err)
	}
	cmd := exec.CommandContext(ctx, self, CheckVerb, dir, home)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	cmd.SysProcAttr = ownProcessGroup()
	// It ends with its input, which ends with this process, however that ends.
	in, err := cmd.StdinPipe()
	if err != nil {
		return r, err
	}
	cmd.Cancel, cmd.WaitDelay = in.Close, checkEnds
	var out, said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &said
	if err := cmd.Start(); err != nil {
		return r, fmt.Errorf("start the check: %w", err)
	}
	lowerPriority(cmd.Process.Pid)
	if err := cmd.Wait(); err != nil {
		if text := strings.TrimSpace(strings.TrimPrefix(said.String(), "memtide: ")); text != "" {
			err = errors.New(text)
		}
		return r, errors.Join(ctx.Err(), err)
	}
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		return r, fmt.Errorf("read what the check says: %w", err)
	}
	return r, nil
}

// ServeCheck is the other side of [CheckVerb]: it opens the backup in dir as the data
// folder home, and writes what it has found. gone is called when in ends, with which
// the daemon has ended.
func ServeCheck(ctx context.Context, dir, home string, in io.Reader, out io.Writer, gone func()) error {
	go func() {
		if _, err := io.Copy(io.Discard, in); err != nil && ctx.Err() != nil {
			return // this process ends, not the daemon
		}
		gone()
	}()
	r, err := openBackup(ctx, dir, home, nil)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(r)
}
