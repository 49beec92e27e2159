package redact

import "strings"

// Passwords of several words.

// isPhrase reports whether t is a pass phrase: four to eight words in small
// letters, at most one of which says something about passwords.
func isPhrase(t string) bool {
	words := strings.Fields(t)
	about := 0
	for _, w := range words {
		if len(w) < 3 || !all(w, lower) {
			return false
		}
		if plain()[w] || standins()[w] {
			about++
		}
	}
	return about < 2 && len(words) >= 4 && len(words) <= 8
}

// joined reports whether t is words joined by hyphens that say nothing of a
// password and so are one: three words or more, heron-purple-lamp, or two with
// a number at one of them, summer-House42. In small letters a number says no
// more than web-server12 does, and what follows may go on about it; last says
// that nothing does.
func joined(t string, last bool) bool {
	if !strings.Contains(t, "-") || !all(t, alnum|cDash) || compound(t) {
		return false
	}
	words := strings.Split(t, "-")
	numbered, about := false, 0
	for _, w := range words {
		n := run(w, 0, letter)
		if n < 3 || !all(w[n:]+"0", cDigit) {
			return false
		}
		numbered = numbered || n < len(w)
		if l := strings.ToLower(w); plain()[l] || standins()[l] {
			about++
		}
	}
	switch {
	case len(words) > 8:
		return false
	case numbered:
		return about == 0 && (last || mixed(t))
	}
	return len(words) > 2 && (about == 0 || about == 1 && last)
}

// twoWords reports whether t is two words joined by a hyphen of which no adjective
// is made, purple-lamp. It is for what is said of somebody's password: of all
// passwords much more is said.
func twoWords(t string) bool {
	first, second, ok := strings.Cut(strings.ToLower(t), "-")
	if !ok || len(first) < 4 || len(second) < 4 || !all(first, lower) || !all(second, lower) || compound(t) {
		return false
	}
	for _, w := range [...]string{first, second} {
		if plain()[w] || standins()[w] {
			return false
		}
	}
	return !grading()[first]
}

// grading begin compounds of two words that say how something is.
var grading = wordSet(`high low long hard easy clear ever all one two three four single double triple half full top brand read write copy cut rock super sky brain well
	never always best worst last first next same other third company team vendor user client server system root`)

// describing are last words of compounds that say of what kind a thing is.
var describing = wordSet(`only sensitive time side level wide bit bits digit digits character characters char chars letter letters symbol symbols long short free proof safe
	specific like style styled type case way use user ready friendly compatible compliant agnostic neutral aware bound heavy light rich poor once wise term grade class
	scale world party factor host line lines known given made set down out off over through back end text date standard length strength width size entropy security
	quality service random alphanumeric numeric ascii lowercase uppercase unique public private internal external local global remote shared common scope scoped
	code hash key name value default chosen broken stolen taken driven built kept held sent shown drawn lost left dependent priority year month week day hour minute
	native solid dead forget paste copy`)

// prefixes begin compounds and are no words by themselves.
var prefixes = wordSet("non pre post auto semi self multi pseudo per anti ultra cross mid sub inter intra not")

// compound reports whether words joined by hyphens are an adjective or an
// idiom: read-only, case-sensitive, auto-generated, SHA-256-hashed.
func compound(t string) bool {
	words := strings.Split(strings.ToLower(t), "-")
	for _, w := range words {
		switch w {
		case "and", "the", "for", "from", "with", "but", "not":
			return true
		}
	}
	last := words[len(words)-1]
	return prefixes()[words[0]] || describing()[last] || predicate(last)
}
