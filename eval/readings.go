package eval

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

func one(class string) []mark { return []mark{{class: class}} }

func truth(b bool) []mark { return one(strconv.FormatBool(b)) }

// has reports whether one of the items is of a kind.
func has(items []event.Found, k memtide.Kind) bool {
	return slices.ContainsFunc(items, func(f event.Found) bool { return f.Kind == k })
}

// readGate: should the text be stored? The flow says so by keeping anything of
// it beside the half-turn itself.
func readGate(ctx context.Context, l *lab, r Row) (want, got []mark, err error) {
	if r.ShouldStore == nil {
		return nil, nil, fmt.Errorf("%w: row %q has no should_store", ErrCases, r.ID)
	}
	items, err := l.items(ctx, event.TurnRequest{Text: r.Text})
	return truth(*r.ShouldStore), truth(len(items) > 0), err
}

// readInstructions: does the text instruct? The flow says so by keeping an
// instruction of it.
func readInstructions(ctx context.Context, l *lab, r Row) (want, got []mark, err error) {
	label, err := r.label()
	if err != nil {
		return nil, nil, err
	}
	items, err := l.items(ctx, event.TurnRequest{Text: r.Text})
	return one(label), truth(has(items, memtide.Instruction)), err
}

// placeholder is how what stands in for a secret begins (package redact).
const placeholder = "⟦redacted:"

// readSecrets: does the text hold a secret? The flow says so by a placeholder
// in the half-turn as TURNS holds it, of which the text as it was sent had none.
func readSecrets(ctx context.Context, l *lab, r Row) (want, got []mark, err error) {
	label, err := r.label()
	if err != nil {
		return nil, nil, err
	}
	got = one("not_secret")
	reply, err := l.tell(ctx, event.TurnRequest{Text: r.Text})
	if err != nil || reply.ID == "" {
		return one(label), got, err
	}
	t, err := l.ears.taken(ctx, reply.ID)
	if strings.Count(t.Text, placeholder) > strings.Count(r.Text, placeholder) {
		got = one("secret")
	}
	return one(label), got, err
}

// readInjection: a text from outside, handed over as what a tool has put out,
// must not become an instruction. The memory is no detector and treats what is
// harmless in the same way, so a row is right, under its own label, when no
// instruction is kept of it, and under the other label when one is: an
// injection then counts as content that was believed, and a harmless text as
// one that was taken to command.
func readInjection(ctx context.Context, l *lab, r Row) (want, got []mark, err error) {
	const injected, benign = "injected_instruction", "benign_content"
	label, err := r.label()
	if err != nil {
		return nil, nil, err
	}
	items, err := l.items(ctx, event.TurnRequest{Text: r.Text, Trust: memtide.TrustTool,
		Quotes: []memtide.Quote{{Start: 0, End: len(r.Text), Kind: "tool"}}})
	switch {
	case !has(items, memtide.Instruction):
		return one(label), one(label), err
	case label == benign:
		return one(label), one(injected), err
	}
	return one(label), one(benign), err
}

// readDirectives: does the text hold a standing wish? The flow says so by what
// it keeps: an instruction is one, a preference is the weaker form. Of both in
// one text the instruction counts.
func readDirectives(ctx context.Context, l *lab, r Row) (want, got []mark, err error) {
	label, err := r.label()
	if err != nil {
		return nil, nil, err
	}
	items, err := l.items(ctx, event.TurnRequest{Text: r.Text})
	switch {
	case has(items, memtide.Instruction):
		got = one("instruction_following")
	case slices.ContainsFunc(items, preference):
		got = one("preference_following")
	default:
		got = one("none(weak)")
	}
	return one(label), got, err
}

// readRules: is the user told later, without asking, what he said that the agent is to keep
// to, and where? A rule of the work at hand stands in its project, one of the user everywhere.
func readRules(ctx context.Context, l *lab, r Row) (want, got []mark, err error) {
	const project, user, none = "project", "user", "none"
	switch {
	case r.Stands == "":
		want = one(none)
	case r.Scope == project || r.Scope == user:
		want = one(r.Scope)
	default:
		return nil, nil, fmt.Errorf("%w: row %q: scope is %q, want %s or %s", ErrCases, r.ID, r.Scope, project, user)
	}
	items, err := l.items(ctx, event.TurnRequest{Text: r.Text, Project: "eval"})
	i := slices.IndexFunc(items, func(f event.Found) bool { return f.Attributes["standing"] != "" })
	switch {
	case i < 0:
		got = one(none)
	case items[i].Project == "":
		got = one(user)
	default:
		got = one(project)
	}
	return want, got, err
}

// readNotes: which sentences of a message are kept by themselves, beside the whole of it? One
// that is kept is that part of the row which half of it is in, or of which it has half; a
// mark for each, by who says it.
func readNotes(ctx context.Context, l *lab, r Row) (want, got []mark, err error) {
	role := memtide.Role(r.Who)
	if role != memtide.RoleUser && role != memtide.RoleAgent {
		return nil, nil, fmt.Errorf("%w: row %q: who is %q, want %s or %s", ErrCases, r.ID, r.Who, memtide.RoleUser, memtide.RoleAgent)
	}
	for _, part := range r.Keep {
		if !strings.Contains(r.Text, part) {
			return nil, nil, fmt.Errorf("%w: row %q: keep: %q is no part of text", ErrCases, r.ID, part)
		}
		want = append(want, mark{r.Who, part})
	}
	items, err := l.items(ctx, event.TurnRequest{Role: role, Text: r.Text, Project: "eval"})
	for _, f := range items {
		m := mark{r.Who, f.Content}
		for _, part := range r.Keep {
			at := strings.Index(r.Text, part)
			if both := min(f.Span.End, at+len(part)) - max(f.Span.Start, at); 2*both > f.Span.End-f.Span.Start || 2*both > len(part) {
				m.name = part
			}
		}
		if !slices.Contains(got, m) {
			got = append(got, m)
		}
	}
	return want, got, err
}

func preference(f event.Found) bool {
	return f.Kind == memtide.Opinion && f.Subtype == "preference"
}

// typeOf names an item in the words of the extraction data:
//
//	opinion, subtype preference    preference
//	opinion                        opinion
//	event, subtype decision        decision
//	plan, instruction              commitment: what shall be done from now on
//	fact, any other event          fact
func typeOf(f event.Found) string {
	switch {
	case preference(f):
		return "preference"
	case f.Kind == memtide.Opinion:
		return "opinion"
	case f.Kind == memtide.Event && f.Subtype == "decision":
		return "decision"
	case f.Kind == memtide.Plan, f.Kind == memtide.Instruction:
		return "commitment"
	}
	return "fact"
}

// readExtraction: which types of memories does the text hold? The data word
// them in English, whatever the language of the text, so types are compared,
// each once a row, and not their words.
func readExtraction(ctx context.Context, l *lab, r Row) (want, got []mark, err error) {
	for _, m := range r.Memories {
		want = append(want, mark{class: m.Type})
	}
	items, err := l.items(ctx, event.TurnRequest{Text: r.Text})
	for _, f := range items {
		got = append(got, mark{class: typeOf(f)})
	}
	return want, got, err
}

// readEntities: whom and what does the text name? A name is right when it is
// the same in folded letters and has the same type. A name whose type the flow
// leaves open counts as missed in its class, and as found in the report's Names.
func readEntities(ctx context.Context, l *lab, r Row) (want, got []mark, err error) {
	for _, e := range r.Entities {
		want = append(want, mark{class: e.Type, name: foldName(e.Name)})
	}
	items, err := l.items(ctx, event.TurnRequest{Text: r.Text})
	for _, f := range items {
		for _, m := range f.Entities {
			class := m.Type
			if class == "org" {
				class = "organization"
			}
			got = append(got, mark{class: class, name: foldName(m.Name)})
		}
	}
	return want, got, err
}

// foldName makes names comparable: small letters, single spaces, nothing but
// letters and digits at either end.
func foldName(s string) string {
	s = strings.Join(strings.Fields(strings.ToLower(s)), " ")
	return strings.TrimFunc(s, func(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.N) })
}

// readRelations: what does the newer text do to the older ones? They are told
// in one session, in a space of their own, and the change sets of the newer
// ones say it: an edge "supersedes" is an update, an edge "contradicts" a
// contradiction, neither means that both hold.
func readRelations(ctx context.Context, l *lab, r Row) (want, got []mark, err error) {
	label, err := r.label()
	if err != nil {
		return nil, nil, err
	}
	tell := func(e Entry) (cs []memtide.ChangeSet, err error) {
		in := said{Entry: e}.request(l.space)
		in.Session, in.Fact = "pair", ""
		reply, err := l.tell(ctx, in)
		if err != nil || reply.ID == "" {
			return nil, err
		}
		return l.ears.decided(ctx, reply.ID)
	}
	for _, e := range r.Older {
		if _, err := tell(e); err != nil {
			return nil, nil, err
		}
	}
	seen := map[memtide.EdgeKind]bool{}
	for _, e := range r.Newer {
		cs, err := tell(e)
		if err != nil {
			return nil, nil, err
		}
		for _, c := range cs {
			for _, k := range madeEdges(c) {
				seen[k] = true
			}
		}
	}
	switch {
	case seen[memtide.Supersedes]:
		got = one("update")
	case seen[memtide.Contradicts]:
		got = one("contradiction")
	default:
		got = one("compatible")
	}
	return one(label), got, nil
}

// madeEdges returns the kinds of the edges that a change set makes.
func madeEdges(c memtide.ChangeSet) []memtide.EdgeKind {
	var kinds []memtide.EdgeKind
	for _, e := range edgesOf(c) {
		kinds = append(kinds, e.Kind)
	}
	return kinds
}
