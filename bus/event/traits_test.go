package event

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestTraitsInWords(t *testing.T) {
	for traits, want := range map[Traits]string{
		0:                                  `{"c":{"id":""}}`,
		TraitAgent:                         `{"c":{"id":"","traits":"-agent"}}`,
		TraitAsks | TraitNamed | TraitWish: `{"c":{"id":"","traits":"-asks +named +wish"}}`,
		TraitEcho:                          `{"c":{"id":"","traits":"-echo"}}`,
	} {
		type message struct {
			C Candidate `json:"c"`
		}
		b, err := json.Marshal(message{Candidate{Traits: traits}})
		if err != nil || string(b) != want {
			t.Errorf("%d: %s, %v, want %s", traits, b, err, want)
		}
		var back message
		if err := json.Unmarshal(b, &back); err != nil || back.C.Traits != traits {
			t.Errorf("%s read back: %d, %v, want %d", b, back.C.Traits, err, traits)
		}
	}
	var read Traits
	if err := read.UnmarshalText([]byte("+named +lucky")); err == nil || !strings.Contains(err.Error(), `"+lucky"`) {
		t.Errorf("an unknown word: %v", err)
	}
}
