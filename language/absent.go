package language

// absent reports whether the speaker says when they are not at work: I'll be in Faro until the
// 8th, I'm off on Friday, wed I'm at the dentist.
func (r *reading) absent() bool {
	i := r.begin
	for i < len(r.ts) && i < r.begin+4 && !isSubject(cutContraction(r.ts[i].text)) {
		i++ // next week
	}
	w := at(r.ts, i)
	switch next := at(r.ts, i+1); {
	case i > r.begin && !r.tellsTime(r.begin, i):
		return false
	case (w == "i'll" || w == "we'll") && next == "be", (w == "i" || w == "we") && (next == "am" || next == "are"):
		i += 2
	case w == "i" && next == "will" && at(r.ts, i+2) == "be":
		i += 3
	case w == "i'm", w == "im", w == "we're":
		i++
	default:
		return false
	}
	i = skip(r.ts, i, beforeVerb)
	w, next := at(r.ts, i), at(r.ts, i+1)
	stop := r.stop(i)
	gone := has(awayFrom, w) && next != "by" && next != "of" || w == "out" && next == "of" && has(offices, at(r.ts, i+2)) ||
		w == "out" && at(r.ts, i+3) == "office" ||
		w == "on" && anyOf(r.ts[i:min(i+4, stop)], leaveOfWork) || (w == "in" || w == "at") && next != "" && !has(noPlaces, next) && !(w == "at" && startsDigit(next))
	return gone && !r.asked() && r.offWork(i, nil) && !r.namesWork(i, stop) && r.tellsTime(r.begin, len(r.ts))
}

var (
	awayFrom    = set(`away off out abroad travelling traveling offline unavailable`)
	leaveOfWork = set(`holiday holidays vacation leave sabbatical honeymoon`)
	offices     = set(`office town`)
	noPlaces    = set(`office touch step line page chapter level version trouble favour favor charge doubt contact least`)
)
