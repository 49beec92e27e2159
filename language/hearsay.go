package language

// Gossips reports [Cues.Gossip] of a sentence, and reads nothing else of it.
func Gossips(sentence string) bool {
	return !looksLikeCode(sentence) && recall(cutSentence(sentence)).reading().gossip()
}

// gossip reports whether a sentence passes on what others say of the private
// life of a third person: "I heard that Bob got divorced", "Ann says that Bob
// drinks". What somebody reports of work, plans or facts is none, nor is what
// the speaker says of their own.
func (r *reading) gossip() bool {
	k := r.reported()
	if k < 0 {
		return false
	}
	who := at(r.ts, k)
	if who == "i" || who == "we" || who == "it" || who == "my" || who == "our" || cutContraction(who) == "i" {
		return false
	}
	return anyOf(r.ts[k:], privateWords)
}

// reported returns the index of the first token of what the sentence passes on,
// -1 when it passes nothing on.
func (r *reading) reported() int {
	for i, t := range r.ts {
		if i > r.begin+8 {
			break
		}
		switch {
		case has(reporting, t.text) && (i > r.begin || t.text == "apparently" || t.text == "allegedly"):
		case phrase(r.ts, i, "rumor", "has", "it"), phrase(r.ts, i, "rumour", "has", "it"), phrase(r.ts, i, "word", "has", "it"):
			i += 2
		default:
			continue
		}
		k := i + 1
		if w := at(r.ts, i); w == "told" || w == "tells" {
			k++ // me, us, everyone
		}
		for at(r.ts, k) == "that" || at(r.ts, k) == "," {
			k++
		}
		if k < len(r.ts)-1 {
			return k
		}
	}
	return -1
}

// tautology reports whether the sentence says of a thing that it is itself.
func (r *reading) tautology() bool {
	for i, t := range r.ts {
		if !has(bePresent, t.text) {
			continue
		}
		a, b := plainWords(r.ts[r.begin:max(i, r.begin)]), plainWords(r.ts[i+1:])
		if len(a) == 0 || len(a) != len(b) {
			return false
		}
		for k := range a {
			if a[k] != b[k] {
				return false
			}
		}
		return true
	}
	return false
}

// plainWords returns the words without articles and marks.
func plainWords(ts []token) []string {
	var out []string
	for _, t := range ts {
		if !t.mark && !has(articles, t.text) {
			out = append(out, t.text)
		}
	}
	return out
}

var (
	reporting    = set(`heard hear hears says say said told tells claims claimed gossips gossiped whispered reckons apparently allegedly`)
	privateWords = set(`divorced divorce divorcing separated affair affairs cheating cheats cheated dating dates pregnant drinks drunk drinking alcoholic addicted gambles gambling debt debts
		broke bankrupt dumped adultery mistress lover flirting flirts slept sleeping kissed jail prison arrested rehab depressed depression stinks lazy stingy ugly fat rich jealous crazy
		hates secretly marriage wife husband girlfriend boyfriend weight surgery botox`)
	// troubles are words of what does not work.
	troubles = set(`fail fails failing fault faulty broken break breaks crash crashes crashing hang hangs hanging freeze freezes red slow slows wrong missing error errors bug bugs leak leaks leaking
		stuck timeout timeouts times rejected rejects denied deadlock deadlocks flaky corrupt corrupted stale outdated undefined panics panic throws stops outage`)
)

// PassesOnQuestion reports whether a sentence only says that somebody asks something: the harbour master
// wants to know how deep the lock is, my neighbour asks. What somebody asks for, or to have done, is more
// than that.
func PassesOnQuestion(s string) bool {
	r := newTokens(cutSentence(s))
	for i := r.begin + 1; i < len(r.ts) && i <= r.begin+longestAsker; i++ {
		if r.ts[i].mark || has(interrogatives, r.ts[i].text) {
			return false
		}
		k := i + 1
		switch w := r.ts[i].text; {
		case w == "asks" || w == "asked" || w == "wonders" || w == "wondered":
		case (w == "wants" || w == "wanted" || w == "want" || w == "needs") && phrase(r.ts, i+1, "to", "know"):
			k = i + 3
		case w == "asking" && has(bePresent, at(r.ts, i-1)):
		default:
			continue
		}
		for has(whomAsked, at(r.ts, k)) {
			k++
		}
		return k >= len(r.ts) && !phrase(r.ts, i+1, "to", "know") || has(interrogatives, at(r.ts, k)) || at(r.ts, k) == "whether" || at(r.ts, k) == "if"
	}
	return false
}

var whomAsked = set(`me us him her them you again`)

// longestAsker is the number of words that name who asks.
const longestAsker = 6
