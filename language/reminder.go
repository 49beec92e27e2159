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
	if n == 0 {
		n = phraseLen(r.ts, i, forInformation)
		k = i + n
		if w := at(r.ts, k); n == 0 || w != "that" && w != ":" && w != "," {
			return Span{}, false
		}
	} else if w := at(r.ts, k); w != "that" && w != ":" {
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

// RemindsToAct reports whether a sentence asks for the speaker to be reminded of something to do at
// a time: remind me to call the bank on Friday.
func RemindsToAct(sentence string) bool { return newReading(sentence).remindsToAct() }

// remindsToAct reports whether the speaker wants to be reminded of something to do at a time: remind me
// to call the bank on Friday. It is a plan of theirs, and no order.
func (r *reading) remindsToAct() bool {
	i := r.begin
	n := phraseLen(r.ts, i, remindingOf)
	if n == 0 {
		i = skip(r.ts, i, orderAdverbs)
		n = phraseLen(r.ts, i, remindingOf)
	}
	return n > 0 && r.tellsTime(i+n+1, len(r.ts)) && !r.asked()
}

var (
	remindingOf = phrasesOf(`remind me to, don't let me forget to, i must not forget to, i mustn't forget to`)
	// What is longer comes before what it begins with.
	reminders = phrasesOf(`remember this, remember one thing, remember, note this, note down, note, keep this in mind, keep in mind, bear in mind, don't forget, do not forget, never forget, make a note, take a note,
		memorize, memorise, save this, save to memory, save to your memory, save, store this, store, add to memory, add to your memory, commit to memory, write down, jot down, remind me,
		it's worth remembering, it's worth knowing, worth remembering, worth knowing`)
	// forInformation lead to what somebody shall know.
	forInformation = phrasesOf(`you should know, you need to know, just so you know, so you know, mind you, good to know, important to know, for the record, for your information, for later`)
)
