package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/tools"
)

// A line of testdata/golden/known.jsonl. Words are parts of one memory's
// content, whatever their case.
type goldenWant struct {
	Known   []string // stands in a memory that holds, of one of the kinds
	History []string // stands in a memory that holds no longer, and in none that holds
	May     []string // may stand in a memory that holds
	Never   []string // stands in no memory that holds, of whatever kind but episode and summary
	Names   []string // of the entities that there may be
	Nowhere string   // stands in no file of the data folder
	Rule    []string // stands in a rule that is in force in the project
	NoRule  []string // stands in none
	Ask     string   // a prompt of a new session in the project
	Has     []string // each stands in what the prompt is given
	Hasnt   []string // none of it does
	Silent  bool     // the prompt is given nothing

	Kinds   []memtide.Kind
	Project *string
	Trust   string
	Word    bool // only as a whole word
}

// expectation holds a store against the golden list.
type expectation struct {
	*golden
	cl     *client.Client
	live   []*memtide.Node // what is made of what was said, as far as it holds
	gone   []*memtide.Node // and does not
	wanted []goldenWant
}

func (e *expectation) check(raw []string) {
	if gaveUp, err := client.Control[[]control.DeadReply](e.t.Context(), e.cl, "dead", control.DeadRequest{Limit: 50}); err != nil || len(gaveUp) > 0 {
		e.t.Errorf("stages gave up: %+v, %v", gaveUp, err)
	}
	for _, n := range e.nodes(e.cl) {
		switch {
		case n.Kind == memtide.Episode || n.Kind == memtide.Summary:
		case n.Live():
			e.live = append(e.live, n)
		default:
			e.gone = append(e.gone, n)
		}
	}
	for _, l := range raw {
		e.wanted = append(e.wanted, decodeLine[goldenWant](e.t, l))
	}
	for i, w := range e.wanted {
		if why := e.one(w); why != "" {
			e.t.Errorf("%s\n\t%s", raw[i], why)
		}
	}
	for _, n := range e.live {
		if !e.listed(n) {
			e.t.Errorf("nobody has said that this is worth knowing: %s", told1(n))
		}
	}
}

// one returns what is wrong with one expectation, "" when nothing is.
func (e *expectation) one(w goldenWant) string {
	switch {
	case w.Known != nil:
		if !slices.ContainsFunc(e.live, w.fits) {
			return "is not known; there is: " + e.near(w.Known)
		}
	case w.History != nil:
		w.Known = w.History
		if i := slices.IndexFunc(e.live, func(n *memtide.Node) bool { return n.Kind != memtide.Entity && w.holds(n.Content) }); i >= 0 {
			return "holds: " + told1(e.live[i])
		}
		if !slices.ContainsFunc(e.gone, func(n *memtide.Node) bool { return w.holds(n.Content) }) {
			return "is no history; there is: " + e.near(w.Known)
		}
	case w.Never != nil:
		w.Known = w.Never
		if i := slices.IndexFunc(e.live, func(n *memtide.Node) bool { return w.holds(n.Content) }); i >= 0 {
			return "is known: " + told1(e.live[i])
		}
	case w.Nowhere != "":
		return e.file(w.Nowhere)
	case w.Rule != nil || w.NoRule != nil:
		return e.rule(w)
	case w.Ask != "":
		return e.asked(w)
	case w.May == nil && w.Names == nil:
		return "expects nothing"
	}
	return ""
}

// fits reports whether a memory is what is wanted to be known.
func (w goldenWant) fits(n *memtide.Node) bool {
	return w.holds(n.Content) && (w.Kinds == nil || slices.Contains(w.Kinds, n.Kind)) && (w.Project == nil || *w.Project == n.Project) &&
		(w.Trust == "" || w.Trust == n.Trust.String())
}

// holds reports whether every word of w.Known stands in a text.
func (w goldenWant) holds(text string) bool {
	for _, word := range w.Known {
		if w.Word {
			if !regexp.MustCompile(`\b` + regexp.QuoteMeta(word) + `\b`).MatchString(text) {
				return false
			}
		} else if !strings.Contains(strings.ToLower(text), strings.ToLower(word)) {
			return false
		}
	}
	return true
}

// listed reports whether a memory stands in the golden list.
func (e *expectation) listed(n *memtide.Node) bool {
	return slices.ContainsFunc(e.wanted, func(w goldenWant) bool {
		if n.Kind == memtide.Entity {
			return slices.ContainsFunc(w.Names, func(s string) bool { return strings.EqualFold(s, n.CanonicalName) })
		}
		if w.May != nil {
			w.Known = w.May
		}
		return w.Known != nil && w.fits(n)
	})
}

// near lists the memories that have one of some words.
func (e *expectation) near(words []string) string {
	var out []string
	for _, n := range slices.Concat(e.live, e.gone) {
		for _, w := range words {
			for _, part := range strings.Fields(w) {
				if len(part) > 3 && strings.Contains(n.Content, part) && !slices.Contains(out, told1(n)) {
					out = append(out, told1(n))
				}
			}
		}
	}
	return "\n\t\t" + strings.Join(out, "\n\t\t")
}

func told1(n *memtide.Node) string {
	state := ""
	if !n.Live() {
		state = " (holds no longer)"
	}
	return string(n.Kind) + "/" + n.Subtype + " [" + n.Project + "] " + n.Trust.String() + state + " " + n.Content
}

// file returns which file of the data folder holds a text.
func (e *expectation) file(text string) (why string) {
	err := filepath.WalkDir(e.home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if strings.Contains(string(b), text) {
			why = path + " holds it"
		}
		return err
	})
	if err != nil {
		return err.Error()
	}
	return why
}

func (e *expectation) rule(w goldenWant) string {
	all, err := client.Control[[]tools.Rule](daemontest.Within(e.t, time.Minute), e.cl, "rules", control.RulesRequest{Space: memtide.DefaultSpace, Project: *w.Project})
	if err != nil {
		return err.Error()
	}
	w.Known = slices.Concat(w.Rule, w.NoRule)
	var texts []string
	for _, r := range all {
		texts = append(texts, r.Node.Content)
	}
	if in := slices.ContainsFunc(texts, w.holds); in != (w.Rule != nil) {
		return "in force: " + strings.Join(texts, " | ")
	}
	return ""
}

// asked asks by the hook, in a new session. A hook that was late says nothing,
// and leaves the daemon alone for a while: where something has to be said, it is
// asked again.
func (e *expectation) asked(w goldenWant) string {
	project := ""
	if w.Project != nil {
		project = *w.Project
	}
	block := e.given(w.Ask, project)
	for n := 0; n < 10 && block == "" && len(w.Has) > 0; n++ {
		if _, err := hookbridge.Answering(hookbridge.NewPaths(e.home)); err != nil {
			e.t.Fatal(err)
		}
		block = e.given(w.Ask, project)
	}
	for _, h := range w.Has {
		if !strings.Contains(block, h) {
			return "lacks " + h + ": " + block
		}
	}
	for _, h := range w.Hasnt {
		if strings.Contains(block, h) {
			return "has " + h + ": " + block
		}
	}
	if w.Silent && block != "" {
		return "is given " + block
	}
	return ""
}

// given returns what a prompt of a new session is given.
func (e *expectation) given(ask, project string) string {
	e.asks++
	return injected(e.t, e.event("ask-"+strings.ReplaceAll(e.t.Name(), "/", "-")+string(rune('a'+e.asks)), project, "UserPromptSubmit", map[string]string{"prompt_id": "p", "prompt": ask}))
}
