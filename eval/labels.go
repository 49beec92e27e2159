package eval

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Row is one line of a file of labels. Each task reads its own fields.
type Row struct {
	ID          string          `json:"id"`
	Text        string          `json:"text"`
	Label       json.RawMessage `json:"label"`        // a string, or true and false
	ShouldStore *bool           `json:"should_store"` // task gate
	Older       []Entry         `json:"older"`        // task relations
	Newer       []Entry         `json:"newer"`
	Stands      string          `json:"stands"` // task rules: the part that is to be kept to; "" is none
	Scope       string          `json:"scope"`  // of it: project or user
	Who         string          `json:"who"`    // task notes: user or agent
	Keep        []string        `json:"keep"`   // the parts that are worth knowing later
	Memories    []struct {
		Type string `json:"type"`
	} `json:"memories"` // task extraction
	Entities []struct {
		Name string `json:"name"`
		Type string `json:"type"`
	} `json:"entities"` // task entities
	Name    string   `json:"name"`    // task profiles: of whom or what
	Project string   `json:"project"` // in which the summary is
	Told    []Entry  `json:"told"`
	Says    []string `json:"says"`  // parts that stand in it; none: there is no summary
	Never   []string `json:"never"` // parts that do not
}

// label returns the label as the data write it.
func (r Row) label() (string, error) {
	var b bool
	if json.Unmarshal(r.Label, &b) == nil {
		return strconv.FormatBool(b), nil
	}
	var s string
	if err := json.Unmarshal(r.Label, &s); err != nil || s == "" {
		return "", fmt.Errorf("%w: row %q: label is %s, want a string or true or false", ErrCases, r.ID, r.Label)
	}
	return s, nil
}

// mark is one label of a row: its class, and, of an entity, its name.
type mark struct{ class, name string }

// task reads one row: which marks the data give it, and which the flow does.
type task struct {
	many  bool // a row may have several marks, or none
	alone bool // each row needs a space of its own
	read  func(ctx context.Context, l *lab, r Row) (want, got []mark, err error)
}

// tasks are what [Labels] can measure. How each reads its rows is said where
// it stands.
func tasks() map[string]task {
	return map[string]task{
		"gate":         {read: readGate},
		"instructions": {read: readInstructions},
		"secrets":      {read: readSecrets},
		"injection":    {read: readInjection},
		"relations":    {read: readRelations, alone: true},
		"directives":   {read: readDirectives},
		"rules":        {read: readRules},
		"notes":        {read: readNotes, many: true},
		"extraction":   {read: readExtraction, many: true},
		"entities":     {read: readEntities, many: true},
	}
}

// Tasks returns the names of the tasks in alphabetical order.
func Tasks() []string {
	var names []string
	for name := range tasks() {
		names = append(names, name)
	}
	for name := range nightlies() {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Labels hands over each row's text as a half-turn in a session of its own,
// listens to what the flow makes of it, and holds that against the labels. For
// tasks with one label a row, accuracy is the share of rows that are right;
// for notes, extraction, entities and profiles it is the share of right marks among all
// that were made or missed. What a job makes is looked for when all is told. The
// error is [ErrCases] when the file is at fault.
func Labels(ctx context.Context, c Client, name string, cases io.Reader, opts Options) (LabelReport, error) {
	if !slices.Contains(Tasks(), name) {
		return LabelReport{}, fmt.Errorf("labels: no task is named %q, want one of %v", name, Tasks())
	}
	l := &lab{Client: c, cases: opts.Cases + "/" + name}
	defer l.close()
	read, many := l.byRow, tasks()[name].many
	if t, ok := nightlies()[name]; ok {
		read, many = l.overNight, t.many
	}
	sum, n, err := read(ctx, name, cases, opts)
	if err != nil {
		return LabelReport{}, fmt.Errorf("labels: %s: %w", name, err)
	}
	out := sum.report(many)
	out.Cases, out.N = opts.Cases, n
	if name == "entities" {
		out.Names = sum.names()
	}
	return out, nil
}

// byRow tells and reads one row after the other.
func (l *lab) byRow(ctx context.Context, name string, cases io.Reader, opts Options) (sum marks, n int, err error) {
	t := tasks()[name]
	for row, err := range lines[Row](cases) {
		if err == nil {
			err = l.open(t.alone || n == 0, n)
		}
		var want, got []mark
		if err == nil {
			want, got, err = t.read(ctx, l, row)
		}
		if err == nil {
			sum.add(want, got)
			err = opts.marked(row, want, got)
		}
		if err != nil {
			return sum, n, fmt.Errorf("row %d: %w", n+1, err)
		}
		n++
		opts.progress(n, 0, name)
	}
	return sum, n, nil
}

// lab is one run of [Labels].
type lab struct {
	Client
	cases string
	space memtide.Space
	ears  *ears
	at    time.Time
	n     int // half-turns so far
}

// open begins a fresh space, where one is wanted.
func (l *lab) open(fresh bool, row int) error {
	if !fresh {
		return nil
	}
	l.close()
	l.space, l.at = spaceOf(l.cases, strconv.Itoa(row)), undated()
	ears, err := listen(l.NC, l.space)
	l.ears = ears
	return err
}

func (l *lab) close() {
	if l.ears != nil {
		l.ears.close()
	}
}

// tell hands over one half-turn. Each comes a minute after the one before.
func (l *lab) tell(ctx context.Context, in event.TurnRequest) (event.TurnReply, error) {
	l.n++
	l.at = l.at.Add(time.Minute)
	in.Space, in.Client, in.Time = l.space, clientName, l.at
	if in.Role == "" {
		in.Role = memtide.RoleUser
	}
	if in.Session == "" {
		in.Session = "row-" + strconv.Itoa(l.n)
	}
	return l.Turn(ctx, in)
}

// items hands over one half-turn and returns what the flow keeps of it.
func (l *lab) items(ctx context.Context, in event.TurnRequest) ([]event.Found, error) {
	r, err := l.tell(ctx, in)
	if err != nil || r.ID == "" {
		return nil, err // nothing is left of a text that was skipped
	}
	f, err := l.ears.filtered(ctx, r.ID)
	return f.Items, err
}
