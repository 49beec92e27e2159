package remember

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// What feedback may do. Score counts from −5 to 5 as a factor of e^(0.2·score/5)
// in the rank (K7): all use together stays below 1.13, and what lies beyond is
// the user's own word.
const (
	firstGain       = 0.25 // of a memory that never was used; each further use brings less
	highestGain     = 3.0  // the score that use alone approaches
	gainsPerAnswer  = 10   // memories that one answer may let gain: the most used ones
	gainsPerSession = 3    // times that one session may let the same memory gain
	gainsLookBack   = 2000 // newest nodes of a session that are looked at for that
)

// raised returns the score after one more use. A score below zero is a person's
// verdict, and one at the top their praise: use changes neither.
func raised(score float64) float64 {
	if score < 0 || score >= highestGain {
		return score
	}
	return math.Round(1000*(score+firstGain*(1-score/highestGain))) / 1000
}

// reinforceRules completes the change set of one answer.
func reinforceRules(v ledger.View, c *memtide.ChangeSet, t event.TurnTaken, used []memtide.ID) error {
	for _, id := range used {
		n, err := v.Graph.Node(id)
		if err != nil {
			return fmt.Errorf("reinforce %s: %w", id.Short(), err)
		}
		c.Ops = append(c.Ops, gain(n, t.Time)...)
	}
	c.Reason = fmt.Sprintf("the answer used %d of the %s that it was shown", len(used), memtide.Count(len(t.Shown), "memory"))
	return nil
}

// gain returns what one use changes of a memory.
func gain(n *memtide.Node, at time.Time) []memtide.Op {
	return []memtide.Op{memtide.SetNode(n, "access_count", n.AccessCount+1), memtide.SetNode(n, "last_accessed", latest(n.LastAccessed, at)),
		memtide.SetNode(n, "score", raised(n.Score))}
}

// usedRules returns the memories that an answer has used, the most used first.
// often reports whether one of them has been used so often that the session
// may be at its bound.
func usedRules(v ledger.View, t event.TurnTaken, said speech) (used []memtide.ID, often bool, err error) {
	prompt, ok, err := promptOf(v, t.Turn)
	if !ok || err != nil {
		return nil, false, err
	}
	u := usage{said: said, asked: map[string]bool{}, worth: func(term string) float64 { return tools.Telling(v, term) }}
	u.strange = func(term string) bool { return v.HasWords() && v.Probability(term) < rareWord }
	for _, term := range language.Terms(bounded(prompt)) {
		u.asked[term] = true
	}
	worth := map[memtide.ID]float64{}
	for _, id := range t.Shown {
		n, err := v.Graph.Node(id)
		if errors.Is(err, graphdb.ErrNotFound) {
			continue
		}
		if err != nil {
			return nil, false, err
		}
		if !n.Live() || n.Project != "" && n.Project != t.Project || worth[id] > 0 {
			continue
		}
		if worth[id] = u.of(n.Content); worth[id] > 0 {
			used = append(used, id)
			often = often || n.AccessCount >= gainsPerSession
		}
	}
	slices.SortStableFunc(used, func(a, b memtide.ID) int { return cmp.Or(cmp.Compare(worth[b], worth[a]), a.Compare(b)) })
	return used[:min(len(used), gainsPerAnswer)], often, nil
}

// promptOf returns the prompt that a half-turn answers; false when the memory
// does not have it.
func promptOf(v ledger.View, t memtide.Turn) (string, bool, error) {
	t.Role = memtide.RoleUser
	for _, id := range v.Graph.ByTurn(memtide.TurnID(t)) {
		n, err := v.Graph.Node(id)
		if err != nil {
			return "", false, err
		}
		if n.Kind == memtide.Episode {
			return n.Content, true, nil
		}
	}
	return "", false, nil
}

// longestRead is the length in bytes up to which a text is read for what it
// uses.
const longestRead = 64 << 10

func bounded(s string) string {
	if len(s) <= longestRead {
		return s
	}
	return strings.ToValidUTF8(s[:longestRead], "") // what a cut leaves of a letter
}

// speech is what an answer says: for each term the sentences that have it, in
// rising order.
type speech map[string][]int

func read(answer string) speech {
	answer = bounded(answer)
	said := speech{}
	for i, sp := range language.Sentences(answer) {
		for _, term := range language.Terms(answer[sp.Start:sp.End]) {
			if at := said[term]; len(at) == 0 || at[len(at)-1] != i {
				said[term] = append(at, i)
			}
		}
	}
	return said
}

// usage tells whether an answer used a memory: whether it says, in a few
// neighbouring sentences, a good part of what one sentence of the memory says
// beyond the prompt, weighed by information. What the prompt itself said proves
// nothing, and neither do common words: by themselves they have to say as much
// as a word that nobody has said before. A name, a number, an identifier or
// jargon is proof enough.
type usage struct {
	said    speech
	asked   map[string]bool
	worth   func(term string) float64
	strange func(term string) bool // hardly a word of the language
}

const (
	usedShare     = 0.4  // of what a sentence says, by information
	nearSentences = 3    // of the answer, that are read together
	fewSentences  = 3    // of a memory: in more, a name may recur by chance
	mostSentences = 64   // of a memory that are looked at
	rareWord      = 1e-5 // of all words: below this one is jargon
)

// of returns how much of a memory the answer has used, in nats; 0 for unused.
func (u usage) of(content string) float64 {
	content = bounded(content)
	spans := language.Sentences(content)
	spans = spans[:min(len(spans), mostSentences)]
	if len(spans) == 0 {
		return 0
	}
	// The more a memory says, the more likely a part of it recurs by chance.
	least := u.worth("") * (1 + math.Log(float64(len(spans)))/2)
	best := 0.0
	for _, sp := range spans {
		sentence := content[sp.Start:sp.End]
		total, hits := u.hits(sentence)
		for _, h := range hits {
			proof := h.marked && len(spans) <= fewSentences || h.terms > 1 && h.worth >= least
			if proof && h.worth >= usedShare*total {
				best = max(best, h.worth)
			}
		}
	}
	return best
}

// hit is what a few neighbouring sentences of the answer share with one
// sentence of a memory.
type hit struct {
	worth  float64
	terms  int
	marked bool // by a name, a number or an identifier
}

// hits returns what a sentence says beyond the prompt, in nats, and what of it
// the answer says, by the first of the neighbouring sentences.
func (u usage) hits(sentence string) (total float64, hits map[int]hit) {
	marks := u.marks(sentence)
	hits = map[int]hit{}
	seen := map[string]bool{}
	for _, term := range language.Terms(sentence) {
		if u.asked[term] || seen[term] {
			continue
		}
		seen[term] = true
		w := u.worth(term)
		total += w
		from := 0
		for _, at := range u.said[term] {
			for first := max(from, at-nearSentences+1); first <= at; first++ {
				h := hits[first]
				hits[first] = hit{h.worth + w, h.terms + 1, h.marked || marks[term]}
			}
			from = at + 1
		}
	}
	return total, hits
}

// marks returns the terms of a sentence by which it can be told from others:
// names, identifiers, numbers of three and more digits, and words as rare as
// jargon.
func (u usage) marks(sentence string) map[string]bool {
	marks := map[string]bool{}
	for _, m := range language.Mentions(sentence, nil) {
		terms := language.Terms(m.Text)
		if m.Kind != language.MentionName && len(terms) > 0 {
			terms = terms[:1] // whole: its parts are common words
		}
		for _, term := range terms {
			marks[term] = true
		}
	}
	english := language.English(sentence, false)
	for _, term := range language.Terms(sentence) {
		digits := 0
		for _, c := range []byte(term) {
			if c >= '0' && c <= '9' {
				digits++
			}
		}
		if digits >= 3 || english && utf8.RuneCountInString(term) > 2 && digits == 0 && u.strange(term) {
			marks[term] = true
		}
	}
	return marks
}
