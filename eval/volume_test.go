package eval

import (
	"fmt"
	"strings"
	"testing"
)

// What sessions come to is counted by the pages that are summarised: no
// half-turn alone, and no memory without a session.
func TestVolumeOfSessions(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"id": "s", "corpus": [{"id": "fact", "text": "The quay is wet."}, {"id": "alone", "session": "b", "text": "Hello."}`)
	for i := range 62 {
		fmt.Fprintf(&b, `, {"id": "%d", "session": "a", "text": "%s"}`, i, strings.Repeat("x", 2000))
	}
	b.WriteString(`], "queries": [{"id": "q", "text": "Is it wet?", "evidence": ["fact"]}]}`)
	v, err := VolumeOf("retrieval", strings.NewReader(b.String()))
	if err != nil || len(v.Told) != 64 || len(v.Asked) != 1 {
		t.Fatalf("%d told, %d asked: %v", len(v.Told), len(v.Asked), err)
	}
	if len(v.Pages) != 3 || len(v.Pages[0]) != 30*1500+29 || len(v.Pages[2]) != 2*1500+1 {
		t.Errorf("%d pages", len(v.Pages))
	}
}
