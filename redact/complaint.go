package redact

import "strings"

// complaints are what compilers and runtimes say of a name that they put in quotes.
var complaints = []string{"is not assignable to", "are incompatible", "is not defined", "is undefined", "does not exist on type", "has no attribute", "has no exported member", "cannot be found",
	"could not be resolved", "cannot be resolved", "can't resolve", "cannot find name", "cannot find module", "cannot find symbol", "no such file or directory", "is not a function",
	"is not iterable", "cannot read propert", "unexpected token", "unexpected identifier", "undefined method", "undefined function", "undefined variable", "undefined local",
	"undefined reference", "undefined symbol", "invalid get index", "invalid syntax", "invalid literal", "invalid operand", "unresolved import", "unresolved reference", "no module named",
	"is missing in type", "is declared but", "is defined but never used", "is assigned a value but never used", "not found in base", "nonexistent function", "must be selected in"}

var (
	// prosaic are words that begin what a person tells of such a name.
	prosaic = wordSet("the a an my our it if when whenever where after before now so and but or this that there make ensure use why what as")
	// personal are words that no program says of it.
	personal = wordSet("i we you i'm we're don't please should must always think")
)

// complains reports whether a line is such a message: Types of property 'a' are
// incompatible. Of the name 'a' a person says it with an article.
func complains(t string) bool {
	if !quotesName(t) || strings.ContainsAny(t, "!?") || lastSentence(t) != t {
		return false
	}
	first, _, _ := strings.Cut(t, " ")
	if prosaic()[strings.ToLower(strings.Trim(first, ",:;"))] || anyOf(headWords(t), personal()) {
		return false
	}
	t = strings.ToLower(t)
	for _, c := range complaints {
		if strings.Contains(t, c) {
			return true
		}
	}
	return false
}

// quotesName reports whether something without blanks stands in quotes in t.
func quotesName(t string) bool {
	for _, q := range [...]string{"'", "`", `"`} {
		_, rest, open := strings.Cut(t, q)
		if name, _, closed := strings.Cut(rest, q); open && closed && name != "" && !strings.Contains(name, " ") {
			return true
		}
	}
	return false
}
