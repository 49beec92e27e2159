package language

import (
	"slices"
	"strings"
)

// What has changed of a thing leaves alone what an older statement says of it otherwise: that
// the server has another address does not lift "never reboot the server at night".

// openNouns returns the terms for the things of which a statement tells, without those of the
// clause that says what is never to be done, if newer does not speak of that deed.
func (s Statement) openNouns(newer Statement) []string {
	i := s.r.shunnedAt()
	if i < 0 || !s.shuns(newer) {
		return s.nouns()
	}
	from, to := i, i
	for from > s.r.begin && !s.r.endsClause(from-1) {
		from--
	}
	for to < len(s.r.ts) && !s.r.endsClause(to) {
		to++
	}
	return append(s.r.nounTerms(s.r.begin, from), s.r.nounTerms(to, len(s.r.ts))...)
}

// gains reports whether a statement says of a thing what it has by now, and of that the
// older one does not tell: the page has a map now.
func (s Statement) gains(o Statement) bool {
	o.read()
	p, ok := s.r.plainly()
	return ok && p.verb == "have" && !p.denied && len(s.given) == 0 && !slices.ContainsFunc(p.rest, func(t string) bool { return o.all[t] })
}

// topicsIn returns the things of which a change says that something is otherwise. An address or
// a path is one where the older statement has it, too, and its parts are none: what
// https://heron.example is says nothing of the port of heron.
func (c alteration) topicsIn(o Statement) []string {
	topics := c.topics
	for _, name := range c.names {
		if strings.Contains(Fold(o.r.text), name) {
			topics = append(slices.Clone(topics), Terms(name)...)
		}
	}
	return topics
}

// identFrom returns the name that is written with marks and begins at ts[k], without the scheme
// of an address, and the index behind it.
func (r *reading) identFrom(k int) (name string, to int) {
	from := k
	for to = k + 1; to < len(r.ts) && glued(r.ts, to-1, to) && (r.identAt(to) || has(inIdents, r.ts[to].text) && r.identAt(to+1)); to++ {
	}
	_, rest, ok := strings.Cut(r.text[r.ts[from].start:r.ts[to-1].end], "://")
	if !ok {
		rest = r.text[r.ts[from].start:r.ts[to-1].end]
	}
	return Fold(rest), to
}
