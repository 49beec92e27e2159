package daemon

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// The beginning of the ids of several receipts names none of them; a whole id names its
// own.
func TestTheBeginningOfSeveralReceiptsNamesNone(t *testing.T) {
	w := backedUp(t, 1)
	first := map[byte]string{}
	elder, twice := "", ""
	for n := 0; twice == ""; n++ { // ids are hexadecimal: of 17 two begin alike
		r, err := w.Client.Ask(t.Context(), event.AskRequest{Space: memtide.DefaultSpace, Mode: event.ModePrompt, Client: "cli", Prompt: fmt.Sprintf("Where is crane %d?", n)})
		if err != nil || r.ID == "" {
			t.Fatalf("%+v, %v", r, err)
		}
		if first[r.ID[0]] != "" {
			elder, twice = first[r.ID[0]], r.ID
		}
		first[r.ID[0]] = r.ID
	}
	ask := func(id string) ([]control.Told, error) {
		return client.Control[[]control.Told](t.Context(), w.Client, "receipts", control.ReceiptsRequest{Space: memtide.DefaultSpace, ID: id, Limit: 1})
	}
	for _, id := range []string{elder, twice} { // they come behind the answers, and in no order
		for end := time.Now().Add(30 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
			if all, err := ask(id); err == nil && len(all) == 1 {
				break
			}
		}
	}
	if all, err := ask(twice); err != nil || len(all) != 1 || all[0].ID != twice {
		t.Errorf("%q: %+v, %v", twice, all, err)
	}
	if all, err := ask(twice[:1]); err == nil || !strings.Contains(err.Error(), `begins 2 receipts; give more of it`) {
		t.Errorf("%q: %+v, %v", twice[:1], all, err)
	}
}
