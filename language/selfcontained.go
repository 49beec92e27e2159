package language

// SelfContained reports whether a prompt brings along, or the world knows, all
// that it takes to answer it: it asks what a piece of code or a common tool
// does, how something is done in general, or for a thing that it describes.
// It is a cue and no proof: "explain how our release works" shows it, too.
func SelfContained(s string) bool {
	for _, sp := range Sentences(cutSentence(s)) {
		r := newReading(s[sp.Start:sp.End])
		if len(r.ts) == 0 {
			continue
		}
		return r.selfContained()
	}
	return false
}

func (r *reading) selfContained() bool {
	i := r.begin
	for _, p := range generalFrames {
		if phrase(r.ts, i, p...) {
			return true
		}
	}
	if w := at(r.ts, i); w != "what" && w != "what's" {
		return false
	}
	// what does … do, mean, print
	if next := at(r.ts, i+1); next == "does" || next == "do" {
		for _, t := range r.ts[min(i+3, len(r.ts)):] {
			if has(effects, t.text) {
				return true
			}
		}
	}
	return false
}

var (
	generalFrames = [][]string{
		{"explain"}, {"in", "plain", "words"}, {"in", "simple", "terms"}, {"how", "do", "i"}, {"how", "can", "i"}, {"how", "to"}, {"how", "does", "one"},
		{"show", "me", "how"}, {"teach", "me"}, {"what", "is", "the", "difference"}, {"what's", "the", "difference"}, {"what", "is", "the", "output"}, {"what's", "the", "output"},
		{"what", "is", "wrong"}, {"what's", "wrong"}, {"what", "happens", "if"}, {"what", "happens", "when"}, {"is", "it", "possible"}, {"give", "me", "a"}, {"give", "me", "an"},
		{"write", "a"}, {"write", "an"}, {"write", "me"}, {"please", "write", "a"}, {"please", "write", "an"}, {"show", "me", "the"}, {"show", "me", "a"},
	}
	effects = set(`do mean print return output match stand`)
)
