package web_test

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/web"
	"github.com/memtide/memtide/ledger"
)

// extract hands a conversation over and returns what became of it.
func (w *world) extract(body string) (out web.Extracted) {
	w.Helper()
	if res := w.ask("POST", "/memory/extract", body, &out); res.StatusCode != http.StatusOK {
		w.Fatalf("%s: %s: %+v", body, res.Status, out)
	}
	return out
}

// keep stores one memory and returns its id.
func (w *world) keep(body string) memtide.ID {
	w.Helper()
	var out web.Extracted
	if res := w.ask("POST", "/memory", body, &out); res.StatusCode != http.StatusCreated || len(out.Actions) != 1 {
		w.Fatalf("%s: %s: %+v", body, res.Status, out)
	}
	return out.Actions[0].ID
}

// names lists the actions, as "add", "noop".
func names(all []web.Action) (out []string) {
	for _, a := range all {
		out = append(out, a.Action)
	}
	return out
}

// What takes the place of a memory says of which, and what that said (F14); it takes the place
// of nothing that the user has said. What is forgotten is found no more, and comes back.
func TestSupersedeForgetAndUndo(t *testing.T) {
	w := newWorld(t, func(c *config.Config) { c.Tools = map[string]config.Tool{"trusted": {Trust: "user"}} })
	id := w.keep(`{"text":"The staging server is called wharf.","source":"ci/heron"}`)
	var made struct {
		ID, Supersedes memtide.ID
		Previous       string `json:"previous_text"`
		Change         string
	}
	if res := w.ask("POST", "/memory/supersede", `{"old_id":"`+id.String()+`","new_text":"The staging server is called pier.","source":"ci/heron"}`, &made); res.StatusCode != 200 ||
		made.Supersedes != id || made.Previous != "The staging server is called wharf." || made.Change == "" {
		t.Fatalf("%s: %+v", res.Status, made)
	}
	var m struct {
		web.Memory
		History []web.Change
	}
	if w.ask("GET", "/memory/"+made.ID.String(), "", &m); m.Trust != memtide.TrustAgent || m.PreviousText != "The staging server is called wharf." ||
		!slices.Equal(m.Supersedes, []memtide.ID{id}) || m.Project != "heron" || len(m.History) != 1 || m.History[0].Actor != "http:ci" {
		t.Errorf("%+v", m)
	}
	if w.ask("GET", "/memory/"+id.String(), "", &m); m.SupersededBy != made.ID {
		t.Errorf("the old one: %+v", m)
	}
	var bad told
	if res := w.ask("POST", "/memory/supersede", `{"old_id":"`+id.String()+`","new_text":"It is called quay."}`, &bad); res.StatusCode != http.StatusConflict {
		t.Errorf("of what is superseded: %s %+v", res.Status, bad)
	}
	mine, err := client.Decide[memtide.ChangeSet](t.Context(), w.d.Client, "remember", control.RememberRequest{Space: memtide.DefaultSpace, Kind: memtide.Fact, Text: "The ferry leaves at nine."})
	if err != nil {
		t.Fatal(err)
	}
	if res := w.ask("POST", "/memory/supersede", `{"old_id":"`+mine.Ops[0].Node.String()+`","new_text":"The ferry leaves at ten."}`, &bad); res.StatusCode != http.StatusConflict ||
		!strings.Contains(bad.Err, "memtide correct") {
		t.Errorf("of the user's word: %s %+v", res.Status, bad)
	}

	if res := w.ask("DELETE", "/memory/"+mine.Ops[0].Node.String(), "", &bad); res.StatusCode != http.StatusConflict || !strings.Contains(bad.Err, "tools.http.trust") {
		t.Errorf("the user's word is forgotten: %s %+v", res.Status, bad)
	}
	if res := w.ask("DELETE", "/memory/"+mine.Ops[0].Node.String()+"?source=trusted/heron", "", &bad); res.StatusCode != http.StatusOK {
		t.Errorf("by a tool that the user has raised: %s %+v", res.Status, bad)
	}
	if res := w.ask("POST", "/undo", `{"change":"`+string(mine.ID)+`"}`, &bad); res.StatusCode != http.StatusConflict {
		t.Errorf("what the user did is taken back: %s %+v", res.Status, bad)
	}
	var gone struct {
		Change string
		Count  int
		Undo   string
	}
	if res := w.ask("DELETE", "/memory/"+made.ID.Short(), "", &gone); res.StatusCode != 200 || gone.Count != 1 || !strings.Contains(gone.Undo, gone.Change) {
		t.Fatalf("%s: %+v", res.Status, gone)
	}
	if w.ask("GET", "/memory/"+made.ID.String(), "", &m); m.ArchivedAt.IsZero() {
		t.Errorf("not archived: %+v", m)
	}
	if res := w.ask("POST", "/undo", `{"change":"`+gone.Change+`"}`, nil); res.StatusCode != 200 {
		t.Fatal(res.Status)
	}
	m.ArchivedAt = time.Time{}
	if w.ask("GET", "/memory/"+made.ID.String(), "", &m); !m.ArchivedAt.IsZero() {
		t.Errorf("not back: %+v", m)
	}
	all, err := client.Control[[]ledger.Logged](t.Context(), w.d.Client, "log", control.LogRequest{Space: memtide.DefaultSpace, Limit: 10})
	var got []string
	for _, c := range all {
		got = append(got, c.Cause.Stage+" "+c.Actor)
	}
	if want := []string{"undo http", "forget http", "forget http:trusted", "remember user", "correct http:ci", "store rules"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("the log says %q, %v", got, err)
	}
}

// With a memory goes the half-turn that says hardly anything else, so that it is found no more.
func TestWhatIsForgottenIsFoundNoMore(t *testing.T) {
	w := newWorld(t, nil)
	out := w.extract(`{"messages":"User: The staging server of heron is called wharf.","source":"ci/heron"}`)
	var found struct {
		Results []struct{ ID memtide.ID }
	}
	query := `{"query":"how is the staging server of heron called?","project":"heron"}`
	if w.ask("POST", "/search", query, &found); len(found.Results) == 0 {
		t.Fatal("it is not found before")
	}
	var gone struct{ Archived []memtide.ID }
	if res := w.ask("DELETE", "/memory/"+out.Actions[0].ID.String(), "", &gone); res.StatusCode != 200 || len(gone.Archived) != 2 {
		t.Errorf("%s: %+v", res.Status, gone)
	}
	if w.ask("POST", "/search", query, &found); len(found.Results) > 0 {
		t.Errorf("found: %+v", found)
	}
	var again struct {
		Count        int
		Reason, Undo string
	}
	if res := w.ask("DELETE", "/memory/"+out.Actions[0].ID.String(), "", &again); res.StatusCode != 200 || again.Count != 0 || again.Reason == "" || again.Undo != "" {
		t.Errorf("twice: %s: %+v", res.Status, again)
	}
}

// Searches find, and say why; lists go page by page.
func TestSearchAndList(t *testing.T) {
	w := newWorld(t, nil)
	things := []string{"The ferry leaves at nine.", "Mara keeps the keys of the shed.", "The crane carries five tons.", "The quay is ninety metres long.", "Bruno paints the lighthouse."}
	for i, text := range things {
		w.keep(fmt.Sprintf(`{"text":%q,"source":"ci/docks","tags":["thing-%d"]}`, text, i))
	}
	var found struct {
		Receipt string
		Results []struct {
			ID    memtide.ID
			Text  string
			Score float64
		}
		Reason string
	}
	if w.ask("POST", "/search", `{"query":"how many tons carries the crane?","limit":3}`, &found); len(found.Results) == 0 || found.Results[0].Text != things[2] {
		t.Fatalf("%+v", found)
	}
	// A receipt is written after its answer is out.
	var why control.Told
	for end := time.Now().Add(30 * time.Second); why.ID != found.Receipt; time.Sleep(10 * time.Millisecond) {
		if res := w.ask("GET", "/receipts/"+found.Receipt, "", &why); time.Now().After(end) {
			t.Fatalf("the receipt: %s %+v", res.Status, why)
		}
	}
	if len(why.Candidates) == 0 || len(why.Words) > 0 {
		t.Errorf("why: %+v", why)
	}
	if w.ask("POST", "/search", `{"query":"how many tons carries the crane?","threshold":1}`, &found); len(found.Results) > 0 && found.Results[0].Score < 1 || found.Reason == "" && len(found.Results) == 0 {
		t.Errorf("above a threshold: %+v", found)
	}
	if w.ask("POST", "/search", `{"query":"lighthouse","kinds":["fact"],"tags":["thing-4"]}`, &found); len(found.Results) != 1 || found.Results[0].Text != things[4] {
		t.Errorf("filtered: %+v", found)
	}
	if res := w.ask("GET", "/receipts/"+found.Receipt, "", &why); res.StatusCode != 200 || len(why.Injected) != 1 || why.Injected[0] != found.Results[0].ID || why.Client != "http" {
		t.Errorf("its receipt: %s %+v", res.Status, why)
	}
	var met []string
	path := "/memories?kind=fact&limit=2"
	for next := path; ; {
		var page struct {
			Memories []struct{ Text string }
			Next     string
		}
		if res := w.ask("GET", next, "", &page); res.StatusCode != 200 {
			t.Fatal(res.Status)
		}
		for _, m := range page.Memories {
			met = append(met, m.Text)
		}
		if page.Next == "" {
			break
		}
		next = path + "&behind=" + page.Next
	}
	slices.Reverse(met)
	if !slices.Equal(met, things) {
		t.Errorf("%q", met)
	}
}

// What cannot be is refused with the field and the fix.
func TestWhatIsRefused(t *testing.T) {
	w := newWorld(t, nil)
	long := strings.Repeat("x", 9<<20)
	for _, c := range []struct {
		name, method, path, body string
		status                   int
		field                    string
	}{
		{"no such field", "POST", "/memory/extract", `{"messages":"User: x","kontext":"stop"}`, 400, "kontext"},
		{"no messages", "POST", "/memory/extract", `{"source":"x"}`, 400, "messages"},
		{"empty messages", "POST", "/memory/extract", `{"messages":[]}`, 400, "messages"},
		{"another role", "POST", "/memory/extract", `{"messages":[{"role":"system","content":"x"}]}`, 400, "body"},
		{"another context", "POST", "/memory/extract", `{"messages":"User: x","context":"later"}`, 400, "context"},
		{"a source that is no name", "POST", "/memory/extract", `{"messages":"User: x","source":"a\u0000b"}`, 400, "source"},
		{"a long session", "POST", "/memory/extract", `{"messages":"User: x","session":"` + strings.Repeat("s", 300) + `"}`, 400, "session"},
		{"cut off", "POST", "/memory/extract", `{"messages":"User: x"`, 400, "body"},
		{"nothing", "POST", "/memory/extract", ` `, 400, "body"},
		{"a list", "POST", "/memory/extract", `[1]`, 400, "body"},
		{"two objects", "POST", "/memory/extract", `{"messages":"User: x"} {}`, 400, "body"},
		{"a number for a text", "POST", "/memory", `{"text":7}`, 400, "text"},
		{"too large", "POST", "/memory/extract", `{"messages":"` + long + `"}`, 413, "body"},
		{"no text", "POST", "/memory", `{"text":" \n "}`, 400, "text"},
		{"no such kind", "POST", "/memory", `{"text":"x","kind":"facts"}`, 400, "kind"},
		{"a long tag", "POST", "/memory", `{"text":"x","tags":["` + strings.Repeat("t", 200) + `"]}`, 400, "tags"},
		{"no query", "POST", "/search", `{}`, 400, "query"},
		{"a limit below 1", "POST", "/search", `{"query":"x","limit":-1}`, 400, "limit"},
		{"a threshold above 1", "POST", "/search", `{"query":"x","threshold":2}`, 400, "threshold"},
		{"no such kind of a search", "POST", "/search", `{"kinds":["facts"]}`, 400, "kinds"},
		{"no moment", "POST", "/search", `{"query":"x","after":"yesterday"}`, 400, "after"},
		{"no old id", "POST", "/memory/supersede", `{"new_text":"x"}`, 400, "old_id"},
		{"no such memory", "POST", "/memory/supersede", `{"old_id":"0000000","new_text":"x"}`, 404, ""},
		{"no such memory", "GET", "/memory/0000000", ``, 404, ""},
		{"no such memory", "DELETE", "/memory/0000000", ``, 404, ""},
		{"no change", "POST", "/undo", `{}`, 400, "change"},
		{"no such change", "POST", "/undo", `{"change":"0123456789abcdef"}`, 404, ""},
		{"no such receipt", "GET", "/receipts/0123456789abcdef", ``, 404, "id"},
		{"no such job", "GET", "/memory/extract/0123456789abcdef", ``, 404, "job"},
		{"no such parameter", "GET", "/memories?kinds=fact", ``, 400, "kinds"},
		{"twice", "GET", "/memories?limit=1&limit=2", ``, 400, "limit"},
		{"no number", "GET", "/memories?limit=many", ``, 400, "limit"},
		{"no id", "GET", "/memories?behind=many", ``, 400, "behind"},
		{"no such space", "GET", "/memories?space=nowhere", ``, 404, ""},
		{"no name of a space", "GET", "/export?space=%00", ``, 400, "space"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var f told
			res := w.ask(c.method, c.path, c.body, &f)
			if res.StatusCode != c.status || f.Field != c.field || f.Err == "" || f.Fix == "" && c.status != 404 {
				t.Errorf("%s, want %d of %q: %+v", res.Status, c.status, c.field, f)
			}
			if strings.Contains(f.Err+f.Fix, "json:") || strings.Contains(f.Err+f.Fix, "Go ") || len(f.Err) > 500 {
				t.Errorf("%+v", f)
			}
		})
	}
	var f told
	if res := w.send("POST", "/memory", `{"text":"x"}`, &f, func(r *http.Request) { r.Header.Set("Content-Type", "text/plain") }); res.StatusCode != 415 || f.Field != "Content-Type" {
		t.Errorf("no JSON: %s %+v", res.Status, f)
	}
}

// A secret is in no file, no log line and no answer, wherever in a request it stood.
func TestNoSecretIsKept(t *testing.T) {
	secret := "ghp_" + strings.Repeat("a1B2c3D4e5", 3) + "f6G7h8"
	w := newWorld(t, nil)
	cfg := config.Default()
	cfg.Home = w.d.Dir
	var log bytes.Buffer
	s := web.New(web.Options{Token: testToken, Dial: func() (*client.Client, error) { return client.Dial(cfg) },
		Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))})
	h := httptest.NewServer(s)
	w.url = h.URL
	id := w.keep(`{"text":"The staging server is called wharf."}`)
	var answers strings.Builder
	for _, c := range [][3]string{
		{"POST", "/memory/extract", `{"messages":"User: We deploy heron with the token ` + secret + `.","source":"` + secret + `/` + secret + `","session":"` + secret + `"}`},
		{"POST", "/memory", `{"text":"The token of heron is ` + secret + `.","tags":["` + secret + `"]}`},
		{"POST", "/memory/supersede", `{"old_id":"` + id.String() + `","new_text":"The staging server has the token ` + secret + `.","source":"` + secret + `"}`},
		{"POST", "/search", `{"query":"who has ` + secret + `?"}`},
		{"GET", "/memories?project=" + secret, ""},
		{"GET", "/memories", ""},
		{"GET", "/export", ""},
	} {
		raw := w.raw(c[0], c[1], c[2])
		answers.Write(raw)
	}
	h.Close()
	s.Close()
	if err := w.d.Client.Settle(daemontest.Within(t, time.Minute), memtide.DefaultSpace, nil); err != nil {
		t.Fatal(err)
	}
	if files := daemontest.FilesWith(t, w.d.Dir, secret); len(files) > 0 {
		t.Errorf("it is in %q", files)
	}
	if strings.Contains(answers.String(), secret) || !strings.Contains(answers.String(), "redacted") {
		t.Error("an answer has it, or what became of it is not told")
	}
	if said := log.String(); said == "" || strings.Contains(said, secret) || strings.Contains(said, "wharf") || strings.Contains(said, "who has") {
		t.Errorf("the log says %s", said)
	}
}

// An export over HTTP is one that memtide import memtide reads: whole, with its end.
func TestExport(t *testing.T) {
	w := newWorld(t, nil)
	id := w.keep(`{"text":"The staging server is called wharf."}`)
	lines := strings.Split(strings.TrimSpace(string(w.raw("GET", "/export", ""))), "\n")
	if !strings.Contains(lines[0], `"memtide_export"`) || !strings.Contains(lines[0], `"ends":true`) ||
		lines[len(lines)-1] != fmt.Sprintf(`{"memtide_export_end":{"lines":%d}}`, len(lines)-1) || !strings.Contains(strings.Join(lines, ""), id.String()) {
		t.Errorf("%q", lines)
	}
}

// Whoever is away is told so, with when to come back.
func TestADaemonThatIsAway(t *testing.T) {
	cfg := config.Default()
	cfg.Home = t.TempDir()
	s := web.New(web.Options{Token: testToken, Dial: func() (*client.Client, error) { return client.Dial(cfg) }})
	h := httptest.NewServer(s)
	defer func() { h.Close(); s.Close() }()
	w := &world{T: t, url: h.URL}
	for _, path := range []string{"/status", "/metrics", "/export", "/memories"} {
		var f told
		if res := w.ask("GET", path, "", &f); res.StatusCode != http.StatusServiceUnavailable || res.Header.Get("Retry-After") == "" || f.Fix == "" {
			t.Errorf("%s: %s %+v", path, res.Status, f)
		}
	}
	if res := w.ask("GET", "/healthz", "", nil); res.StatusCode != 200 {
		t.Error(res.Status)
	}
}
