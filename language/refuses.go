package language

// Refuses reports whether a prompt begins by refusing what the agent has just said or
// done: "no, not in the workflow", "that's not what I meant", "undo that". A question
// that begins so refuses nothing, and "no problem" is thanks.
func Refuses(prompt string) bool { return newTokens(headOf(prompt, bareWithin)).refuses() }

// refuses is [Refuses] of what has been cut to its head.
func (r *reading) refuses() bool {
	ts := r.ts
	i := skip(ts, 0, fillers)
	switch w := at(ts, i); {
	case has(refusing, w):
		next := at(ts, i+1)
		return len(ts) > i+2 && (next == "," || next == "." || next == "!" || next == "-" || has(refused, cutContraction(next))) && at(ts, len(ts)-1) != "?" &&
			smallTalkLen(ts, i+2) == 0
	case w == "that's", w == "this", w == "that":
		for k := i + 1; k < min(len(ts), i+4); k++ {
			if has(denying, ts[k].text) {
				return true
			}
		}
	case has(undoing, w):
		return has(standIns, at(ts, i+1)) || phrase(ts, i+1, "the", "last")
	}
	return false
}

var (
	refusing = set(`no nope nah not`)
	refused  = set(`not that this it like what`) // at what is refused
	denying  = set(`not isn't wasn't wrong incorrect`)
	undoing  = set(`undo revert`)
)
