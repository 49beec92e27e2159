package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// mcpPeer is the memory server of the Model Context Protocol's own collection
// (@modelcontextprotocol/server-memory), spoken to over its standard input and
// output: one JSON-RPC message a line (modelcontextprotocol.io, transports,
// stdio).
type mcpPeer struct {
	cmd    *exec.Cmd
	in     io.WriteCloser
	out    *bufio.Reader
	words  func(question) string
	nextID int
}

func openMCP(ctx context.Context, path, dir string, words func(question) string) (peer, error) {
	path, work, err := place(path, dir)
	if err != nil {
		return nil, err
	}
	p := in(path, work, "MEMORY_FILE_PATH="+filepath.Join(dir, "memory.jsonl"))
	m := &mcpPeer{cmd: exec.CommandContext(ctx, path), words: words}
	if strings.HasSuffix(path, ".js") {
		m.cmd = exec.CommandContext(ctx, "node", path)
	}
	m.cmd.Dir, m.cmd.Env = p.dir, p.env
	if m.in, err = m.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := m.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	m.out = bufio.NewReaderSize(out, 1<<20)
	if err := m.cmd.Start(); err != nil {
		return nil, fmt.Errorf("start server: %w", err)
	}
	if err := m.hello(); err != nil {
		return nil, errors.Join(err, m.close())
	}
	return m, nil
}

func (m *mcpPeer) hello() error {
	var version struct{}
	err := m.call("initialize", map[string]any{"protocolVersion": "2025-06-18", "capabilities": map[string]any{},
		"clientInfo": map[string]string{"name": "peers", "version": "1"}}, &version)
	if err != nil {
		return err
	}
	return m.send(map[string]any{"jsonrpc": "2.0", "method": "notifications/initialized"})
}

func (m *mcpPeer) send(v any) error {
	raw, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = m.in.Write(append(raw, '\n'))
	return err
}

// call makes one request and waits for its reply; notifications that come
// between are skipped.
func (m *mcpPeer) call(method string, params, result any) error {
	m.nextID++
	if err := m.send(map[string]any{"jsonrpc": "2.0", "id": m.nextID, "method": method, "params": params}); err != nil {
		return fmt.Errorf("%s: %w", method, err)
	}
	for {
		line, err := m.out.ReadBytes('\n')
		if err != nil {
			return fmt.Errorf("%s: %w", method, err)
		}
		var reply struct {
			ID     *int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		switch err := json.Unmarshal(line, &reply); {
		case err != nil:
			return fmt.Errorf("%s: %w", method, err)
		case reply.ID == nil || *reply.ID != m.nextID:
			continue
		case reply.Error != nil:
			return fmt.Errorf("%s: %s", method, reply.Error.Message)
		}
		return json.Unmarshal(reply.Result, result)
	}
}

// entity is one node of the server's graph.
type entity struct {
	Name         string   `json:"name"`
	Type         string   `json:"entityType"`
	Observations []string `json:"observations"`
}

// tool calls one tool and returns the entities of its answer.
func (m *mcpPeer) tool(name string, args any) ([]entity, error) {
	var reply struct {
		IsError    bool
		Content    []struct{ Text string }
		Structured struct{ Entities []entity } `json:"structuredContent"`
	}
	if err := m.call("tools/call", map[string]any{"name": name, "arguments": args}, &reply); err != nil {
		return nil, err
	}
	if reply.IsError {
		return nil, fmt.Errorf("%s: %v", name, reply.Content)
	}
	return reply.Structured.Entities, nil
}

// batch is how many entities one call creates. The server reads and writes its
// whole file at each call, so a large number is in its favour.
const batch = 1000

// feed makes an entity of each half-turn, with its words as the observation.
// The name must be unique and is searched too; it is written with digits that
// occur in no question, and so is the type, so that neither is a hit by chance.
func (m *mcpPeer) feed(_ context.Context, p *pool) error {
	for at := 0; at < len(p.turns); at += batch {
		var es []entity
		for _, t := range p.turns[at:min(at+batch, len(p.turns))] {
			es = append(es, entity{Name: label(t.place), Type: "◦", Observations: []string{t.text()}})
		}
		if _, err := m.tool("create_entities", map[string]any{"entities": es}); err != nil {
			return err
		}
	}
	return nil
}

const circled = "⓪①②③④⑤⑥⑦⑧⑨"

func label(place int) string {
	digits := []rune(circled)
	var b strings.Builder
	for _, d := range strconv.Itoa(place) {
		b.WriteRune(digits[d-'0'])
	}
	return b.String()
}

func unlabel(name string) (int, error) {
	s := strings.Map(func(r rune) rune {
		if i := strings.IndexRune(circled, r); i >= 0 {
			return rune('0' + i/len("⓪"))
		}
		return r
	}, name)
	return strconv.Atoi(s)
}

// prompt is one search request: the server has no hook, so that a model must
// call it; what the model would spend on that is not counted.
func (m *mcpPeer) prompt(_ context.Context, q question) (given, error) {
	words := m.words(q)
	if words == "" {
		return given{}, nil
	}
	start := time.Now()
	es, err := m.tool("search_nodes", map[string]string{"query": words})
	g := given{took: time.Since(start)}
	var b strings.Builder
	for _, e := range es {
		b.WriteString(strings.Join(e.Observations, "\n") + "\n")
	}
	g.text = b.String()
	return g, err
}

// search returns what a request brings. The server does not rank: the order is
// that of its file.
func (m *mcpPeer) search(_ context.Context, q question) ([]found, error) {
	words := m.words(q)
	if words == "" {
		return nil, nil
	}
	es, err := m.tool("search_nodes", map[string]string{"query": words})
	var fs []found
	for _, e := range es {
		at, nerr := unlabel(e.Name)
		if nerr != nil {
			return nil, fmt.Errorf("name %q: %w", e.Name, nerr)
		}
		fs = append(fs, found{place: at})
	}
	return fs, err
}

// close ends the server: it stops when its input ends.
func (m *mcpPeer) close() error {
	return errors.Join(m.in.Close(), m.cmd.Wait())
}
