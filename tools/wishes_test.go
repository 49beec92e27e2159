package tools_test

import (
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// TestWishesBeforeWhatFitsTheWords: who asks for advice is helped by a half-turn in
// which a standing wish was said, with what stands around it, before one that has
// more of the words. Who asks for what is so is not.
func TestWishesBeforeWhatFitsTheWords(t *testing.T) {
	const wish, other = "I prefer brass for a lamp. The attic is too dark.", "The lamp in the attic is a lamp of steel."
	for question, want := range map[string]string{
		"Which lamp should I take for the attic?": wish,
		"Which lamp did we take for the attic?":   other,
	} {
		l, _ := open(t)
		for i, text := range []string{wish, other} {
			at := noon.Add(time.Duration(i) * time.Minute)
			c := memtide.ChangeSet{ID: memtide.NewChangeID("test", text), Space: home, At: at, Actor: "user",
				Cause: memtide.Cause{Kind: "request", ID: text, Stage: "test"}}
			half := memtide.Node{ID: memtide.NewID(at, c.ID, 0), Kind: memtide.Episode, Content: text, CreatedAt: at, Trust: memtide.TrustUser,
				Source: memtide.Source{Session: "one"}}
			taken := memtide.Node{ID: memtide.NewID(at, c.ID, 1), Kind: memtide.Opinion, Content: "I prefer brass for a lamp.", CreatedAt: at,
				Trust: memtide.TrustUser, Source: memtide.Source{Session: "one"}, Attributes: map[string]string{ledger.Standing: "preference"}}
			_, err := l.Decide(t.Context(), c, func(_ ledger.View, c *memtide.ChangeSet) error {
				if c.Ops = append(c.Ops, memtide.AddNode(&half)); text == wish {
					c.Ops = append(c.Ops, memtide.AddNode(&taken))
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		read(t, l, func(v ledger.View) error {
			found, err := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModeQuery, Text: question, Now: noon.Add(time.Hour)}).
				Run(event.Search{Tool: event.SearchText, Kinds: []memtide.Kind{memtide.Episode}, Limit: 10}, nil)
			if err != nil || len(found) != 2 {
				t.Fatal(found, err)
			}
			n, err := v.Graph.Node(found[0].ID)
			if err == nil && n.Content != want {
				t.Errorf("%q: first %q, want %q", question, n.Content, want)
			}
			return err
		})
	}
}
