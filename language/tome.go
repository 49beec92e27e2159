package language

// OfReplies reports whether a sentence says how the speaker wants to be spoken to: answer me
// in short, no emojis when you talk to me, keep your replies plain. Whatever is worked at,
// it is the speaker who reads that.
func OfReplies(s string) bool {
	r := newTokens(s)
	return r.somewhere(r.begin, func(i int) bool {
		w, next := r.ts[i].text, at(r.ts, i+1)
		switch {
		case has(spokenTo, w):
			me := next == "me" || next == "to" && at(r.ts, i+2) == "me" || at(r.ts, i-1) == "you" && phrase(r.ts, i+2, "to", "me")
			return me && !has(others, at(r.ts, i-1)) && !r.oneOff(i)
		case w == "your":
			k := i + 1
			for k < len(r.ts) && k < i+3 && !r.ts[k].mark && !has(yourWords, r.ts[k].text) {
				k++
			}
			return has(yourWords, at(r.ts, k)) && !has(parts, stem(at(r.ts, k+1)))
		}
		return false
	})
}

// oneOff reports whether what is to be told at ts[i] is one thing: explain to me the
// parser, tell me when you are done.
func (r *reading) oneOff(i int) bool {
	k := i + 2
	if at(r.ts, i+1) == "to" {
		k++
	}
	w := at(r.ts, k)
	return has(interrogatives, w) && w != "when" || w == "if" || w == "whether" || has(determiners, w) || has(deictic, w)
}

var (
	spokenTo  = set(`talk talking speak speaking answer answering reply replying respond responding explain explaining write writing address addressing chat chatting`)
	others    = set(`they he she it who users customers clients to`)
	yourWords = set(`answer answers reply replies response responses explanation explanations tone wording`)
)
