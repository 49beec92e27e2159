package main

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// answered speaks to a server that says these lines, each after a request.
func answered(t *testing.T, lines ...string) (*mcpPeer, *[]string) {
	t.Helper()
	reqR, reqW := io.Pipe()
	outR, outW := io.Pipe()
	var asked []string
	go func() {
		in := bufio.NewScanner(reqR)
		for _, l := range lines {
			if !in.Scan() {
				break
			}
			asked = append(asked, in.Text())
			io.WriteString(outW, l)
		}
		outW.Close()
		io.Copy(io.Discard, reqR) // what is asked of a server that has gone
	}()
	t.Cleanup(func() { reqW.Close(); reqR.Close() })
	return &mcpPeer{in: reqW, out: bufio.NewReader(outR), words: func(q question) string { return q.rarest }}, &asked
}

func TestMCP(t *testing.T) {
	m, asked := answered(t,
		`{"jsonrpc":"2.0","method":"notifications/resources/updated"}`+"\n"+
			`{"jsonrpc":"2.0","id":1,"result":{"content":[],"structuredContent":{"entities":[{"name":"①②","entityType":"◦","observations":["the kettle song"]}]}}}`+"\n",
		`{"jsonrpc":"2.0","id":2,"result":{"isError":true,"content":[{"type":"text","text":"no disk"}]}}`+"\n",
		`{"jsonrpc":"2.0","id":3,"error":{"code":-32600,"message":"bad call"}}`+"\n",
		"{\n",
	)
	fs, err := m.search(t.Context(), question{rarest: "kettle"})
	if err != nil || len(fs) != 1 || fs[0].place != 12 {
		t.Errorf("%+v %v", fs, err)
	}
	var call struct {
		Method string
		Params struct {
			Name      string
			Arguments struct{ Query string }
		}
	}
	if err := json.Unmarshal([]byte((*asked)[0]), &call); err != nil || call.Method != "tools/call" || call.Params.Name != "search_nodes" || call.Params.Arguments.Query != "kettle" {
		t.Errorf("%v %+v", err, call)
	}
	for _, says := range []string{"no disk", "bad call", "unexpected end", "EOF"} {
		if _, err := m.prompt(t.Context(), question{rarest: "x"}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%v, want it to say %q", err, says)
		}
	}
	if g, err := m.prompt(t.Context(), question{}); err != nil || g.text != "" {
		t.Errorf("without a word: %+v %v", g, err)
	}
}
