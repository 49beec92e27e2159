package language

// Antecedent returns whom "he" or "she" at the beginning of a sentence means:
// the one person of whom the sentence before it speaks, by name or, without
// one, by what they are to the speaker ("the user's brother"). The sentence is
// text[start:end]. It is false where the sentence begins otherwise, and where
// the one before names nobody or several.
func Antecedent(text string, start, end int) (who string, ok bool) {
	if !MeansSomebody(text[start:end]) {
		return "", false
	}
	before := text[max(0, start-longestReading):start]
	spans := Sentences(before)
	if len(spans) == 0 {
		return "", false
	}
	last := before[spans[len(spans)-1].Start:spans[len(spans)-1].End]
	var people []string
	add := func(name string) {
		for _, p := range people {
			if Fold(p) == Fold(name) {
				return
			}
		}
		people = append(people, name)
	}
	for _, role := range Roles(last) {
		add(role.Name)
	}
	for _, m := range Mentions(last, nil) {
		if t := NameType(last, m); t == TypePerson || t == TypeAnimal {
			add(m.Name)
		}
	}
	if len(people) == 0 {
		ts := tokens(last)
		for i, t := range ts {
			if n := roleLen(ts, i+1); t.text == "my" && n > 0 {
				add("the user's " + last[ts[i+1].start:ts[i+n].end])
			}
		}
	}
	if len(people) != 1 {
		return "", false
	}
	return people[0], true
}

// MeansSomebody reports whether a sentence begins with "he" or "she": whom it means, it
// does not say itself.
func MeansSomebody(s string) bool {
	r := newReading(s)
	switch cutContraction(at(r.ts, r.begin)) {
	case "he", "she", "his", "her":
		return true
	}
	return false
}
