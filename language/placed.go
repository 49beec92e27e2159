package language

import (
	"slices"
	"strings"
)

// called is the link of what has a name.
const called = "be call"

// placed is the link of what was put elsewhere: it is that of all places.
const placed = "be *"

// place returns the verb and the preposition of a state that says where a thing is, and
// not in what it is written.
func (s state) place() (verb, at string, ok bool) {
	words := strings.Fields(strings.TrimPrefix(s.link, "be "))
	switch {
	case len(words) == 1 && strings.HasPrefix(s.link, "be "):
		return "be", words[0], has(siting, words[0])
	case len(words) == 2:
		return words[0], words[1], (has(siting, words[1]) || words[0] == "deploy" && words[1] == "to") && (has(sitting, words[0]) || has(placedAs, words[0]))
	}
	return "", "", false
}

// sited reports whether a state says where a thing is, and not what it runs on: what
// runs on a port is there.
func (s state) sited() bool {
	verb, _, ok := s.place()
	return ok && (verb != "run" || ofPort(s.value))
}

// located reports whether two states say in other words where a thing is: it runs on one
// host, it is deployed to another. Who lives in one town and is in another has not moved.
func (s state) located(o state) bool {
	mine, at, ok := s.place()
	theirs, other, too := o.place()
	if !ok || !too || (at == "at") != (other == "at") || (mine == "run" || theirs == "run") && (at == "in" || other == "in") {
		return false // what it runs on says nothing of where that stands
	}
	lives := func(verb, at string) bool { return has(sitting, verb) && at == "in" }
	if mine == "be" && lives(theirs, other) || theirs == "be" && lives(mine, at) {
		return false
	}
	return s.named && o.named || has(placedAs, mine) || has(placedAs, theirs)
}

// ofThe reports whether two states are about the same thing. Who says what is so now may
// call it shorter than before: the feature flags, the flags.
func (s state) ofThe(o state) bool {
	if sameSet(s.subject, o.subject) {
		return true
	}
	n, m := len(s.subject), len(o.subject)
	if s.changed && s.link == "be" && o.link == "be" && n > 1 && n < m && slices.Equal(s.subject, o.subject[m-n:]) {
		return true // the base URL of the app
	}
	return s.changed && n > 0 && n < m && s.subject[n-1] == o.subject[m-1] && within(s.subject, o.subject) && (s.link == placed || s.sited())
}

// labels are nouns behind which a number is a name: port 9443.
var labels = set(`port channel room gate platform building slot shard branch version release floor locker desk seat bay terminal hall aisle cabin berth pier apartment number`)

// labelled reports whether the number ts[k] in the value ts[i:end] is a name: v1.2, port
// 9443, Terminal 2, a 2015 Corolla.
func (r *reading) labelled(i, k, end int) bool {
	if glued(r.ts, k-1, k) || k+1 < end && (glued(r.ts, k, k+1) || isYear(r.ts[k].text) && r.ts[k+1].cap) {
		return true
	}
	if _, suffix, ok := figureIn(r.ts[k].text); ok && has(nthTails, suffix) {
		return k+1 < end && has(storeys, r.ts[k+1].text) // the 3rd floor
	}
	return has(labels, at(r.ts, k-1)) || k > i && r.ts[k-1].cap && !namesDay(r.ts[k-1].text)
}

// storeys are what a house has one above the other, and not days of a month: on the 3rd floor.
var storeys = set(`floor level storey story deck`)

// portAt reports whether the number ts[k] alone is that of a port: listens on 8080.
func (r *reading) portAt(k int, link string) bool {
	w := r.ts[k].text
	if link == "be on" { // of a thing that is on 20 nobody knows what that is
		return len(w) > 3 && len(w) < 6 && onlyDigits(w) && !isYear(w)
	}
	return (link == "listen on" || link == "run on") && isPort(w)
}

// isPort reports whether a word can be the number of a port.
func isPort(w string) bool { return len(w) > 1 && len(w) < 6 && onlyDigits(w) }

// portIn returns the terms of ts[i:j] where that is nothing but a port: to 9090, to port
// 9090. A number alone is one where what it is held against has a port.
func (r *reading) portIn(i, j int) []string {
	said := at(r.ts, i) == "port"
	if said {
		i++
	}
	for j = min(j, len(r.ts)); j > i && r.ts[j-1].mark; j-- {
	}
	if j != i+1 || !isPort(r.ts[i].text) || !said && isYear(r.ts[i].text) || i+1 < len(r.ts) && glued(r.ts, i, i+1) && r.ts[i+1].text != "," && r.ts[i+1].text != "." {
		return nil
	}
	return []string{r.ts[i].text, "port"}
}

// answers reads on which port a thing answers, said otherwise than that it listens there:
// uses port 8080, binds to 8080, is reachable on port 8080.
func (r *reading) answers(from, to int) (s state, ok bool) {
	v := from
	for v < to && v-from <= longestSubject && !has(onPorts, r.ts[v].text) {
		v++
	}
	i := skip(r.ts[:to], v+1, leadsToPort)
	if v >= to || v == from || at(r.ts, i) != "port" && (i == v+1 || r.ts[v].text != "binds" && r.ts[v].text != "bound") {
		return s, false
	}
	end := v
	if has(bePresent, at(r.ts, v-1)) {
		end--
	}
	if !s.of(r, from, end) || len(s.subject) == 0 {
		return s, false
	}
	s.link = "listen on"
	end = r.stateEnd(i, to)
	s.changed = s.changed || r.renewedIn(end, to)
	return s, len(r.portIn(i, end)) > 0 && s.gives(r, i, end)
}

// sameSort reports whether two places can stand for one another: a port only for a
// port.
func sameSort(a, b []string) bool { return ofPort(a) == ofPort(b) }

// ofPort reports whether a value is a port, and no port authority.
func ofPort(ts []string) bool {
	return slices.Contains(ts, "port") && slices.ContainsFunc(ts, startsDigit)
}

var (
	onPorts     = set(`uses binds answers serves occupies opens reachable served exposed bound`)
	leadsToPort = set(`on to at`)
)
