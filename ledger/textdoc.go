package ledger

import (
	"iter"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/textindex"
)

// doc is the entry of a node: what it says, and beside an episode what was
// said just before and after it.
func (s *space) doc(tx *graphdb.Tx, n *memtide.Node) (textindex.Doc, error) {
	if n.Kind != memtide.Episode {
		return s.derived(tx, n)
	}
	d := textindex.Doc{ID: n.ID, Text: searchText(n), Attr: s.proj.attr(n, speaker(n))}
	return d, s.around(tx, n, &d)
}

// around sets what was said before and after an episode.
func (s *space) around(tx *graphdb.Tx, n *memtide.Node, d *textindex.Doc) error {
	before, err := beside(tx, n.ID, tx.OutLinks)
	if err != nil {
		return err
	}
	after, err := beside(tx, n.ID, tx.InLinks)
	d.Before, d.After = said(before), said(after)
	d.Answers = len(before) > 0 && language.Inquires(before[0].Content) && !language.Inquires(n.Content)
	return err
}

// linksOf are the links of a node in one direction.
type linksOf func(memtide.ID, ...memtide.EdgeKind) iter.Seq[graphdb.Link]

// aside is how far a conversation is read around an episode.
const aside = 2

// beside returns the live episodes that temporal links lead to, the nearest
// first.
func beside(tx *graphdb.Tx, id memtide.ID, links linksOf) ([]*memtide.Node, error) {
	var found []*memtide.Node
	for range aside {
		if id = firstLink(links(id, memtide.Temporal)); id.IsZero() {
			break
		}
		n, err := tx.Node(id)
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
func (s *space) derived(tx *graphdb.Tx, n *memtide.Node) (textindex.Doc, error) {
	d := textindex.Doc{ID: n.ID, Text: searchText(n)}
	source, err := episodeOf(tx, n)
	if err != nil || source == nil {
		d.Attr = s.proj.attr(n, "")
		return d, err
	}
	who := speaker(source)
	d.Attr = s.proj.attr(n, who)
	before, after, found := strings.Cut(source.Content, n.Content)
	if !found || !inConversation(tx, source.ID) {
		return d, nil
	}
	if err := s.around(tx, source, &d); err != nil {
		return d, err
	}
	if strings.TrimSpace(before) != "" {
		d.Before, d.Answers = append([]string{before}, d.Before...), false
	}
	if strings.TrimSpace(after) != "" {
		d.After = append([]string{after}, d.After...)
	}
	return d, nil
}

// episodeOf returns the episode that a memory was said in, nil where it is none
// or is not shown any more.
func episodeOf(tx *graphdb.Tx, n *memtide.Node) (*memtide.Node, error) {
	if n.Kind == memtide.Entity || n.Kind == memtide.Summary {
		return nil, nil
	}
	for l := range tx.OutLinks(n.ID, memtide.DerivedFrom) {
		e, err := tx.Node(l.Node)
		if err != nil {
			return nil, err
		}
		if e.Kind == memtide.Episode && e.Live() {
			return e, nil
		}
	}
	return nil, nil
}

// inConversation reports whether something was said before or after an
// episode.
func inConversation(tx *graphdb.Tx, episode memtide.ID) bool {
	return !firstLink(tx.OutLinks(episode, memtide.Temporal)).IsZero() || !firstLink(tx.InLinks(episode, memtide.Temporal)).IsZero()
}

func speaker(n *memtide.Node) string { return n.Attributes["speaker"] }

// searchText is what a node can be found by.
func searchText(n *memtide.Node) string {
	switch n.Kind {
	case memtide.Entity:
		return strings.Join(append([]string{n.CanonicalName, n.Content, n.Summary}, n.Aliases...), "\n")
	case memtide.Episode:
		text := spoken(n)
		if !n.CreatedAt.IsZero() {
			text += n.CreatedAt.Format("\n2 January 2006") // "what did we do in May" (LoCoMo R@10 +1.8)
		}
		return text
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
