package language

import (
	"slices"
	"testing"
)

func TestFrames(t *testing.T) {
	var subject []string
	for _, term := range Terms("Can you walk me through the order in which I mentioned the harbour and the two cranes in our conversations?") {
		if !Frames(term) {
			subject = append(subject, term)
		}
	}
	for _, want := range []string{"harbour", "crane"} {
		if !slices.Contains(subject, want) {
			t.Errorf("%q is not what is asked for: %q", want, subject)
		}
	}
	for _, frame := range Terms("order mentioned conversations") {
		if slices.Contains(subject, frame) {
			t.Errorf("%q is taken for what is asked for", frame)
		}
	}
}

func TestForms(t *testing.T) {
	for question, want := range map[string][]string{
		"What kinds of boats has she built?":          {"kind"},
		"Which other types of sails are in the shed?": {"type"},
		"How many times did he sail to the island?":   {"time"},
		"Walk me through the repairs in five items.":  {"walk", "five"},
		"I walk the dog, and talk me out of a boat":   nil,
		"Which five boats are in the harbour?":        nil,
		"please fix the leak in the hull":             {"fix"},
		"ok, can you add a mast to the dinghy?":       {"add"},
		"deploy the ferry at noon":                    nil,
		"the dinghy needs a fix":                      nil,
		"What time does the ferry leave?":             nil,
		"Which sort function is stable?":              nil,
		"It is kind of cold at such times":            nil,
		"":                                            nil,
	} {
		if got := Forms(question); !slices.Equal(got, want) {
			t.Errorf("%q: %q, want %q", question, got, want)
		}
	}
}
