package language

// namingAll are verbs that say how things shall be called or written; what is marked is so
// only where it is said with what.
var (
	namingAll  = set(`name prefix suffix spell abbreviate`)
	markingAll = set(`tag label number version title`)
	namedBy    = set(`with by after as`)
)

// namesKind reports whether somebody proposes how all of a kind shall be called from now
// on: "let's name feature branches feat/…". Of one thing it would be done once.
func (r *reading) namesKind() bool {
	i := r.begin + 1
	if at(r.ts, r.begin) != "let's" || !has(namingAll, at(r.ts, i)) && !has(markingAll, at(r.ts, i)) || !r.ofKind(i+1) {
		return false
	}
	for k := i + 1; k < len(r.ts)-1; k++ {
		if isPlural(r.ts[k].text) {
			return !r.ts[k+1].mark && (has(namingAll, at(r.ts, i)) || has(namedBy, at(r.ts, k+1)))
		}
	}
	return false
}
