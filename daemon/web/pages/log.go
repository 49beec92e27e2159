package pages

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// effect is what a change does to one memory, for people.
type effect struct {
	Did   string // made, replaced, amended, forgotten, …
	Kind  memtide.Kind
	ID    memtide.ID
	Words string
	By    memtide.ID // the other one, where there are two
	With  string     // its words
}

// effectsOf says what a change does that concerns people; links and counts are left out.
func effectsOf(c memtide.ChangeSet, words map[string]string) (all []effect) {
	of := func(did string, id memtide.ID) effect { return effect{Did: did, ID: id, Words: words[id.String()]} }
	for _, op := range c.Ops {
		var id memtide.ID
		var at time.Time
		var yes bool
		set := func(into any) bool { return json.Unmarshal(op.To, into) == nil }
		switch {
		case op.Whole() && !op.Node.IsZero() && len(op.To) > 0:
			if n, err := op.ApplyNode(nil); err == nil {
				did := "made"
				if n.Attributes[tools.Quarantine] != "" {
					did = "into quarantine"
				}
				all = append(all, effect{Did: did, Kind: n.Kind, ID: n.ID, Words: n.Content})
			}
		case op.Whole() && !op.Node.IsZero():
			if n, err := (memtide.Op{Node: op.Node, To: op.From}).ApplyNode(nil); err == nil {
				all = append(all, effect{Did: "took away", Kind: n.Kind, ID: n.ID, Words: n.Content})
			}
		case op.Whole() && len(op.To) > 0:
			e, err := op.ApplyEdge(nil)
			if err == nil && (e.Kind == memtide.Contradicts || e.Kind == memtide.Amends) {
				x := of(map[memtide.EdgeKind]string{memtide.Contradicts: "contradicts", memtide.Amends: "amends"}[e.Kind], e.From)
				x.By, x.With = e.To, words[e.To.String()]
				all = append(all, x)
			}
		case op.Field == "superseded_by" && (len(op.To) == 0 || set(&id) && id.IsZero()):
			all = append(all, of("holds again", op.Node))
		case op.Field == "superseded_by" && set(&id):
			x := of("replaced", op.Node)
			x.By, x.With = id, words[id.String()]
			all = append(all, x)
		case op.Field == "archived_at" && (len(op.To) == 0 || set(&at) && at.IsZero()):
			all = append(all, of("brought back", op.Node))
		case op.Field == "archived_at":
			all = append(all, of("took out", op.Node))
		case op.Field == "access_count" && c.Cause.Stage == "reinforce":
			all = append(all, of("used", op.Node))
		case op.Field == "pinned":
			all = append(all, of(map[bool]string{true: "pinned", false: "unpinned"}[set(&yes) && yes], op.Node))
		case op.Field == "confirmed_at":
			all = append(all, of("confirmed", op.Node))
		case op.Field == "score":
			all = append(all, of("weighed", op.Node))
		case c.Actor == "user" && slices.Contains(statedFields, op.Field):
			all = append(all, of("changed", op.Node))
		}
	}
	return distinct(all)
}

// distinct leaves out what is said twice, and that something has changed of what is named
// anyway.
func distinct(all []effect) (out []effect) {
	for i, e := range all {
		again := func(x effect) bool { return x.ID == e.ID && x.Did == e.Did && x.By == e.By }
		named := func(x effect) bool { return x.ID == e.ID && x.Did != "changed" }
		if slices.ContainsFunc(all[:i], again) || e.Did == "changed" && slices.ContainsFunc(all, named) {
			continue
		}
		out = append(out, e)
	}
	return out
}

// statedFields are what a person changes of a memory beside what has a word of its own.
var statedFields = []string{"content", "attributes", "project", "canonical_name", "aliases", "entity_type", "trust"}

// nodesOf are the memories that changes speak of, each once.
func nodesOf(all []ledger.Logged) (ids []memtide.ID) {
	add := func(id memtide.ID) {
		if !id.IsZero() && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for _, c := range all {
		for _, op := range c.Ops {
			add(op.Node)
			var id memtide.ID
			if op.Field == "superseded_by" && json.Unmarshal(op.To, &id) == nil {
				add(id)
			}
			if !op.Edge.IsZero() && len(op.To) > 0 {
				if e, err := op.ApplyEdge(nil); err == nil {
					add(e.From)
					add(e.To)
				}
			}
		}
	}
	return ids
}

// mostWorded bounds how many memories are named at once.
const mostWorded = 500

// wordsOf returns the first words of memories, by id; of what is erased there are none.
func (c *call) wordsOf(ids []memtide.ID) (map[string]string, error) {
	if len(ids) == 0 {
		return map[string]string{}, nil
	}
	r, err := ask[control.Told](c, "source", control.Told{Receipt: event.Receipt{Space: c.space, Injected: ids[:min(len(ids), mostWorded)]}})
	return r.Words, err
}

// line is a change in a list.
type line struct {
	ledger.Logged
	Effects []effect
	Undone  memtide.ChangeID // the change that has taken it back, as far as it is in the list
}

// linesOf says what changes have done, and which of them are taken back by others among
// them.
func linesOf(c *call, all []ledger.Logged) ([]line, error) {
	words, err := c.wordsOf(nodesOf(all))
	if err != nil {
		return nil, err
	}
	undone := map[memtide.ChangeID]memtide.ChangeID{}
	for _, l := range all { // the newest first: what has taken an undo back comes before it
		if l.Cause.Stage == "undo" && undone[l.ID] == "" {
			undone[memtide.ChangeID(l.Cause.ID)] = l.ID
		}
	}
	out := make([]line, len(all))
	for i, l := range all {
		out[i] = line{l, effectsOf(l.ChangeSet, words), undone[l.ID]}
	}
	return out, nil
}

// perPage is how many lines a list has.
const perPage = 50

func changes(c *call) (page, error) {
	q := c.URL.Query()
	req := control.LogRequest{Space: c.space, Limit: perPage, Stage: q.Get("stage"), Session: q.Get("session"), Kind: memtide.Kind(q.Get("kind")), Before: q.Get("before"), Empty: q.Get("all") != ""}
	all, err := ask[[]ledger.Logged](c, "log", req)
	if err != nil {
		return page{}, err
	}
	lines, err := linesOf(c, all)
	next := ""
	if len(all) == perPage {
		next = string(all[perPage-1].ID)
	}
	return page{name: "log", title: "Changes", here: "log", live: req.Before == "", data: map[string]any{
		"Lines": lines, "Filter": req, "All": q.Get("all"), "Next": next, "Stages": stageNames(), "Kinds": memtide.Kinds,
	}}, err
}

// undoing is one way to take a change back.
type undoing struct {
	How  string // "", cascade or force
	Plan tools.Undo
	Err  string
}

func change(c *call) (page, error) {
	all, err := ask[[]ledger.Logged](c, "log", control.LogRequest{Space: c.space, ID: c.PathValue("id"), Limit: 1})
	if err != nil {
		return page{}, err
	}
	words, err := c.wordsOf(nodesOf(all))
	if err != nil {
		return page{}, err
	}
	one := all[0]
	ways := c.waysBack(one.ID)
	return page{name: "change", title: "Change " + control.Short(string(one.ID)), here: "log", data: map[string]any{
		"Change": one, "Effects": effectsOf(one.ChangeSet, words), "Words": words, "Ways": ways,
	}}, nil
}

// waysBack asks in which ways a change can be taken back: it alone, or, where later ones
// stand on it, with them or without what they stand on.
func (c *call) waysBack(id memtide.ChangeID) []undoing {
	try := func(how string) undoing {
		req := control.UndoRequest{Space: c.space, DryRun: true}
		req.Change, req.Cascade, req.Force = string(id), how == "cascade", how == "force"
		plan, err := ask[tools.Undo](c, "undo", req)
		u := undoing{How: how, Plan: plan}
		if err != nil {
			u.Err = err.Error()
		}
		return u
	}
	plainly := try("")
	if plainly.Err == "" || !strings.Contains(plainly.Err, tools.ErrLater.Error()) {
		return []undoing{plainly}
	}
	return []undoing{plainly, try("cascade"), try("force")}
}

// pulse says up to where something has happened: a page asks for it and loads itself anew
// when it has changed.
func (s *Site) pulse(w http.ResponseWriter, r *http.Request, v visitor) {
	c, err := s.begin(r, v)
	if err != nil {
		http.Error(w, "the daemon does not answer", http.StatusServiceUnavailable)
		return
	}
	got, err := ask[control.Watched](c, "watch", control.WatchRequest{Space: c.space, Limit: 1})
	if err != nil {
		http.Error(w, "the daemon does not answer", http.StatusServiceUnavailable)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode([]uint64{got.Receipts, got.Changes})
}

// by says who has made a change.
func by(c memtide.ChangeSet) string {
	kind, name, _ := strings.Cut(c.Actor, ":")
	switch {
	case c.Actor == "user" && c.Cause.Via == Door:
		return "you, here"
	case c.Actor == "user" && c.Cause.Via != "":
		return "you, by " + c.Cause.Via
	case c.Actor == "user":
		return "you, on the command line"
	case c.Actor == "rules":
		return "the rules of memtide"
	case kind == "job":
		return "the job " + name
	case kind == "model":
		return "the model " + name
	case c.Actor == "http":
		return "a program, over HTTP"
	case kind == "http":
		return "the program " + name + ", over HTTP"
	}
	return c.Actor
}

// stages are the words for who has decided, in the order of a list to choose from.
var stages = [][2]string{
	{"record", "heard"}, {"store", "learnt"}, {"reconcile", "compared"}, {"resolve", "settled by what you said"}, {"reinforce", "used by an answer"},
	{"remember", "stated"}, {"correct", "corrected"}, {"confirm", "confirmed"}, {"pin", "pinned"}, {"unpin", "unpinned"}, {"vote-up", "voted for"}, {"vote-down", "voted against"},
	{"forget", "forgotten"}, {"restore", "brought back"}, {"undo", "taken back"}, {"rollback", "source taken back"}, {"erase", "erased"}, {"redact", "secret taken out"}, {"move", "moved"},
	{"merge-entities", "names joined"}, {"set-entity", "named"}, {"conflicts", "conflict settled"}, {"quarantine", "looked at"}, {"import", "imported"}, {"promote", "promoted"},
	{"consolidate", "session summed up"}, {"decay", "faded"}, {"enrich", "entity described"}, {"infer", "cause found"}, {"link", "linked"}, {"turnover", "plan became event"}, {"drain", "old conflict ended"}, {"prune", "gave way to size"},
}

func stageNames() [][2]string { return stages }

// stageWords says in a word what a stage or verb does.
func stageWords(stage string) string {
	for _, s := range stages {
		if s[0] == stage {
			return s[1]
		}
	}
	return stage
}

// trustWords says what a level of trust means.
func trustWords(t memtide.Trust) string {
	return map[memtide.Trust]string{
		memtide.TrustConfirmed: "you have confirmed it", memtide.TrustUser: "your own words", memtide.TrustFile: "a file of the repository", memtide.TrustAgent: "the agent said it",
		memtide.TrustTool: "a tool, a page or something pasted", memtide.TrustImported: "imported", memtide.TrustRecalled: "recalled text",
	}[t]
}

func because(n *memtide.Node) string { return control.Because(n) }
func width(scope float64) string     { return control.Width(scope) }
