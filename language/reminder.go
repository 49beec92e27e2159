package language

// Reminder returns the clause of a sentence that the speaker asks to be kept:
// "please remember that the gate is locked", "note: the gate is locked", "keep
// in mind that …". It is false where there is none, where what is to be
// remembered is an act (remember to lock the gate), and in a question.
func Reminder(sentence string) (Span, bool) {
	r := newReading(sentence)
	last := skip(r.ts, r.begin, orderAdverbs)
	for i := range min(last+1, len(r.ts)) {
		if s, ok := r.reminderAt(i, len(sentence)); ok {
			return s, true
		}
	}
	return Span{}, false
}

// reminderAt reads what is to be kept behind the words at ts[i:] that ask for it; end is that
// of the sentence, in bytes.
func (r *reading) reminderAt(i, end int) (Span, bool) {
	n := phraseLen(r.ts, i, reminders)
	k := i + n
	if w := at(r.ts, k); n == 0 || w != "that" && w != ":" {
		return Span{}, false
	}
	if k++; at(r.ts, k) == "," {
		k++
	}
	if r.asked() || len(r.ts)-k < 3 {
		return Span{}, false
	}
	return Span{Start: r.ts[k].start, End: end}, true
}

var reminders = phrasesOf(`remember, note, keep in mind, bear in mind, don't forget, do not forget, never forget, make a note, take a note, memorize, memorise, save,
	store, for the record, for your information`)
