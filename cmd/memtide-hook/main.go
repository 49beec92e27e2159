// Command memtide-hook is what an agent client runs at its events: it reads
// one payload from standard input, may write one answer to standard output,
// and exits with code 0 in time, whatever happens.
//
//	memtide-hook [--client NAME]
//	memtide-hook --version
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/memtide/memtide/hookbridge"
)

// maxHeap bounds the memory of a process that does not collect garbage.
const maxHeap = 256 << 20

func main() {
	// The process is over before a collection would have paid for itself: one
	// of 10 MB of prompt takes more time than reading it.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(maxHeap)
	// A client that reads no answer any more must not end us before all is written down.
	signal.Ignore(syscall.SIGPIPE)
	var o hookbridge.Options
	for args := os.Args[1:]; len(args) > 0; args = args[1:] {
		name, value, joined := strings.Cut(args[0], "=")
		switch name {
		case "--client", "-client":
			if !joined && len(args) > 1 {
				value, args = args[1], args[1:]
			}
			o.Client = value
		case "--version", "-version":
			fmt.Println(version())
			return
		}
		// Anything else is a flag of a later version: clients keep settings
		// longer than binaries.
	}
	os.Exit(hookbridge.Main(context.Background(), o))
}

func version() string {
	if info, ok := debug.ReadBuildInfo(); ok {
		return info.Main.Version
	}
	return "unknown"
}
