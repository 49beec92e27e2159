package install

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// CodexVariable is the variable of the environment that names the program of Codex where
// it does not lie on the PATH.
const CodexVariable = "MEMTIDE_CODEX_BIN"

// CodexHook is one hook of ours as Codex sees it.
type CodexHook struct {
	Event   string // as in hooks.json
	Trust   string // trusted, managed (an administrator's), untrusted, or modified: trusted before it was changed
	Enabled bool   // nobody has switched it off in Codex

	key, hash string
}

// Trusted reports whether Codex would run the hook, as far as its trust goes.
func (h CodexHook) Trusted() bool { return h.Trust == "trusted" || h.Trust == "managed" }

// CodexProgram returns the path of Codex: that of [CodexVariable], else the one on the
// PATH; "" where there is none.
func CodexProgram(getenv func(string) string) string {
	if path := getenv(CodexVariable); path != "" {
		return path
	}
	path, err := exec.LookPath(Codex.Name)
	if err != nil {
		return ""
	}
	return path
}

// CodexHooks asks Codex which of our hooks it trusts. It takes as long as a start of that
// program, some 0.2 s, and 15 s at most. The error is [ErrCodex].
func CodexHooks(ctx context.Context, o Options, program string) (hooks []CodexHook, err error) {
	err = askCodex(ctx, o, program, func(s *codexServer) error {
		hooks, err = s.hooks(o)
		return err
	})
	return hooks, err
}

// TrustCodex has Codex note that our hooks may run, those that stand in its hooks.json with
// the command that Install writes, and returns how it sees them then. It switches on none
// that the user has switched off. The error is [ErrCodex].
func TrustCodex(ctx context.Context, o Options, program string) (hooks []CodexHook, err error) {
	err = askCodex(ctx, o, program, func(s *codexServer) error {
		if hooks, err = s.hooks(o); err != nil {
			return err
		}
		trust := map[string]any{}
		for _, h := range hooks {
			if !h.Trusted() {
				trust[h.key] = map[string]any{"trusted_hash": h.hash}
			}
		}
		if len(trust) == 0 {
			return nil
		}
		edit := map[string]any{"keyPath": "hooks.state", "value": trust, "mergeStrategy": "upsert"}
		var written struct{}
		if err := s.call("config/batchWrite", map[string]any{"edits": []any{edit}, "reloadUserConfig": true}, &written); err != nil {
			return err
		}
		if hooks, err = s.hooks(o); err != nil {
			return err
		}
		if i := slices.IndexFunc(hooks, func(h CodexHook) bool { return !h.Trusted() }); i >= 0 {
			return fmt.Errorf("it has taken the trust of %s, and calls it %s all the same", hooks[i].Event, hooks[i].Trust)
		}
		return nil
	})
	return hooks, err
}

// hooks lists ours, in the order in which we write them.
func (s *codexServer) hooks(o Options) (out []CodexHook, err error) {
	var list struct {
		Data []struct {
			Hooks []struct {
				Key, EventName, Command, SourcePath, CurrentHash, TrustStatus string
				Enabled                                                       bool
			}
			Warnings []string
			Errors   []struct{ Message string }
		}
	}
	if err := s.call("hooks/list", map[string]any{"cwds": []string{o.ConfigDir}}, &list); err != nil {
		return nil, err
	}
	var wrong []string
	for _, e := range o.Client.entries(o.Hook) {
		for _, d := range list.Data {
			for _, h := range d.Hooks {
				same := strings.EqualFold(h.EventName, e.Event) && filepath.Base(h.SourcePath) == o.Client.File && sameFolder(filepath.Dir(h.SourcePath), o.ConfigDir)
				if same && h.Command == e.Command {
					out = append(out, CodexHook{Event: e.Event, Trust: h.TrustStatus, Enabled: h.Enabled, key: h.Key, hash: h.CurrentHash})
				}
			}
		}
	}
	for _, d := range list.Data {
		wrong = append(wrong, d.Warnings...)
		for _, e := range d.Errors {
			wrong = append(wrong, e.Message)
		}
	}
	switch {
	case len(out) > 0:
		return out, nil
	case len(wrong) > 0:
		return nil, errors.New("it sees none of our hooks: " + strings.Join(wrong, "; "))
	}
	return nil, errors.New("it sees none of our hooks: they are switched off in its config.toml, or an administrator allows none, or memtide install codex has to be called")
}
