package remember

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
)

// What was read of a memory is kept for the next decision, for one of the same
// words and time only, and not for ever.
func TestKept(t *testing.T) {
	l := NewLately()
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	node := func(text string, at time.Time) *memtide.Node { return &memtide.Node{Content: text, CreatedAt: at} }
	first := newReadings(&l.read).reading(node("the drill is on 4 March", at))
	if newReadings(&l.read).reading(node("the drill is on 4 March", at)) != first {
		t.Error("the next decision reads the same memory again")
	}
	for _, other := range []*memtide.Node{node("the drill is on 4 March", at.Add(time.Hour)), node("the drill is on 5 March", at)} {
		if newReadings(&l.read).reading(other) == first {
			t.Errorf("%q of %v is taken for another memory", other.Content, other.CreatedAt)
		}
	}
	long := node(strings.Repeat("x", keptBytes/8), at)
	if once := newReadings(&l.read).reading(long); once == newReadings(&l.read).reading(long) {
		t.Error("a text that takes a good part of all room is kept")
	}
	const many = 3*keptBytes/1000 + 10
	for i := range many {
		newReadings(&l.read).reading(node(fmt.Sprintf("%01000d", i), at))
		if i == keptBytes/1000+1 && newReadings(&l.read).reading(node("the drill is on 4 March", at)) != first {
			t.Error("what is asked for is not kept for a second generation")
		}
	}
	if n := len(l.read.young) + len(l.read.old); n > 2*keptBytes/1000+4 || l.read.bytes > keptBytes {
		t.Errorf("%d readings are kept, %d bytes in the younger generation", n, l.read.bytes)
	}
	if newReadings(&l.read).reading(node("the drill is on 4 March", at)) == first {
		t.Error("what nobody asks for stays for ever")
	}
	last := node(fmt.Sprintf("%01000d", many-1), at)
	before := newReadings(&l.read).reading(last)
	if l.Rest(time.Now().Add(keptFor/2)) || newReadings(&l.read).reading(last) != before {
		t.Error("what was read of memories does not stay for a while")
	}
	if !l.Rest(time.Now().Add(2*keptFor)) || l.Rest(time.Now().Add(2*keptFor)) || newReadings(&l.read).reading(last) == before {
		t.Error("what nobody asks for stays for longer than a while")
	}
	before = newReadings(&l.read).reading(last)
	l.Drop(1)
	if newReadings(&l.read).reading(last) == before {
		t.Error("what was read of memories survives an erasure")
	}
	if newReadings(nil).reading(last) == nil {
		t.Error("there is no reading where none are kept")
	}
}

// A memory is the same to whoever asks, in any order, and one that is known as such
// is not looked up by its words.
func TestReadingsOfTwo(t *testing.T) {
	l := NewLately()
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	var nodes []*memtide.Node
	for i := range 5 {
		nodes = append(nodes, &memtide.Node{Content: fmt.Sprintf("the drill is on %d March", i+1), CreatedAt: at})
	}
	one := newReadings(&l.read)
	two := one.also()
	for _, i := range []int{0, 1, 0, 2, 0, 2, 3, 4, 1, 1, 0, 4} {
		if got := one.reading(nodes[i]); got != two.reading(nodes[i]) || one.statement(nodes[i]).Silent() || !strings.Contains(strings.Join(one.terms(nodes[i]), " "), fmt.Sprint(i+1)) {
			t.Fatalf("%q is read as %v", nodes[i].Content, one.terms(nodes[i]))
		}
	}
	nodes[0].Content = "not looked at"
	if newReadings(&l.read).reading(nodes[0]) != one.reading(nodes[0]) {
		t.Error("a memory that is known is looked up by its words")
	}
	l.Drop(1)
	if len(l.read.nodes) != 0 {
		t.Error("memories are held beyond an erasure")
	}
}

// Of what an older memory says of the user's life nothing is read where the new one
// tells of none: so it is in nearly all pairs.
func TestPrivateAsksTheNewMemoryFirst(t *testing.T) {
	l := NewLately()
	at := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	read := newReadings(&l.read)
	for text, want := range map[string]bool{"the sluice moved to the 10th": false, "dentist moved to the 10th": true} {
		old := &memtide.Node{Kind: memtide.Fact, Content: "my dentist appointment is on the 3rd", CreatedAt: at.Add(time.Duration(len(text)))}
		n := &memtide.Node{Kind: memtide.Fact, Project: "weir", Content: text, CreatedAt: at}
		if got := read.private(n, old); got != want {
			t.Errorf("%q: private %v", text, got)
		}
		if read.reading(old).personal.found.Load() != want {
			t.Errorf("%q: whether the older memory was read is %v", text, !want)
		}
	}
}
