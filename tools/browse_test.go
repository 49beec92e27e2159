package tools_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// shelf is a space with memories of all states, one an hour, the oldest first.
func shelf(t *testing.T) *ledger.Ledger {
	t.Helper()
	l, _ := open(t)
	node := func(i int, kind memtide.Kind, text, project string) *memtide.Node {
		n := &memtide.Node{ID: memtide.NewID(noon.Add(time.Duration(i)*time.Hour), "shelf", i), Kind: kind, Content: text, Project: project, Trust: memtide.TrustUser}
		if kind == memtide.Entity {
			n.CanonicalName = text
		}
		return n
	}
	said := node(0, memtide.Episode, "said", "farm")
	old, now := node(1, memtide.Fact, "old", "farm"), node(2, memtide.Fact, "now", "farm")
	gone, doubted := node(3, memtide.Fact, "gone", ""), node(4, memtide.Fact, "doubted", "")
	rule, agents := node(5, memtide.Instruction, "rule", ""), node(6, memtide.Fact, "agents", "shop")
	anna, bob := node(7, memtide.Entity, "Anna", ""), node(8, memtide.Entity, "Bob", "")
	old.SupersededBy, gone.ArchivedAt, doubted.ArchivedAt = now.ID, noon, noon
	doubted.Attributes = map[string]string{tools.Quarantine: "a page said so"}
	rule.Pinned, rule.Tags, agents.Trust = true, []string{"style"}, memtide.TrustAgent
	now.AccessCount, agents.AccessCount, anna.MentionCount, bob.MentionCount = 2, 7, 3, 1
	for _, n := range []*memtide.Node{said, old, now} {
		n.Source = memtide.Source{Client: "codex", Session: "s1", Turn: "t1", Role: memtide.RoleUser}
	}
	agents.Source = memtide.Source{Client: "gemini", Session: "s2", Role: memtide.RoleAgent}
	plant(t, l, "shelf", []*memtide.Node{said, old, now, gone, doubted, rule, agents, anna, bob})
	return l
}

// Each filter lets through what it names, in the order that is asked for, page by page.
func TestMemoriesAreBrowsedPageByPage(t *testing.T) {
	l := shelf(t)
	all := "Bob Anna agents rule doubted gone now old said"
	facts := []memtide.Kind{memtide.Fact}
	for _, c := range []struct {
		in    tools.Browsing
		want  string
		total int
	}{
		{tools.Browsing{}, all, 9},
		{tools.Browsing{Limit: 2}, "Bob Anna", 9},
		{tools.Browsing{Limit: 4, Offset: 2}, "agents rule doubted gone", 9},
		{tools.Browsing{Offset: 9}, "", 9},
		{tools.Browsing{Offset: 100}, "", 9},
		{tools.Browsing{Sort: tools.SortOldest, Limit: 3}, "said old now", 9},
		{tools.Browsing{Kinds: facts}, "agents doubted gone now old", 5},
		{tools.Browsing{Kinds: facts, State: tools.StateLive}, "agents now", 2},
		{tools.Browsing{Kinds: facts, State: tools.StateLive, Sort: tools.SortUsed}, "agents now", 2},
		{tools.Browsing{State: tools.StateLive, Project: "farm"}, "now said", 2},
		{tools.Browsing{Kinds: facts, Project: "farm"}, "now old", 2},
		{tools.Browsing{Kinds: facts, Everywhere: true}, "doubted gone", 2},
		{tools.Browsing{Kinds: facts, Everywhere: true, State: tools.StateLive}, "", 0},
		{tools.Browsing{Kinds: []memtide.Kind{memtide.Fact, memtide.Instruction, memtide.Fact}, State: tools.StateLive, Sort: tools.SortUsed}, "agents now rule", 3},
		{tools.Browsing{Project: "farm", Sort: tools.SortUsed, Limit: 1}, "now", 3},
		{tools.Browsing{Project: "shop", Kinds: facts, Trust: memtide.TrustUser}, "", 0},
		{tools.Browsing{State: tools.StateQuarantine, Kinds: facts}, "doubted", 1},
		{tools.Browsing{State: tools.StateQuarantine, Kinds: facts, Project: "farm"}, "", 0},
		{tools.Browsing{State: tools.StateQuarantine, Kinds: []memtide.Kind{memtide.Instruction}}, "", 0},
		{tools.Browsing{State: tools.StateSuperseded}, "old", 1},
		{tools.Browsing{State: tools.StateArchived}, "gone", 1},
		{tools.Browsing{State: tools.StateQuarantine}, "doubted", 1},
		{tools.Browsing{Session: "s1"}, "now old said", 3},
		{tools.Browsing{Session: "s1", Kinds: facts}, "now old", 2},
		{tools.Browsing{Session: "s1", Project: "shop"}, "", 0},
		{tools.Browsing{Session: "s1", Project: "farm", State: tools.StateLive}, "now said", 2},
		{tools.Browsing{Session: "s2", Everywhere: true}, "", 0},
		{tools.Browsing{Turn: "t1"}, "now old said", 3},
		{tools.Browsing{Turn: "t1", Session: "s2"}, "", 0},
		{tools.Browsing{Turn: "t1", Kinds: facts}, "now old", 2},
		{tools.Browsing{Turn: "t1", Project: "shop"}, "", 0},
		{tools.Browsing{Session: "nowhere"}, "", 0},
		{tools.Browsing{Tag: "style"}, "rule", 1},
		{tools.Browsing{Trust: memtide.TrustAgent}, "agents", 1},
		{tools.Browsing{Pinned: true}, "rule", 1},
		{tools.Browsing{Kinds: []memtide.Kind{memtide.Entity}, Sort: tools.SortMentions}, "Anna Bob", 2},
	} {
		read(t, l, func(v ledger.View) error {
			page, err := tools.Browse(v, c.in)
			var got []string
			for _, n := range page.Nodes {
				got = append(got, n.Content)
			}
			if diff := cmp.Diff(c.want, strings.Join(got, " ")); diff != "" || page.Total != c.total {
				t.Errorf("%+v: %d of %d (-want +got):\n%s", c.in, page.Total, c.total, diff)
			}
			return err
		})
	}
}

// A filter that cannot be names its field.
func TestAListThatCannotBeIsRefused(t *testing.T) {
	l := shelf(t)
	for field, in := range map[string]tools.Browsing{
		"kind": {Kinds: []memtide.Kind{"thing"}}, "state": {State: "dead"}, "sort": {Sort: "size"}, "offset": {Offset: -1}, "everywhere": {Everywhere: true, Project: "farm"},
	} {
		if err := l.Read(t.Context(), home, func(v ledger.View) error { _, err := tools.Browse(v, in); return err }); !errors.Is(err, memtide.ErrInvalid) || !strings.Contains(err.Error(), field) {
			t.Errorf("%s: %v", field, err)
		}
	}
}

// The figures say what there is by kind, project and day, and what answers have used.
func TestTheFiguresOfASpace(t *testing.T) {
	l := shelf(t)
	read(t, l, func(v ledger.View) error {
		s, err := tools.StatsOf(v, noon.AddDate(0, 0, 1))
		want := []tools.ProjectCount{
			{Project: "", Live: 1, Gone: 2, Newest: noon.Add(8 * time.Hour)},
			{Project: "shop", Live: 1, Newest: noon.Add(6 * time.Hour)},
			{Project: "farm", Live: 1, Gone: 1, Heard: 1, Newest: noon.Add(2 * time.Hour)},
		}
		if diff := cmp.Diff(want, s.Projects); diff != "" {
			t.Error(diff)
		}
		if n := len(s.Days); n != 30 || s.Days[n-1].Day != "2026-05-02" || s.Days[n-2] != (tools.DayCount{Day: "2026-05-01", Made: 6, Heard: 1}) {
			t.Errorf("%d days: %+v", n, s.Days)
		}
		if s.Accesses != 9 || s.Unused != 1 || len(s.Used) != 2 || s.Used[0].Content != "agents" || s.Kinds[memtide.Fact].Live != 2 {
			t.Errorf("%+v", s)
		}
		return err
	})
}

// Sessions come with the last first, and say what was learnt in them.
func TestSessionsSayWhatWasLearnt(t *testing.T) {
	l := shelf(t)
	first := tools.SessionLine{Session: "s2", Client: "gemini", Project: "shop", From: noon.Add(6 * time.Hour), Until: noon.Add(6 * time.Hour), Learnt: 1}
	second := tools.SessionLine{Session: "s1", Client: "codex", Project: "farm", From: noon, Until: noon.Add(2 * time.Hour), Heard: 1, Learnt: 2}
	for _, c := range []struct {
		offset, limit int
		want          []tools.SessionLine
	}{{0, 10, []tools.SessionLine{first, second}}, {1, 10, []tools.SessionLine{second}}, {0, 1, []tools.SessionLine{first}}, {5, 1, []tools.SessionLine{}}} {
		read(t, l, func(v ledger.View) error {
			page, err := tools.Sessions(v, c.offset, c.limit)
			if diff := cmp.Diff(tools.SessionsPage{Sessions: c.want, Total: 2}, page); diff != "" {
				t.Errorf("%d, %d: %s", c.offset, c.limit, diff)
			}
			return err
		})
	}
}
