package control

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// What travels keeps the names that it had: a reply is flat, whatever it is made of.
func TestAnOperationIsFlatOnTheWire(t *testing.T) {
	raw, err := json.Marshal(Operation{ID: 7, Done: 1, Total: 2, Ended: true, Refusal: Refusal{Error: "gone", Missing: true}, Result: []int{3}})
	if want := `{"id":7,"done":1,"total":2,"ended":true,"error":"gone","missing":true,"result":[3]}`; err != nil || string(raw) != want {
		t.Fatalf("%s, %v, want %s", raw, err, want)
	}
	var op Operation
	var result []int
	if err := json.Unmarshal(raw, &op); err != nil || op.Into(&result) != nil || len(result) != 1 || result[0] != 3 || !op.Missing {
		t.Errorf("%+v, %v, %v", op, result, err)
	}
	if err := (Operation{}).Into(&result); err != nil || len(result) != 1 {
		t.Errorf("without a result: %v, %v", result, err)
	}
}

func TestWhatIsAbsentIsNone(t *testing.T) {
	err := fmt.Errorf("look: %w", Absent("no memory abc"))
	var absent Absent
	if !errors.Is(err, ErrNone) || !errors.As(err, &absent) || absent.Error() != "no memory abc" {
		t.Error(err)
	}
	if errors.Is(errors.New("no memory abc"), ErrNone) {
		t.Error("another error is none")
	}
}

func TestFirstWords(t *testing.T) {
	token := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	for text, want := range map[string]string{
		"":                            "",
		"two\n lines":                 "two lines",
		strings.Repeat("ä", 80):       strings.Repeat("ä", 80),
		strings.Repeat("ä", 81):       strings.Repeat("ä", 80) + "…",
		"The token is " + token + "!": "The token is ⟦redacted:github-token⟧!",
	} {
		if got := FirstWords(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
	if got := OneLine("two\n" + strings.Repeat("ä", 81) + " " + token); got != "two "+strings.Repeat("ä", 81)+" ⟦redacted:github-token⟧" {
		t.Error(got)
	}
	if got := OneLine(strings.Repeat("ä", 2048) + "ß"); got != strings.Repeat("ä", 2048)+"…" {
		t.Error(len(got))
	}
}

// A moment is a day or a time; what no log could write down is none.
func TestMoment(t *testing.T) {
	for s, want := range map[string]bool{"2026-05-01": true, "2026-05-01T10:00:00Z": true, "9999-12-31T23:59:59-23:00": false, "yesterday": false, "": false, "2026-13-01": false} {
		if _, ok := Moment(s); ok != want {
			t.Errorf("%q: %v", s, ok)
		}
	}
}
