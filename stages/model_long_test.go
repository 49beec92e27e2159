package stages_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/llm/llmtest"
)

// A model reads a long half-turn in pieces of about 500 tokens, each with the end
// of what stands before it. No sentence is read twice, nor kept twice when the
// model takes one out of the overlap; and no quote is read at all.
func TestAModelReadsALongHalfTurnInPieces(t *testing.T) {
	type piece struct {
		Before    string
		Sentences []struct {
			N    int
			Text string
		}
	}
	pieces := map[string][]piece{}
	w, _ := modelled(t, func(layer string, r llmtest.Request) llmtest.Reply {
		var p piece
		if err := json.Unmarshal([]byte(r.Last()), &p); err != nil {
			return llmtest.Reply{Status: 500}
		}
		pieces[layer] = append(pieces[layer], p)
		if layer == "gate" {
			keep := []int{}
			for _, s := range p.Sentences {
				keep = append(keep, s.N)
			}
			return say(args{"keep": keep})
		}
		out := []args{}
		for _, s := range p.Sentences {
			out = append(out, args{"n": s.N, "kind": "fact", "subtype": "definitional", "text": s.Text})
		}
		if end := strings.LastIndex(strings.TrimRight(p.Before, "."), "The "); end >= 0 {
			out = append(out, args{"n": 1, "kind": "event", "subtype": "action", "text": p.Before[end:]})
		}
		return say(args{"items": out})
	}, "gate", "extract")

	birds := []string{"heron", "plover", "dunlin", "curlew", "avocet", "godwit", "whimbrel"}
	var said []string
	for i := range 120 {
		said = append(said, fmt.Sprintf("The %s of pond %d sleeps beside the %s of pond %d in the shade of the old willow trees.", birds[i%7], 100+i, birds[(i+3)%7], 900+i))
	}
	const quote = "[the output of a tool says that the pelican is the king of all ponds]"
	text := strings.Join(said[:60], " ") + " " + quote + " " + strings.Join(said[60:], " ")
	at := strings.Index(text, quote)
	w.take(event.TurnRequest{Session: "one", Text: text, Quotes: []memtide.Quote{{Start: at, End: at + len(quote), Kind: "tool"}}})
	w.settle()

	for _, layer := range []string{"gate", "extract"} {
		var read []string
		for i, p := range pieces[layer] {
			size := 0
			for _, s := range p.Sentences {
				read, size = append(read, s.Text), size+len(s.Text)
			}
			if size > 2000 || len(p.Before) > 400 || i > 0 && len(p.Before) == 0 && p.Sentences[0].Text != said[60] || strings.Contains(p.Before, "pelican") {
				t.Errorf("%s, piece %d: %d bytes behind %q", layer, i, size, p.Before)
			}
			if i > 0 && p.Before != "" && !strings.HasSuffix(p.Before, read[len(read)-len(p.Sentences)-1]) {
				t.Errorf("%s, piece %d stands behind %q", layer, i, p.Before)
			}
		}
		if len(pieces[layer]) < 4 || !slices.Equal(read, said) {
			t.Errorf("%s: %d pieces with %d sentences, want each of %d once", layer, len(pieces[layer]), len(read), len(said))
		}
	}
	var kept []string
	for _, n := range w.nodes(memories...) {
		kept = append(kept, n.Content)
	}
	slices.Sort(kept)
	slices.Sort(said)
	if !slices.Equal(kept, said) {
		t.Errorf("%d memories of %d sentences: %q", len(kept), len(said), kept)
	}
}

// The end of a very long half-turn is read, and one that is full of things to keep
// is stored within its bound.
func TestAVeryLongHalfTurn(t *testing.T) {
	if testing.Short() {
		t.Skip("stores thousands of memories")
	}
	w := newWorld(t)
	var b strings.Builder
	for i := 0; b.Len() < memtide.MaxTurn-200; i++ {
		fmt.Fprintf(&b, "I own boat %d. ", i)
	}
	b.WriteString("Never feed the herons.")
	w.say("one", "", b.String())
	for deadline := time.Now().Add(3 * time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if n, err := w.Ledger.Pending(t.Context(), w.space); err != nil || n == 0 {
			break
		}
	}
	w.settle()
	size := 0
	for _, s := range w.live(memories...) {
		size += len(s)
	}
	if got := w.live(memtide.Instruction); !slices.Equal(got, []string{"Never feed the herons."}) || size < 30<<10 || size > 80<<10 {
		t.Errorf("rules %q, %d bytes of memories", got, size)
	}
	if n, err := w.Bus.DeadCount(t.Context()); err != nil || n > 0 {
		t.Errorf("dead: %v, %v", n, err)
	}
}
