package language

import "strings"

// Role is a person or thing and what it is to someone: my sister Anna.
type Role struct {
	Role  string // folded: sister, cto, project manager; my new manager is a manager
	Name  string // as it stands, without a possessive 's
	Own   bool   // the speaker's: my, our; his sister Anna is somebody else's
	Start int    // byte offset of the whole phrase
	End   int    // byte offset after its last byte
}

// Roles returns what s says of who is what to whom, in order: "my sister
// Anna", "our CTO, Bob", "Anna, my sister", "Anna is our accountant", "my
// sister's name is Anna", "my dog is called Rex". A role is one of a list of
// relations, offices and things that have a name.
func Roles(s string) []Role {
	ts := tokens(s)
	var out []Role
	for i := 0; i < len(ts); i++ {
		anew := getsNew(ts, i)
		if !has(possessives, ts[i].text) && !anew {
			continue
		}
		n := roleLen(ts, i+1)
		if n == 0 || anew && at(ts, i+1+n) != "," && at(ts, i+1+n) != ":" {
			continue
		}
		role := make([]string, 0, 3)
		for k, t := range ts[i+1 : i+1+n] {
			if k > 0 || n == 1 || t.text != "new" && t.text != "current" {
				role = append(role, cutPossessive(t.text))
			}
		}
		r := Role{Role: strings.Join(role, " "), Own: anew || ts[i].text == "my" || ts[i].text == "our", Start: ts[i].start}
		if from, to, ok := nameAfter(s, ts, i+1+n); ok {
			r.Name, r.End = nameText(s, ts[from:to]), ts[to-1].end
			r.End = r.Start + len(cutPossessive(s[r.Start:r.End]))
			out = append(out, r)
			i = to - 1
		} else if k := i + 1 + n; r.Own && Kin(r.Role) && namedSmall(ts, k) {
			r.Name, r.End = ts[k+2].text, ts[k+2].end
			out = append(out, r)
		} else if from, to, ok := nameBefore(ts, i); ok {
			r.Name, r.Start, r.End = nameText(s, ts[from:to]), ts[from].start, ts[i+n].end
			out = append(out, r)
			i += n
		}
	}
	return out
}

// getsNew reports whether the article at ts[i] leads to one whom the speaker has anew: I have a new
// landlord, Ms. Keller; we hired a new designer.
func getsNew(ts []token, i int) bool {
	if ts[i].text != "a" || at(ts, i+1) != "new" || i < 2 {
		return false
	}
	who := cutContraction(at(ts, i-2))
	return (who == "i" || who == "we") && (has(haveForms, ts[i-1].text) || has(getting, ts[i-1].text) || ts[i-1].text == "hired")
}

// roleLen returns the number of tokens of the role at ts[i:]: at most two
// words before the noun.
func roleLen(ts []token, i int) int {
	for n := 1; n <= 3 && i+n <= len(ts); n++ {
		t := ts[i+n-1]
		if t.mark && t.text != "-" {
			return 0
		}
		noun := cutPossessive(t.text)
		if has(roleNouns, noun) && !(i+n < len(ts) && !ts[i+n].cap && has(roleNouns, cutPossessive(ts[i+n].text))) {
			return n
		}
		if has(openers, t.text) || isFinite(t.text) {
			return 0
		}
	}
	return 0
}

// nameAfter returns the name that follows a role at ts[i:]: at once, after a
// comma, after "is", "is called" or "name is".
func nameAfter(s string, ts []token, i int) (from, to int, ok bool) {
	j := i
	switch {
	case at(ts, i) == "," || at(ts, i) == "-" || at(ts, i) == "(" || at(ts, i) == ":":
		j++
	case phrase(ts, i, "name", "is"), phrase(ts, i, "is", "called"), phrase(ts, i, "is", "named"), phrase(ts, i, "was", "called"):
		j += 2
	case at(ts, i) == "is" || at(ts, i) == "named" || at(ts, i) == "called":
		j++
	}
	for has(abbreviated, at(ts, j)) {
		if j++; at(ts, j) == "." {
			j++ // Prof. Dr. Ana Vik
		}
	}
	from, to = j, j
	for to < len(ts) && to-from < 3 && isNameToken(ts[to]) && (to == from || oneBlank(s, ts[to-1], ts[to])) {
		to++
		if cutPossessive(ts[to-1].text) != ts[to-1].text {
			break
		}
	}
	return from, to, to > from
}

// namedSmall reports whether ts[i:] gives the name of somebody in small letters and ends with
// it: my sister is called griet.
func namedSmall(ts []token, i int) bool {
	if !phrase(ts, i, "is", "called") && !phrase(ts, i, "is", "named") && !phrase(ts, i, "name", "is") || i+2 >= len(ts) || i+3 < len(ts) && !ts[i+3].mark && ts[i+3].text != "and" {
		return false
	}
	w := ts[i+2]
	return !w.mark && !w.cap && lettered(w.text) && !StopWord(w.text) && !has(calendarWords, w.text) && !has(periodic, w.text) && !isFinite(w.text) && !hasTail(w.text, "ly")
}

// nameBefore returns the name that stands before a possessive at ts[i]:
// "Anna, my sister" or "Anna is my sister".
func nameBefore(ts []token, i int) (from, to int, ok bool) {
	switch at(ts, i-1) {
	case ",", "is", "was", "-", "(":
	default:
		return 0, 0, false
	}
	to = i - 1
	from = to
	for from > 0 && to-from < 3 && isNameToken(ts[from-1]) {
		from--
	}
	return from, to, to > from
}

func isNameToken(t token) bool {
	f := cutPossessive(t.text)
	return t.cap && !has(openers, f) && !has(calendarWords, f) && !has(generalAbbreviations, f)
}

func oneBlank(s string, a, b token) bool {
	gap := s[a.end:b.start]
	return gap == " " || gap == "-"
}

func nameText(s string, ts []token) string {
	return cutPossessive(s[ts[0].start:ts[len(ts)-1].end])
}

// ownersWords stand before what is somebody's.
const ownersWords = `my our his her their your`

var (
	possessives = set(ownersWords)
	roleNouns   = set(`
sister brother mother father mom mum dad parent wife husband spouse partner fiance fiancee girlfriend boyfriend son daughter child kid baby uncle aunt cousin
nephew niece grandmother grandfather grandma grandpa friend roommate flatmate neighbor neighbour colleague coworker teammate boss manager mentor mentee
dog cat puppy kitten pet horse parrot hamster rabbit
cto ceo cfo coo cpo ciso vp director head lead founder cofounder president chairman owner
engineer developer designer architect analyst scientist researcher accountant bookkeeper lawyer attorney doctor dentist therapist physician nurse vet teacher tutor
professor advisor adviser supervisor coach trainer landlord tenant contractor consultant freelancer recruiter assistant secretary intern trainee apprentice editor
writer author photographer translator planner client customer vendor supplier investor sponsor maintainer reviewer admin administrator sysadmin tester
team company startup project product app service repo repository library package tool server database cluster bot agent blog website site car school university
city hometown street village bank gym band`)
)
