package ledger

import (
	"iter"
	"slices"
	"strings"
	"unicode"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/textindex"
)

// docs makes entries of the text index from one snapshot. What is said in one
// half-turn and around it is entered together, and each of the half-turns that
// this takes is read once.
type docs struct {
	*graphdb.Tx
	proj   *projects
	coming map[memtide.ID][]memtide.ID // what memories that the graph does not have yet are derived from
	nodes  map[memtide.ID]*memtide.Node
	rounds map[memtide.ID]round
	worded map[memtide.ID]uint32 // wording, of the same half-turns as entry and as neighbour
}

// round is what was said around an episode.
type round struct {
	before, after []string // the nearest first
	answers       bool
	near          textindex.Near
}

// mostDocs bounds what is remembered, in nodes.
const mostDocs = 256

func (p *projects) docs(tx *graphdb.Tx) *docs {
	return &docs{Tx: tx, proj: p, nodes: map[memtide.ID]*memtide.Node{}, rounds: map[memtide.ID]round{}, worded: map[memtide.ID]uint32{}}
}

// episode is [graphdb.Tx.Node] of any kind, remembered. Nobody changes what it returns.
func (d *docs) episode(id memtide.ID) (*memtide.Node, error) {
	if n, ok := d.nodes[id]; ok {
		return n, nil
	}
	n, err := d.Node(id)
	if err != nil {
		return nil, err
	}
	if len(d.nodes) >= mostDocs {
		clear(d.nodes)
	}
	d.nodes[id] = n
	return n, nil
}

// of is the entry of a node: what it says, and beside an episode what was
// said just before and after it.
func (d *docs) of(n *memtide.Node) (textindex.Doc, error) {
	if n.Kind != memtide.Episode {
		return d.derived(n)
	}
	r, err := d.around(n)
	if err != nil {
		return textindex.Doc{}, err
	}
	keys, err := d.keys(n)
	return textindex.Doc{ID: n.ID, Text: strings.Join(append([]string{searchText(n)}, keys...), "\n"), Attr: d.proj.attr(n, speaker(n)),
		Before: r.before, After: r.after, Answers: r.answers, Same: d.wording(n), Near: r.near}, err
}

// wording returns a number that is the same for half-turns in which one speaker
// says the same, but for capitals, spaces and numbers: a routine prompt comes each
// night, with another date. Others share a number once in four billion.
func (d *docs) wording(n *memtide.Node) uint32 {
	w, ok := d.worded[n.ID]
	if !ok {
		if len(d.worded) >= mostDocs {
			clear(d.worded)
		}
		w = Wording(n.Source.Role, speaker(n), n.Content)
		d.worded[n.ID] = w
	}
	return w
}

// Wording is the number of a half-turn of a speaker, "" for one without a name: an
// odd one where it has a number in it, as [textindex.Doc] wants it.
func Wording(role memtide.Role, speaker, text string) uint32 {
	var b strings.Builder
	b.WriteString(string(role) + "\x00" + speaker + "\x00")
	last, numbered := ' ', uint32(0)
	for _, r := range language.Fold(text) {
		if unicode.IsSpace(r) {
			r = ' '
		} else if unicode.IsDigit(r) {
			r, numbered = '0', 1
		}
		if r != last || r != ' ' && r != '0' {
			b.WriteRune(r)
		}
		last = r
	}
	return max(hash32(b.String())&^1, 2) | numbered
}

// keys returns what was taken out of an episode in other words than its own:
// who asks in those words finds it by them, too.
func (d *docs) keys(episode *memtide.Node) (keys []string, err error) {
	for l := range d.InLinks(episode.ID, memtide.DerivedFrom) {
		n, err := d.episode(l.Node)
		if err != nil {
			return nil, err
		}
		if n.Live() && isKey(n, episode) {
			keys = append(keys, n.Content)
		}
	}
	return keys, nil
}

// isKey reports whether a memory says what was said in an episode in words of
// its own.
func isKey(n, episode *memtide.Node) bool {
	return episode.Kind == memtide.Episode && n.Kind != memtide.Entity && n.Kind != memtide.Summary && n.Kind != memtide.Episode &&
		!strings.Contains(episode.Content, n.Content)
}

// opens adds the episodes that a memory is a key to.
func (d *docs) opens(n *memtide.Node, around map[memtide.ID]bool) error {
	if n.Kind == memtide.Episode {
		return nil
	}
	for l := range d.OutLinks(n.ID, memtide.DerivedFrom) {
		e, err := d.episode(l.Node)
		if err != nil {
			return err
		}
		if isKey(n, e) {
			around[e.ID] = true
		}
	}
	return nil
}

// around returns what was said before and after an episode.
func (d *docs) around(n *memtide.Node) (round, error) {
	if r, ok := d.rounds[n.ID]; ok {
		return r, nil
	}
	before, err := d.beside(n.ID, d.OutLinks)
	if err != nil {
		return round{}, err
	}
	after, err := d.beside(n.ID, d.InLinks)
	if err != nil {
		return round{}, err
	}
	r := round{before: said(before), after: said(after)}
	r.answers = len(before) > 0 && language.Inquires(before[0].Content) && !language.Inquires(n.Content)
	for _, beside := range slices.Concat(before, after) {
		r.near = r.near.With(d.wording(beside))
	}
	if len(d.rounds) >= mostDocs {
		clear(d.rounds)
	}
	d.rounds[n.ID] = r
	return r, nil
}

// linksOf are the links of a node in one direction.
type linksOf func(memtide.ID, ...memtide.EdgeKind) iter.Seq[graphdb.Link]

// aside is how far a conversation is read around an episode.
const aside = 2

// beside returns the live episodes that temporal links lead to, the nearest
// first.
func (d *docs) beside(id memtide.ID, links linksOf) ([]*memtide.Node, error) {
	var found []*memtide.Node
	for range aside {
		if id = firstLink(links(id, memtide.Temporal)); id.IsZero() {
			break
		}
		n, err := d.episode(id)
		if err != nil {
			return nil, err
		}
		if n.Live() {
			found = append(found, n)
		}
	}
	return found, nil
}

func said(nodes []*memtide.Node) []string {
	var texts []string
	for _, n := range nodes {
		texts = append(texts, spoken(n))
	}
	return texts
}

// derived is the entry of what is no episode. What was said in one is found
// by the words around it, too, and by who said it: it is a further key to the
// half-turn and must not win by being short.
func (d *docs) derived(n *memtide.Node) (textindex.Doc, error) {
	doc := textindex.Doc{ID: n.ID, Text: searchText(n)}
	source, err := d.episodeOf(n)
	if err != nil || source == nil {
		doc.Attr = d.proj.attr(n, "")
		return doc, err
	}
	who := speaker(source)
	doc.Attr = d.proj.attr(n, who)
	before, after, found := strings.Cut(source.Content, n.Content)
	if !found || !inConversation(d.Tx, source.ID) {
		return doc, nil
	}
	r, err := d.around(source)
	if err != nil {
		return doc, err
	}
	doc.Before, doc.After, doc.Answers, doc.Near = r.before, r.after, r.answers, r.near
	if strings.TrimSpace(before) != "" {
		doc.Before, doc.Answers = append([]string{before}, r.before...), false
	}
	if strings.TrimSpace(after) != "" {
		doc.After = append([]string{after}, r.after...)
	}
	return doc, nil
}

// episodeOf returns the episode that a memory was said in, nil where it is none
// or is not shown any more.
func (d *docs) episodeOf(n *memtide.Node) (*memtide.Node, error) {
	if n.Kind == memtide.Entity || n.Kind == memtide.Summary {
		return nil, nil
	}
	for id := range d.sources(n.ID) {
		e, err := d.episode(id)
		if err != nil {
			return nil, err
		}
		if e.Kind == memtide.Episode && e.Live() {
			return e, nil
		}
	}
	return nil, nil
}

// sources are what a memory is derived from.
func (d *docs) sources(id memtide.ID) iter.Seq[memtide.ID] {
	if from, ok := d.coming[id]; ok {
		return slices.Values(from)
	}
	return func(yield func(memtide.ID) bool) {
		for l := range d.OutLinks(id, memtide.DerivedFrom) {
			if !yield(l.Node) {
				return
			}
		}
	}
}

// inConversation reports whether something was said before or after an
// episode.
func inConversation(tx *graphdb.Tx, episode memtide.ID) bool {
	return !firstLink(tx.OutLinks(episode, memtide.Temporal)).IsZero() || !firstLink(tx.InLinks(episode, memtide.Temporal)).IsZero()
}

func speaker(n *memtide.Node) string { return n.Attributes["speaker"] }

// ungloss takes out how we say whose somebody or something is: "Lena, the user's coach".
// Nobody asks by it, and who works on software has "user" in every other prompt.
var ungloss = strings.NewReplacer("formerly the user's ", "", "the user's ", "")

// searchText is what a node can be found by.
func searchText(n *memtide.Node) string {
	switch n.Kind {
	case memtide.Entity:
		return strings.Join(append([]string{n.CanonicalName, ungloss.Replace(n.Content), n.Summary}, n.Aliases...), "\n")
	case memtide.Episode:
		text := spoken(n)
		if !n.CreatedAt.IsZero() {
			text += n.CreatedAt.Format("\n2 January 2006") // "what did we do in May" (LoCoMo R@10 +1.8)
		}
		return text
	case memtide.Summary:
		return strings.TrimPrefix(n.Content, memtide.SummaryOf)
	}
	if what := n.Attributes[Means]; what != "" {
		return n.Content + "\n" + ungloss.Replace(what)
	}
	return n.Content
}

// spoken is what was said, behind the name of who said it.
func spoken(n *memtide.Node) string {
	if who := speaker(n); who != "" {
		return who + ": " + n.Content
	}
	return n.Content
}

func firstLink(links func(func(graphdb.Link) bool)) (id memtide.ID) {
	links(func(l graphdb.Link) bool { id = l.Node; return false })
	return id
}
