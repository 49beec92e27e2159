// Command memtide is the daemon of a memory for coding agents, and the command
// line that looks into it.
//
//go:generate sh -c "go run . pipeline > ../../docs/pipeline.md"
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

// Exit codes.
const (
	exitOK    = 0
	exitError = 1 // it did not work
	exitUsage = 2 // the call is wrong
	exitNone  = 3 // it worked, and there is nothing: no hit, no such id
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}

// run carries one command line out and returns its exit code.
func run(ctx context.Context, args []string, io stdio) int {
	a := &app{io: io}
	root := newRoot(a)
	root.SetArgs(args)
	root.SetIn(io.in)
	root.SetOut(io.out)
	root.SetErr(io.err)
	err := root.ExecuteContext(ctx)
	var code exitCode
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &code):
		if code.text != "" {
			fmt.Fprintln(io.err, "memtide: "+code.text)
		}
		return code.code
	}
	fmt.Fprintln(io.err, "memtide: "+err.Error())
	return exitError
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
