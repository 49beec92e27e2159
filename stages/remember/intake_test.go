package remember

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/redact"
)

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
