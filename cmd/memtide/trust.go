package main

import (
	"context"
	"errors"
	"os"
	"strings"

	"github.com/memtide/memtide/hookbridge/install"
)

// examineTrust says of each of our hooks whether Codex would run it. Where its program is
// not found, or cannot tell, nothing is known to be wrong.
func examineTrust(ctx context.Context, opts install.Options, add func(string, error, string, string)) {
	const check = "codex trust"
	program := install.CodexProgram(os.Getenv)
	if program == "" {
		return
	}
	hooks, err := install.CodexHooks(ctx, opts, program)
	if err != nil {
		add(check, nil, "not known whether Codex runs the hooks: "+err.Error(), "")
		return
	}
	var untrusted, all []string
	for _, h := range hooks {
		all = append(all, h.Event)
		switch {
		case h.Trusted():
		case h.Trust == "modified":
			untrusted = append(untrusted, h.Event+" (changed since)")
		default:
			untrusted = append(untrusted, h.Event)
		}
	}
	off := notEnabled(hooks)
	switch {
	case len(untrusted) > 0:
		err = errors.New("Codex leaves out hooks that nobody has trusted: " + strings.Join(untrusted, ", "))
		add(check, err, "", "memtide install codex --trust, or call /hooks in Codex")
	case off != "":
		add(check, errors.New(off+" switched off in Codex"), "", "call /hooks in Codex and switch them on")
	default:
		add(check, nil, "trusted, and switched on: "+strings.Join(all, ", "), "")
	}
}

// notEnabled names the hooks that are switched off, with a verb; "" where none is.
func notEnabled(hooks []install.CodexHook) string {
	var off []string
	for _, h := range hooks {
		if !h.Enabled {
			off = append(off, h.Event)
		}
	}
	switch len(off) {
	case 0:
		return ""
	case 1:
		return off[0] + " is"
	}
	return strings.Join(off, ", ") + " are"
}
