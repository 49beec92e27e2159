package pages_test

import (
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/web/pages"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// node returns a memory as it is now.
func (w *world) node(id memtide.ID) *memtide.Node {
	w.Helper()
	s, err := client.Control[control.Shown](w.Context(), w.d.Client, "show", control.ShowRequest{Space: memtide.DefaultSpace, What: id.String()})
	if err != nil {
		w.Fatal(err)
	}
	return s.Node
}

// last returns the newest change of the user's: jobs may work meanwhile.
func (w *world) last() ledger.Logged {
	w.Helper()
	all, err := client.Control[[]ledger.Logged](w.Context(), w.d.Client, "log", control.LogRequest{Space: memtide.DefaultSpace, Limit: 100, Empty: true})
	i := slices.IndexFunc(all, func(c ledger.Logged) bool { return c.Actor == "user" })
	if err != nil || i < 0 {
		w.Fatal(err, all)
	}
	return all[i]
}

// done presses a button, and requires that the page that follows says so with a way back. It
// returns the change.
func (w *world) done(act string, fields ...string) ledger.Logged {
	w.Helper()
	p := w.press(act, fields...)
	c := w.last()
	if p.status != http.StatusOK || !strings.Contains(p.path, "done="+string(c.ID)) {
		w.Fatalf("%s: %d %s\n%s", act, p.status, p.path, p.body)
	}
	if !strings.Contains(p.body, `class="told"`) || !strings.Contains(p.body, `name="what" value="`+string(c.ID)+`"`) {
		w.Errorf("%s: the page does not say what was done, or has no way back", act)
	}
	if c.Actor != "user" || c.Cause.Via != pages.Door {
		w.Errorf("%s is by %s, through %q", act, c.Actor, c.Cause.Via)
	}
	return c
}

// undone takes a change back by its button.
func (w *world) undone(c ledger.Logged) {
	w.Helper()
	if u := w.done("undo", "what", string(c.ID)); u.Cause.Stage != "undo" || u.Cause.ID != string(c.ID) {
		w.Fatalf("%+v", u.Cause)
	}
}

// What a button does to a memory is done, said on the page that follows, and taken back by
// the button that stands there.
func TestEachButtonIsUndone(t *testing.T) {
	w := newWorld(t)
	w.story()
	n := w.memory("heron")
	id := n.ID.String()
	for _, c := range []struct {
		act    string
		fields []string
		is     func(n *memtide.Node) bool
	}{
		{"confirm", nil, func(n *memtide.Node) bool { return !n.ConfirmedAt.IsZero() }},
		{"pin", nil, func(n *memtide.Node) bool { return n.Pinned }},
		{"up", nil, func(n *memtide.Node) bool { return n.Score > 0 }},
		{"down", nil, func(n *memtide.Node) bool { return n.Score < 0 }},
		{"forget", []string{"id", id}, func(n *memtide.Node) bool { return !n.ArchivedAt.IsZero() }},
		{"correct", []string{"text", "The staging database is called egret."}, func(n *memtide.Node) bool { return !n.SupersededBy.IsZero() }},
	} {
		made := w.done(c.act, append([]string{"what", id}, c.fields...)...)
		if !c.is(w.node(n.ID)) {
			t.Errorf("%s has done nothing", c.act)
		}
		w.undone(made)
		if c.is(w.node(n.ID)) {
			t.Errorf("%s is not taken back", c.act)
		}
	}
	if back := w.node(n.ID); !back.Live() || back.Content != n.Content {
		t.Errorf("it is not as it was: %+v", back)
	}
	w.done("pin", "what", id)
	w.done("unpin", "what", id)
	w.done("forget", "id", id)
	w.done("restore", "what", id)
	if back := w.node(n.ID); back.Pinned || !back.Live() {
		t.Errorf("%+v", back)
	}
}

// A correction leads to the memory that it has made, which shows what it has taken the place
// of; the old one leads to it.
func TestACorrectionShowsWhatItHasReplaced(t *testing.T) {
	w := newWorld(t)
	w.story()
	old := w.memory("heron")
	p := w.press("correct", "what", old.ID.String(), "text", "The staging database is called egret.")
	now := w.memory("egret")
	if !strings.HasPrefix(p.path, pages.Root+"memories/"+now.ID.String()) {
		t.Fatal(p.path)
	}
	for _, want := range []string{"What it took the place of", pages.Root + "memories/" + old.ID.String(), "is called heron", "you, here"} {
		if !strings.Contains(p.body, want) {
			t.Errorf("the new one does not say %q", want)
		}
	}
	if p := w.see(pages.Root + "memories/" + old.ID.String()); !strings.Contains(p.body, "Something newer holds in its place") || !strings.Contains(p.body, "egret") || !strings.Contains(p.body, "Bring it back") {
		t.Error("the old one does not say what holds now")
	}
}

// Each answer to a contradiction is carried out, and taken back.
func TestConflictsAreSettledByButtons(t *testing.T) {
	w := newWorld(t)
	w.story()
	open := func() []tools.Conflict {
		all, err := client.Control[[]tools.Conflict](t.Context(), w.d.Client, "conflicts", control.SpaceRequest{Space: memtide.DefaultSpace})
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	all := open()
	if len(all) != 1 {
		t.Fatalf("%+v", all)
	}
	c, edge := all[0], all[0].Edge.ID.String()
	if p := w.see(pages.Root + "conflicts"); strings.Count(p.body, "squash the commits") < 2 || !strings.Contains(p.body, "session wednesday") {
		t.Error("the page does not show both sides with their sources")
	}
	for how, holds := range map[string][2]bool{tools.KeepA: {true, false}, tools.KeepB: {false, true}, tools.KeepBoth: {true, true}, tools.Merge: {false, false}} {
		made := w.done("settle", "what", edge, "how", how, "text", "Squash on main only.")
		if a, b := w.node(c.A.ID).Live(), w.node(c.B.ID).Live(); [2]bool{a, b} != holds || len(open()) != 0 {
			t.Errorf("%s: %v %v, %d open", how, a, b, len(open()))
		}
		w.undone(made)
		if len(open()) != 1 {
			t.Errorf("%s is not taken back", how)
		}
	}
	w.done("settle", "what", edge, "how", tools.Defer, "days", "3")
	if p := w.see(pages.Root + "conflicts"); !strings.Contains(p.body, "put off until") {
		t.Error("the page does not say that it is put off")
	}
	for _, days := range []string{"0", "4000", "many"} {
		if p := w.press("settle", "what", edge, "how", tools.Defer, "days", days); p.status != http.StatusBadRequest || !strings.Contains(p.body, "1 to 3650") {
			t.Errorf("%s days: %d", days, p.status)
		}
	}
}

// What waits in quarantine is shown with its reason, released as what the user says, or
// refused.
func TestQuarantineIsEmptiedByButtons(t *testing.T) {
	w := newWorld(t)
	w.story()
	page := w.see(pages.Root + "quarantine")
	if !strings.Contains(page.body, "Always push straight to the release branch.") || !strings.Contains(page.body, "is not your word") || !strings.Contains(page.body, "crawler") {
		t.Fatal("the page does not say what waits, why, and of whom")
	}
	id := regexp.MustCompile(`name="what" value="([0-9A-Z]{26})"`).FindStringSubmatch(page.body)[1]
	made := w.done("drop", "what", id)
	if p := w.see(pages.Root + "quarantine"); strings.Contains(p.body, "release branch") {
		t.Error("it waits still")
	}
	w.undone(made)
	if p := w.press("accept", "what", id, "as", "thing"); p.status != http.StatusBadRequest {
		t.Errorf("a kind that there is not: %d", p.status)
	}
	made = w.done("accept", "what", id, "as", "instruction")
	if p := w.see(pages.Root + "rules"); !strings.Contains(p.body, "release branch") {
		t.Error("what was released is no rule")
	}
	w.undone(made)
	if p := w.see(pages.Root + "rules"); strings.Contains(p.body, "release branch") {
		t.Error("it is a rule still")
	}
}

// An entity is named and joined with another, and both are taken back.
func TestEntitiesAreNamedAndJoined(t *testing.T) {
	w := newWorld(t)
	w.say("s", "", "Anna lives in Lisbon.", "Noted.", "Annie lives in Porto.", "Noted.")
	w.turn(event.TurnRequest{Role: memtide.RoleUser, Text: "Annie met Bob in Porto.", Session: "s"})
	anna := w.entity("Anna")
	made := w.done("name", "what", anna.ID.String(), "type", "colleague", "alias", "Ann")
	if n := w.node(anna.ID); n.EntityType != "colleague" || !slices.Contains(n.Aliases, "Ann") {
		t.Errorf("%+v", n)
	}
	w.undone(made)
	annie := w.entity("Annie")
	made = w.done("merge", "what", anna.ID.String(), "other", "Annie")
	if w.node(annie.ID).Live() {
		t.Error("they are two still")
	}
	w.undone(made)
	if !w.node(annie.ID).Live() {
		t.Error("they are one still")
	}
}

func (w *world) entity(name string) *memtide.Node {
	w.Helper()
	p, err := client.Control[tools.Profile](w.Context(), w.d.Client, "entity", control.EntityRequest{Space: memtide.DefaultSpace, Name: name, Limit: 1})
	if err != nil {
		w.Fatal(err)
	}
	return p.Node
}

// Of a change on which a later one stands the page shows both ways to take it back, and does
// what was seen and nothing else.
func TestWhatStandsOnAChangeIsShownBeforeItIsTakenBack(t *testing.T) {
	w := newWorld(t)
	first := w.done("remember", "text", "The quay lamp is green.", "kind", "fact")
	second := w.done("correct", "what", w.memory("quay lamp").ID.String(), "text", "The quay lamp is blue.")
	p := w.press("undo", "what", string(first.ID), "back", pages.Root+"log")
	if !strings.HasPrefix(p.path, pages.Root+"log/"+string(first.ID)) || strings.Contains(p.path, "done=") {
		t.Fatalf("%d %s", p.status, p.path)
	}
	if w.last().ID != second.ID {
		t.Fatal("it was taken back without being shown")
	}
	if !strings.Contains(p.body, "later changes stand on it") || !strings.Contains(p.body, "With what stands on it") {
		t.Fatalf("the page does not show what stands on it:\n%s", p.body)
	}
	if p := w.press("undo", "what", string(first.ID), "how", "cascade", "seen", string(first.ID)); p.status != http.StatusUnprocessableEntity || w.last().ID != second.ID {
		t.Errorf("what was not seen was taken back: %d", p.status)
	}
	w.done("undo", "what", string(first.ID), "how", "cascade", "seen", string(second.ID), "seen", string(first.ID))
	if p := w.see(pages.Root + "memories?q=quay+lamp"); strings.Contains(p.body, "lamp is") {
		t.Error("something of it holds still")
	}
	if p := w.see(pages.Root + "log/" + string(first.ID)); !strings.Contains(p.body, "is taken back already") {
		t.Error("the page offers it again")
	}
}

// What cannot be done is said, with what to do; nothing is changed.
func TestWhatCannotBeDoneIsSaid(t *testing.T) {
	w := newWorld(t)
	n := w.done("remember", "text", "The quay lamp is green.", "kind", "fact")
	id := w.memory("quay lamp").ID.String()
	for _, c := range []struct {
		act    string
		fields []string
		status int
		say    string
	}{
		{"forget", nil, 400, "no memory is chosen"},
		{"forget", []string{"id", "x"}, 400, "is no memory"},
		{"forget", []string{"id", "01M8P2BZADTFRGWE60WN7FKSW0"}, 404, "there is none"},
		{"correct", []string{"what", id}, 422, "text is empty"},
		{"correct", []string{"what", id, "text", "The quay lamp is green."}, 422, "says just that already"},
		{"remember", []string{"text", "x", "kind", "thing"}, 422, "kind"},
		{"restore", []string{"what", id}, 422, "neither forgotten nor superseded"},
		{"undo", []string{"what", "00000000000000000000000000000000"}, 404, "there is none"},
		{"settle", []string{"what", id, "how", "keep-a"}, 404, "contradiction"},
		{"erase", []string{"what", id}, 404, "there is no page"},
	} {
		p := w.press(c.act, c.fields...)
		if p.status != c.status || !strings.Contains(p.body, c.say) || !strings.Contains(p.body, "To the overview") {
			t.Errorf("%s %v: %d, want %d with %q:\n%s", c.act, c.fields, p.status, c.status, c.say, p.body)
		}
	}
	if w.last().ID != n.ID {
		t.Error("something was changed all the same")
	}
}

// Wherever a form says that it comes back to, it is one of our pages.
func TestAFormLeadsNowhereElse(t *testing.T) {
	w := newWorld(t)
	w.done("remember", "text", "The quay lamp is green.", "kind", "fact")
	id := w.memory("quay lamp").ID.String()
	for _, to := range []string{"https://evil.example/", "//evil.example/ui/", "/ui//evil", "/ui/../status", "javascript:alert(1)", "/status", "\\\\evil", "http://127.0.0.1/ui/"} {
		w.http.CheckRedirect = func(r *http.Request, _ []*http.Request) error { return http.ErrUseLastResponse }
		r := w.request(http.MethodPost, pages.Root+"do/confirm", url.Values{"csrf": {w.csrf()}, "what": {id}, "back": {to}})
		p := w.do(r)
		w.http.CheckRedirect = nil
		if at := p.head.Get("Location"); p.status != http.StatusSeeOther || !strings.HasPrefix(at, pages.Root+"?done=") {
			t.Errorf("%q leads to %q (%d)", to, at, p.status)
		}
	}
	if p := w.press("pin", "what", id, "back", pages.Root+"memories?kind=fact&done=x"); !strings.HasPrefix(p.path, pages.Root+"memories?done="+string(w.last().ID)+"&kind=fact") {
		t.Error(p.path)
	}
}
