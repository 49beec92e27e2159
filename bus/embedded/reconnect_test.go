package embedded

import (
	"path/filepath"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
)

// A connection that the server has ended, as it does with one that has read nothing for ten
// seconds because the process was stopped, is made again: nobody else looks after it.
func TestALostConnectionInTheProcessIsMadeAgain(t *testing.T) {
	dir := t.TempDir()
	s, err := Start(dir, filepath.Join(dir, "run"), Options{NoSync: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Stop)
	hears, err := s.Dial("hears")
	if err != nil {
		t.Fatal(err)
	}
	defer hears.Close()
	if _, err := hears.Subscribe("x", func(m *nats.Msg) { _ = m.Respond(m.Data) }); err != nil { // who asks sees it
		t.Fatal(err)
	}
	asks, err := s.Dial("asks")
	if err != nil {
		t.Fatal(err)
	}
	defer asks.Close()
	if err := hears.Flush(); err != nil {
		t.Fatal(err)
	}
	id, err := hears.GetClientID()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.ns.DisconnectClientByID(id); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if _, err := asks.Request("x", []byte("hi"), time.Second); err == nil {
			return
		} else if time.Now().After(end) {
			t.Fatalf("nobody hears any more: %v; the connection is %s", err, hears.Status())
		}
	}
}
