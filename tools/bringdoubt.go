package tools

import (
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// incoming is a memory that is brought, as it may be kept here.
type incoming struct {
	memtide.Node      // its attributes are shared: who changes one copies them
	past         bool // it does not hold any more: archived, or superseded by what comes later
	withhold     bool // a half-turn that no agent may be shown
	left         bool // something of it was left out
	superseded   bool // where it comes from
}

// cleaned is a memory as it may be kept.
func (in Bringing) cleaned(old *memtide.Node) incoming {
	n := incoming{Node: redacted(old), past: !old.Live(), superseded: !old.SupersededBy.IsZero()}
	n.SupersededBy = memtide.ID{}
	n.Attributes = WithAttribute(n.Attributes, ImportedFrom, in.From)
	n.Salience = memtide.SalienceOf(&n.Node)
	if in.trust(&n.Node); !in.Own {
		in.doubt(&n)
	}
	return n
}

// doubt keeps from agents what tells them what to do in a memory that nobody vouches for. A
// half-turn is withheld; an entity is known by its bare name, for others mention it; all
// else waits in quarantine.
func (in Bringing) doubt(n *incoming) {
	delete(n.Attributes, ledger.Standing)
	waits := n.Kind == memtide.Instruction
	switch n.Kind {
	case memtide.Episode:
		n.withhold = orders(&n.Node)
		return
	case memtide.Entity:
		if waits = commands(n.CanonicalName); !waits {
			n.bare()
		}
	default:
		waits = waits || orders(&n.Node)
	}
	if waits {
		if n.Attributes[Quarantine] = "it tells the agent what to do, and was imported from " + in.From; n.Kind == memtide.Instruction {
			n.Attributes[ReadAs] = string(memtide.Instruction)
		}
	}
	if n.Attributes[Quarantine] != "" && n.ArchivedAt.IsZero() { // as the file may say itself
		n.ArchivedAt = n.CreatedAt
	}
	if n.Kind == memtide.Instruction {
		n.Kind = memtide.Fact
	}
}

// bare takes from an entity what tells the agent what to do, all but its name.
func (n *incoming) bare() {
	if n.Content != n.CanonicalName && commands(n.Content) {
		n.Content, n.left = n.CanonicalName, true
	}
	if commands(n.Summary) {
		n.Summary, n.left = "", true
	}
	for _, key := range beside {
		if commands(n.Attributes[key]) {
			delete(n.Attributes, key)
			n.left = true
		}
	}
	if slices.ContainsFunc(n.Aliases, commands) {
		n.Aliases, n.left = slices.DeleteFunc(slices.Clone(n.Aliases), commands), true
	}
}

// beside are the attributes that are shown beside the text of a memory.
var beside = []string{About, ledger.Means, "speaker"}

// orders reports whether something that is shown of a memory tells the agent what to do.
func orders(n *memtide.Node) bool {
	return commands(n.Content) || slices.ContainsFunc(beside, func(key string) bool { return commands(n.Attributes[key]) })
}

// What stands before what it is about, as in "Build: always run the linter": its length,
// and how often one may stand before another.
const (
	longestName = 1000
	mostNames   = 4
)

// commands reports whether what may be shown of a text tells the agent what to do in one of
// its sentences, or has the form of an attack.
func commands(text string) bool {
	if text == "" {
		return false
	}
	text = Showable(text)
	if commandsAlone(text) {
		return true
	}
	return slices.ContainsFunc(language.Sentences(text), func(s language.Span) bool { return commandsAlone(text[s.Start:s.End]) })
}

// commandsAlone is commands for one sentence, by itself or behind a name and a colon.
func commandsAlone(s string) bool {
	rest := s
	for range 1 + mostNames {
		if language.CuesOf(rest).Directs || language.Overrides(rest) || language.AddressesAgents(rest) {
			return true
		}
		n := strings.Index(rest[:min(len(rest), longestName)], ": ")
		if n < 0 {
			return false
		}
		rest = rest[n+2:]
	}
	return false
}
