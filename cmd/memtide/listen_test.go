package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// The inner server runs beside one of somebody else's, so tools may come in by
// its port, and their trust is capped there.
func TestToolsMayListenBesideAnExternalServer(t *testing.T) {
	ns := otherServer(t)
	home := filepath.Join(t.TempDir(), "home")
	p := newProcess(t, home, "MEMTIDE_BUS_URL="+ns.ClientURL(), "MEMTIDE_BUS_LISTEN="+freePort(t))
	cl := p.start()
	defer cl.Close()
	nc := dialTool(t, home)
	m, err := nc.Request(event.SubjectTurn, []byte(`{"role":"user","trust":"user","session":"b","client":"ci","text":"The release branch is called wharf."}`), 10*time.Second)
	if err != nil {
		t.Fatal(err)
	}
	var r event.TurnReply
	if err := json.Unmarshal(m.Data, &r); err != nil || r.Outcome != event.TurnNew {
		t.Fatalf("%s %v", m.Data, err)
	}
	turns, err := client.Control[[]control.StoredTurn](daemontest.Within(t, time.Minute), cl, "turns", control.TurnsRequest{Space: memtide.DefaultSpace, Limit: 10})
	if err != nil || len(turns) != 1 || turns[0].Trust > memtide.TrustAgent {
		t.Errorf("half-turns %+v, %v", turns, err)
	}
	p.stop()
}

func TestReadLine(t *testing.T) {
	long := strings.Repeat("y", 40)
	for _, tc := range []struct {
		name, in string
		want     []string // "LONG" for a line that is too long
	}{
		{"nothing", "", []string{""}},
		{"no line end", "a", []string{"a"}},
		{"both line ends", "a\r\nb\n", []string{"a", "b", ""}},
		{"blank lines", "\n \n", []string{"", "", ""}},
		{"at the limit", long[:32] + "\n" + long[:32] + "\r\n", []string{long[:32], long[:32], ""}},
		{"above it", long[:33] + "\na\n", []string{"LONG", "a", ""}},
		{"far above it, last", "a\n" + long + long + long, []string{"a", "LONG"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			in := bufio.NewReaderSize(bytes.NewBufferString(tc.in), 16)
			for i, want := range tc.want {
				line, tooLong, err := readLine(in, 32)
				got := string(line)
				if tooLong {
					got += "LONG"
				}
				if got != want || (err != nil) != (i == len(tc.want)-1) {
					t.Errorf("line %d is %q, %v; want %q", i, got, err, want)
				}
			}
		})
	}
}
