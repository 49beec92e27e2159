package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Both memories that read the transcripts of Claude Code are given the same
// files, from the same working folder.

// memtidePeer is memtide as it is installed: a daemon, a hook, a command line.
type memtidePeer struct {
	cli, hook program
	dir, work string
}

func openMemtide(_ context.Context, path, dir string) (peer, error) {
	path, work, err := place(path, dir)
	if err != nil {
		return nil, err
	}
	env := []string{"MEMTIDE_HOME=" + filepath.Join(dir, "home")}
	hook := filepath.Join(filepath.Dir(path), "memtide-hook"+filepath.Ext(path))
	if _, err := os.Stat(hook); err != nil {
		return nil, fmt.Errorf("memtide-hook must lie beside %s: %w", path, err)
	}
	return &memtidePeer{cli: in(path, work, env...), hook: in(hook, work, append(env, "MEMTIDE_NO_START=1")...), dir: dir, work: work}, nil
}

// place makes the folder that a peer works in. Other than the program, nothing
// is there.
func place(path, dir string) (abs, work string, err error) {
	if abs, err = filepath.Abs(path); err != nil {
		return "", "", err
	}
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return "", "", err
	}
	work = filepath.Join(dir, "workplace")
	return abs, work, os.MkdirAll(work, 0o700)
}

func (m *memtidePeer) feed(ctx context.Context, p *pool) error {
	config := filepath.Join(m.dir, "claude")
	if err := p.transcripts(config, m.work); err != nil {
		return err
	}
	if _, _, err := m.cli.run(ctx, "", "import", "claude-code", config); err != nil {
		return err
	}
	for {
		out, _, err := m.cli.run(ctx, "", "status", "--json")
		if err != nil {
			return err
		}
		var status struct {
			Pending *int `json:"pending"`
		}
		if err := json.Unmarshal([]byte(out), &status); err != nil || status.Pending == nil {
			return fmt.Errorf("read status: %.200s: %w", out, err)
		}
		if *status.Pending == 0 {
			return nil
		}
		time.Sleep(200 * time.Millisecond)
	}
}

func (m *memtidePeer) prompt(ctx context.Context, q question) (given, error) {
	return promptHook(ctx, m.hook, m.work, q, "--client", "claude-code")
}

func promptHook(ctx context.Context, hook program, work string, q question, args ...string) (given, error) {
	payload, err := hookPayload(q, work)
	if err != nil {
		return given{}, err
	}
	out, took, err := hook.run(ctx, payload, args...)
	if err != nil {
		return given{}, err
	}
	text, err := hookText(out)
	return given{took, text}, err
}

func (m *memtidePeer) search(ctx context.Context, q question) ([]found, error) {
	out, _, err := m.cli.run(ctx, "", "search", "--json", "--limit", "100", "--", q.Text)
	if err != nil {
		return nil, err
	}
	var reply struct {
		Items []struct {
			Turn, Text string
			Time       time.Time
			Kind       string
		}
	}
	if err := json.Unmarshal([]byte(out), &reply); err != nil {
		return nil, fmt.Errorf("read search: %w", err)
	}
	var fs []found
	for _, it := range reply.Items {
		if it.Turn != "" { // else it is a name or a summary
			fs = append(fs, found{place: -1, at: it.Time, text: it.Text})
		}
	}
	return fs, nil
}

func (m *memtidePeer) close() error {
	_, _, err := m.cli.run(context.Background(), "", "stop")
	return err
}

// dejaPeer is deja-vu (github.com/vshulcz/deja-vu): an index over transcripts
// that lie on disk, with a hook for prompts.
type dejaPeer struct {
	bin       program
	dir, work string
}

func openDeja(path, dir string) (peer, error) {
	path, work, err := place(path, dir)
	if err != nil {
		return nil, err
	}
	return &dejaPeer{bin: in(path, work, "DEJA_CLAUDE_ROOT="+filepath.Join(dir, "claude", "projects"),
		"DEJA_INDEX_DIR="+filepath.Join(dir, "index"), "DEJA_NOTES_FILE="+filepath.Join(dir, "notes.jsonl")), dir: dir, work: work}, nil
}

func (d *dejaPeer) feed(ctx context.Context, p *pool) error {
	if err := p.transcripts(filepath.Join(d.dir, "claude"), d.work); err != nil {
		return err
	}
	_, _, err := d.bin.run(ctx, "", "index")
	return err
}

func (d *dejaPeer) prompt(ctx context.Context, q question) (given, error) {
	return promptHook(ctx, d.bin, d.work, q, "hook-prompt")
}

// search lists the messages of the sessions that deja-vu finds, as it orders
// both.
func (d *dejaPeer) search(ctx context.Context, q question) ([]found, error) {
	out, _, err := d.bin.run(ctx, "", "search", "--json", "--limit", "10", q.Text)
	if err != nil {
		return nil, err
	}
	var reply struct {
		Hits []struct {
			Session struct {
				Messages []struct {
					Text string
					Time time.Time
				}
			}
		}
	}
	if err := json.Unmarshal([]byte(out), &reply); err != nil {
		return nil, fmt.Errorf("read search: %w", err)
	}
	var fs []found
	for _, h := range reply.Hits {
		for _, m := range h.Session.Messages {
			fs = append(fs, found{place: -1, at: m.Time, text: m.Text})
		}
	}
	return fs, nil
}

func (*dejaPeer) close() error { return nil }
