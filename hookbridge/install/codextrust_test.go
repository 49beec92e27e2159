package install

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// TestMain lets the test binary stand for Codex, see [fakeCodex].
func TestMain(m *testing.M) {
	if be := os.Getenv("INSTALL_BE"); be != "" {
		fakeCodex(be)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// fakeCodex answers as codex app-server does, for the hooks.json of the folder that it runs
// in. How it fails is told by be.
func fakeCodex(be string) {
	if be == "dies" {
		fmt.Fprintln(os.Stderr, "warning: of no account\ncannot read config.toml: line 3")
		os.Exit(1)
	}
	if be == "launches" { // as the one of npm does
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), "INSTALL_BE=hangs")
		child.Stdin, child.Stdout, child.Stderr = os.Stdin, os.Stdout, os.Stderr
		_ = child.Run() // it is ended
		return
	}
	dir, _ := os.Getwd()
	stored := filepath.Join(dir, "trusted")
	trusted := map[string]string{}
	if b, err := os.ReadFile(stored); err == nil {
		_ = json.Unmarshal(b, &trusted) // it has written that itself
	}
	for in := bufio.NewScanner(os.Stdin); in.Scan(); {
		var q struct {
			ID     int
			Method string
			Params struct {
				Edits []struct {
					KeyPath, MergeStrategy string
					Value                  map[string]map[string]any
				}
			}
		}
		if json.Unmarshal(in.Bytes(), &q) != nil || q.ID == 0 {
			continue
		}
		var out any
		switch q.Method {
		case "initialize":
			home := dir
			if be == "elsewhere" {
				home = filepath.Dir(dir)
			}
			out = map[string]any{"codexHome": home}
		case "hooks/list":
			if be == "old" {
				fmt.Printf(`{"id":%d,"error":{"code":-32600,"message":"unknown variant hooks/list"}}`+"\n", q.ID)
				continue
			}
			if be == "hangs" {
				_, _ = io.Copy(io.Discard, os.Stdin) // as long as anybody is there
				return
			}
			fmt.Println("not JSON\n" + `{"method":"configWarning","params":{"summary":"x"}}` + "\n" + `{"id":7,"method":"asks/back"}`)
			out = listed(dir, be, trusted)
		case "config/batchWrite":
			for _, e := range q.Params.Edits {
				for key, v := range e.Value {
					if e.KeyPath == "hooks.state" && e.MergeStrategy == "upsert" && be != "deaf" {
						trusted[key], _ = v["trusted_hash"].(string)
					}
				}
			}
			b, _ := json.Marshal(trusted) // a map of strings
			if os.WriteFile(stored, b, 0o600) != nil {
				os.Exit(1)
			}
			out = map[string]any{"status": "ok"}
		}
		b, _ := json.Marshal(map[string]any{"id": q.ID, "result": out}) // of plain values
		fmt.Println(string(b))
	}
}

// listed is the answer to hooks/list: a hook is trusted where its hash has been noted.
func listed(dir, be string, trusted map[string]string) any {
	file := filepath.Join(dir, "hooks.json")
	if be == "blind" {
		return map[string]any{"data": []any{map[string]any{"hooks": []any{}, "warnings": []string{"failed to parse hooks config"}, "errors": []any{}}}}
	}
	var doc struct {
		Hooks map[string][]struct{ Hooks []struct{ Command string } }
	}
	b, err := os.ReadFile(file)
	if err != nil || json.Unmarshal(b, &doc) != nil {
		os.Exit(1)
	}
	var hooks []any
	for event, groups := range doc.Hooks {
		for g, group := range groups {
			for i, h := range group.Hooks {
				key := hookAt{event, g, i}.key(file)
				status, hash := "untrusted", "sha256:"+sum([]byte(h.Command))
				switch trusted[key] {
				case "":
				case hash:
					status = "trusted"
				default:
					status = "modified"
				}
				hooks = append(hooks, map[string]any{"key": key, "eventName": strings.ToLower(event[:1]) + event[1:], "command": h.Command, "handlerType": "command",
					"sourcePath": file, "currentHash": hash, "trustStatus": status, "enabled": be != "off" || event != "Stop"})
			}
		}
	}
	return map[string]any{"data": []any{map[string]any{"hooks": hooks, "warnings": []string{}, "errors": []any{}}}}
}

// trustBox is a box of Codex with hooks of ours and of others, and a fake program.
func trustBox(t *testing.T, be string) (*box, string) {
	t.Helper()
	b := newCodexBox(t, `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"say done"}]}]}}`)
	b.install(t)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("INSTALL_BE", be)
	return b, self
}

// Codex is told of our hooks, and of no others, and says afterwards that it trusts them.
func TestTrustCodex(t *testing.T) {
	b, program := trustBox(t, "well")
	hooks, err := CodexHooks(t.Context(), b.Options, program)
	if err != nil || len(hooks) != len(listened) || slices.ContainsFunc(hooks, func(h CodexHook) bool { return h.Trusted() || !h.Enabled }) {
		t.Fatalf("%+v, %v", hooks, err)
	}
	hooks, err = TrustCodex(t.Context(), b.Options, program)
	if err != nil || len(hooks) != len(listened) || slices.ContainsFunc(hooks, func(h CodexHook) bool { return !h.Trusted() }) {
		t.Fatalf("%+v, %v", hooks, err)
	}
	var noted map[string]string
	if err := json.Unmarshal([]byte(slurp(t, filepath.Join(b.ConfigDir, "trusted"))), &noted); err != nil || len(noted) != len(listened) {
		t.Errorf("%v, %v", noted, err)
	}
	for key := range noted {
		if strings.HasSuffix(key, ":stop:0:0") {
			t.Errorf("the hook of somebody else is trusted: %s", key)
		}
	}
	// One whose command has changed has to be trusted anew, and only that is asked for.
	write(t, b.file, strings.ReplaceAll(slurp(t, b.file), "--client codex", "--client codex --more"), 0o640)
	if hooks, err := CodexHooks(t.Context(), b.Options, program); err == nil {
		t.Errorf("hooks with another command are taken for ours: %+v", hooks)
	}
	b.install(t)
	if hooks, err := TrustCodex(t.Context(), b.Options, program); err != nil || !hooks[0].Trusted() {
		t.Errorf("%+v, %v", hooks, err)
	}
}

// What goes wrong is said, in time, and nothing hangs.
func TestWhatKeepsCodexFromTrusting(t *testing.T) {
	for be, want := range map[string]string{
		"dies":      "cannot read config.toml: line 3",
		"old":       "hooks/list: unknown variant",
		"elsewhere": "set CODEX_HOME",
		"blind":     "sees none of our hooks: failed to parse hooks config",
		"deaf":      "calls it untrusted all the same",
	} {
		t.Run(be, func(t *testing.T) {
			b, program := trustBox(t, be)
			_, err := TrustCodex(t.Context(), b.Options, program)
			if !errors.Is(err, ErrCodex) || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %q", err, want)
			}
		})
	}
	for _, be := range []string{"hangs", "launches"} {
		t.Run(be, func(t *testing.T) {
			b, program := trustBox(t, be)
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			began := time.Now()
			if _, err := CodexHooks(ctx, b.Options, program); !errors.Is(err, ErrCodex) || !strings.Contains(err.Error(), "has not answered") || time.Since(began) > 10*time.Second {
				t.Errorf("%v after %v", err, time.Since(began))
			}
		})
	}
	t.Run("is none", func(t *testing.T) {
		b, program := trustBox(t, "well")
		if _, err := CodexHooks(t.Context(), b.Options, program+"-none"); !errors.Is(err, ErrCodex) || !strings.Contains(err.Error(), "start ") {
			t.Error(err)
		}
	})
}

// What the user has switched off stays off.
func TestASwitchedOffHookStaysOff(t *testing.T) {
	b, program := trustBox(t, "off")
	hooks, err := TrustCodex(t.Context(), b.Options, program)
	for _, h := range hooks {
		if h.Enabled == (h.Event == "Stop") || !h.Trusted() {
			t.Errorf("%+v", h)
		}
	}
	if err != nil || len(hooks) != len(listened) {
		t.Errorf("%+v, %v", hooks, err)
	}
}

func TestCodexProgram(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if got := CodexProgram(func(string) string { return "" }); got != "" {
		t.Errorf("%q is none", got)
	}
	if got := CodexProgram(func(name string) string { return map[string]string{CodexVariable: "/x/codex"}[name] }); got != "/x/codex" {
		t.Errorf("%q", got)
	}
}
