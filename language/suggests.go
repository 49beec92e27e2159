package language

// suggests reports whether the sentence only plays with a thought of what might
// be done: "maybe we should", "we could one day".
func (r *reading) suggests() bool {
	if r.has(standing | constant) {
		return false
	}
	for i := r.begin; i < len(r.ts) && i < r.begin+5; i++ {
		if w := r.ts[i].text; has(perhaps, w) && (isSubject(at(r.ts, i+1)) || isSubject(at(r.ts, i-1)) || has(modals, at(r.ts, i+1))) {
			return r.hasAny("should", "could", "might", "ought")
		}
	}
	return r.hasAny("someday") && r.hasAny("should", "could", "might", "ought")
}

var perhaps = set(`maybe perhaps possibly`)
