package remember

import (
	"context"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/text/unicode/norm"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/redact"
)

// amiss says what is wrong with a request as it came in; "" is nothing. What is wrong
// with a half-turn by itself says [memtide.Turn.Validate].
func amiss(in event.TurnRequest) string {
	switch {
	case in.Mark != "" && in.Text != "":
		return "text stands beside mark, which carries none and would lose it; send it as a half-turn of its own, before the mark"
	case in.Mark != "" && in.Fact != "":
		return "fact stands beside mark, which carries no text; send it as a half-turn of its own"
	case !in.Time.IsZero() && !memtide.Writable(in.Time):
		return fmt.Sprintf("time is of the year %d, want 1 to 9999", in.Time.UTC().Year())
	case in.Cwd != "" && !absolute(in.Cwd):
		return fmt.Sprintf("cwd is %.60q, want an absolute folder: remember.optout_folders are looked for in it", redact.Name(in.Cwd))
	}
	if why := tooLong(in); why != "" {
		return why
	}
	for n, q := range in.Quotes {
		if !slices.Contains(quoteKinds, q.Kind) {
			return fmt.Sprintf("quotes[%d].kind is %.60q, want one of %s", n, q.Kind, strings.Join(quoteKinds, ", "))
		}
	}
	return ""
}

// What a request says about itself stands with every memory that is made of it.
const (
	mostName = 1 << 10 // bytes of a name or an id
	mostCwd  = 8 << 10 // bytes of a folder; systems take 4096
)

// tooLong says which field of a request has more bytes than it may; "" is none.
func tooLong(in event.TurnRequest) string {
	for _, f := range []struct {
		name, is string
		most     int
	}{{"session", in.Session, mostName}, {"prompt_id", in.PromptID, mostName}, {"client", in.Client, mostName},
		{"project", in.Project, mostName}, {"speaker", in.Speaker, mostName}, {"cwd", in.Cwd, mostCwd}} {
		if len(f.is) > f.most {
			return fmt.Sprintf("%s has %d bytes, at most %d are kept; shorten it", f.name, len(f.is), f.most)
		}
	}
	return ""
}

// quoteKinds are the kinds that a part may have which its speaker did not write.
var quoteKinds = []string{redact.KindPaste, redact.KindFile, redact.KindTool, redact.KindCode}

// absolute reports whether a folder is named from the root on, here or on a machine of
// another sort, whose transcript was brought here. A client may have scrubbed the name.
func absolute(dir string) bool {
	return strings.HasPrefix(dir, "⟦redacted:") || filepath.IsAbs(dir) || strings.HasPrefix(dir, "/") || strings.HasPrefix(dir, `\\`) || drive.MatchString(dir)
}

var drive = regexp.MustCompile(`^[A-Za-z]:[\\/]`)

// scrub cleans a text whose sender has marked parts as quoted. Each part is
// cleaned by itself, so that the marks stay where they belong. Where that comes
// to another text than cleaning the whole, as when a secret or a block lies
// across a mark, the whole counts, and all between the first and the last mark is
// quoted. The error is [errLate] when ctx ends before it is done: nobody waits by then.
func scrub(ctx context.Context, text string, quotes []memtide.Quote) (redact.Cleaned, error) {
	marks, err := marksOf(text, quotes)
	if err != nil {
		return redact.Cleaned{}, err
	}
	whole := clean(text)
	if err := inTime(ctx, text); err != nil || len(marks) == 0 {
		return whole, err
	}
	out, err := scrubParts(ctx, text, marks)
	if err != nil || out.Text == whole.Text {
		return out, err
	}
	head, tail := clean(text[:marks[0].Start]).Text, clean(text[marks[len(marks)-1].End:]).Text
	first, last := 0, len(whole.Text)
	if strings.HasPrefix(whole.Text, head) {
		first = len(head)
	}
	if strings.HasSuffix(whole.Text, tail) && last-len(tail) > first {
		last -= len(tail)
	}
	whole.Quotes = nil
	if first < last {
		whole.Quotes = []redact.Quote{{Start: first, End: last, Kind: marks[0].Kind}}
	}
	return whole, nil
}

func inTime(ctx context.Context, text string) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: scrub a text of %d bytes: %w", errLate, len(text), err)
	}
	return nil
}

func clean(s string) redact.Cleaned { return redact.Clean(norm.NFC.String(s)) }

// marksOf returns the marks of a sender, no more of them than are kept.
func marksOf(text string, quotes []memtide.Quote) ([]redact.Quote, error) {
	marks := make([]redact.Quote, len(quotes))
	at := 0
	for n, q := range quotes {
		if q.Start < at || q.End < q.Start || q.End > len(text) {
			return nil, fmt.Errorf("%w half-turn: quotes[%d] is %d–%d in a text of %d bytes; quotes stand in order and do not overlap",
				memtide.ErrInvalid, n, q.Start, q.End, len(text))
		}
		marks[n], at = redact.Quote(q), q.End
	}
	return redact.Join(marks), nil
}

// scrubParts cleans what is marked and what stands between, each part by itself.
func scrubParts(ctx context.Context, text string, marks []redact.Quote) (redact.Cleaned, error) {
	var out redact.Cleaned
	var b strings.Builder
	add := func(part, kind string) {
		c, at := clean(part), b.Len()
		b.WriteString(c.Text)
		if kind != "" {
			out.Quotes = append(out.Quotes, redact.Quote{Start: at, End: b.Len(), Kind: kind})
			return
		}
		for _, q := range c.Quotes {
			out.Quotes = append(out.Quotes, redact.Quote{Start: at + q.Start, End: at + q.End, Kind: q.Kind})
		}
	}
	at := 0
	for _, q := range marks {
		if err := inTime(ctx, text); err != nil {
			return out, err
		}
		add(text[at:q.Start], "")
		add(text[q.Start:q.End], q.Kind)
		at = q.End
	}
	add(text[at:], "")
	out.Text, out.Quotes = b.String(), redact.Join(out.Quotes)
	return out, nil
}

// windows are the sessions that clients have open in their folders. It is safe for
// concurrent use.
type windows struct {
	mu   sync.Mutex
	last map[string]string      // folder → the session in which something was said last
	open map[[2]string]struct{} // folder and session
}

// windowsKnown is how many sessions are remembered.
const windowsKnown = 1000

// before returns the session that a new one follows in its folder; "" where it is not
// new there, or the first.
func (w *windows) before(folder, session string) string {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, known := w.open[[2]string{folder, session}]; known {
		return ""
	}
	return w.last[folder]
}

// said notes that something was said in a session.
func (w *windows) said(folder, session string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, known := w.open[[2]string{folder, session}]; !known {
		if w.open == nil || len(w.open) == windowsKnown {
			w.last, w.open = map[string]string{}, map[[2]string]struct{}{} // who goes on says it again
		}
		w.open[[2]string{folder, session}] = struct{}{}
	}
	w.last[folder] = session
}
