package retrieve

import (
	"context"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

type curateRules struct {
	memory                 reader
	tuning                 Tuning
	terms, words, patterns *memo
}

func newCurate(d Deps) curateRules {
	return curateRules{d.Memory, d.Tuning, d.terms, newMemo(wordSet), newMemo(pattern)}
}

func termSet(text string) set { return setOf(language.Content(text)) }

// line is one memory on its way into the block.
type line struct {
	event.Item
	node   *memtide.Node
	terms  set
	worded *worded         // nil until it is asked for
	then   bool            // it is of a time that is asked for
	why    bool            // causes are asked for
	many   map[string]bool // terms for that of which more than one is asked for
	extra  []string        // relations of an entity, a past plan's note
	shown  string          // all of it, safe inside the block
	timed  bool            // the time of day stands beside its date

	renewed []renewal // what extra notes to have changed
}

func (r curateRules) curate(ctx context.Context, in event.MemoryAssembled) (event.Payload, error) {
	var c curated
	err := r.memory.Read(ctx, in.Query.Space, func(v ledger.View) (err error) {
		c.lines, c.drops = r.both(v, in)
		c.conflict, err = openConflict(v, c.lines, in, r.tuning.Gate)
		return err
	})
	if err != nil {
		return nil, err
	}
	return r.finish(in, c), nil
}

// curated is what has been chosen to be shown.
type curated struct {
	lines    []line
	drops    []event.Drop
	conflict *conflict // that the user is to be asked about; nil: none
}

// finish renders what has been chosen.
func (r curateRules) finish(in event.MemoryAssembled, c curated) event.MemoryCurated {
	out := event.MemoryCurated{Query: in.Query, Class: in.Class, Found: in.Found, Gate: in.Gate}
	out.Candidates = append(slices.Clone(in.Pins), in.Candidates...)
	out.Candidates = out.Candidates[:min(len(out.Candidates), event.MaxCandidates)]
	if len(c.lines) == 0 && c.conflict == nil {
		out.Reason, out.Drops = "nothing relevant", withEarlier(c.drops, in.Drops)
		return out
	}
	block, fit := render(c.lines, c.conflict, r.tuning.MaxBytes)
	for spell(c.lines, fit) {
		block, fit = render(c.lines, c.conflict, r.tuning.MaxBytes)
	}
	if out.Block = block; block == "" {
		out.Reason = "no room"
	}
	if k := c.conflict; k != nil && strings.Contains(block, actionNeeded) { // else there was no room to ask
		out.Conflicts = []event.Conflict{{Edge: k.edge, First: k.a.ID, Second: k.b.ID}}
	}
	lines := c.lines
	if in.Query.Limit == 0 {
		lines = fit // a number of items is asked for in full; only the block is bounded
		for _, l := range without(c.lines, fit) {
			c.drops = dropped(c.drops, l.ID, "budget")
		}
	}
	out.Drops = withEarlier(c.drops, in.Drops)
	for _, l := range lines {
		out.Told = append(out.Told, event.Told{ID: l.ID, Kind: l.Kind, Text: l.Text, Turn: l.Turn, Tokens: l.Tokens, Pinned: l.Pinned})
		if in.Query.Mode == event.ModeQuery {
			out.Items = append(out.Items, l.Item)
		}
		out.Tokens += l.Tokens
	}
	return out
}

// nearDuplicate is the overlap of terms from which two texts say the same. To drop
// those is the only attempt at variety that was measured to do no harm: others
// cost LoCoMo 2 to 8 points of R@10.
const nearDuplicate = 0.5

// fewestTerms is the number of terms from which it means something that two texts
// share them.
const fewestTerms = 3

// both joins the two channels. Who asks for a number of items gets them as if
// there were no pins, and the other pins behind them; in a prompt a rule stands in
// the one or in the other.
func (r curateRules) both(v ledger.View, in event.MemoryAssembled) ([]line, []event.Drop) {
	pins, drops := r.pins(v, in, nil)
	if in.Query.Limit > 0 {
		lines, drops := r.choose(v, in, nil, drops)
		for i := range lines {
			lines[i].Standing = slices.ContainsFunc(pins, func(p line) bool { return p.ID == lines[i].ID })
		}
		return append(lines, without(pins, lines)...), drops
	}
	in.Candidates = beside(in.Candidates, pins)
	if in.Query.Tokens > 0 {
		for i := range pins {
			in.Budget -= pins[i].Tokens
		}
	}
	lines, drops := r.choose(v, in, pins, drops)
	pins, drops = unsaid(pins, lines, drops)
	return append(pins, lines...), drops
}

// choose takes candidates in order while they say something new and fit.
func (r curateRules) choose(v ledger.View, in event.MemoryAssembled, pins []line, drops []event.Drop) ([]line, []event.Drop) {
	lines, drops := r.news(v, in, pins, drops)
	drop := func(lines []line, why string) {
		for _, l := range lines {
			drops = dropped(drops, l.ID, why)
		}
	}
	if in.Query.Limit > 0 {
		most := min(len(lines), in.Query.Limit)
		drop(lines[most:], "limit")
		return lines[:most], drops
	}
	fit, rest, told := fitOnce(lines, pins, in.Budget)
	for spell(lines, slices.Concat(pins, fit)) {
		fit, rest, told = fitOnce(lines, pins, in.Budget)
	}
	drop(rest, "budget")
	drop(told, "duplicate")
	timeOfDay(fit, in.Budget)
	return fit, drops
}

// news takes candidates in order while they say something new, up to a few more than will
// fit; those of a pattern of which there are enough come last.
func (r curateRules) news(v ledger.View, in event.MemoryAssembled, pins []line, drops []event.Drop) ([]line, []event.Drop) {
	drop := func(id memtide.ID, why string) { drops = dropped(drops, id, why) }
	var lines, more []line
	seen := patterns{of: r.patterns}
	covered := covered{}
	have := 0
	query := language.Terms(in.Query.Text)
	asked, wanted, many := singled(in), setOf(query), language.KindsAskedFor(in.Query.Text)
	others := &changers{cs: slices.Concat(in.Candidates, in.Pins), left: in.Drops}
	for _, c := range in.Candidates {
		if in.Query.Limit > 0 && len(lines) == in.Query.Limit {
			drop(c.ID, "limit")
			continue
		}
		if in.Query.Limit == 0 && have > spare*in.Budget {
			drop(c.ID, "budget") // unread: enough better ones wait for room
			continue
		}
		n, err := v.Graph.Shared(c.ID)
		if err != nil {
			drop(c.ID, "gone")
			continue
		}
		l := r.newLine(v.Graph, n, c, in.Query, query)
		if l.Text == "" {
			drop(c.ID, "superseded")
			continue
		}
		l.many = many
		l.why = in.Class.Intent == string(language.IntentWhy)
		l.since(v.Graph, others, in.Query)
		if retells(pins, &l, asked) || in.Query.Mode != event.ModeQuery && l.ruled(pins, wanted) {
			drop(c.ID, "duplicate")
			continue
		}
		if i := repeats(lines, &l, asked, c.Wanted && in.Query.Engine == engineModel); i >= 0 {
			var back []line
			lines, l, back = covered.settle(lines, i, l, asked, wanted, in.Query.Mode == event.ModeQuery)
			drops = slices.DeleteFunc(drops, func(d event.Drop) bool {
				return slices.ContainsFunc(back, func(b line) bool { return b.ID == d.ID })
			})
			drop(l.ID, "duplicate")
			continue
		}
		if n.Kind != memtide.Entity && seen.full(n) {
			more = append(more, l)
			continue
		}
		have += l.Tokens
		lines = append(lines, l)
	}
	return append(lines, more...), drops
}

// spare is how many times the budget is read, so that each section can fill
// its share.
const spare = 2

// newLine renders a node without its date and id.
func (r curateRules) newLine(tx *graphdb.Tx, n *memtide.Node, c event.Candidate, q event.Query, query []string) line {
	said := n.Content
	if n.Kind == memtide.Summary {
		said = current(tx, n)
	}
	text := ""
	if c.By == event.SearchThread && answered(n) {
		text = bothEnds(said)
	} else {
		text = excerpt(said, query)
	}
	if who := n.Attributes["speaker"]; who != "" && n.Kind == memtide.Episode {
		text = who + ": " + text
	}
	if what := n.Attributes[ledger.Means]; what != "" {
		text += " (" + what + ")"
	}
	l := line{node: n, then: c.Traits&event.TraitThen != 0, Item: event.Item{
		ID: n.ID, Kind: n.Kind, Subtype: n.Subtype, Text: text, Turn: n.Source.Turn, Time: tools.When(n, q.Now.Location()),
		Project: n.Project, Score: c.Relevance, Rank: c.Rank, Pinned: c.Pin, Trust: n.Trust,
	}}
	if n.Kind == memtide.Entity && n.Subtype != memtide.Stated {
		l.Turn = "" // its words are ours: the half-turn is where it was named first, not what is shown
	}
	l.terms = r.terms.set(bounded(n.Content))
	if n.Kind == memtide.Entity {
		l.extra = relations(tx, n, query, q)
		if n.Summary != "" {
			l.extra = append([]string{n.Summary}, l.extra...)
		}
	}
	if who := n.Attributes[tools.About]; who != "" {
		l.extra = append(l.extra, "about "+who)
	}
	if what := reported(tx, n); what != "" {
		l.extra = append(l.extra, "reported as: "+what)
	}
	if over := past(n, memtide.Clock(q.Now)); over != "" {
		l.extra = append(l.extra, over)
	}
	l.fill()
	return l
}

// What is shown again of what the user has reported, and where it is looked for, in bytes.
const (
	longestReport = 160
	withinReport  = 2048
)

// reported returns what the user said to go wrong just before the agent said what was
// changed: "The writer was not flushed. I flush it first" does not say of itself of what. Nor
// does what the user has found, which may be of what they said some prompts before.
// What was reported in another project stays there.
func reported(tx *graphdb.Tx, n *memtide.Node) string {
	if n.Subtype != memtide.Incident {
		return ""
	}
	for told := range tx.OutLinks(n.ID, memtide.DerivedFrom) {
		half, before, itself := told.Node, 1, ""
		if n.Source.Role != memtide.RoleAgent {
			own, err := tx.Shared(half)
			if err != nil {
				continue
			}
			if head, _, ok := strings.Cut(tools.OwnWords(own), n.Content); ok {
				if said := faultIn(head); said != "" {
					return said
				}
			}
			if before, itself = foundWithin, faultIn(n.Content); !language.FoundCause(n.Content) {
				continue
			}
		}
		for range before {
			prompt := userBefore(tx, half)
			if prompt == nil || !prompt.Live() || tools.IsWithheld(prompt) || !holdsIn(prompt, n.Project) {
				break
			}
			if said := faultIn(tools.OwnWords(prompt)); said != "" && (itself == "" || sharesTerm(said, itself)) {
				return said
			}
			half = prompt.ID
		}
	}
	return ""
}

// sharesTerm reports whether two texts have a term in common.
func sharesTerm(a, b string) bool {
	terms := language.Terms(b)
	return slices.ContainsFunc(language.Terms(a), func(t string) bool { return slices.Contains(terms, t) })
}

// foundWithin is the number of prompts before what the user has found in which it may be reported.
const foundWithin = 2

// userBefore returns the last half-turn of the user that stands before another one in its session, nil
// where there is none.
func userBefore(tx *graphdb.Tx, half memtide.ID) *memtide.Node {
	for range 2 {
		var n *memtide.Node
		for before := range tx.OutLinks(half, memtide.Temporal) {
			n, _ = tx.Shared(before.Node)
		}
		if n == nil || n.Source.Role == memtide.RoleUser {
			return n
		}
		half = n.ID
	}
	return nil
}

// faultIn returns the first sentence near the beginning of a text that says that something goes wrong,
// with the one before it where it names nothing: any idea?
func faultIn(text string) string {
	text = strings.ToValidUTF8(text[:min(len(text), withinReport)], "")
	from := -1
	for _, s := range language.Sentences(text) {
		said := text[s.Start:s.End]
		if len(said) <= longestReport && language.FaultOf(said) >= language.LikelyFault && !language.FoundCause(said) {
			if from >= 0 && s.End-from <= longestReport && len(language.Nouns(said))+len(language.Mentions(said, nil)) == 0 {
				return text[from:s.End]
			}
			return said
		}
		from = s.Start
	}
	return ""
}

// answered reports whether a node is the agent's half of an exchange.
func answered(n *memtide.Node) bool {
	return n.Kind == memtide.Episode && n.Source.Role == memtide.RoleAgent
}

// note says behind a half-turn that has no word of the query what was taken out
// of it and has one: it would not be seen why it is shown. Where more than that
// was noted, it cost 1.8 points of recall in 500 tokens on LoCoMo.
func (l *line) note(fact *line, asked set) {
	if len(l.extra) > 0 || !rewords(fact, l) || strings.Contains(l.node.Content, fact.node.Content) {
		return
	}
	if asked.common(l.terms, 0) == 0 && asked.common(fact.terms, 0) > 0 {
		l.add(fact.Text)
	}
}

// add puts a note behind a line.
func (l *line) add(note string) {
	l.extra = append(l.extra, note)
	l.fill()
}

// fill renders a line anew.
func (l *line) fill() {
	l.shown = l.text()
	l.Tokens = tokens(l.shown)
	if l.timed {
		l.Tokens += timeTokens
	}
}
