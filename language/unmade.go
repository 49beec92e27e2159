package language

// unmade reports whether the change whose key word is ts[i] was not made, or not here: we are not
// switching from A to B, we tried to replace A, they moved off A at my last job.
func (r *reading) unmade(i int) bool {
	for k := i - 1; k >= r.begin && !r.ts[k].mark && r.ts[k].text != "but" && r.ts[k].text != "so"; k-- {
		switch w, next := r.ts[k].text, at(r.ts, k+1); {
		case w == "not" && next != "only" && next != "just", w == "never", hasTail(w, "n't") && !r.asked():
			return true
		case (has(attempting, w) || w == "going" && has(wereSo, at(r.ts, k-1))) && next == "to":
			return true
		}
	}
	for k := 0; k+3 < len(r.ts); k++ {
		if (r.ts[k].text == "at" || r.ts[k].text == "in") && r.ts[k+1].text == "my" && has(bygoneJobs, r.ts[k+2].text) && has(employers, r.ts[k+3].text) {
			return true
		}
	}
	return false
}

var (
	attempting = set(`tried attempted wanted meant hoped refused declined failed`)
	bygoneJobs = set(`last old previous former`)
	employers  = set(`job company team employer place startup project`)
)
