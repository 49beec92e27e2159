package pages

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// hit is a memory that a search has found, and why.
type hit struct {
	event.Item
	Source    string
	By        string
	Traits    string
	Relevance float64
}

// pager leads from page to page of a list.
type pager struct {
	Page, Pages, Total int
	From, Until        int // lines of this page, counted from 1
	Prev, Next         string
}

// pagerOf reads which page is asked for, counted from 1.
func pageNumber(q url.Values) int {
	n, err := strconv.Atoi(q.Get("page"))
	if err != nil || n < 1 || n > 1_000_000 {
		return 1
	}
	return n
}

func pagerOf(u *url.URL, total, per int) pager {
	p := pager{Page: pageNumber(u.Query()), Total: total, Pages: max(1, (total+per-1)/per)}
	p.From, p.Until = min((p.Page-1)*per+1, total), min(p.Page*per, total)
	to := func(n int) string {
		q := u.Query()
		q.Set("page", strconv.Itoa(n))
		q.Del("done")
		return u.Path + "?" + q.Encode()
	}
	if p.Page > 1 {
		p.Prev = to(min(p.Page-1, p.Pages))
	}
	if p.Page < p.Pages {
		p.Next = to(p.Page + 1)
	}
	return p
}

// paged returns the part of a list that is on the page that is asked for.
func paged[T any](c *call, all []T) ([]T, pager) {
	p := pagerOf(c.URL, len(all), perPage)
	from := min((p.Page-1)*perPage, len(all))
	return all[from:min(from+perPage, len(all))], p
}

// filter is what the form above the list of memories says.
type filter struct {
	Words, Kind, Project, Tag, Trust, State, Sort string
}

// nowhere is the choice in the list of projects for what belongs to none.
const everywhere = "*"

func filterOf(q url.Values) filter {
	return filter{strings.TrimSpace(q.Get("q")), q.Get("kind"), q.Get("project"), strings.TrimSpace(q.Get("tag")), q.Get("trust"), cmp.Or(q.Get("state"), tools.StateLive), q.Get("sort")}
}

// memoryKinds are those of which a list of memories is made where none is chosen: what was
// said word by word and who was named have lists of their own.
var memoryKinds = []memtide.Kind{memtide.Fact, memtide.Opinion, memtide.Instruction, memtide.Event, memtide.Plan, memtide.Summary}

// browsing is the request for one page of a list.
func (f filter) browsing(q url.Values) (tools.Browsing, error) {
	b := tools.Browsing{Kinds: memoryKinds, Tag: f.Tag, State: f.State, Sort: f.Sort, Limit: perPage, Offset: (pageNumber(q) - 1) * perPage, Project: f.Project}
	if f.State == "all" {
		b.State = ""
	}
	if f.Project == everywhere {
		b.Project, b.Everywhere = "", true
	}
	if f.Kind != "" {
		b.Kinds = []memtide.Kind{memtide.Kind(f.Kind)}
	}
	if f.Trust != "" {
		if err := b.Trust.UnmarshalText([]byte(f.Trust)); err != nil {
			return b, wrongForm{err.Error(), "Choose one of the list."}
		}
	}
	return b, nil
}

// memories lists what there is, or what is found by words, as memtide search does.
func memories(c *call) (page, error) {
	q := c.URL.Query()
	f := filterOf(q)
	names, err := ask[[]string](c, "projects", control.SpaceRequest{Space: c.space})
	if err != nil {
		return page{}, err
	}
	data := map[string]any{"Filter": f, "Projects": names, "Kinds": memtide.Kinds, "Trusts": trusts(), "NoteKinds": tools.NoteKinds()}
	p := page{name: "memories", title: "Memories", here: "memories", data: data}
	switch {
	case f.Words != "" && f.State == tools.StateArchived:
		err = c.searchArchive(f, data)
	case f.Words != "":
		p.title, err = "Search: "+f.Words, c.search(f, data)
	default:
		var b tools.Browsing
		if b, err = f.browsing(q); err != nil {
			return page{}, err
		}
		var list tools.Browsed
		list, err = ask[tools.Browsed](c, "browse", control.BrowseRequest{Space: c.space, Browsing: b})
		data["Nodes"], data["Pager"] = list.Nodes, pagerOf(c.URL, list.Total, perPage)
	}
	return p, err
}

func trusts() (all []memtide.Trust) {
	for t := memtide.TrustConfirmed; t >= memtide.TrustRecalled; t-- {
		all = append(all, t)
	}
	return all
}

// mostHits is how many memories a search shows.
const mostHits = 30

// search finds memories in the order of memtide search, and says what speaks for each.
func (c *call) search(f filter, data map[string]any) error {
	project := f.Project
	if project == everywhere {
		project = ""
	}
	var r event.AskReply
	var err error
	zone := memtide.ZoneOf(c.now)
	if f.Kind != "" || f.Tag != "" {
		look := control.LookupRequest{Space: c.space, Now: c.now, Text: f.Words, Project: project, Limit: mostHits}
		if f.Kind != "" {
			look.Kinds = []memtide.Kind{memtide.Kind(f.Kind)}
		}
		if f.Tag != "" {
			look.Labels.Tags = []string{f.Tag}
		}
		r, err = ask[event.AskReply](c, "lookup", look)
	} else {
		r, err = c.cl.Ask(c.Context(), event.AskRequest{Space: c.space, Zone: &zone, Mode: event.ModeQuery, Client: Door, Prompt: f.Words, Project: project,
			Limit: mostHits, DeadlineMS: 5000, Withheld: true, Explain: true})
	}
	if err != nil {
		return err
	}
	told := control.Told{Receipt: event.Receipt{Space: c.space}}
	if r.Receipt != nil {
		told.Receipt = *r.Receipt
	} else {
		for _, it := range r.Items {
			told.Injected = append(told.Injected, it.ID)
		}
	}
	if told, err = ask[control.Told](c, "source", told); err != nil {
		return err
	}
	known := map[memtide.ID]control.Row{}
	for _, row := range told.Rows(true) {
		known[row.ID] = row
	}
	hits := []hit{}
	for _, it := range r.Items {
		if it.Pinned {
			continue // it holds anyway, and nobody has looked for it
		}
		row := known[it.ID]
		hits = append(hits, hit{Item: it, Source: told.Sources[it.ID.String()], By: row.By, Traits: row.Traits.String(), Relevance: max(0, min(1, it.Score))})
	}
	data["Hits"], data["Receipt"], data["Took"], data["Reason"] = hits, r.ID, r.TookUS, r.Reason
	return nil
}

// searchArchive finds what is no longer shown.
func (c *call) searchArchive(f filter, data map[string]any) error {
	all, err := ask[[]control.Archived](c, "archived", control.FindRequest{Space: c.space, What: f.Words, Limit: mostHits})
	nodes := make([]*memtide.Node, len(all))
	for i, a := range all {
		nodes[i] = a.Node
	}
	data["Nodes"] = nodes
	return err
}

func entities(c *call) (page, error) {
	b := tools.Browsing{Kinds: []memtide.Kind{memtide.Entity}, State: tools.StateLive, Sort: cmp.Or(c.URL.Query().Get("sort"), tools.SortMentions), Limit: perPage, Offset: (pageNumber(c.URL.Query()) - 1) * perPage}
	if b.Sort == "newest" {
		b.Sort = tools.SortNewest
	}
	list, err := ask[tools.Browsed](c, "browse", control.BrowseRequest{Space: c.space, Browsing: b})
	return page{name: "entities", title: "People and things", here: "entities", data: map[string]any{
		"Nodes": list.Nodes, "Pager": pagerOf(c.URL, list.Total, perPage), "Sort": b.Sort,
	}}, err
}

func sessions(c *call) (page, error) {
	list, err := ask[tools.SessionsPage](c, "sessions", control.SessionsRequest{Space: c.space, Offset: (pageNumber(c.URL.Query()) - 1) * perPage, Limit: perPage})
	return page{name: "sessions", title: "Sessions", here: "sessions", live: true, data: map[string]any{
		"Sessions": list.Sessions, "Pager": pagerOf(c.URL, list.Total, perPage),
	}}, err
}

// exchange is what was said in one half-turn, and what was learnt of it.
type exchange struct {
	Turn   string
	At     time.Time
	Said   *memtide.Node // the episode; nil where it was said before the page begins
	Learnt []*memtide.Node
}

// session shows what was said in a session, oldest first, and beside it what was made of it.
func session(c *call) (page, error) {
	id := c.URL.Query().Get("id")
	if id == "" {
		return page{}, wrongForm{"the session is not named", "Choose one of the list of sessions."}
	}
	const per = 200
	list, err := ask[tools.Browsed](c, "browse", control.BrowseRequest{Space: c.space, Browsing: tools.Browsing{Session: id, Sort: tools.SortOldest, Limit: per, Offset: (pageNumber(c.URL.Query()) - 1) * per}})
	if err != nil {
		return page{}, err
	}
	if list.Total == 0 {
		return page{}, control.Absent("nothing is known of session " + plain(id))
	}
	var all []*exchange
	var sums []*memtide.Node
	at := map[string]*exchange{}
	for _, n := range list.Nodes {
		if n.Kind == memtide.Summary {
			sums = append(sums, n)
			continue
		}
		if n.Kind == memtide.Entity {
			continue
		}
		x := at[n.Source.Turn]
		if x == nil {
			x = &exchange{Turn: n.Source.Turn, At: n.CreatedAt}
			at[n.Source.Turn] = x
			all = append(all, x)
		}
		if n.Kind == memtide.Episode {
			x.Said = n
		} else {
			x.Learnt = append(x.Learnt, n)
		}
	}
	slices.SortStableFunc(all, func(a, b *exchange) int { return a.At.Compare(b.At) })
	rs, err := ask[[]control.Told](c, "receipts", control.ReceiptsRequest{Space: c.space, Limit: 20, ReceiptFilter: control.ReceiptFilter{Session: id}})
	if err != nil {
		return page{}, err
	}
	given, err := c.withWords(slices.DeleteFunc(rs, func(r control.Told) bool { return r.Session != id || len(r.Injected) == 0 }))
	return page{name: "session", title: "Session " + plain(id), here: "sessions", data: map[string]any{
		"Session": id, "Exchanges": all, "Summaries": sums, "Given": given, "Pager": pagerOf(c.URL, list.Total, per), "First": list.Nodes[0],
	}}, err
}
