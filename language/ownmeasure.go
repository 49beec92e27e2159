package language

// ownMeasure reports whether a sentence says only to which value something goes, or what the
// speaker weighs by now, and the older one gives a value of that measure of who speaks: down to 86
// kilos, weighed in at 80.9 today; after I weigh 91 kilos. What is meant need not be named again.
func (q valued) ownMeasure(p valued, newer, older Statement) bool {
	if q.measure != ofCount || q.unit == "" || q.unit != p.unit || !q.within(p.quantity, mostOwn) || !older.only(p) || !newer.r.goesOnlyTo(q.quantity) {
		return false
	}
	o := older.r
	if w := at(o.ts, o.begin); w != "my" && w != "our" && w != "i" && w != "i'm" && w != "we" && w != "we're" && w != "weight" {
		return false
	}
	return newer.r.ts[newer.r.begin].text != "weighed" || anyOf(o.ts, bodyWeight)
}

// goesOnlyTo reports whether a clause at the beginning has nothing but where its value goes: down to
// 86 kilos, we're up to 46 seats now, weighed in at 80.9 today.
func (r *reading) goesOnlyTo(q quantity) bool {
	i := r.begin
	for has(onlySpeakers, at(r.ts, i)) || has(beforeVerb, at(r.ts, i)) || has(bePresent, at(r.ts, i)) || at(r.ts, i) == "back" {
		i++
	}
	v := skipBack(r.ts, q.from, beforeValue)
	switch {
	case has(bringsTo, at(r.ts, i)) && at(r.ts, i+1) == "to" && v == i+2:
	case r.weighsIn(v) && v == i+3:
	default:
		return false
	}
	for k := q.to; k < len(r.ts) && !r.ts[k].mark; k++ {
		if w := r.ts[k].text; w != "now" && w != "today" && w != "again" && w != "already" && w != "this" && w != "morning" && w != "finally" {
			return false
		}
	}
	return true
}

// goesOnly reports whether a statement says only where one value goes: of what else an older one
// tells it says nothing.
func (s Statement) goesOnly() bool {
	return len(s.given) > 0 && s.r.goesOnlyTo(s.given[0])
}

// weighsIn reports whether the value at ts[i] is what somebody or something is said to have weighed.
func (r *reading) weighsIn(i int) bool { return phrase(r.ts, i-3, "weighed", "in", "at") }

// mostOwn is how many times greater or smaller such a value may have become.
const mostOwn = 1.4

var (
	onlySpeakers = set(`i i'm we we're`)
	bodyWeight   = set(`weigh weighed weight`)
)
