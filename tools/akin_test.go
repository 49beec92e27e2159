package tools_test

import (
	"slices"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
	"github.com/memtide/memtide/wordvec"
)

// TestAkinWords: who asks for what trains them finds their coach, in a conversation and only there,
// behind what has the word of the question.
func TestAkinWords(t *testing.T) {
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name   string
		linked bool
		asked  string
		also   []memtide.Node
		want   int // its place, from 1; 0 is not found
	}{
		{"another word", true, "Who trains me?", nil, 1},
		{"among facts that stand alone", false, "Who trains me?", nil, 0},
		{"the same word first", true, "Who trains me?", []memtide.Node{{Content: "We train the twins at dusk."}}, 2},
		{"nothing akin", true, "Who feeds me?", nil, 0},
		{"an order about the code", true, "Rename the trainer to loader in this file.", nil, 0},
		{"an order that leans on what was told", true, "Write a mail to the man we trained with last summer, as I told you.", nil, 1},
	} {
		h := bustest.Start(t)
		l, err := ledger.Open(h.Bus, t.TempDir(), ledger.Options{Words: words})
		if err != nil {
			t.Fatal(err)
		}
		ids := said(t, l, append([]memtide.Node{{Content: "The kettle is late."}, {Content: "Now then."}, {Content: "Rain again."}, {Content: "Who sings?"},
			{Content: "My coach Lena moved the hour."}, {Content: "Fine."}, {Content: "Tea is ready."}, {Content: "It snows."}, {Content: "The bread is cut."}, {Content: "A bell rang."},
			{Content: "Nobody came."}, {Content: "Good night."}}, c.also...)...)
		if c.linked {
			chain(t, l, ids...)
		}
		read(t, l, func(v ledger.View) error {
			found, err := tools.NewSearcher(v, event.Query{Space: home, Mode: event.ModeQuery, Text: c.asked, Now: noon.Add(time.Hour)}).
				Run(event.Search{Tool: event.SearchText, Limit: 300}, nil)
			told := append([]memtide.ID{ids[4]}, ids[12:]...) // what is not only beside it
			own := slices.DeleteFunc(found, func(f event.Candidate) bool { return !slices.Contains(told, f.ID) })
			if got := 1 + slices.IndexFunc(own, func(f event.Candidate) bool { return f.ID == ids[4] }); got != c.want {
				t.Errorf("%s: in place %d, want %d", c.name, got, c.want)
			}
			return err
		})
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	}
}
