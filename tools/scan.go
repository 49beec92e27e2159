package tools

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
)

// Leak is a secret that was stored before there was a rule for it. It never
// carries the value.
type Leak struct {
	Field   string `json:"field"`   // of the memory or half-turn that holds it
	Secret  string `json:"secret"`  // the rule that finds it: github-token, password, …
	Context string `json:"context"` // what stands around it, with placeholders for every secret
}

// around is how many bytes of a text are shown on each side of a secret.
const around = 60

// leaks returns what today's rules find in a text, in order.
func leaks(field, text string) []Leak {
	clean, found := redact.Secrets(text)
	out := make([]Leak, 0, len(found))
	shift := 0
	for _, f := range found {
		// What is shown is cut out of the clean text: its neighbours may be secrets, too.
		mark := len("⟦redacted:⟧") + len(f.Rule)
		at := f.Start + shift
		shift += mark - (f.End - f.Start)
		out = append(out, Leak{Field: field, Secret: f.Rule, Context: excerpt(clean, at, at+mark)})
	}
	return out
}

// excerpt returns a part of a text and the words around it, on one line.
func excerpt(s string, start, end int) string {
	a, b := max(0, start-around), min(len(s), end+around)
	if n := strings.IndexByte(s[a:start], ' '); a > 0 && n >= 0 {
		a += n + 1
	}
	if n := strings.LastIndexByte(s[end:b], ' '); b < len(s) && n >= 0 {
		b = end + n
	}
	for a > 0 && !utf8.RuneStart(s[a]) {
		a--
	}
	for b < len(s) && !utf8.RuneStart(s[b]) {
		b++
	}
	out := strings.Join(strings.Fields(s[a:b]), " ")
	if a > 0 {
		out = "…" + out
	}
	if b < len(s) {
		out += "…"
	}
	return out
}

// NodeLeaks returns the secrets in the texts of a memory, those of its names
// and attributes included.
func NodeLeaks(n *memtide.Node) (all []Leak) {
	add := func(field string, texts ...string) {
		for _, s := range texts {
			all = append(all, leaks(field, s)...)
		}
	}
	add("content", n.Content)
	add("summary", n.Summary)
	add("canonical_name", n.CanonicalName)
	add("aliases", n.Aliases...)
	add("entity_type", n.EntityType)
	add("subtype", n.Subtype)
	add("tags", n.Tags...)
	add("project", n.Project)
	add("source", n.Source.Client, n.Source.Session, n.Source.Turn, string(n.Source.Role))
	for _, k := range slices.Sorted(maps.Keys(n.Attributes)) {
		add("attributes", k)
		add("attributes."+redact.Name(k), n.Attributes[k])
	}
	return all
}

// RelationLeaks returns the secrets in what the relations of an entity say, which are shown
// with it and redacted with it.
func RelationLeaks(tx *graphdb.Tx, id memtide.ID) (all []Leak, err error) {
	out, err := tx.Out(id, memtide.Relation)
	for _, e := range out {
		found := leaks("relation", e.Predicate)
		if len(found) == 0 {
			found = leaks("relation", strings.ReplaceAll(e.Predicate, "_", " "))
		}
		all = append(all, found...)
	}
	return all, err
}

// redactedPredicate is what a relation says without secrets, in the form in which it is kept
// and in that in which it is shown.
func redactedPredicate(s string) string {
	s = redact.Name(s)
	shown := strings.ReplaceAll(s, "_", " ")
	if clean := redact.Name(shown); clean != shown {
		return strings.ReplaceAll(clean, " ", "_")
	}
	return s
}

// TurnLeaks returns the secrets in the text and the names of a half-turn.
func TurnLeaks(t memtide.Turn) (all []Leak) {
	for _, f := range [][2]string{{"text", t.Text}, {"cwd", t.Cwd}, {"project", t.Project}, {"speaker", t.Speaker}, {"client", t.Client}, {"session", t.Session}, {"prompt_id", t.PromptID},
		{"tags", strings.Join(t.Tags, "\n")}, {"session_tags", strings.Join(t.SessionTags, "\n")}, {"narrative", t.Narrative}, {"task", t.Task}} {
		all = append(all, leaks(f[0], f[1])...)
	}
	return all
}

// Leaks reports whether a change set names a secret: in what it makes, in what
// it sets, in what was there before, or in its reason.
func Leaks(c memtide.ChangeSet) bool {
	if leaksIn(c.Reason) {
		return true
	}
	for _, op := range c.Ops {
		for _, raw := range []json.RawMessage{op.From, op.To} {
			if len(raw) < 8 {
				continue
			}
			if op.Whole() && !op.Node.IsZero() {
				var n memtide.Node
				if json.Unmarshal(raw, &n) == nil && len(NodeLeaks(&n)) > 0 {
					return true
				}
				continue
			}
			var v any
			if json.Unmarshal(raw, &v) == nil && leaksIn(v) {
				return true
			}
		}
	}
	return false
}

// leaksIn reports whether a text in a decoded JSON value holds a secret.
func leaksIn(v any) bool {
	switch v := v.(type) {
	case string:
		_, found := redact.Secrets(v)
		return len(found) > 0
	case []any:
		return slices.ContainsFunc(v, leaksIn)
	case map[string]any:
		for _, x := range v {
			if leaksIn(x) {
				return true
			}
		}
	}
	return false
}

// Redact lets placeholders take the place of the secrets in memories, in one
// change set. It looks at each memory anew: what has none any longer is left
// as it is. As every change does, this one names what was there before; LEDGER
// and TURNS hold the old text still.
func Redact(ctx context.Context, l *ledger.Ledger, space memtide.Space, ids []memtide.ID, now time.Time) (memtide.ChangeSet, error) {
	at := now.UTC().Truncate(time.Millisecond)
	parts := []string{at.String()}
	for _, id := range ids {
		parts = append(parts, id.String())
	}
	return l.Decide(ctx, request("redact", space, memtide.Hash(parts...), at), func(v ledger.View, c *memtide.ChangeSet) error {
		w := NewWriter(v, c)
		kinds, memories := map[string]bool{}, 0
		for _, id := range ids {
			n, err := v.Graph.Node(id)
			if errors.Is(err, graphdb.ErrNotFound) {
				continue // an undo has taken it away meanwhile
			}
			if err != nil {
				return fmt.Errorf("redact %s: %w", id.Short(), err)
			}
			said, err := RelationLeaks(v.Graph, id)
			if err != nil {
				return fmt.Errorf("redact %s: %w", id.Short(), err)
			}
			found := append(NodeLeaks(n), said...)
			if len(found) == 0 {
				continue
			}
			memories++
			for _, f := range found {
				kinds[f.Secret] = true
			}
			if err := w.redact(n); err != nil {
				return fmt.Errorf("redact %s: %w", id.Short(), err)
			}
		}
		if c.Reason = "nothing to redact"; memories > 0 {
			c.Reason = fmt.Sprintf("secrets in %s: %s", memtide.Count(memories, "memory"), strings.Join(slices.Sorted(maps.Keys(kinds)), ", "))
		}
		return nil
	})
}

// redact sets every text of a node, and of its relations, to itself without secrets.
func (w *Writer) redact(n *memtide.Node) error {
	out, err := w.View.Graph.Out(n.ID, memtide.Relation)
	if err != nil {
		return err
	}
	for _, e := range out {
		if clean := redactedPredicate(e.Predicate); clean != e.Predicate {
			w.Change.Ops = append(w.Change.Ops, memtide.SetEdge(&e, "predicate", clean))
		}
	}
	clean := redacted(n)
	return errors.Join(
		w.Set(n, "content", clean.Content), w.Set(n, "summary", clean.Summary),
		w.Set(n, "canonical_name", clean.CanonicalName), w.Set(n, "aliases", clean.Aliases),
		w.Set(n, "entity_type", clean.EntityType), w.Set(n, "subtype", clean.Subtype),
		w.Set(n, "tags", clean.Tags), w.Set(n, "project", clean.Project),
		w.Set(n, "source", clean.Source), w.Set(n, "attributes", clean.Attributes))
}

// redacted returns a node without the secrets in its texts.
func redacted(old *memtide.Node) memtide.Node {
	n := *old
	for _, s := range []*string{&n.Content, &n.Summary, &n.CanonicalName, &n.EntityType, &n.Subtype, &n.Project, &n.Source.Client} {
		*s = redact.Name(*s)
	}
	n.Source.Session, n.Source.Turn = redact.ID(n.Source.Session), redact.ID(n.Source.Turn)
	n.Source.Role = memtide.Role(redact.Name(string(n.Source.Role)))
	each := func(list []string) []string {
		list = slices.Clone(list)
		for i := range list {
			list[i] = redact.Name(list[i])
		}
		return list
	}
	n.Aliases, n.Tags = each(n.Aliases), each(n.Tags)
	if n.Attributes != nil {
		n.Attributes = make(map[string]string, len(old.Attributes))
		for _, k := range slices.Sorted(maps.Keys(old.Attributes)) { // two may come to the same
			n.Attributes[redact.Name(k)] = redact.Name(old.Attributes[k])
		}
	}
	return n
}
