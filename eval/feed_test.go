package eval

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

func TestChronicle(t *testing.T) {
	tests := []struct {
		name  string
		times []string
		want  []string // index of the entry, time it is fed with
	}{
		{"in order", []string{"2024-05-01T10:00:00", "2024-05-01T11:00:00Z"}, []string{"0 2024-05-01T10:00:00Z", "1 2024-05-01T11:00:00Z"}},
		{"same time", []string{"2024-05-01", "2024-05-01", "2024-05-01"},
			[]string{"0 2024-05-01T00:00:00Z", "1 2024-05-01T00:00:01Z", "2 2024-05-01T00:00:02Z"}},
		{"out of order", []string{"2024-05-02", "2024-05-01", "2024-05-02"},
			[]string{"1 2024-05-01T00:00:00Z", "0 2024-05-02T00:00:00Z", "2 2024-05-02T00:00:01Z"}},
		{"pushed over the next", []string{"2024-05-01T00:00:00", "2024-05-01T00:00:00", "2024-05-01T00:00:01"},
			[]string{"0 2024-05-01T00:00:00Z", "1 2024-05-01T00:00:01Z", "2 2024-05-01T00:00:02Z"}},
		{"no times", []string{"", ""}, []string{"0 2025-01-01T00:00:00Z", "1 2025-01-01T00:00:01Z"}},
		{"some times", []string{"", "2024-05-01", ""},
			[]string{"1 2024-05-01T00:00:00Z", "0 2024-05-01T00:00:01Z", "2 2024-05-01T00:00:02Z"}},
		{"a zone", []string{"2024-05-01T10:00:00+02:00"}, []string{"0 2024-05-01T08:00:00Z"}},
		{"empty", nil, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var corpus []Entry
			for i, at := range tt.times {
				corpus = append(corpus, Entry{ID: string(rune('0' + i)), Time: at})
			}
			all, err := chronicle(corpus)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, s := range all {
				got = append(got, s.ID+" "+s.at.Format(time.RFC3339))
			}
			if d := cmp.Diff(tt.want, got); d != "" {
				t.Errorf("(-want +got):\n%s", d)
			}
		})
	}
}

func TestClock(t *testing.T) {
	all, err := chronicle([]Entry{{Time: "2024-05-01T10:00:00"}, {Time: "2024-05-01T10:00:00"}, {Time: "2024-05-03"}})
	if err != nil {
		t.Fatal(err)
	}
	for asked, want := range map[string]string{
		"2024-05-02":          "2024-05-02T00:00:00Z",
		"2024-05-01T10:00:00": "2024-05-01T10:00:02Z", // the second was said by then, too, and was fed a second later
		"2024-05-01":          "2024-05-01T10:00:02Z", // some time of that day
		"2024-04-30":          "2024-04-30T00:00:00Z",
		"2024-05-03":          "2024-05-03T00:00:01Z",
		"":                    "2024-05-03T00:00:01Z",
	} {
		m, err := parseTime(asked)
		if err != nil {
			t.Fatal(err)
		}
		if got := clock(all, m).Format(time.RFC3339); got != want {
			t.Errorf("asked at %q: %s, want %s", asked, got, want)
		}
	}
}

func TestRequest(t *testing.T) {
	base := func(f func(*event.TurnRequest)) event.TurnRequest {
		r := event.TurnRequest{Space: "s", Role: memtide.RoleUser, Text: "x", Client: clientName}
		f(&r)
		return r
	}
	for _, tt := range []struct {
		in   Entry
		want event.TurnRequest
	}{
		{Entry{Session: "a", Speaker: "user"}, base(func(r *event.TurnRequest) { r.Session = "a" })},
		{Entry{Session: "a", Speaker: "assistant"}, base(func(r *event.TurnRequest) { r.Session, r.Role = "a", memtide.RoleAgent })},
		{Entry{Session: "a", Speaker: "Anna"}, base(func(r *event.TurnRequest) { r.Session, r.Speaker = "a", "Anna" })},
		{Entry{Session: "a", Kind: "plan"}, base(func(r *event.TurnRequest) { r.Session = "a" })},
		{Entry{Kind: "plan"}, base(func(r *event.TurnRequest) { r.Fact = memtide.Plan })},
		{Entry{Kind: "process"}, base(func(r *event.TurnRequest) { r.Fact = memtide.Fact })},
		{Entry{Kind: "episode"}, base(func(r *event.TurnRequest) { r.Fact = memtide.Fact })}, // ours, but nothing that is told
		{Entry{}, base(func(r *event.TurnRequest) { r.Fact = memtide.Fact })},
	} {
		tt.in.Text = "x"
		if d := cmp.Diff(tt.want, said{Entry: tt.in}.request("s")); d != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.in, d)
		}
	}
}

func TestKeyOf(t *testing.T) {
	all := []said{{Entry: Entry{ID: "a"}}, {Entry: Entry{ID: "b", Refs: []string{"x", "y"}}}, {Entry: Entry{ID: "c"}}, {Entry: Entry{ID: "d"}}}
	got := keyOf(all, []event.TurnReply{{ID: "t1"}, {ID: "t2"}, {Outcome: event.TurnSkipped}, {ID: "t1"}})
	want := key{"t1": {"a", []string{"a"}}, "t2": {"b", []string{"x", "y"}}}
	if d := cmp.Diff(want, got, cmp.AllowUnexported(unit{})); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
}

func TestUnit(t *testing.T) {
	for want, corpus := range map[string][]Entry{
		unitFact:    {{}, {Speaker: "user"}},
		unitTurn:    {{Session: "a", Speaker: "user"}, {Session: "a", Speaker: "assistant"}},
		unitPassage: {{Session: "a"}, {Session: "b"}},
		unitMixed:   {{Session: "a", Speaker: "user"}, {}},
	} {
		if got := (&Store{Corpus: corpus}).unit(); got != want {
			t.Errorf("%+v is %s, want %s", corpus, got, want)
		}
	}
	if got := (&Store{Corpus: []Entry{{Session: "a", Speaker: "Anna", Refs: []string{"x"}}}}).unit(); got != unitPassage {
		t.Errorf("made of turns: %s", got)
	}
}
