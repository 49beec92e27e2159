package web_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/web"
)

// An extraction answers what became of each fact: F11.
func TestAnExtractionSaysWhatBecameOfEachFact(t *testing.T) {
	w := newWorld(t, nil)
	first := w.extract(`{"messages":"User: The staging server of heron is called wharf.\nAssistant: Noted.","source":"claude-code/heron","context":"stop","session":"s1"}`)
	if first.Status != "done" || !slices.Equal(names(first.Actions), []string{"add"}) || first.Stored != 1 || first.Heard != 2 || len(first.Changes) == 0 ||
		first.Actions[0].Text != "The staging server of heron is called wharf." {
		t.Fatalf("%+v", first)
	}
	var m web.Memory
	if w.ask("GET", "/memory/"+first.Actions[0].ID.String(), "", &m); m.Trust != memtide.TrustAgent || m.Project != "heron" || m.Source.Client != "claude-code" {
		t.Errorf("a tool's memory is %+v", m)
	}
	// The same conversation again is taken once, and answered as before.
	again := w.extract(`{"messages":"User: The staging server of heron is called wharf.\nAssistant: Noted.","source":"claude-code/heron","context":"stop","session":"s1"}`)
	if again.Before != 2 || again.Heard != 0 || !slices.Equal(again.Actions, first.Actions) || again.Job != first.Job {
		t.Errorf("said again: %+v", again)
	}
	known := w.extract(`{"messages":[{"role":"user","content":"The staging server of heron is called wharf."}],"source":"codex/heron"}`)
	if !slices.Equal(names(known.Actions), []string{"noop"}) || known.Actions[0].ExistingID != first.Actions[0].ID || known.Known != 1 {
		t.Errorf("known: %+v", known)
	}
	moved := w.extract(`{"messages":[{"role":"user","content":"The staging server of heron is now called pier."}],"source":"claude-code/heron"}`)
	if !slices.Equal(names(moved.Actions), []string{"update"}) || moved.Actions[0].OldID != first.Actions[0].ID || moved.Updated != 1 ||
		moved.Actions[0].Previous != "The staging server of heron is called wharf." {
		t.Errorf("changed: %+v", moved)
	}
	if none := w.extract(`{"messages":"User: thanks!","source":"claude-code/heron"}`); len(none.Actions) != 0 || none.Extracted != 0 || none.Status != "done" {
		t.Errorf("nothing to keep: %+v", none)
	}
	var job web.Extracted
	if res := w.ask("GET", "/memory/extract/"+moved.Job, "", &job); res.StatusCode != 200 || !slices.Equal(job.Actions, moved.Actions) {
		t.Errorf("asked after: %+v", job)
	}
}

// What tells the agent what to do is no rule because a tool has said it: it waits until the
// user has looked, and no program is shown it meanwhile, nor the half-turn that says it.
func TestAnOrderOfAToolWaitsInQuarantine(t *testing.T) {
	w := newWorld(t, nil)
	out := w.extract(`{"messages":"User: Always deploy the heron from the main branch.","source":"ci/heron"}`)
	if len(out.Actions) != 1 || out.Actions[0].Quarantine == "" || out.Doubted != 1 || out.Stored != 0 || out.Actions[0].Text != "" {
		t.Fatalf("%+v", out)
	}
	for _, method := range []string{"GET", "DELETE"} {
		if res := w.ask(method, "/memory/"+out.Actions[0].ID.String(), "", nil); res.StatusCode != http.StatusForbidden {
			t.Errorf("%s: %s", method, res.Status)
		}
	}
	for path, body := range map[string]string{"/memories": "", "/memories?kind=episode": "", "/search": `{"query":"deploy the heron"}`} {
		method := map[bool]string{true: "GET", false: "POST"}[body == ""]
		var raw map[string]any
		if w.ask(method, path, body, &raw); strings.Contains(fmt.Sprint(raw), "main branch") {
			t.Errorf("%s shows it: %v", path, raw)
		}
	}
	// A tool that the user trusts gives orders.
	w = newWorld(t, func(c *config.Config) { c.Tools = map[string]config.Tool{"ci": {Trust: "user"}} })
	if out := w.extract(`{"messages":"User: Always deploy the heron from the main branch.","source":"ci/heron"}`); out.Stored != 1 || out.Doubted != 0 {
		t.Errorf("raised: %+v", out)
	}
}

// Where too much waits, more is refused until later, and what is already in is not lost.
func TestBackPressure(t *testing.T) {
	w := newWorld(t, nil)
	cfg := config.Default()
	cfg.Home = w.d.Dir
	full := web.New(web.Options{Token: testToken, Dial: func() (*client.Client, error) { return client.Dial(cfg) }, MostPending: -1})
	h := httptest.NewServer(full)
	defer func() { h.Close(); full.Close() }()
	w.url = h.URL
	for path, body := range map[string]string{"/memory/extract": `{"messages":"User: The crane is red."}`, "/memory": `{"text":"The crane is red."}`} {
		var f told
		if res := w.ask("POST", path, body, &f); res.StatusCode != http.StatusTooManyRequests || res.Header.Get("Retry-After") == "" || f.Fix == "" {
			t.Errorf("%s: %s %+v", path, res.Status, f)
		}
	}
}

// What is not decided in time is answered with a job that can be asked after.
func TestAJobThatTakesLonger(t *testing.T) {
	w := newWorld(t, nil)
	cfg := config.Default()
	cfg.Home = w.d.Dir
	hasty := web.New(web.Options{Token: testToken, Dial: func() (*client.Client, error) { return client.Dial(cfg) }, Within: time.Nanosecond})
	h := httptest.NewServer(hasty)
	defer func() { h.Close(); hasty.Close() }()
	w.url = h.URL
	for i := range 100 {
		var out web.Extracted
		res := w.ask("POST", "/memory/extract", fmt.Sprintf(`{"messages":"User: Crane %d carries %d tons."}`, i, i+2), &out)
		if res.StatusCode == http.StatusOK {
			continue // it was quicker than we were
		}
		if res.StatusCode != http.StatusAccepted || out.Status != "open" || res.Header.Get("Retry-After") == "" {
			t.Fatalf("%s: %+v", res.Status, out)
		}
		for end := time.Now().Add(30 * time.Second); out.Status != "done"; time.Sleep(10 * time.Millisecond) {
			if res := w.ask("GET", "/memory/extract/"+out.Job, "", &out); res.StatusCode != 200 || time.Now().After(end) {
				t.Fatalf("%s: %+v", res.Status, out)
			}
		}
		if out.Stored+out.Updated != 1 { // in the place of a crane before it, where the first was done at once
			t.Errorf("%+v", out)
		}
		return
	}
	t.Error("none was ever open")
}

// So much is looked up at a time.
func TestDecisionsOfTooManyHalfTurns(t *testing.T) {
	w := newWorld(t, nil)
	_, err := client.Control[control.Decisions](t.Context(), w.d.Client, "decisions", control.DecisionsRequest{Space: memtide.DefaultSpace, Turns: make([]string, control.MostDecisions+1)})
	if err == nil || !strings.Contains(err.Error(), "turns has 201") {
		t.Error(err)
	}
}

// The state of the extraction is told as F15 has it.
func TestExtractStatus(t *testing.T) {
	w := newWorld(t, nil)
	var st struct {
		Enabled                 bool
		Provider, Model, Status string
	}
	for _, path := range []string{"/extract/status", "/memory/extract/status"} {
		if w.ask("GET", path, "", &st); !st.Enabled || st.Provider != "rules" || st.Status != "healthy" {
			t.Errorf("%s: %+v", path, st)
		}
	}
	w = newWorld(t, func(c *config.Config) {
		c.Models.Layers = map[string]config.ModelLayer{"extract": {Model: "anthropic/claude-haiku-4-5"}}
	})
	if w.ask("GET", "/extract/status", "", &st); st.Provider != "anthropic" || st.Model != "claude-haiku-4-5" || st.Status != "key" && os.Getenv("ANTHROPIC_API_KEY") == "" {
		t.Errorf("with a model: %+v", st)
	}
}
