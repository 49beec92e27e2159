package eval

import (
	"html"
	"slices"
	"strings"
)

// Piece is one entry of a store that answers a question.
type Piece struct {
	ID    string // of store and entry
	Kind  string // of a stand-alone memory
	Text  string
	plain string
}

// Evidence returns what answers each question of some stores. Questions are
// named by [AsAsked]; an entry without a text answers none.
func Evidence(stores []Store) map[string][]Piece {
	out := map[string][]Piece{}
	for _, s := range stores {
		pieces := map[string]Piece{}
		for _, e := range s.Corpus {
			p := NewPiece(s.ID+"/"+e.ID, e.Text)
			p.Kind = e.Kind
			pieces[e.ID] = p
		}
		for _, q := range s.Queries {
			for _, id := range q.Evidence {
				if p := pieces[id]; p.Text != "" {
					out[AsAsked(q.Text)] = append(out[AsAsked(q.Text)], p)
				}
			}
		}
	}
	return out
}

// AsAsked is a question as a model is shown it.
func AsAsked(question string) string { return strings.TrimSpace(question) }

// NewPiece names a text.
func NewPiece(id, text string) Piece { return Piece{ID: id, Text: text, plain: plainText(text)} }

// shortestPart is how long a part of a text has to be to count as the text, in
// bytes: shorter ones stand in many.
const shortestPart = 16

// Says reports whether a line that was shown says what the piece says, or a
// part of it. Of a long text the line may have several parts, with a gap between.
func (p Piece) Says(line string) bool {
	if parts := strings.Split(line, "…"); len(parts) > 1 {
		return slices.ContainsFunc(parts, p.Says)
	}
	line = plainText(line)
	_, said, _ := strings.Cut(line, ": ")  // without who has said it
	bare, _, _ := strings.Cut(line, " — ") // without what is known besides
	saidBare, _, _ := strings.Cut(said, " — ")
	for _, l := range []string{line, said, bare, saidBare} {
		if l != "" && l == p.plain || len(l) >= shortestPart && strings.Contains(p.plain, l) || len(p.plain) >= shortestPart && strings.Contains(l, p.plain) {
			return true
		}
	}
	return false
}

func plainText(s string) string {
	s = strings.ReplaceAll(html.UnescapeString(s), "⏎", " ")
	return strings.ToLower(strings.Join(strings.Fields(s), " "))
}
