package language

import (
	_ "embed"
	"strings"
	"sync"
)

// verbsFile has the verbs of Open English WordNet whose stems are frequent, one a
// line; a star marks those that are as often a noun. The program in wordvec/kinds
// makes it; wordvec/NOTICE.md says whose work it is.
//
//go:embed verbs.txt
var verbsFile string

// verbLists are the base forms of verbs: all, and those that are as often a noun.
type verbLists struct{ all, noun *wordSet }

// knownVerbs reads the list when it is first asked for: not every program does.
var knownVerbs = sync.OnceValue(func() verbLists {
	v := verbLists{all: set(), noun: set()}
	for line := range strings.Lines(verbsFile) {
		w, often := strings.CutSuffix(strings.TrimSuffix(line, "\n"), "*")
		v.all.add(w)
		if often {
			v.noun.add(w)
		}
	}
	for w := range baseVerbs.all {
		if !has(v.all, w) {
			v.all.add(w)
			v.noun.add(w) // WordNet has it as a noun rather
		}
	}
	return v
})

// verb returns the base form of a folded word that has the form of a verb in the
// present: that of the third person (third) or the base form itself. It is "" for
// any other word.
func (v verbLists) verb(f string, third bool) string {
	if !third {
		if has(v.all, f) {
			return f
		}
		return ""
	}
	switch n := len(f); {
	case f == "has":
		return "have"
	case f == "lasts" || f == "coaches": // whose base form is mostly another word
		return strings.TrimSuffix(strings.TrimSuffix(f, "s"), "e")
	case n < 4 || f[n-1] != 's' || f[n-2] == 's' || f[n-2] == 'u':
	case hasTail(f, "ies") && has(v.all, f[:n-3]+"y"):
		return f[:n-3] + "y"
	case has(v.all, f[:n-1]):
		return f[:n-1]
	case f[n-2] == 'e' && strings.ContainsRune("hosxz", rune(f[n-3])) && has(v.all, f[:n-2]):
		return f[:n-2]
	}
	return ""
}
