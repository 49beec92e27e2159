package retrieve

import (
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// An id is named where the line of that id tells what has changed: what else was said in
// that half-turn does not.
func TestSpell(t *testing.T) {
	id := func(n int) memtide.ID { return memtide.NewID(time.Unix(int64(n), 0), "test", n) }
	of := func(n int, kind memtide.Kind, turn, text string) line {
		node := &memtide.Node{ID: id(n), Kind: kind, Content: text, Source: memtide.Source{Turn: turn}}
		return line{node: node, Item: event.Item{ID: node.ID, Kind: kind, Text: text}}
	}
	changed := of(1, memtide.Fact, "t1", "The lamp has 48 volts.")
	words := "; since then: The lamp has 48 volts."
	for _, c := range []struct {
		name  string
		shown line
		want  string
	}{
		{"itself", changed, "; since then: [" + id(1).Short() + "]"},
		{"its half-turn", of(2, memtide.Episode, "t1", "Hello. The lamp has 48 volts."), "; since then: [" + id(2).Short() + "]"},
		{"another part of its half-turn", of(2, memtide.Episode, "t1", "Hello. …"), words},
		{"another memory of its half-turn", of(3, memtide.Fact, "t1", "The horn is loud."), words},
		{"another half-turn", of(4, memtide.Episode, "t2", "The lamp has 48 volts."), words},
	} {
		old := of(9, memtide.Fact, "t0", "The lamp has 24 volts.")
		old.add("about Otto")
		old.renewed = []renewal{{by: changed.node, note: 1}}
		old.add(sinceID(id(8)))
		lines := []line{old}
		if !spell(lines, []line{old, c.shown}) || !strings.HasSuffix(lines[0].shown, c.want) || lines[0].Tokens != tokens(lines[0].shown) {
			t.Errorf("%s: %q", c.name, lines[0].shown)
		}
		if spell(lines, []line{old, c.shown}) {
			t.Errorf("%s: comes to no end", c.name)
		}
	}
}
