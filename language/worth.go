package language

import (
	_ "embed"
	"math"
	"strings"
)

// worthFile says how much each trait of a sentence's form counts for its being worth
// knowing in a later conversation, in log odds. The program in language/leaning makes it of
// labelled messages.
//
//go:embed worth.txt
var worthFile string

var worthWeights = weightsOf(&worthFile)

// Worth returns how likely a sentence of a user, or of an agent, is worth knowing in a later
// conversation, in log odds: above 0 where it sooner tells what stays so, below 0 where it is
// of the moment or of the task at hand; and how much of that tells against it, besides its
// length. It goes by the form of the sentence alone, and against words that are not known for
// either there is nothing.
func Worth(sentence string, agent bool) (odds, against float64) {
	w := recall(sentence).worth.get(func() worth { return worthOf(sentence) })
	if agent {
		w.add(ofAgent)
	}
	return w.odds, w.against
}

// What was learnt from has few short sentences. Of 908 that users of ten projects had typed and
// that were kept, read by eight readers, those of up to six words were junk in three of four
// cases; with what the length adds, the odds order junk below the rest in 80 % of all pairs, and
// in 73 % without.
const (
	oddsByLength = 1.5 // for each e-fold of words
	plainLength  = 12  // of a sentence whose odds are taken as they are
)

// ShortWorth returns how likely a sentence of a user is worth knowing later, in log odds, where
// what is said in few words counts for less than [Worth] has it.
func ShortWorth(sentence string) float64 {
	odds, _ := Worth(sentence, false)
	return odds + oddsByLength*math.Log(float64(max(1, len(strings.Fields(sentence))))/plainLength)
}

// worth is a sum of weights, and the part of it that tells against a sentence.
type worth struct{ odds, against float64 }

func worthOf(sentence string) (w worth) {
	worthTraits(sentence, false, w.add)
	return w
}

func (w *worth) add(trait []byte) {
	by := worthWeights()[string(trait)]
	w.odds += by
	if by < 0 && !isLength(trait) {
		w.against += by
	}
}

var ofAgent = []byte("+agent")

// isLength reports whether a trait is how long the sentence is: "+3".
func isLength(trait []byte) bool {
	return trait[0] == '+' && len(trait) == 2 && trait[1] >= '0' && trait[1] <= '9'
}

// WorthTraits returns what the form of a sentence has that tells whether it is worth knowing
// later: what [ScopeTraits] returns, and who says it.
func WorthTraits(sentence string, agent bool) (out []string) {
	worthTraits(sentence, agent, func(trait []byte) { out = append(out, string(trait)) })
	return out
}

func worthTraits(sentence string, agent bool, yield func(trait []byte)) {
	if looksLikeCode(sentence) {
		yield([]byte("+code"))
		return
	}
	r := recall(cutSentence(sentence)).reading().withCues()
	r.formTraits(formWords(r.text), handCues(sentence), yield)
	if agent {
		yield(ofAgent)
	}
	if Names(sentence) {
		yield([]byte("+names"))
	}
	if NamesVersion(sentence) {
		yield([]byte("+version"))
	}
}
