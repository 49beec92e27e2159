package language

import (
	"reflect"
	"strings"
	"testing"
	"time"
	"unsafe"
)

// spokenOf are sentences of the kinds that the rules tell apart.
var spokenOf = []string{
	"We moved the nightly backup from the barn to the mill, what breaks?",
	"Always run the linter before you commit.",
	"My sister Anna prefers tea over coffee since May.",
	"The crane's hook, which isn't new, takes 40 kg at 5 pm.",
	"Die Pumpe steht im Keller und ist nicht neu.",
	"`parse()` in ./tools/mill.go returns ErrClosed because the queue is closed.",
	"Who signs the refunds?",
	"Наша мельница стоит у реки.",
	strings.Repeat("The gate of the harbour opens at nine, ", 30) + "as ever.",
}

// readings is all that is remembered of a sentence.
func readings(s string) []any {
	return []any{handCues(s), ActOf(s), Mentions(s, nil), Terms(s), Sentences(s), English(s, true), Nouns(s), Changes(s), Told(s),
		Times(s, time.Date(2026, 3, 4, 5, 6, 0, 0, time.UTC))}
}

// What was read of a sentence before is what is read of it the first time, whoever
// has changed a list in between.
func TestASentenceReadAgainSaysTheSame(t *testing.T) {
	for _, s := range spokenOf {
		Forget()
		first := readings(s)
		for _, list := range first {
			switch list := list.(type) {
			case []Mention:
				clear(list)
			case []string:
				clear(list)
			case []Span:
				clear(list)
			}
		}
		again := readings(s)
		Forget()
		if want := readings(s); !reflect.DeepEqual(again, want) {
			t.Errorf("%q is read again as\n%v, not\n%v", s, again, want)
		}
	}
}

// What is asked for in another order is the same.
func TestASentenceSaysTheSameInAnyOrder(t *testing.T) {
	for _, s := range spokenOf {
		Forget()
		want := readings(s)
		Forget()
		terms, mentions, act := Terms(s), Mentions(s, nil), ActOf(s)
		if got := readings(s); !reflect.DeepEqual(got, want) || !reflect.DeepEqual(terms, want[3]) || !reflect.DeepEqual(mentions, want[2]) || act != want[1] {
			t.Errorf("%q is read as\n%v, not\n%v", s, got, want)
		}
	}
}

func TestForgetLetsGoOfWhatWasRead(t *testing.T) {
	const s = "The well behind the mill is deep."
	handCues(s)
	if known(s) == nil {
		t.Fatal("nothing is remembered")
	}
	Forget()
	if known(s) != nil {
		t.Error("it is still remembered")
	}
}

// A sentence must not keep the half-turn that it stands in.
func TestWhatIsRememberedIsACopy(t *testing.T) {
	Forget()
	turn := "The well behind the mill is deep. " + strings.Repeat("x", 1000)
	s := turn[:33]
	handCues(s)
	x := known(s)
	if x == nil || len(x.reading().ts) == 0 {
		t.Fatal("nothing is remembered")
	}
	if stringAt(x.text) == stringAt(s) || stringAt(x.reading().ts[1].text) == stringAt(s[4:]) {
		t.Error("it is a part of the text that it was in")
	}
}

func stringAt(s string) *byte { return unsafe.StringData(s) }
