package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// TestScript runs both programs as a user would, one script a subcommand or
// group of them. A script has its own data folder, settings folder of the
// client and home; no command starts a daemon that it does not start itself
// with "exec memtide serve &", and that one ends with it.
func TestScript(t *testing.T) {
	bin := programs(t)
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("testdata", "script"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(e *testscript.Env) error {
			e.Vars = slices.DeleteFunc(e.Vars, func(v string) bool { return strings.HasPrefix(v, "MEMTIDE_") })
			e.Setenv("PATH", bin+string(filepath.ListSeparator)+os.Getenv("PATH"))
			e.Setenv("MEMTIDE_HOME", filepath.Join(e.WorkDir, "home"))
			e.Setenv("MEMTIDE_NO_START", "1")
			e.Setenv("CLAUDE_CONFIG_DIR", filepath.Join(e.WorkDir, "claude"))
			e.Setenv("CODEX_HOME", filepath.Join(e.WorkDir, "codex"))
			e.Setenv("GEMINI_CLI_HOME", filepath.Join(e.WorkDir, "gemini"))
			e.Setenv("HOME", e.WorkDir)
			e.Setenv("USERPROFILE", e.WorkDir)
			return nil
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"ready": scriptReady, "settle": scriptSettle, "reinforced": scriptReinforced, "exits": scriptExits, "capture": scriptCapture, "long": scriptLong,
		},
	})
}

// scriptReady waits until the daemon of this script answers.
func scriptReady(ts *testscript.TestScript, _ bool, _ []string) {
	scriptClient(ts).Close()
}

func scriptClient(ts *testscript.TestScript) *client.Client {
	var last error
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		cl, err := client.Dial(config.Config{Home: ts.Getenv("MEMTIDE_HOME")})
		if err == nil {
			return cl
		}
		last = err
	}
	ts.Fatalf("daemon does not answer: %v", last)
	return nil
}

// scriptSettle waits until every half-turn has its decisions.
func scriptSettle(ts *testscript.TestScript, _ bool, args []string) {
	cl := scriptClient(ts)
	defer cl.Close()
	space := memtide.DefaultSpace
	if len(args) == 1 {
		space = memtide.Space(args[0])
	}
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		n, err := client.Control[int](context.Background(), cl, "pending", control.SpaceRequest{Space: space})
		ts.Check(err)
		if n == 0 {
			return
		}
	}
	ts.Fatalf("half-turns are not decided in time")
}

// scriptReinforced waits until the newest receipt says what the answer used.
func scriptReinforced(ts *testscript.TestScript, _ bool, _ []string) {
	cl := scriptClient(ts)
	defer cl.Close()
	for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		rs, err := client.Control[[]control.Told](context.Background(), cl, "receipts", control.ReceiptsRequest{Space: memtide.DefaultSpace, Limit: 1})
		ts.Check(err)
		if len(rs) == 1 && len(rs[0].Used) > 0 {
			return
		}
	}
	ts.Fatalf("nobody says that the answer used a memory")
}

// scriptExits runs a program and compares its exit code: exits 3 memtide why x.
func scriptExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGS…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got, exit := 0, (*exec.ExitError)(nil)
	switch {
	case errors.As(err, &exit):
		got = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// scriptCapture keeps what the group of a pattern finds in the last output:
// capture ID '"id": "(.+)"'.
func scriptCapture(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: capture NAME PATTERN")
	}
	re, err := regexp.Compile("(?m)" + args[1])
	ts.Check(err)
	m := re.FindStringSubmatch(ts.ReadFile("stdout"))
	if len(m) != 2 {
		ts.Fatalf("%q finds nothing in the output, or has no group", args[1])
	}
	ts.Setenv(args[0], m[1])
}

// scriptLong writes a file whose second of three half-turns has so many bytes
// of text: long FILE BYTES.
func scriptLong(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: long FILE BYTES")
	}
	n, err := strconv.Atoi(args[1])
	ts.Check(err)
	var b strings.Builder
	for i, text := range []string{"The first crane is red.", strings.Repeat("x", n), "The third crane is green."} {
		fmt.Fprintf(&b, `{"role":"user","session":"long","prompt_id":"%d","text":"%s"}`+"\n", i, text)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(b.String()), 0o600))
}
