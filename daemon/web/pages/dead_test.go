package pages_test

import (
	"fmt"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/web/pages"
)

// givenUp hands the stages a message that they cannot do anything with, and waits until there
// are n dead letters.
func (w *world) givenUp(p event.Payload, trace string, n uint64) {
	w.Helper()
	ctx := daemontest.Within(w.T, time.Minute)
	if _, err := w.d.Bus().Publish(ctx, p, bus.Meta{ID: memtide.Hash(fmt.Sprint(p)), Space: memtide.DefaultSpace, Trace: trace}); err != nil {
		w.Fatal(err)
	}
	for {
		have, err := w.d.Bus().DeadCount(ctx)
		if err != nil {
			w.Fatal(err)
		}
		if have >= n {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// torn is a message that no stage can read.
type torn struct {
	Half string `json:"half"`
}

func (torn) Kind() string     { return event.TurnClassified{}.Kind() }
func (torn) Flow() event.Flow { return event.Remember }

// What was given up is listed with its stage and its reason, and leads to its half-turn. A job is
// sent again by its button; of a half-turn it is said why it is not.
func TestDeadLetters(t *testing.T) {
	w := newWorld(t)
	if p := w.see(pages.Root + "dead"); !strings.Contains(p.body, "Nothing was given up") {
		t.Error(p.body)
	}
	w.turn(event.TurnRequest{Role: memtide.RoleUser, Text: "The crane is painted green.", Session: "monday", Client: "claude-code"})
	turn := w.memory("crane").Source.Turn
	w.givenUp(event.JobDue{Job: hostile("polish"), Space: memtide.DefaultSpace, ScheduledAt: time.Now()}, "", 1)
	w.givenUp(torn{Half: turn}, turn, 2)
	list := w.see(pages.Root + "dead").body
	for _, want := range []string{"job.due.v1", "turn.classified.v1", "no job is named", `href="` + pages.Root + "turns/" + turn + `"`, "It is not sent again", "Send again"} {
		if !strings.Contains(list, want) {
			t.Errorf("the list lacks %q: %s", want, list)
		}
	}
	if n := strings.Count(list, `action="/ui/do/resend"`); n != 1 {
		t.Errorf("%d of them can be sent again", n)
	}
	number := regexp.MustCompile(`name="what" value="([0-9]+)"`).FindStringSubmatch(list)
	if number == nil {
		t.Fatal(list)
	}
	if p := w.see(pages.Root + "dead/" + number[1]); !strings.Contains(p.body, "&#34;scheduled_at&#34;") {
		t.Error(p.body)
	}
	if p := w.see(pages.Root); !strings.Contains(p.body, `<a href="/ui/dead"><b>2</b> dead letters`) {
		t.Error("the overview does not lead to them")
	}
	for path, body := range w.crawl() {
		if strings.Contains(body, "<script>alert") {
			t.Errorf("%s has a script of a text", path)
		}
	}
	p := w.press("resend", "what", number[1])
	if p.status != http.StatusOK || p.path != pages.Root+"dead?sent="+number[1] || !strings.Contains(p.body, "dead letter "+number[1]+" was sent again") {
		t.Errorf("%d %s: %s", p.status, p.path, p.body)
	}
	w.givenUp(event.JobDue{Job: "other", Space: memtide.DefaultSpace, ScheduledAt: time.Now()}, "", 3) // it is worked on behind the one that was sent again
	if list := w.see(pages.Root + "dead").body; strings.Contains(list, `value="`+number[1]+`"`) || strings.Count(list, "no job is named") != 2 {
		t.Error(list)
	}
	for path, status := range map[string]int{"dead/0": 400, "dead/x": 400, "dead/99999": 404, "dead?before=x": 400, "dead?before=1": 200} {
		if p := w.get(pages.Root + path); p.status != status {
			t.Errorf("%s: %d", path, p.status)
		}
	}
	other := regexp.MustCompile(`<a class="id" href="/ui/dead/([0-9]+)">[0-9]+</a> <b>remember`).FindStringSubmatch(w.see(pages.Root + "dead").body)
	if other == nil {
		t.Fatal("the half-turn is gone")
	}
	if p := w.press("resend", "what", other[1]); p.status < 400 || !strings.Contains(p.body, "has its decision") {
		t.Errorf("of a half-turn: %d %s", p.status, p.body)
	}
	for i := range 50 {
		w.givenUp(event.JobDue{Job: fmt.Sprint("job", i), Space: memtide.DefaultSpace, ScheduledAt: time.Now()}, "", uint64(4+i))
	}
	next := regexp.MustCompile(`rel="next" href="([^"]+)"`).FindStringSubmatch(w.see(pages.Root + "dead").body)
	if next == nil {
		t.Fatal("there is no second page")
	}
	if p := w.see(next[1]); !strings.Contains(p.body, "turn.classified.v1") || strings.Contains(p.body, "job49") {
		t.Error(p.body)
	}
}
