package remember

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/redact"
)

// What would be lost, kept where it must not be, or cannot be written down is refused,
// and the field is named.
func TestWhatIsAmissIsNamed(t *testing.T) {
	moment := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	quoted := func(kind string) []memtide.Quote { return []memtide.Quote{{Start: 0, End: 1, Kind: kind}} }
	for name, c := range map[string]struct {
		in   event.TurnRequest
		want string // begins the reason; "" is taken
	}{
		"all is well":                    {event.TurnRequest{Text: "x", Cwd: "/home/ann", Time: moment}, ""},
		"nothing but text":               {event.TurnRequest{Text: "x"}, ""},
		"a mark":                         {event.TurnRequest{Mark: event.MarkEnded, Session: "s", Time: moment}, ""},
		"a mark with text":               {event.TurnRequest{Mark: event.MarkEnded, Session: "s", Text: "x"}, "text stands beside mark"},
		"a mark of no name, with text":   {event.TurnRequest{Mark: "done", Text: "x"}, "text stands beside mark"},
		"a mark with a fact":             {event.TurnRequest{Mark: event.MarkCompacted, Fact: memtide.Fact}, "fact stands beside mark"},
		"before the first year":          {event.TurnRequest{Text: "x", Time: time.Date(0, 1, 1, 0, 0, 0, 0, time.FixedZone("", 14*3600))}, "time is of the year -1"},
		"a mark after the last year":     {event.TurnRequest{Mark: event.MarkEnded, Time: time.Date(9999, 12, 31, 23, 0, 0, 0, time.FixedZone("", -9*3600))}, "time is of the year 10000"},
		"a relative folder":              {event.TurnRequest{Text: "x", Cwd: "secret/plans"}, `cwd is "secret/plans"`},
		"a folder up from here":          {event.TurnRequest{Text: "x", Cwd: "../plans"}, "cwd is"},
		"a folder of the shell's":        {event.TurnRequest{Text: "x", Cwd: "~/plans"}, "cwd is"},
		"a drive without its root":       {event.TurnRequest{Text: "x", Cwd: "C:plans"}, "cwd is"},
		"a folder of Windows":            {event.TurnRequest{Text: "x", Cwd: `C:\Users\ann`}, ""},
		"a share of Windows":             {event.TurnRequest{Text: "x", Cwd: `\\host\share`}, ""},
		"a folder that was scrubbed":     {event.TurnRequest{Text: "x", Cwd: "⟦redacted:text⟧"}, ""},
		"a paste":                        {event.TurnRequest{Text: "x", Quotes: quoted("paste")}, ""},
		"code, as hooks mark it":         {event.TurnRequest{Text: "x", Quotes: quoted("code")}, ""},
		"a quote of a sort of its own":   {event.TurnRequest{Text: "x", Quotes: quoted("email")}, `quotes[0].kind is "email", want one of paste, file, tool, code`},
		"a quote of no sort":             {event.TurnRequest{Text: "x", Quotes: quoted("")}, "quotes[0].kind"},
		"the second quote is of no kind": {event.TurnRequest{Text: "x", Quotes: append(quoted("file"), quoted("Paste")...)}, "quotes[1].kind"},
	} {
		if got := amiss(c.in); got != c.want && (c.want == "" || !strings.HasPrefix(got, c.want)) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// Wherever a sender's mark cuts a secret or a private part, nothing of it is
// kept, and what was quoted stays quoted.
func TestNothingLeaksAtAMark(t *testing.T) {
	key := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	for _, c := range []struct{ text, secret, quoted string }{
		{"Use this: deploy with " + key + " always, and thanks.", key[4:], "always"},
		{"Look: <private>the lid is orange</private> never lift it, and thanks.", "orange", "never"},
		{"Look: password is Gr4nite!moss, never lift it, and thanks.", "Gr4nite", "never"},
	} {
		last := strings.Index(c.text, c.quoted) + len(c.quoted)
		for first := range last - len(c.quoted) {
			out, err := scrub(t.Context(), c.text, []memtide.Quote{{Start: first, End: last, Kind: "paste"}})
			if err != nil {
				t.Fatal(err)
			}
			for n := 6; n <= len(c.secret); n++ {
				if strings.Contains(out.Text, c.secret[len(c.secret)-n:]) || strings.Contains(out.Text, c.secret[:n]) {
					t.Fatalf("cut at %d: %q", first, out.Text)
				}
			}
			at, covered := strings.Index(out.Text, c.quoted), false
			for _, q := range out.Quotes {
				covered = covered || q.Start <= at && at+len(c.quoted) <= q.End
			}
			if at < 0 || !covered {
				t.Fatalf("cut at %d: %q is not quoted: %+v in %q", first, c.quoted, out.Quotes, out.Text)
			}
		}
	}
}

func TestMarksStayWhereNothingIsTakenOut(t *testing.T) {
	text := "one two three four"
	out, err := scrub(t.Context(), text, []memtide.Quote{{Start: 4, End: 7, Kind: "paste"}, {Start: 14, End: 18, Kind: "file"}})
	if err != nil || out.Text != text || len(out.Quotes) != 2 || out.Quotes[0].End != 7 || out.Quotes[1].Start != 14 {
		t.Errorf("%+v %v", out, err)
	}
}

// fenced is a text with one quote in twelve bytes, and how a sender marks it that
// does not bound their number.
func fenced(size int) (string, []memtide.Quote) {
	const unit = "a\n```\nb\n```\n"
	text := strings.Repeat(unit, size/len(unit))
	var quotes []memtide.Quote
	for at := 0; at < len(text); at += len(unit) {
		quotes = append(quotes, memtide.Quote{Start: at + 2, End: at + len(unit) - 1, Kind: redact.KindCode})
	}
	return text, quotes
}

// What it takes to scrub a text grows with its length and not with the number of its
// quotes: in bytes allocated, which are the same on every machine.
func TestScrubIsLinear(t *testing.T) {
	const most = 200 // for each byte of the text; it takes about 60
	text, quotes := fenced(256 << 10)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out, err := scrub(t.Context(), text, quotes)
	runtime.ReadMemStats(&after)
	if err != nil || out.Text != text || len(out.Quotes) == 0 || len(out.Quotes) > 1000 {
		t.Fatalf("%d quotes, %d bytes of %d left, %v", len(out.Quotes), len(out.Text), len(text), err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > uint64(most*len(text)) {
		t.Errorf("%d bytes of text take %d, want at most %d times as many", len(text), took, most)
	}
}

// endsAfter is a context that ends when it was asked so often whether it has.
type endsAfter struct {
	context.Context
	asked, most int
}

func (c *endsAfter) Err() error {
	if c.asked++; c.asked > c.most {
		return context.DeadlineExceeded
	}
	return nil
}

// A half-turn that is still being read when its time is over is refused as late, and
// may be sent again; one that is at fault is neither.
func TestScrubEndsWithItsTime(t *testing.T) {
	text, quotes := fenced(1 << 10)
	for _, most := range []int{0, 1, 10} {
		ctx := &endsAfter{Context: t.Context(), most: most}
		_, err := scrub(ctx, text, quotes)
		if r := refuse(err); !errors.Is(err, context.DeadlineExceeded) || ctx.asked != most+1 || !r.Late || !r.Retry {
			t.Errorf("after %d looks at the time, of %d: %v, %+v", ctx.asked, most, err, r)
		}
	}
	if _, err := scrub(t.Context(), text, []memtide.Quote{{Start: 4, End: 2}}); err == nil || refuse(err).Late || refuse(err).Retry {
		t.Errorf("quotes out of order: %v", err)
	}
}

// A session is new in a folder once. It stays so until that is noted, and a client with
// sessions without number does not fill the memory.
func TestWindows(t *testing.T) {
	var w windows
	for n, c := range []struct{ folder, session, before string }{
		{"shop", "one", ""}, {"shop", "one", ""}, {"shop", "two", "one"}, {"shop", "one", ""}, {"shop", "two", ""}, {"shop", "one", ""},
		{"shop", "three", "one"}, {"mill", "two", ""}, {"mill", "one", "two"}, {"shop", "two", ""},
	} {
		for range 2 {
			if got := w.before(c.folder, c.session); got != c.before {
				t.Errorf("%d: session %s in %s follows %q, want %q", n, c.session, c.folder, got, c.before)
			}
		}
		w.said(c.folder, c.session)
	}
	for n := range 3 * windowsKnown {
		w.said(fmt.Sprint(n%1500), fmt.Sprint(n))
		if len(w.open) > windowsKnown || len(w.last) > windowsKnown {
			t.Fatalf("%d sessions of %d folders are remembered", len(w.open), len(w.last))
		}
	}
}

// A folder that is left out is left out by whatever name it is reached, with or without
// links, also where its name was scrubbed; where it is cannot stay open.
func TestAFolderIsLeftOutByEitherName(t *testing.T) {
	key := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	failed := errors.New("too late")
	real := func(_ context.Context, dir string) (string, error) {
		if dir == "/late" {
			return "", failed
		}
		return strings.Replace(strings.Replace(dir, "/home/ann/diary", "/disk/diary", 1), "/home/ann/key", "/disk/"+key, 1), nil
	}
	for _, c := range []struct {
		out, cwd string
		want     bool
		err      error
	}{
		{"/home/ann/diary", "/disk/diary/may", true, nil},
		{"/disk/diary", "/home/ann/diary", true, nil},
		{"/home/ann/diary", "/home/ann/diary", true, nil},
		{"/home/ann/key", "/disk/" + redact.Name(key), true, nil},
		{"/home/ann/diary", "/disk/diaries", false, nil},
		{"/home/ann/diary", "/home/ann", false, nil},
		{"/home/ann/diary", "", false, nil},
		{"/home/ann/diary", "/late", false, failed},
	} {
		i := &doorman{Deps: Deps{Intake: Intake{OptOut: []string{"/none", c.out}, Real: real}}}
		if got, err := i.optedOut(t.Context(), c.cwd); got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%s is left out, %s: %v, %v", c.out, c.cwd, got, err)
		}
	}
}
