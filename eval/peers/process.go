package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// program is a binary with the folder and the environment that it runs in.
type program struct {
	path string
	dir  string
	env  []string
}

// in makes a program that sees nothing of the user's: its home is dir, and its
// environment is what is given here.
func in(path, dir string, env ...string) program {
	base := []string{"HOME=" + dir, "USERPROFILE=" + dir, "TMPDIR=" + os.TempDir(), "PATH=" + os.Getenv("PATH")}
	return program{path, dir, append(base, env...)}
}

// run runs it to its end, and returns what it prints and how long it took from
// exec to exit.
func (p program) run(ctx context.Context, stdin string, args ...string) (string, time.Duration, error) {
	cmd := exec.CommandContext(ctx, p.path, args...)
	cmd.Dir, cmd.Env, cmd.Stdin = p.dir, p.env, strings.NewReader(stdin)
	var out, bad bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &bad
	start := time.Now()
	err := cmd.Run()
	took := time.Since(start)
	if err != nil {
		return "", took, fmt.Errorf("%s %s: %w: %.300s", filepath.Base(p.path), strings.Join(args[:min(1, len(args))], " "), err, bad.String())
	}
	return out.String(), took, nil
}

// hookPayload is what Claude Code hands to a hook at a prompt.
func hookPayload(q question, cwd string) (string, error) {
	id := uuid("prompt", q.ID, q.Text)
	raw, err := json.Marshal(map[string]string{"hook_event_name": "UserPromptSubmit", "session_id": id, "prompt_id": id,
		"cwd": cwd, "prompt": q.Text, "transcript_path": filepath.Join(cwd, id+".jsonl"), "permission_mode": "default"})
	return string(raw), err
}

// hookText returns what the agent reads of a hook's output.
func hookText(out string) (string, error) {
	if strings.TrimSpace(out) == "" {
		return "", nil
	}
	var reply struct {
		Specific struct {
			Context string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
	}
	if err := json.Unmarshal([]byte(out), &reply); err != nil {
		return "", fmt.Errorf("read the hook's output: %w", err)
	}
	return reply.Specific.Context, nil
}
