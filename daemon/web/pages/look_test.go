package pages_test

import (
	"fmt"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/daemon/web"
	"github.com/memtide/memtide/daemon/web/pages"
)

// Without a key nobody sees a page; with one, one browser does, once. A page of another site
// or by another name does not, and no form is taken that no page of ours has made.
func TestWhoMayLook(t *testing.T) {
	w := newWorld(t)
	known, csrf := w.http, w.csrf()
	for _, path := range []string{"", "memories", "pulse", "nothing", "?key=", "?key=" + strings.Repeat("0", 64)} {
		w.http = browser(t)
		if p := w.get(pages.Root + path); p.status != http.StatusUnauthorized || strings.Contains(p.body, "Quarantine") || !strings.Contains(p.body, "memtide dashboard") {
			t.Errorf("a stranger is shown %q: %d", path, p.status)
		}
	}
	form := url.Values{"csrf": {csrf}, "text": {"The quay is wet."}, "kind": {"fact"}}
	if p := w.do(w.request(http.MethodPost, pages.Root+"do/remember", form)); p.status != http.StatusUnauthorized {
		t.Errorf("a stranger with the token of a form: %d", p.status)
	}
	key := w.site.Key()
	if p := w.do(w.with(pages.Root+"?key="+key, "Sec-Purpose", "prefetch")); p.status != http.StatusUnauthorized {
		t.Errorf("who looks ahead spends the key: %d", p.status)
	}
	if p := w.get(pages.Root + "?key=" + key); p.status != http.StatusOK || strings.Contains(p.path, "key=") {
		t.Errorf("the key does not open: %d %s", p.status, p.path)
	}
	if p := w.get(pages.Root + "?key=" + w.site.Key()); p.status != http.StatusOK || strings.Contains(p.path, "key=") {
		t.Errorf("who is known and comes with a key: %d %s", p.status, p.path)
	}
	w.http = browser(t)
	if p := w.get(pages.Root + "?key=" + key); p.status != http.StatusUnauthorized || !strings.Contains(p.body, "was used already") {
		t.Errorf("the key opens twice: %d", p.status)
	}

	w.http = known
	for name, change := range map[string]func(*http.Request){
		"without the token of a form": func(r *http.Request) { r.Body = http.NoBody },
		"of another site":             func(r *http.Request) { r.Header.Set("Origin", "https://evil.example") },
		"of another port":             func(r *http.Request) { r.Header.Set("Origin", "http://127.0.0.1:1") },
		"by another name":             func(r *http.Request) { r.Host = "evil.example" },
		"across sites":                func(r *http.Request) { r.Header.Set("Sec-Fetch-Site", "cross-site") },
	} {
		r := w.request(http.MethodPost, pages.Root+"do/remember", form)
		change(r)
		if p := w.do(r); p.status < 400 || p.status >= 500 {
			t.Errorf("a form %s: %d", name, p.status)
		}
	}
	bad := url.Values{"csrf": {strings.Repeat("0", 64)}, "text": {"The quay is wet."}, "kind": {"fact"}}
	if p := w.do(w.request(http.MethodPost, pages.Root+"do/remember", bad)); p.status != http.StatusBadRequest || !strings.Contains(p.body, "Load the page again") {
		t.Errorf("a wrong token: %d", p.status)
	}
	if p := w.see(pages.Root + "log"); strings.Contains(p.body, "quay") {
		t.Error("one of them was carried out")
	}
	if p := w.do(w.request(http.MethodGet, pages.Root+"do/remember?csrf="+csrf+"&text=x", nil)); p.status != http.StatusNotFound {
		t.Errorf("a form by GET: %d", p.status)
	}
	w.do(w.request(http.MethodPost, pages.Root+"logout", url.Values{"csrf": {csrf}}))
	if p := w.get(pages.Root); p.status != http.StatusUnauthorized {
		t.Errorf("who has left is shown a page: %d", p.status)
	}
}

func (w *world) with(path, header, value string) *http.Request {
	r := w.request(http.MethodGet, path, nil)
	r.Header.Set(header, value)
	return r
}

// The cookie is for our pages alone and out of the reach of scripts, and opens no API; the token
// of the API opens none of the pages.
func TestTheCookieAndTheToken(t *testing.T) {
	w := newWorld(t)
	w.http = browser(t)
	w.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	cookie := w.get(pages.Root + "?key=" + w.site.Key()).head.Get("Set-Cookie")
	for _, want := range []string{"Path=/ui/", "HttpOnly", "SameSite=Strict"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("the cookie %q has no %s", cookie, want)
		}
	}
	w.http.CheckRedirect = nil
	w.see(pages.Root)
	r := w.request(http.MethodGet, "/status", nil)
	name, value, _ := strings.Cut(strings.Split(cookie, ";")[0], "=")
	r.AddCookie(&http.Cookie{Name: name, Value: value})
	if p := w.do(r); p.status != http.StatusUnauthorized {
		t.Errorf("the cookie opens the API: %d", p.status)
	}
	if p := w.get("/"); p.status != http.StatusOK || p.path != pages.Root {
		t.Errorf("the root: %d %s", p.status, p.path)
	}
	w.http = browser(t)
	if p := w.do(w.with(pages.Root, "Authorization", "Bearer "+testToken)); p.status != http.StatusUnauthorized {
		t.Errorf("the token opens the pages: %d", p.status)
	}
	if p := w.get(pages.Root + "?key=" + testToken); p.status != http.StatusUnauthorized {
		t.Errorf("the token is a key: %d", p.status)
	}
}

// A key that nobody has used for ten minutes is none, and a browser that has asked for nothing
// for half a day is not known any more.
func TestKeysAndVisitsEnd(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	cfg := config.Default()
	d, err := daemon.StartThrowaway(t.Context(), cfg, daemon.Options{NoSync: true})
	daemontest.Started(t, d, err)
	site := pages.New(pages.Options{Client: func() (*client.Client, error) { return d.Client, nil }, Now: func() time.Time { return now }})
	s := web.New(web.Options{Token: testToken, Dial: func() (*client.Client, error) { return d.Client, nil }})
	site.Mount(s)
	h := listen(t, s)
	w := &world{T: t, d: d, site: site, url: h, http: browser(t)}
	key := site.Key()
	now = now.Add(11 * time.Minute)
	if p := w.get(pages.Root + "?key=" + key); p.status != http.StatusUnauthorized {
		t.Errorf("an old key: %d", p.status)
	}
	w.see(pages.Root + "?key=" + site.Key())
	now = now.Add(11 * time.Hour)
	w.see(pages.Root)
	now = now.Add(13 * time.Hour)
	if p := w.get(pages.Root); p.status != http.StatusUnauthorized {
		t.Errorf("an old visit: %d", p.status)
	}
	first := site.Key()
	for range 40 {
		now = now.Add(time.Second)
		site.Key()
	}
	if p := w.get(pages.Root + "?key=" + first); p.status != http.StatusUnauthorized {
		t.Error("more keys wait than may")
	}
}

// The pages say what is so: the source beside each memory, the reason beside each prompt, the
// cause beside each change.
func TestPagesShowSourceReasonAndCause(t *testing.T) {
	w := newWorld(t)
	rs := w.story()
	heron, backup := w.memory("heron"), w.memory("25 minutes")
	for path, want := range map[string][]string{
		"":                    {"Which database does staging run on?", "heron", "Learnt by day", "harbour", "in quarantine", "conflict asks", "half-turns</dt><dd>20"},
		"memories":            {"said by <b>you</b> in claude-code", "session tuesday", "half-turn " + heron.Source.Turn[:12], "trust: user"},
		"memories?state=all":  {"23 minutes", "superseded", "now <a"},
		"memories?q=database": {"heron", "relevance", "found by text", "Why these"},
		"memories/" + heron.ID.String(): {"What was said", "<mark>Our staging database is called heron and it runs PostgreSQL 17.</mark>", "session tuesday", "How sure it is", "your own words", "Every change of it", "learnt",
			"memtide erase " + heron.ID.Short(), "by the rules of memtide"},
		"memories/" + backup.ID.String():            {"What it took the place of", "The nightly backup takes 23 minutes.", "replaced"},
		"memories/" + heron.ID.String() + "/given":  {"1 prompt", rs[0][:12]},
		"memories/" + heron.ID.String() + "/forget": {"Forget this?", "Says hardly anything else", "memtide erase"},
		"prompts":                    {"Which database does staging run on?", "given nothing: acknowledgement"},
		"prompts/" + rs[0]:           {"The gate:", "heron", "What was given", "What was left out, and why", "duplicate", "says the same as one that is shown", "Where the time went", "retrieve.toolloop", "user, session tuesday", "no answer yet", "the prompt, whole"},
		"prompts/" + rs[1]:           {"Given <b>nothing</b>: acknowledgement"},
		"prompts?session=none":       {"There is no such receipt"},
		"rules":                      {"Everywhere", "I prefer short answers", "In project harbour", "a rule because:", "says so", "session tuesday"},
		"log":                        {"by the rules of memtide", "on <a href=\"/ui/turns/", "compared", "made"},
		"log?stage=reconcile":        {"contradicts", "replaced"},
		"entities":                   {"Anna", "Lisbon"},
		"sessions":                   {"monday", "friday", "claude-code"},
		"session?id=monday":          {"The nightly backup takes 23 minutes.", "nothing was learnt of it", "its prompts", "superseded"},
		"session?id=friday":          {"What its prompts were given", "heron"},
		"projects":                   {"harbour", "garden", "everywhere"},
		"turns/" + heron.Source.Turn: {"What you said", "heron", "What was learnt of it", "your own words"},
	} {
		body := html.UnescapeString(w.see(pages.Root + path).body)
		for _, s := range want {
			if !strings.Contains(body, html.UnescapeString(s)) {
				t.Errorf("%s does not say %q", path, s)
			}
		}
	}
	if p := w.see(pages.Root + "log?stage=reconcile"); strings.Contains(p.body, ">heard<") {
		t.Error("the filter of the log lets others through")
	}
}

// An empty memory has no empty page: each says what would be there.
func TestEmptyPagesSayWhatWouldBeThere(t *testing.T) {
	w := newWorld(t)
	for path, want := range map[string]string{
		"": "No prompt has asked yet", "memories": "No memory is so", "prompts": "There is no such receipt", "rules": "No rule is in force", "conflicts": "No memories contradict each other", "quarantine": "Nothing is in quarantine",
		"log": "No decision is so", "entities": "Nobody and nothing has been named yet", "sessions": "No session has been heard yet", "projects": "no project yet", "memories?q=lamp": "Nothing is found",
	} {
		if p := w.see(pages.Root + path); !strings.Contains(p.body, want) {
			t.Errorf("%s does not say %q", path, want)
		}
	}
	w.crawl()
}

// Lists are read page by page, each thing once.
func TestListsAreReadPageByPage(t *testing.T) {
	w := newWorld(t)
	const n = 120
	for i := range n {
		daemontest.Say(t, w.d.Client, event.TurnRequest{Role: memtide.RoleUser, Fact: memtide.Fact, Text: fmt.Sprintf("Berth number %d is rented by boat %d.", i, i*7), Session: fmt.Sprintf("s%d", i), Client: "tool", Project: "harbour"})
		daemontest.Say(t, w.d.Client, event.TurnRequest{Role: memtide.RoleAgent, Fact: memtide.Instruction, Text: fmt.Sprintf("Always push straight to the branch %d-%d.", i, i*7), Client: "crawler", Trust: memtide.TrustTool})
		if _, err := client.Decide[memtide.ChangeSet](t.Context(), w.d.Client, "remember", control.RememberRequest{Space: memtide.DefaultSpace, Kind: memtide.Instruction, Text: fmt.Sprintf("Always moor boat %d at berth %d.", i*7, i), Project: fmt.Sprint("pier ", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.d.Client.Settle(daemontest.Within(t, time.Minute), memtide.DefaultSpace, nil); err != nil {
		t.Fatal(err)
	}
	for path, line := range map[string]string{
		"memories?kind=fact": `class="open" href="/ui/memories/([0-9A-Z]{26})"`, "log?stage=store": `title="change ([0-9a-f]{32})"`, "sessions": `href="/ui/session\?id=(s\d+)"`, "rules": `class="open" href="/ui/memories/([0-9A-Z]{26})"`, "projects": `href="/ui/memories\?project=(pier[^"]+)"`,
		"quarantine": `do/accept.*name="what" value="([0-9A-Z]{26})"`, "memories?kind=fact&state=all&sort=oldest": `class="open" href="/ui/memories/([0-9A-Z]{26})"`,
	} {
		met, turned := map[string]int{}, 0
		for at := pages.Root + path; at != ""; turned++ {
			p := w.see(at)
			at = ""
			for _, m := range regexp.MustCompile(line).FindAllStringSubmatch(p.body, -1) {
				met[m[1]]++
			}
			if m := regexp.MustCompile(`rel="next" href="([^"]+)"`).FindStringSubmatch(p.body); m != nil {
				at = html.UnescapeString(m[1])
			}
		}
		twice := 0
		for _, times := range met {
			if times > 1 {
				twice++
			}
		}
		want := n
		if strings.Contains(path, "store") || strings.Contains(path, "state=all") { // what waits in quarantine was stored, too
			want = 2 * n
		}
		if len(met) != want || twice > 0 || turned < 3 {
			t.Errorf("%s: %d of %d met, %d twice, on %d pages", path, len(met), want, twice, turned)
		}
	}
	if p := w.see(pages.Root + "log"); strings.Contains(p.body, "all=") || !strings.Contains(w.see(pages.Root+"log?all=1").body, "all=1") {
		t.Error("the second page of the log has other changes than the first")
	}
	if p := w.see(pages.Root + "memories?kind=fact&page=2"); !strings.Contains(p.body, "51–100 of 120") || !strings.Contains(p.body, `rel="prev"`) {
		t.Error("the second page does not say which it is")
	}
	for _, page := range []string{"99", "-1", "x", "99999999999999999999"} {
		w.see(pages.Root + "memories?kind=fact&page=" + page)
	}
}

// What is not there is said with what to do about it.
func TestWhatIsNotThere(t *testing.T) {
	w := newWorld(t)
	for path, want := range map[string]int{
		"nothing": 404, "memories/01M8P2BZADTFRGWE60WN7FKSW0": 404, "memories/zzzzzzz": 404, "memories/01M8P2BZADTFRGWE60WN7FKSW0/forget": 404, "memories/01M8P2BZADTFRGWE60WN7FKSW0/given": 404, "prompts/ffffffff": 404, "log/00000000000000000000000000000000": 404,
		"turns/00000000000000000000000000000000": 404, "session?id=nobody": 404, "session": 400, "memories?trust=most": 400, "memories?state=dead": 422, "prompts?before=x": 400, "do/confirm": 404,
	} {
		p := w.get(pages.Root + path)
		if p.status != want || !strings.Contains(p.body, "To the overview") {
			t.Errorf("%s: %d, want %d", path, p.status, want)
		}
		if _, wrong := elements(p.body); len(wrong) > 0 {
			t.Errorf("%s: %v", path, wrong)
		}
	}
}

// The pulse changes when something is said, and not by itself.
func TestThePulseTellsOfNews(t *testing.T) {
	w := newWorld(t)
	before := w.see(pages.Root + "pulse").body
	if again := w.see(pages.Root + "pulse").body; again != before {
		t.Errorf("%s, then %s", before, again)
	}
	w.say("s", "", "The quay lamp is green.")
	if after := w.see(pages.Root + "pulse").body; after == before {
		t.Errorf("%s still", after)
	}
}

// A daemon that has gone is named, and found again when it is back.
func TestADaemonThatIsAwayIsNamed(t *testing.T) {
	w := newWorld(t)
	gone := true
	site := pages.New(pages.Options{Client: func() (*client.Client, error) {
		if gone {
			return nil, client.ErrAway
		}
		return w.d.Client, nil
	}})
	s := web.New(web.Options{Token: testToken, Dial: func() (*client.Client, error) { return nil, client.ErrAway }})
	site.Mount(s)
	w.url, w.http = listen(t, s), browser(t)
	if p := w.get(pages.Root + "?key=" + site.Key()); p.status != http.StatusServiceUnavailable || !strings.Contains(p.body, "memtide doctor") {
		t.Errorf("%d\n%s", p.status, p.body)
	}
	if p := w.get(pages.Root + "pulse"); p.status != http.StatusServiceUnavailable {
		t.Errorf("the pulse: %d", p.status)
	}
	gone = false
	w.see(pages.Root)
}
