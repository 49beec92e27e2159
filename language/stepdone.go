package language

import "strings"

var (
	steps    = set(`step steps phase phases stage session sprint milestone ticket task subtask item story`)
	isNow    = set(`is are now`)
	doneWith = set(`complete completed done finished`)
)

// stepDone reports whether a sentence says only that a numbered part of the work is done, which it is
// of the session: S010 completed, step 3 is done, T-104 is complete.
func (r *reading) stepDone() bool {
	var said []token
	for _, t := range r.ts[r.begin:] {
		if !t.mark || t.text == "-" {
			said = append(said, t)
		}
	}
	n := len(said)
	if n < 2 || n > 6 || !has(doneWith, said[n-1].text) {
		return false
	}
	head := said[:n-1]
	for len(head) > 0 && has(isNow, head[len(head)-1].text) {
		head = head[:len(head)-1]
	}
	if len(head) == 0 || len(head) > 3 {
		return false
	}
	first := head[0].text
	return (has(steps, first) || len(first) <= 4 && len(head) <= 3 && strings.Trim(first, "0123456789") != "") &&
		strings.ContainsAny(head[len(head)-1].text, "0123456789")
}
