package ledger

import (
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/textindex"
	"github.com/memtide/memtide/vectorindex"
)

// indexed is a vector index and whose vectors it holds: the two never part, so
// that no vector meets one of another length.
type indexed struct {
	*centred
	by Embedder
}

// embedJob asks for the vector of one node, or, with a zero id, for those of a
// whole space.
type embedJob struct {
	space *space
	into  *indexed // of one node: the space may have another one by the time it is done
	meant
	gone bool // the node is to have none any more
}

// meant is what the vector of a node is made of: what it says, and what was
// said just before and after.
type meant struct {
	id      memtide.ID
	text    string
	context []string
}

// meaning is what the vector of a node is made of, whose entry is e. What was said
// in a half-turn has of its context what is known when it is stored: what is said
// next may be recorded before or after that, and vectors must not tell.
func (d *docs) meaning(n *memtide.Node, e textindex.Doc) (meant, error) {
	if n.Kind == memtide.Episode {
		m := meant{id: n.ID, text: n.Content}
		if len(e.Before) > 0 {
			m.context = append(m.context, end(e.Before[0]))
		}
		if len(e.After) > 0 {
			m.context = append(m.context, beginning(e.After[0]))
		}
		return m, nil
	}
	m := meant{id: n.ID, text: e.Text}
	source, err := d.episodeOf(n)
	if err != nil || source == nil {
		return m, err
	}
	before, after, found := strings.Cut(source.Content, n.Content)
	if !found {
		return m, nil
	}
	r, err := d.around(source)
	if err != nil || len(r.before) == 0 {
		return m, err
	}
	if strings.TrimSpace(before) == "" {
		before = r.before[0]
	}
	m.context = append(m.context, end(before))
	if strings.TrimSpace(after) != "" {
		m.context = append(m.context, beginning(after))
	}
	return m, nil
}

// mostBeside is how far a text beside is read, in bytes, some 600 words: of a
// long half-turn what stands near counts, and each of the hundred things that it
// says has the whole of it beside.
const mostBeside = 4000

// end returns the last mostBeside bytes of a text, from a blank on.
func end(text string) string {
	if len(text) <= mostBeside {
		return text
	}
	text = text[len(text)-mostBeside:]
	return text[strings.IndexAny(text, " \n\t")+1:]
}

// beginning returns the first mostBeside bytes of a text, up to a blank.
func beginning(text string) string {
	if len(text) <= mostBeside {
		return text
	}
	text = text[:mostBeside]
	if i := strings.LastIndexAny(text, " \n\t"); i >= 0 {
		text = text[:i]
	}
	return text
}

// ExactBelow is the number of vectors up to which every one is looked at: at
// 20,000 the sign bits take a fifth of the time, and their gate sees to it that
// they find the same.
const ExactBelow = 5000

// loadVectors makes an empty vector index and asks for its content: searches
// go on without vectors meanwhile. The caller holds the turn and the lock.
func (s *space) loadVectors() {
	s.vectors, s.beside = nil, nil
	by := *s.l.serving.Load()
	if by.Dims == 0 {
		return
	}
	s.vectors = s.l.newIndexed(by)
	s.l.ask(embedJob{space: s})
}

func (l *Ledger) newIndexed(by Embedder) *indexed {
	index, err := vectorindex.New(l.opts.Engine, by.Dims, vectorindex.Options{ExactBelow: ExactBelow})
	if err != nil { // not to happen: Open has made one
		index = vectorindex.NewFlat(by.Dims, vectorindex.Options{ExactBelow: ExactBelow})
	}
	return &indexed{newCentred(index), by}
}

// embedLater asks for the vector of a node, in the index that serves and in the
// one that is built beside it.
func (s *space) embedLater(m meant) {
	for _, to := range []*indexed{s.vectors, s.beside} {
		if to != nil {
			s.l.ask(embedJob{space: s, into: to, meant: m})
		}
	}
}

// dropVector takes the vector of a node out at once, and once more behind what was
// asked of the node before: that may be on its way.
func (s *space) dropVector(id memtide.ID) {
	for _, from := range []*indexed{s.vectors, s.beside} {
		if from != nil {
			from.Delete(id)
			s.l.ask(embedJob{space: s, into: from, meant: meant{id: id}, gone: true})
		}
	}
}

// ask hands a job to the projector. When it is behind, the job is dropped, and
// the whole space is embedded again when it has caught up; until then the node
// is found by its words.
func (l *Ledger) ask(j embedJob) {
	l.embedding.Add(1)
	select {
	case l.queue <- j:
	default:
		l.embedding.Add(-1)
		j.space.missed.Store(true)
	}
}

// Embedding reports whether vectors are being made, or wait to be made.
func (l *Ledger) Embedding() bool { return l.embedding.Load() > 0 }
