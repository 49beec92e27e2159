package language

// busySoon reports whether the speaker only says that they have little time, or none until an
// hour of the same day: gotta run, standup in 5; I'm in meetings until 3, leave it open. What is
// wanted beside it is wanted until then.
func (r *reading) busySoon() bool {
	if r.has(standing|constant|recurring|decision|preference|condition) || r.asked() || r.wordsEnd()-r.begin > mostAside {
		return false
	}
	for _, t := range r.ts {
		if namesDay(t.text) && t.text != "today" || has(periods, t.text) && units[t.text] != minutes {
			return false
		}
	}
	if r.hasToLeave(r.begin) {
		return true
	}
	return r.somewhere(r.begin, func(i int) bool {
		return has(timesTaken, r.ts[i].text) && (r.inMinutes(skip(r.ts, i+1, bePresent)) || r.untilHour(i+1) && r.saidToBeIn(i))
	})
}

// Aside reports whether a text is one sentence in which the speaker only says that they have no
// time for a while, or laughs about something.
func Aside(s string) bool {
	all := sentencesOf(cutSentence(s))
	if len(all) != 1 {
		return false
	}
	r := newReading(s[all[0].Start:all[0].End])
	return r.busySoon() || r.stepsAway() || r.tellsMirth()
}

// hasToLeave reports whether the words at ts[i:] say that the speaker has to be gone: gotta run,
// I need to leave early today.
func (r *reading) hasToLeave(i int) bool {
	if w := at(r.ts, i); w == "i" || w == "i've" {
		i++
	}
	switch w := at(r.ts, i); {
	case w == "gotta":
		i++
	case w == "got" && at(r.ts, i+1) == "to", has(havingTo, w) && w != "to" && w != "want" && at(r.ts, i+1) == "to":
		i += 2
	default:
		return false
	}
	if !has(takingLeave, at(r.ts, i)) {
		return false
	}
	for i++; has(leavingWhen, at(r.ts, i)); i++ {
	}
	return i >= len(r.ts) || r.ts[i].mark
}

// inMinutes reports whether the words at ts[i:] say that something begins within the hour: in 5,
// in ten minutes.
func (r *reading) inMinutes(i int) bool {
	n, ok := number(at(r.ts, i+1))
	if at(r.ts, i) != "in" || !ok || n > mostMinutes || at(r.ts, i+2) == "." && glued(r.ts, i+1, i+3) {
		return false
	}
	i += 2
	if u := units[at(r.ts, i)]; u == minutes {
		i++
	}
	return i >= len(r.ts) || r.ts[i].mark
}

// untilHour reports whether the words at ts[i:] name the hour at which something is over.
func (r *reading) untilHour(i int) bool {
	return at(r.ts, i) == "until" && (numeral(at(r.ts, i+1)) || at(r.ts, i+1) == "noon" || at(r.ts, i+1) == "lunch")
}

// saidToBeIn reports whether ts[i] is what the speaker says to be in: I'm in meetings, in a call.
func (r *reading) saidToBeIn(i int) bool {
	k := i - 1
	for k > r.begin && (has(determiners, r.ts[k].text) || has(onEnd, r.ts[k].text)) {
		k--
	}
	if w := at(r.ts, k); w != "in" && w != "on" {
		return false
	}
	return k <= r.begin || at(r.ts, k-1) == "i'm" || at(r.ts, k-1) == "am" || r.ts[k-1].mark
}

// tellsMirth reports whether the sentence laughs about what has just happened, and names nobody
// and no number: lol the dog just ate the map.
func (r *reading) tellsMirth() bool {
	if len(r.ts) == 0 || !has(mirth, r.ts[0].text) || r.past <= 0 || at(r.ts, r.past-1) != "just" {
		return false
	}
	return !r.named() && !r.has(standing|decision|preference|cause)
}

const (
	mostAside   = 14 // words of a sentence that only says so
	mostMinutes = 59
)

var (
	timesTaken  = set(`call calls meeting meetings standup sync interview interviews appointment train bus class demo retro lunch dinner workshop`)
	takingLeave = set(`run go leave dash bounce bail`)
	leavingWhen = set(`early now soon today out home off already`)
	onEnd       = set(`back to more long another some`)
	mirth       = set(`lol haha hahaha lmao rofl hehe`)
)
