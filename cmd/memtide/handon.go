package main

import (
	"context"
	"encoding/csv"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
)

// ofTheCall are the keys that are those of one command, and that no daemon is handed on:
// the space of a command is not that of all others, and the folder it has anyway.
var ofTheCall = []string{"home", "space"}

// handedOn returns the flags of this call that a daemon gets which it starts.
func (a *app) handedOn() (flags []string, err error) {
	if a.file != "" {
		abs, err := filepath.Abs(a.file) // the daemon runs in another folder
		if err != nil {
			return nil, usage("--config %s: %v", a.file, err)
		}
		flags = append(flags, "--config", abs)
	}
	for _, key := range slices.Sorted(maps.Keys(a.set)) {
		if !slices.Contains(ofTheCall, key) {
			flags = append(flags, "--set", pair(key, a.set[key]))
		}
	}
	return flags, nil
}

// pair writes a key and its value as --set reads them, which takes a second "=" for the
// sign of a list in CSV.
func pair(key, value string) string {
	p := key + "=" + value
	if strings.Count(p, "=") == 1 {
		return p
	}
	var b strings.Builder
	w := csv.NewWriter(&b)
	_ = w.Write([]string{p}) // to memory
	w.Flush()
	return strings.TrimSuffix(b.String(), "\n")
}

// tellUnheard says which of --set and --config have no effect: a daemon reads its
// settings when it starts, and this one was started with others.
func (a *app) tellUnheard(ctx context.Context, cl *client.Client) {
	if len(a.set) == 0 && a.file == "" {
		return
	}
	src, err := a.sources()
	if err != nil {
		return // the call has been refused for it
	}
	values, err := config.Values(src)
	if err != nil {
		return
	}
	has, err := client.Control[map[string]string](ctx, cl, "settings", struct{}{})
	if err != nil {
		return // an older one does not tell
	}
	for _, flag := range []string{"--set", "--config"} {
		var unheard []string
		for _, v := range values {
			given := flag == "--set" && strings.HasPrefix(v.From, "--set ") || flag == "--config" && a.file != "" && v.From == a.file
			if given && !slices.Contains(ofTheCall, v.Key) && has[v.Key] != v.Text {
				unheard = append(unheard, fmt.Sprintf("%s = %s", v.Key, has[v.Key]))
			}
		}
		if n := len(unheard); n > 0 {
			const most = 3
			said := strings.Join(unheard[:min(n, most)], ", ")
			if n > most {
				said += fmt.Sprintf(", and %d more", n-most)
			}
			fmt.Fprintf(a.io.err, "memtide: %s has no effect on the daemon that runs already, which goes on with %s; memtide stop ends it, and the next command starts one with yours\n", flag, said)
		}
	}
}
