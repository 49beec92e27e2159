package memtide

import (
	"fmt"
	"iter"
	"strings"
	"time"
	"unicode/utf8"
)

// MaxTurn is the largest text of a half-turn, in bytes.
const MaxTurn = 1 << 20

// Role says who spoke.
type Role string

// The roles of a half-turn.
const (
	RoleUser  Role = "user"
	RoleAgent Role = "agent"
)

// Quote marks a part of a text that its speaker did not write: pasted text, a
// file, tool output. Nothing in it may become an instruction.
type Quote struct {
	Start int    `json:"start"` // byte offset in the text
	End   int    `json:"end"`   // byte offset after the last byte
	Kind  string `json:"kind"`  // paste, file, tool, code
}

// Turn is a half-turn: one side of an exchange, scrubbed. The two halves of
// an exchange are joined by their prompt id.
type Turn struct {
	ID       string    `json:"id"`
	Space    Space     `json:"space"`
	Role     Role      `json:"role"`
	Speaker  string    `json:"speaker,omitempty"` // a name, where a client knows one
	Text     string    `json:"text"`
	Quotes   []Quote   `json:"quotes,omitempty"` // in order, not overlapping
	Session  string    `json:"session,omitempty"`
	Client   string    `json:"client,omitempty"`
	Project  string    `json:"project,omitempty"`
	Cwd      string    `json:"cwd,omitempty"`
	PromptID string    `json:"prompt_id,omitempty"`
	Time     time.Time `json:"time"`
	Zone     int       `json:"zone,omitempty"` // minutes that the clock of who said it is ahead of Greenwich
	Trust    Trust     `json:"trust"`
	// Heard is set where the clock had been set back when it was said: by this it comes
	// behind what was said before. It is no moment of any clock.
	Heard time.Time `json:"heard,omitzero"`

	// What is remembered of the half-turn carries these.
	Tags        []string `json:"tags,omitempty"`
	SessionTags []string `json:"session_tags,omitempty"` // of its session from here on; none leaves those that it has
	Narrative   string   `json:"narrative,omitempty"`    // the story that it is a part of
	Task        string   `json:"task,omitempty"`         // the task that it was said for
}

// Writable reports whether a time can be written down: RFC 3339 has four digits for
// a year.
func Writable(t time.Time) bool {
	year := t.UTC().Year()
	return year >= 1 && year <= 9999
}

// Unset reports whether a time is that of a clock which nobody has set: a machine without
// a battery begins in 1970 or in 2000, and before 2025 there was no memtide.
func Unset(t time.Time) bool { return t.UTC().Year() < 2025 }

// Order returns the moment by which a half-turn comes before or behind others.
func (t Turn) Order() time.Time {
	if t.Heard.After(t.Time) {
		return t.Heard
	}
	return t.Time
}

// Clock returns what the clock of who said it has shown, as if it were Greenwich's:
// "tomorrow" is reckoned from that, and days are kept so.
func (t Turn) Clock() time.Time { return t.Time.Add(time.Duration(t.Zone) * time.Minute) }

// Clock returns what a clock in the zone of a time shows, as [Turn.Clock] does.
func Clock(t time.Time) time.Time {
	_, ahead := t.Zone()
	return t.UTC().Add(time.Duration(ahead) * time.Second)
}

// ZoneOf returns the zone of a time for [Turn.Zone], whole minutes.
func ZoneOf(t time.Time) int {
	_, ahead := t.Zone()
	return ahead / 60
}

// InZone returns a moment with the zone of a clock that is so many minutes ahead of
// Greenwich; as it is where no clock on earth is.
func InZone(t time.Time, ahead int) time.Time {
	if ahead < -mostAhead || ahead > mostAhead {
		return t
	}
	return t.In(time.FixedZone("", ahead*60))
}

// mostAhead is what no zone is ahead of Greenwich, or behind it, in minutes.
const mostAhead = 18 * 60

// The bounds of the tags of a half-turn.
const (
	MaxTags = 20  // in one list
	MaxTag  = 100 // bytes; of a narrative and a task, too
)

// TurnID returns the id of a half-turn: the same for whoever reports it. A
// prompt id that is a UUID names the exchange by itself (clients copy it into
// a forked session), any other only within its session. Without a prompt id
// the text and its time count.
func TurnID(t Turn) string {
	switch {
	case isUUID(t.PromptID):
		return Hash("turn", string(t.Space), t.PromptID, string(t.Role))
	case t.PromptID != "":
		return Hash("turn", string(t.Space), t.Session, t.PromptID, string(t.Role))
	}
	return Hash("turn", string(t.Space), t.Session, string(t.Role), t.Text, t.Time.UTC().Format(time.RFC3339Nano))
}

// Exchange returns the prompt id of the exchange that a prompt belongs to: what the user says
// while the agent is at work is a further prompt, UUID#2, of the exchange UUID, which has one answer.
func Exchange(promptID string) string {
	if of, _, further := strings.Cut(promptID, "#"); further && isUUID(of) {
		return of
	}
	return promptID
}

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i, c := range []byte(s) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if c != '-' {
				return false
			}
			continue
		}
		if !(c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F') {
			return false
		}
	}
	return true
}

// Validate reports the first thing that is wrong with the half-turn by itself.
func (t *Turn) Validate() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("%w half-turn: %s", ErrInvalid, fmt.Sprintf(format, args...))
	}
	if err := t.Space.Validate(); err != nil {
		return bad("space: %v", err)
	}
	switch {
	case t.Role != RoleUser && t.Role != RoleAgent:
		return bad("role is %q, want user or agent", t.Role)
	case t.Text == "":
		return bad("text is empty, want what was said")
	case len(t.Text) > MaxTurn:
		return bad("text has %d bytes, at most %d are kept; cut it", len(t.Text), MaxTurn)
	case !utf8.ValidString(t.Text):
		return bad("text is not UTF-8")
	case t.Time.IsZero():
		return bad("time is not set; use RFC 3339, as 2026-05-01T10:00:00Z")
	case !Writable(t.Time):
		return bad("time is of the year %d, want 1 to 9999", t.Time.UTC().Year())
	case t.Trust < TrustRecalled || t.Trust > TrustConfirmed:
		return bad("trust is not set")
	}
	if why := t.badLabel(); why != "" {
		return bad("%s", why)
	}
	end := 0
	for i, q := range t.Quotes {
		if q.Start < end || q.End < q.Start || q.End > len(t.Text) {
			return bad("quotes[%d] is %d–%d in a text of %d bytes; quotes stand in order and do not overlap", i, q.Start, q.End, len(t.Text))
		}
		end = q.End
	}
	return nil
}

// badLabel says what is wrong with the tags, the narrative and the task.
func (t *Turn) badLabel() string {
	for _, l := range []struct {
		field string
		tags  []string
	}{{"tags", t.Tags}, {"session_tags", t.SessionTags}, {"narrative", []string{t.Narrative}}, {"task", []string{t.Task}}} {
		if len(l.tags) > MaxTags {
			return fmt.Sprintf("%s has %d, at most %d are kept; leave some out", l.field, len(l.tags), MaxTags)
		}
		for _, tag := range l.tags {
			if len(tag) > MaxTag {
				return fmt.Sprintf("%s: %q has %d bytes, at most %d are kept; shorten it", l.field, strings.ToValidUTF8(tag[:20], "")+"…", len(tag), MaxTag)
			}
		}
	}
	return ""
}

// Own yields where in the text each stretch begins and ends that the speaker wrote: what
// stands before, between and behind the quotes, in order; a stretch may be empty.
func (t *Turn) Own() iter.Seq2[int, int] {
	return func(yield func(start, end int) bool) {
		start := 0
		for _, q := range t.Quotes {
			if !yield(start, q.Start) {
				return
			}
			start = q.End
		}
		yield(start, len(t.Text))
	}
}

// OwnBefore returns where the speaker's own words begin that end at a byte of the text: behind
// the last quote that begins before it, at most at the byte itself.
func (t *Turn) OwnBefore(at int) int {
	start := 0
	for _, q := range t.Quotes {
		if q.Start < at {
			start = min(q.End, at)
		}
	}
	return start
}

// OwnBehind returns where the speaker's own words end that begin at a byte of the text: at the
// next quote, or the end of the text.
func (t *Turn) OwnBehind(at int) int {
	for _, q := range t.Quotes {
		if q.Start >= at {
			return q.Start
		}
	}
	return len(t.Text)
}
