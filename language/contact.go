package language

// contactIn reads in ts[from:end] whom to ask about something: ask Koen about the contract, ping
// Ruth for access.
func (r *reading) contactIn(from, end int) (c charge, ok bool) {
	i := skip(r.ts[:end], from, fillers)
	if phrase(r.ts, i, "talk", "to") || phrase(r.ts, i, "reach", "out") && at(r.ts, i+2) == "to" {
		for i++; at(r.ts, i) != "to"; i++ {
		}
	} else if !has(asksSomebody, at(r.ts, i)) {
		return c, false
	}
	who := i + 1
	about := who
	for about < end && about-who <= 2 && r.bearsName(about) {
		about++
	}
	if about == who || !has(asksAbout, at(r.ts, about)) {
		return c, false
	}
	stop := r.chargeEnd(about+1, end)
	c.who, c.what, c.fresh = r.specific(who, about), r.dutyIn(about+1, stop), r.anew(stop, end) || at(r.ts, stop) == "instead"
	return c, len(c.who) > 0 && len(c.what) > 0 && !has(deictic, at(r.ts, about+1))
}

// fallsTo reads in ts[from:end] with whom something is from now on: payments are Carla's now, invoices go to Carla from
// now on, the billing is with Ines these days.
func (r *reading) fallsTo(from, end int) (c charge, ok bool) {
	v := from
	if has(determiners, r.ts[from].text) {
		v++
	}
	for first := v; v < end && v-from <= mostSettable && mayBeThing(r.ts[v].text) && !(v > first && (isThird(r.ts[v].text) || has(fallingTo, r.ts[v].text))); v++ {
	}
	if v == from || v >= end || r.bearsName(from) && v == from+1 && r.ts[from].cap {
		return c, false
	}
	who := v + 1
	w := at(r.ts, v)
	switch {
	case has(bePresent, w) && hasTail(at(r.ts, who), "'s"):
		c.who = []string{termOf(cutPossessive(r.ts[who].text))}
	case has(bePresent, w) && at(r.ts, who) == "with", has(fallingTo, w) && at(r.ts, who) == "to":
		who++
		c.who = r.specific(who, min(who+1, end))
	default:
		return c, false
	}
	if who >= end || !r.bearsName(who) && !nameOfItsOwn(cutPossessive(r.ts[who].text)) || len(c.who) == 0 {
		return c, false
	}
	c.what, c.fresh = r.dutyIn(from, v), true
	behind := who + 1
	return c, len(c.what) > 0 && (has(otherwiseNow, at(r.ts, behind)) || phrase(r.ts, behind, "from", "now", "on") || phrase(r.ts, behind, "these", "days") || behind >= end && r.leftBefore(from))
}

// leftBefore reports whether the clause before ts[i] says that somebody has left: sami left, dashboards are with Ines.
func (r *reading) leftBefore(i int) bool {
	return i > 2 && r.ts[i-1].mark && has(goneFrom, r.ts[i-2].text) && r.bearsName(i-3)
}

// dutyIn returns the terms of ts[i:j] for what somebody is asked about, without those that only stand for it: anything to
// do with payments, the payments stuff.
func (r *reading) dutyIn(i, j int) (what []string) {
	for k := i; k < j && k < len(r.ts); k++ {
		if !has(standingFor, r.ts[k].text) {
			what = append(what, r.specific(k, k+1)...)
		}
	}
	return what
}

// TellsDuty reports whether a sentence says whom to ask about something, or who has in hand
// something of all: ask koen about the contract; anna does our payroll.
func TellsDuty(s string) bool {
	r := newTokens(s)
	if r.asks() || r.begin >= len(r.ts) {
		return false
	}
	end := r.clauseEnd(r.begin)
	if _, ok := r.contactIn(r.begin, end); ok {
		return true
	}
	v := r.begin + 1
	if !r.bearsName(r.begin) || !has(inHand, at(r.ts, v)) {
		return false
	}
	w := at(r.ts, v+1)
	return (w == "our" || w == "the") && v+2 < end
}

var (
	asksSomebody = set(`ask ping contact consult`)
	asksAbout    = set(`about for regarding re concerning`)
	fallingTo    = set(`go goes belong belongs fall falls pass passes`)
	standingFor  = set(`anything everything something stuff things thing questions question matters topics issues do related concerning all the`)
)
