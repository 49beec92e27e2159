package language

import "strings"

// StopWord reports whether a folded word says too little to be indexed:
// English and Russian articles, pronouns, auxiliaries, common prepositions and
// conjunctions. "always", "never" and numbers are no stop words.
func StopWord(folded string) bool {
	return has(stopWords, folded)
}

// wordSet is a set of words. Most of what is asked for is in none: a look at the
// shape of a word says so without hashing it.
type wordSet struct {
	all    map[string]struct{}
	shapes [32]uint32 // of its words: by their first letter, bits by length and last letter
}

// shape returns the place and the bit of a word that is not empty.
func shape(w string) (place uint8, bit uint32) {
	return w[0] & 31, 1 << ((uint32(len(w)) + 11*uint32(w[len(w)-1])) & 31)
}

// set returns the words of texts.
func set(texts ...string) *wordSet {
	s := &wordSet{all: map[string]struct{}{}}
	for _, t := range texts {
		for _, w := range strings.Fields(t) {
			s.add(w)
		}
	}
	return s
}

func (s *wordSet) add(w string) {
	if w == "" {
		return
	}
	place, bit := shape(w)
	s.shapes[place] |= bit
	s.all[w] = struct{}{}
}

// has reports whether a set holds a word.
func has(s *wordSet, w string) bool {
	if w == "" {
		return false
	}
	if place, bit := shape(w); s.shapes[place]&bit == 0 {
		return false
	}
	_, ok := s.all[w]
	return ok
}

// table holds what is known of words. As with a set, most words are in none.
type table[V any] struct {
	words *wordSet
	known map[string]V
}

func newTable[V any](known map[string]V) table[V] {
	t := table[V]{words: set(), known: known}
	for w := range known {
		t.words.add(w)
	}
	return t
}

func (t table[V]) has(w string) bool { return has(t.words, w) }

func (t table[V]) get(w string) (v V, ok bool) {
	if w == "" {
		return v, false
	}
	if place, bit := shape(w); t.words.shapes[place]&bit == 0 {
		return v, false
	}
	v, ok = t.known[w]
	return v, ok
}

var stopWords = set(`
a an the this that these those some any each such both
i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself
it its itself they them their theirs themselves one
am is are was were be been being have has had having do does did doing done will would shall should can could may might must
i'm i've i'll i'd you're you've you'll you'd he's she's it's we're we've we'll we'd they're they've they'll they'd that's there's
here's what's who's where's let's isn't aren't wasn't weren't don't doesn't didn't won't wouldn't can't cannot couldn't shouldn't haven't hasn't hadn't
dont doesnt didnt isnt wont cant im ive
of at by for with about into onto from to in out on off over under than then as if or and but nor so
not no yes up down very just too also only
what which who whom whose when where why how there here
please ok okay
s t d ll m re ve
`, `
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще
нет о из ему теперь когда даже ну вдруг ли если уже или ни быть был него до вас нибудь опять уж вам ведь там потом себя
ничего ей может они тут где есть надо ней для мы тебя их чем была сам чтоб без будто чего раз тоже себе под будет ж тогда
кто этот того потому этого какой совсем ним здесь этом один почти мой тем чтобы нее были куда зачем всех можно при об
это эта эти мои наш наша наши ваш
`)
