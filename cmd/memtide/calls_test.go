package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
)

// full is a disk without room.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("no space left on device") }

// TestWhatIsNotPrintedFails: a list that could not be written does not end well.
func TestWhatIsNotPrintedFails(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"version", "--json"}, {"config", "--example"}, {"--help"}} {
		var problems bytes.Buffer
		args = append(args, "--home", t.TempDir())
		if code := run(t.Context(), args, stdio{strings.NewReader(""), full{}, &problems}); code != exitError {
			t.Errorf("%q ends with %d", args, code)
		}
		if !strings.Contains(problems.String(), "no space left") {
			t.Errorf("%q says %q", args, problems.String())
		}
	}
}

// TestAWrongCallSaysTheRightOne: who leaves something out is told how the command
// is called.
func TestAWrongCallSaysTheRightOne(t *testing.T) {
	for call, want := range map[string]string{
		"show":           "the call is: memtide show ID; see memtide show --help",
		"status extra":   "the call is: memtide status; see memtide status --help",
		"jobs check":     `memtide jobs has no command "check"; see memtide jobs --help`,
		"eval nonsense":  `no task is named "nonsense"; there are: retrieval, silence`,
		"restore ./gone": "there is no folder ./gone",
	} {
		var problems bytes.Buffer
		args := append(strings.Fields(call), "--home", t.TempDir())
		if code := run(t.Context(), args, stdio{strings.NewReader(""), &bytes.Buffer{}, &problems}); code != exitUsage {
			t.Errorf("%s ends with %d", call, code)
		}
		if !strings.Contains(problems.String(), want) {
			t.Errorf("%s says %q, want %q", call, problems.String(), want)
		}
	}
}

// TestWhatIsTakenOutIsNamed: who states a secret is told that it was not kept,
// and does not see it again.
func TestWhatIsTakenOutIsNamed(t *testing.T) {
	token := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	for text, want := range map[string]string{
		"The kiosk opens at nine.":                                 "",
		"The token is " + token + ", or " + token:                  "memtide: taken out of the text before it was kept: github-token\n",
		"My pin is <private>4711</private>, the token is " + token: "memtide: taken out of the text before it was kept: github-token, private\n",
	} {
		var problems bytes.Buffer
		a := &app{io: stdio{nil, nil, &problems}}
		a.tellTakenOut(text)
		if got := problems.String(); got != want {
			t.Errorf("%d bytes: %q, want %q", len(text), got, want)
		}
	}
}
