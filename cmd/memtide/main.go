// Command memtide is the daemon of a memory for coding agents, and the command
// line that looks into it.
//
//go:generate sh -c "go run . pipeline > ../../docs/pipeline.md"
//go:generate go test -run ^(TestTheJSONOfEachCommandIsListed|TestTheLicencesOfAllThatIsLinkedArePrinted)$ -update .
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/daemon/progress"
)

// Exit codes.
const (
	exitOK    = 0
	exitError = 1 // it did not work
	exitUsage = 2 // the call is wrong
	exitNone  = 3 // it worked, and there is nothing: no hit, no such id
	exitLeft  = 4 // it was interrupted, and the daemon goes on with it
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// The first signal ends what is going on, the second ends the program: it may
	// wait for what cannot be given up, as for the other side of a pipe.
	context.AfterFunc(ctx, stop)
	code := run(ctx, os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// run carries one command line out and returns its exit code.
func run(ctx context.Context, args []string, std stdio) int {
	out := &checked{w: std.out}
	std.out, std.in = out, &interruptible{ctx: ctx, in: std.in}
	a := &app{io: std}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetIn(std.in)
	root.SetOut(std.out)
	root.SetErr(std.err)
	err := root.ExecuteContext(ctx)
	if err == nil && out.err != nil {
		err = fmt.Errorf("print: %w", out.err)
	}
	var code exitCode
	var gone control.Absent
	var left progress.Left
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		if code.text != "" {
			fmt.Fprintln(std.err, "memtide: "+shown(code.text))
		}
		return code.code
	case errors.As(err, &gone):
		fmt.Fprintln(std.err, "memtide: "+shown(string(gone)))
		return exitNone
	case errors.As(err, &left):
		fmt.Fprintln(std.err, "memtide: "+shown(err.Error()))
		return exitLeft
	}
	said := folder.Handles(err).Error()
	if call := (*os.SyscallError)(nil); errors.As(err, &call) && call.Syscall == "getwd" {
		said = "the folder that you are in is not there any more; go to another one (" + said + ")"
	}
	if errors.Is(err, client.ErrGone) && !strings.Contains(said, "; ") {
		said += "; memtide log and memtide status say what it has done before"
	}
	if ctx.Err() != nil {
		said = strings.ReplaceAll(said, context.Canceled.Error(), "interrupted")
	}
	fmt.Fprintln(std.err, "memtide: "+shown(said))
	return exitError
}

// checked keeps the first error of writing: a list that is cut off because the
// disk is full must not end with 0.
type checked struct {
	w   io.Writer
	err error
}

func (c *checked) Write(p []byte) (int, error) {
	n, err := c.w.Write(p)
	if err != nil && c.err == nil {
		c.err = err
	}
	return n, err
}

// exitCode is an error that ends the program with a code of its own.
type exitCode struct {
	code int
	text string
}

func (e exitCode) Error() string { return e.text }

func usage(format string, args ...any) error {
	return exitCode{exitUsage, fmt.Sprintf(format, args...)}
}
func none(format string, args ...any) error { return exitCode{exitNone, fmt.Sprintf(format, args...)} }
