package pages_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/web/pages"
)

// void are the elements without an end.
var void = []string{"meta", "link", "input", "br", "img"}

// mayStand are the elements that our pages are made of; anything else came out of a text.
var mayStand = strings.Fields(`html head title meta link script body a header nav main section div span p ul ol li h1 h2 h3 form label input button select option
	textarea datalist table thead tbody tr th td dl dt dd details summary article figure figcaption blockquote pre code b br mark time meter svg g rect img`)

// element is one start of an element, with what its page says of it.
type element struct {
	name string
	attr map[string]string
}

// elements reads a page and says what is wrong with it: an element that does not end, that
// no page of ours has, an id twice, a label for nothing, something that a policy forbids.
func elements(body string) (all []element, wrong []string) {
	bad := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }
	see := func(s string) {
		if r, is := obeyed(s); is {
			bad("the character U+%04X stands in %q", r, s)
		}
	}
	d := xml.NewDecoder(strings.NewReader(strings.TrimPrefix(body, "<!doctype html>")))
	d.Strict, d.Entity = false, xml.HTMLEntity
	var open []string
	ids, labels := map[string]int{}, []string{}
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			bad("%v", err)
			break
		}
		switch t := token.(type) {
		case xml.StartElement:
			e := element{t.Name.Local, map[string]string{}}
			for _, a := range t.Attr {
				e.attr[a.Name.Local] = a.Value
				if e.name != "option" || a.Name.Local != "value" { // which nobody sees, and which has to name a project as it is
					see(a.Value)
				}
				if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "style" {
					bad("<%s> has %s", e.name, a.Name.Local)
				}
			}
			for _, a := range []string{"href", "src", "action"} {
				if to := e.attr[a]; to != "" && !strings.HasPrefix(to, pages.Root) && to != "#main" {
					bad("<%s %s=%q> leads away", e.name, a, to)
				}
			}
			if id := e.attr["id"]; id != "" {
				ids[id]++
			}
			if e.name == "label" && e.attr["for"] != "" {
				labels = append(labels, e.attr["for"])
			}
			if !slices.Contains(mayStand, e.name) {
				bad("<%s> is none of our elements", e.name)
			}
			all = append(all, e)
			if !slices.Contains(void, e.name) && e.name != "rect" {
				open = append(open, e.name)
			}
		case xml.CharData:
			see(string(t))
		case xml.EndElement:
			if t.Name.Local == "rect" {
				continue
			}
			if len(open) == 0 || open[len(open)-1] != t.Name.Local {
				bad("</%s> ends %v", t.Name.Local, open)
				return all, wrong
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		bad("%v do not end", open)
	}
	for id, n := range ids {
		if n > 1 {
			bad("id %q stands %d times", id, n)
		}
	}
	for _, of := range labels {
		if ids[of] == 0 {
			bad("a label is for %q, which is not there", of)
		}
	}
	return all, wrong
}

// obeyed returns the first character of a text that a browser would obey or hide.
func obeyed(s string) (rune, bool) {
	for _, r := range s {
		if unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) || r >= 0xE0000 && r <= 0xE007F || r == '\u200b' || r == '\ufeff' {
			return r, true
		}
	}
	return 0, false
}

// crawl opens every page that a link leads to, from the first one on, and returns their bodies
// by path.
func (w *world) crawl() map[string]string {
	w.Helper()
	met := map[string]string{}
	for next := []string{pages.Root}; len(next) > 0; {
		path := next[0]
		next = next[1:]
		if _, ok := met[path]; ok {
			continue
		}
		p := w.get(path)
		met[path] = p.body
		if p.status != 200 {
			w.Errorf("%s: %d", path, p.status)
			continue
		}
		if !strings.HasPrefix(p.head.Get("Content-Type"), "text/html") {
			continue
		}
		all, wrong := elements(p.body)
		for _, s := range wrong {
			w.Errorf("%s: %s", path, s)
		}
		if h := p.head.Get("Content-Security-Policy"); !strings.HasPrefix(h, "default-src 'none'; style-src 'self'") || strings.Contains(h, "unsafe") {
			w.Errorf("%s: the policy is %q", path, h)
		}
		headings := 0
		for _, e := range all {
			if e.name == "h1" {
				headings++
			}
			to := e.attr["href"]
			if e.name == "a" && strings.HasPrefix(to, pages.Root) {
				u, err := url.Parse(to)
				if err != nil {
					w.Errorf("%s: %v", path, err)
					continue
				}
				next = append(next, u.RequestURI())
			}
		}
		if headings != 1 {
			w.Errorf("%s has %d first headings", path, headings)
		}
	}
	return met
}

// Every page is well formed, and every link of every page leads to one that is there.
func TestEveryLinkLeadsToAPage(t *testing.T) {
	w := newWorld(t)
	w.story()
	met := w.crawl()
	for _, want := range []string{"prompts/", "memories/", "log/", "turns/", "session?id=monday", "entities", "projects", "quarantine", "conflicts", "/forget", "/given", "memories?kind=fact", "memories?tag="} {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(met)), func(p string) bool { return strings.Contains(p, want) }) {
			t.Errorf("no link leads to %s", want)
		}
	}
	if len(met) < 80 {
		t.Errorf("%d pages only", len(met))
	}
	for _, path := range []string{"style.css", "live.js", "icon.svg"} {
		if p := w.see(pages.Root + path); len(p.body) < 100 {
			t.Errorf("%s has %d bytes", path, len(p.body))
		}
	}
}

// hostile is a text that tries all that a page could fall for. Its words are plain, so that it
// is kept and found.
func hostile(of string) string {
	return of + ` </title></textarea><script>alert(1)</script><img src=x onerror=alert(2)>"'><b onclick=x {{.}} javascript:alert(3) ` + "\u202e\u2066\u200b\U000E0041\x1b[31m\x07" + ` &lt;i&gt;`
}

// What stands in a memory, whoever wrote it into whichever field, is shown and obeyed by
// nobody.
func TestHostileTextIsOnlyShown(t *testing.T) {
	w := newWorld(t)
	session, project, client := "s/../?id=1#"+`"><script>alert(4)</script>`+"\u202e", `p"><script>alert(5)</script>`+"\u202e", `c"><script>alert(6)</script>`
	say := func(role memtide.Role, text string) {
		w.turn(event.TurnRequest{Role: role, Text: text, Session: session, Project: project, Client: client, Speaker: hostile("Eve"), PromptID: `id"><script>`, Cwd: "/tmp/" + `<script>alert(7)</script>`,
			Tags: []string{`tag"><script>alert(8)</script>`}, Narrative: `n"><script>`, Task: `t"><script>`})
	}
	say(memtide.RoleUser, "The harbour pump runs at 40 rpm "+hostile("today."))
	w.turn(event.TurnRequest{Role: memtide.RoleAgent, Fact: memtide.Instruction, Text: "Always push straight to the branch " + hostile("main."), Client: client, Session: session, Trust: memtide.TrustTool})
	w.turn(event.TurnRequest{Role: memtide.RoleUser, Fact: memtide.Fact, Text: "The crane is painted " + hostile("green."), Client: client, Session: session, Project: project})
	if p := w.press("remember", "text", "Our sister Anna lives in "+hostile("Lisbon."), "kind", "fact", "project", project); p.status != 200 {
		t.Fatal(p.status, p.body)
	}
	id := w.memory("The crane is painted").ID.String()
	if p := w.press("correct", "what", id, "text", "The crane is painted "+hostile("blue.")); p.status != 200 {
		t.Fatal(p.status, p.body)
	}
	w.ask(session, project, "", "What colour is the crane painted? "+hostile("really"))
	met := w.crawl()
	shown := 0
	for path, body := range met {
		if strings.Contains(body, "&lt;script&gt;alert(1)") && strings.Contains(body, `<span class="odd"`) && strings.Contains(body, "U&#43;202E") {
			shown++
		}
		for _, bad := range []string{"<script>alert", "<img src=x", "<b onclick"} {
			if strings.Contains(body, bad) {
				t.Errorf("%s has %s", path, bad)
			}
		}
	}
	if shown < 10 {
		t.Errorf("the text is shown as it is on %d of %d pages", shown, len(met))
	}
	for _, path := range []string{"memories?q=" + url.QueryEscape(hostile("crane painted")), "session?id=" + url.QueryEscape(hostile("x")), "memories/" + url.PathEscape(hostile("x")), "log/" + url.PathEscape(hostile("x")),
		"prompts/" + url.PathEscape(hostile("x")), "turns/" + url.PathEscape(hostile("x")), "log?stage=" + url.QueryEscape(hostile("x")), "memories?trust=" + url.QueryEscape(hostile("x")), "nowhere/" + url.PathEscape(hostile("x"))} {
		p := w.get(pages.Root + path)
		if _, wrong := elements(p.body); len(wrong) > 0 {
			t.Errorf("%s: %v", path, wrong)
		}
	}
}
