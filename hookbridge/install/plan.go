package install

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Program is the name of the hook binary. Whatever runs it is an entry of ours.
const Program = "memtide-hook"

// Entry is one hook that shall be there.
type Entry struct {
	Event   string
	Matcher string   // of the group; "" is none
	Name    string   // for people; "" is none
	Command string   // absolute path; without arguments a command line for a shell
	Args    []string // exec form, no shell in between
	Timeout int      // in the unit of the client: seconds, those of Gemini CLI milliseconds
}

// Undo is what [Remove] needs to know of the document before [Plan] changed
// it: the containers that were there and empty, by path ("", "hooks",
// "hooks.EVENT"), with what stood between their brackets.
type Undo struct {
	Empty map[string]string `json:"empty,omitempty"`
}

func (u *Undo) note(path string, doc []byte, v *place) {
	if v.len() > 0 {
		return
	}
	if u.Empty == nil {
		u.Empty = map[string]string{}
	}
	u.Empty[path] = string(doc[v.start+1 : v.end-1])
}

var errEndless = errors.New("plan does not end")

// Plan returns the document with exactly one entry of ours for each wanted
// event and none elsewhere: what is there and right is left as it is, what is
// there and wrong is changed in place, further ones go, missing ones are
// appended. A document that is right comes back as it is. The error is
// [ErrMalformed] or [ErrShape].
func Plan(doc []byte, want []Entry) ([]byte, Undo, error) {
	var undo Undo
	for range len(doc) + 1000 {
		top, err := parse(doc)
		if err != nil {
			return nil, Undo{}, err
		}
		if err := shape(doc, top, want); err != nil {
			return nil, Undo{}, err
		}
		next := planStep(doc, top, want, &undo)
		if next == nil {
			return doc, undo, nil
		}
		doc = next
	}
	return nil, Undo{}, errEndless
}

// shape checks what the client would refuse and a splice would make worse.
func shape(doc []byte, top *place, want []Entry) error {
	if top.kind != '{' {
		return misshapen(doc, top.start, "the settings are not an object")
	}
	hooks := top.get("hooks")
	if hooks == nil {
		return nil
	}
	if hooks.kind != '{' {
		return misshapen(doc, hooks.start, `"hooks" is not an object`)
	}
	for _, e := range want {
		if v := hooks.get(e.Event); v != nil && v.kind != '[' {
			return misshapen(doc, v.start, fmt.Sprintf("%q is not a list", e.Event))
		}
	}
	return nil
}

// misshapen is [ErrShape] of what stands at an offset.
func misshapen(doc []byte, at int, what string) error {
	line, column := position(doc, at+1)
	return fmt.Errorf("%w at line %d, column %d: %s", ErrShape, line, column, what)
}

// planStep returns the document after the first edit that is due, nil if none is.
func planStep(doc []byte, top *place, want []Entry, undo *Undo) []byte {
	seen := map[string]bool{}
	for _, o := range own(doc, top) {
		i := slices.IndexFunc(want, func(e Entry) bool { return e.Event == o.event })
		if i < 0 || seen[o.event] {
			return o.remove(doc, top, Undo{})
		}
		seen[o.event] = true
		if next := correct(doc, o.handler, want[i], styleOf(doc, top)); next != nil {
			return next
		}
	}
	for _, e := range want {
		if !seen[e.Event] {
			return insert(doc, top, e, undo)
		}
	}
	return nil
}

// Remove returns the document without any entry of ours. Containers that this
// leaves empty go too, unless undo says that they were there before.
func Remove(doc []byte, undo Undo) ([]byte, error) {
	for range len(doc) + 1 {
		top, err := parse(doc)
		if err != nil {
			return nil, err
		}
		list := own(doc, top)
		if len(list) == 0 {
			return doc, nil
		}
		doc = list[0].remove(doc, top, undo)
	}
	return nil, errEndless
}

// owned is one entry of ours in a document.
type owned struct {
	event        string
	list         *place // of the event
	group, index int    // in list; in the hooks of the group
	hooks        *place // of the group
	handler      *place
}

// own lists our entries in the order in which they stand.
func own(doc []byte, top *place) []owned {
	var out []owned
	hooks := top.get("hooks")
	if hooks == nil || hooks.kind != '{' {
		return nil
	}
	for i, m := range hooks.members {
		if hooks.index(m.key) != i {
			continue // a later member of the same name hides it
		}
		for g, group := range m.value.items {
			inner := group.get("hooks")
			if inner == nil {
				continue
			}
			for j, h := range inner.items {
				if ours(doc, h) {
					out = append(out, owned{m.key, m.value, g, j, inner, h})
				}
			}
		}
	}
	return out
}

// ours reports whether a handler runs our program: in exec form, or by a shell, which
// the arguments beside a command line do not change.
func ours(doc []byte, h *place) bool {
	command := h.get("command")
	if command == nil {
		return false
	}
	s := text(doc[command.start:command.end])
	return runs(firstWord(s)) || h.get("args") != nil && runs(s)
}

func runs(program string) bool {
	return strings.TrimSuffix(program[strings.LastIndexAny(program, `/\`)+1:], ".exe") == Program
}

// programOf returns the program that a handler of ours runs.
func programOf(doc []byte, h *place) string {
	command := h.get("command")
	s := text(doc[command.start:command.end])
	if word := firstWord(s); h.get("args") == nil || runs(word) && !runs(s) {
		return word
	}
	return s
}

// firstWord returns the program of a command line as a shell reads it, as far
// as an installer writes one: plain, or in quotes, for PowerShell behind an ampersand.
func firstWord(s string) string {
	var word strings.Builder
	quote := byte(0)
	for s = strings.TrimLeft(strings.TrimPrefix(s, "& "), " \t"); s != ""; s = s[1:] {
		switch c := s[0]; {
		case c == quote:
			quote = 0
		case quote != 0:
			word.WriteByte(c)
		case c == '\'' || c == '"':
			quote = c
		case c == '\\' && len(s) > 1 && (s[1] == '\'' || s[1] == '"'):
			s = s[1:]
			word.WriteByte(s[0])
		case strings.IndexByte(" \t\n;|&<>", c) >= 0:
			return word.String()
		default:
			word.WriteByte(c)
		}
	}
	return word.String()
}

// remove takes the entry out, and with it whatever would be left empty.
func (o owned) remove(doc []byte, top *place, undo Undo) []byte {
	if o.hooks.len() > 1 {
		return removeChild(doc, o.hooks, o.index, "")
	}
	hooks := top.get("hooks")
	if inner, ok := undo.Empty["hooks."+o.event]; ok || o.list.len() > 1 {
		return removeChild(doc, o.list, o.group, inner)
	}
	if inner, ok := undo.Empty["hooks"]; ok || hooks.len() > 1 {
		return removeChild(doc, hooks, hooks.index(o.event), inner)
	}
	return removeChild(doc, top, top.index("hooks"), undo.Empty[""])
}

// correct returns the document with the first wrong field of a handler set
// right, nil if none is. Fields that are not ours stay.
func correct(doc []byte, h *place, e Entry, s style) []byte {
	for _, f := range e.fields() {
		have := h.get(f.key)
		if have == nil {
			return appendChild(doc, h, s, func(indent string) []byte { return f.render(indent, s) })
		}
		if !same(doc[have.start:have.end], f.value) {
			var b strings.Builder
			f.value.render(&b, indentOf(doc, have.start), s)
			return splice(doc, have.start, have.end, []byte(b.String()))
		}
	}
	if i := h.index("args"); i >= 0 && e.Args == nil {
		return removeChild(doc, h, i, "")
	}
	return nil
}

// same reports whether raw means what n says.
func same(raw []byte, n node) bool {
	var b strings.Builder
	n.render(&b, "", style{})
	var x, y any
	if json.Unmarshal(raw, &x) != nil || json.Unmarshal([]byte(b.String()), &y) != nil {
		return false
	}
	have, err1 := json.Marshal(x)
	need, err2 := json.Marshal(y)
	return err1 == nil && err2 == nil && string(have) == string(need)
}

// field is a key and what shall stand there.
type field struct {
	key   string
	value node
}

func (f field) render(indent string, s style) []byte {
	var b strings.Builder
	b.WriteString(quoted(f.key) + ":")
	if s.line != "" {
		b.WriteByte(' ')
	}
	f.value.render(&b, indent, s)
	return []byte(b.String())
}

func (e Entry) fields() []field {
	out := []field{{"type", scalar(`"command"`)}, {"command", scalar(quoted(e.Command))}}
	if e.Name != "" {
		out = append(out, field{"name", scalar(quoted(e.Name))})
	}
	if e.Args != nil {
		args := list()
		for _, a := range e.Args {
			args.items = append(args.items, scalar(quoted(a)))
		}
		out = append(out, field{"args", args})
	}
	return append(out, field{"timeout", scalar(strconv.Itoa(e.Timeout))})
}

// group returns the entry as it stands in the list of its event.
func (e Entry) group() node {
	h := node{open: '{'}
	for _, f := range e.fields() {
		h.keys = append(h.keys, f.key)
		h.items = append(h.items, f.value)
	}
	if e.Matcher != "" {
		return object("matcher", scalar(quoted(e.Matcher)), "hooks", list(h))
	}
	return object("hooks", list(h))
}

// insert appends a group for e, with the containers that it needs.
func insert(doc []byte, top *place, e Entry, undo *Undo) []byte {
	s := styleOf(doc, top)
	hooks := top.get("hooks")
	if hooks == nil {
		undo.note("", doc, top)
		f := field{"hooks", object(e.Event, list(e.group()))}
		return appendChild(doc, top, s, func(indent string) []byte { return f.render(indent, s) })
	}
	event := hooks.get(e.Event)
	if event == nil {
		undo.note("hooks", doc, hooks)
		f := field{e.Event, list(e.group())}
		return appendChild(doc, hooks, s, func(indent string) []byte { return f.render(indent, s) })
	}
	undo.note("hooks."+e.Event, doc, event)
	return appendChild(doc, event, s, func(indent string) []byte {
		var b strings.Builder
		e.group().render(&b, indent, s)
		return []byte(b.String())
	})
}
