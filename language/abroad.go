package language

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// What is said in another language than English stays in its half-turns, for the rules would guess. But a rule that says
// itself that it always holds is told by a few words, and of all that is said it is what is missed most.

// tongue is what an order that always holds is told by in one language. The words are folded, as tokens are.
type tongue struct {
	always  *wordSet // always, never, from now on
	since   phrases  // the same in several words
	orders  *wordSet // verbs, in the forms of an order, that an agent is told to do
	replies *wordSet // those of them that are about how to answer
	leads   *wordSet // please, not, and
	duties  phrases  // you should
	last    bool     // an infinitive at the end orders, too
}

// RulesAbroad reports whether a sentence is a rule that says itself that it holds, in another language than English: "antworte
// immer auf Deutsch".
func RulesAbroad(sentence string) bool {
	_, ok := newTokens(sentence).ruledAbroad()
	return ok
}

// ruledAbroad returns the cues of a sentence in one of some other languages that orders what always holds: "antworte immer
// auf Deutsch", "nunca uses emojis", "以后请用 pnpm". It reports false for any other.
func (r *reading) ruledAbroad() (Cues, bool) {
	if len(r.text) > longestAbroad || len(r.ts) < 1 || r.asked() {
		return Cues{}, false
	}
	small := recall(r.text).smallCount()
	if small.latin && small.own > small.foreign+1 {
		return Cues{}, false // as most: it is English
	}
	reply, ok := r.ordersAbroad()
	if !ok {
		reply, ok = orderedUnparted(r.text)
	}
	return Cues{Instruction: 1, Standing: true, Directs: true, Binds: true, OfUser: reply}, ok
}

// longestAbroad is the length, in bytes, up to which a sentence may be such an order.
const longestAbroad = 240

// ordersAbroad reads an order in a language that is written in words, and whether it is about how to answer.
func (r *reading) ordersAbroad() (reply, ok bool) {
	for _, t := range tonguesAbroad {
		v := t.verbAt(r.ts, r.begin)
		if v < 0 {
			continue
		}
		reply := slices.ContainsFunc(r.ts[min(v, len(r.ts)-1):], func(w token) bool { return t.isReply(w.text) })
		if t.holds(r.ts) || reply && r.wayAbroad() != "" {
			return reply, true
		}
	}
	return false, false
}

// holds reports whether a sentence says that something always holds.
func (t tongue) holds(ts []token) bool {
	for i, w := range ts {
		if has(t.always, w.text) || phraseLen(ts, i, t.since) > 0 {
			return true
		}
	}
	return false
}

// verbAt returns the token of the verb of an order that begins at ts[i], behind what only leads to it; -1 is none.
func (t tongue) verbAt(ts []token, i int) int {
	for i < len(ts) {
		n := phraseLen(ts, i, t.since)
		if n == 0 && (ts[i].mark || has(t.leads, ts[i].text) || has(t.always, ts[i].text)) {
			n = 1
		}
		if n == 0 {
			break
		}
		i += n
	}
	if n := phraseLen(ts, i, t.duties); n > 0 {
		return i + n
	}
	if t.isOrder(at(ts, i)) {
		return i
	}
	end := len(ts) - 1
	for end > i && ts[end].mark {
		end--
	}
	if t.last && end > i && strings.HasSuffix(ts[end].text, "en") && t.isOrder(ts[end].text) && !slices.ContainsFunc(ts[:end], func(w token) bool { return has(subjectsAbroad, w.text) }) {
		return end
	}
	return -1
}

// isOrder reports whether a word is a verb in the form of an order, as far as it is known: n'utilise.
func (t tongue) isOrder(w string) bool {
	return has(t.orders, strings.TrimPrefix(w, "n'")) || t.isReply(w)
}

func (t tongue) isReply(w string) bool { return has(t.replies, strings.TrimPrefix(w, "n'")) }

// wayAbroad returns the language that a sentence names in the name that it has there, as English calls it; "" is none.
func (r *reading) wayAbroad() string {
	for _, t := range r.ts {
		if has(waysAbroad, t.text) {
			return wayWords[t.text].value
		}
	}
	return ""
}

// answersIn returns an order to answer in a certain language, given in another one than English, in English: "always answer in
// german". It is "" for any other.
func answersIn(s string) string {
	if !hasWord(s, waysAbroad) && !strings.ContainsFunc(s, func(c rune) bool { return c > unicode.MaxASCII }) {
		return "" // as of nearly all
	}
	r := newTokens(s)
	c, ok := r.ruledAbroad()
	if !ok || !c.OfUser {
		return ""
	}
	if way := cmp.Or(r.wayAbroad(), speechIn(s)); way != "" {
		return "always answer in " + way
	}
	return ""
}

// speechIn is [reading.wayAbroad] in a language whose words are not set apart.
func speechIn(s string) string {
	for _, u := range unpartedTongues {
		for _, w := range u.speech {
			if as, way, _ := strings.Cut(w, "="); strings.Contains(s, as) {
				return way
			}
		}
	}
	return ""
}

// unparted is what such an order is told by in a language whose words are not set apart, or have endings of many forms.
type unparted struct {
	always, asks, verbs, not []string
	first                    bool // an order may also begin with what says that it always holds
	reply                    []string
	speech                   []string // how something is said in a language, and what English calls that
}

// orderedUnparted reads an order in such a language, and whether it is about how to answer.
func orderedUnparted(s string) (reply, ok bool) {
	if mostlyLatin(s) && !strings.ContainsFunc(s, func(c rune) bool { return c >= 0x3000 }) {
		return false, false
	}
	in := func(all []string) bool {
		return slices.ContainsFunc(all, func(w string) bool { return strings.Contains(s, w) })
	}
	for _, u := range unpartedTongues {
		if in(u.not) {
			continue
		}
		reply := in(u.reply)
		asks := in(u.asks) || u.first && slices.ContainsFunc(u.always, func(w string) bool { return strings.HasPrefix(s, w) })
		switch {
		case reply && speechIn(s) != "" && (asks || u.first):
			return true, true
		case asks && in(u.always) && (in(u.verbs) || reply):
			return reply, true
		}
	}
	return false, false
}
