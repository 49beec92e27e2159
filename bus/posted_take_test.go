package bus

import (
	"testing"

	"github.com/memtide/memtide/bus/event"
)

func TestOnlyTheMessageItselfIsTaken(t *testing.T) {
	var p posted
	body := []byte("body")
	p.keep("a", body, event.PromptAsked{})
	for name, got := range map[string]event.Payload{
		"another id": p.take("b", body), "another body": p.take("a", []byte("else")), "no body": p.take("a", nil),
	} {
		if got != nil {
			t.Errorf("%s: got %v, want nothing", name, got)
		}
	}
	if p.take("a", []byte("body")) == nil {
		t.Error("the message is not there")
	}
	if p.take("a", body) != nil {
		t.Error("the message is there a second time")
	}
	for i := range 4 * places {
		p.keep(string(rune('A'+i)), body, event.PromptAsked{})
	}
	if p.take("A", body) != nil {
		t.Error("a message of long ago is there still")
	}
}
