package language

import (
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Words that take each other's place are found out anew.
func TestWordMemoIsTheFunction(t *testing.T) {
	m := newWordMemo(strings.ToUpper)
	long := strings.Repeat("kiln", longestTerm)
	for range 2 {
		for i := range 3 * memoSlots {
			if w := "w" + strconv.Itoa(i); m.term(w) != strings.ToUpper(w) {
				t.Fatalf("%q gives %q", w, m.term(w))
			}
		}
		if m.term(long) != "" || m.term("") != "" {
			t.Error("what is too long for a word, or none, has a term")
		}
	}
}

// What opensValue passes over is read by no reader of quantities.
func TestQuantitiesOpen(t *testing.T) {
	texts := []string{"on May 3", "due Friday, not Monday", "by the 25th", "it is $40, or £30, or €20", "noon, midnight, half past ten, quarter to nine",
		"hourly, daily and nightly runs", "every other week, each 2 weeks", "once a week, twice a day, thrice a month", "a third cat", "4x6 posts",
		"at 10.0.0.7 or 0x3c", "runs on Go 1.26", "kelp 3.11", "twelve of the ten", "half a litre", "a few dozen", "9:30, 120/80, 50%, 3rd May", "ten"}
	raw, err := os.ReadFile("../eval/relations.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		var pair struct{ Older, Newer []struct{ Text string } }
		if err := json.Unmarshal([]byte(line), &pair); err != nil {
			t.Fatal(err)
		}
		for _, s := range append(pair.Older, pair.Newer...) {
			texts = append(texts, s.Text)
		}
	}
	found := 0
	for _, s := range texts {
		ts := tokens(s)
		for i := range ts {
			if _, ok := quantityAt(ts, i); !ok {
				continue
			}
			if found++; !opensValue(ts[i].text) {
				t.Errorf("a value begins with %q in %q", ts[i].text, s)
			}
		}
	}
	if found < 500 {
		t.Errorf("%d values were found", found)
	}
}

// What each sentence is asked leaves no garbage behind.
func TestReadsWithoutGarbage(t *testing.T) {
	s := "Thanks for the pump. The gate at the weir was moved, and Ole drew the sluice in blue?"
	ts, words := tokens("thanks for the new pump at the weir"), lexemes("The gate at the weir was moved and Ole drew it")
	for name, read := range map[string]func(){
		"sentencesOf":  func() { sentencesOf(s) },
		"smallTalkLen": func() { smallTalkLen(ts, 0) },
		"shouted":      func() { shouted(words) },
	} {
		recall(s)
		if n := testing.AllocsPerRun(100, read); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}
