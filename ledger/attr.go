package ledger

import (
	"hash/fnv"
	"math"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// Attr is what the text index knows of a node without reading it.
//
//	bits  0–3  kind                     bits  8–25 number of the project
//	bit   4    said by the agent        bits 26–27 how much it speaks of the listener
//	bit   5    of a half-turn: asks     bits 28–47 hash of the session
//	           and tells nothing; of    bits 48–63 hash of whom it is by or about
//	           all else: pinned by hand
//	bit   6    has an expression of time
//	bit   7    a standing directive
//
// A hash of 0 means none. Two sessions of a thousand share a hash once in two
// stores; the cost is a slightly wrong order.
type Attr uint64

const (
	attrKind     = 0xf
	attrAgent    = 1 << 4
	attrInquires = 1 << 5
	attrDated    = 1 << 6
	attrDirects  = 1 << 7
	attrPinned   = attrInquires // of what is no half-turn

	projectAt, projectBits     = 8, 18
	addressedAt, addressedBits = projectAt + projectBits, 2
	sessionAt, sessionBits     = addressedAt + addressedBits, 20
	subjectAt                  = sessionAt + sessionBits
)

// Kind returns the kind of the node.
func (a Attr) Kind() memtide.Kind { return memtide.Kinds[int(a&attrKind)%len(memtide.Kinds)] }

// Agent reports whether the agent said it.
func (a Attr) Agent() bool { return a&attrAgent != 0 }

// Inquires reports whether it is a half-turn that asks and tells nothing.
func (a Attr) Inquires() bool { return a&(attrInquires|attrKind) == attrInquires|attrEpisode }

// Pinned reports whether the user has pinned it by hand.
func (a Attr) Pinned() bool { return a&attrPinned != 0 && a&attrKind != attrEpisode }

// Dated reports whether it has an expression of time.
func (a Attr) Dated() bool { return a&attrDated != 0 }

// Addressed returns [language.Addressed], in thirds, of what one person says to
// another.
func (a Attr) Addressed() int { return int(a>>addressedAt) & (1<<addressedBits - 1) }

// Class is what of an attr tells most about what a text is worth in a search:
// who said it, whether it asks, whether it has an expression of time, and whether
// it is by or about anybody. The text index keeps what is of one project and class
// together.
type Class uint8

const (
	classUndated Class = 1 << iota
	classInquires
	classAgent
	classNobody

	// Classes is the number of classes, which are below it.
	Classes = 1 << iota
)

// Class returns the class of an attr.
func (a Attr) Class() (c Class) {
	if a.Agent() {
		c |= classAgent
	}
	if a.Inquires() {
		c |= classInquires
	}
	if !a.Dated() {
		c |= classUndated
	}
	if a.Subject() == 0 {
		c |= classNobody
	}
	return c
}

// Agent is [Attr.Agent] of all that are of a class.
func (c Class) Agent() bool { return c&classAgent != 0 }

// Inquires is [Attr.Inquires] of all that are of a class.
func (c Class) Inquires() bool { return c&classInquires != 0 }

// Dated is [Attr.Dated] of all that are of a class.
func (c Class) Dated() bool { return c&classUndated == 0 }

// Nobody reports whether [Attr.Subject] is 0 of all that are of a class.
func (c Class) Nobody() bool { return c&classNobody != 0 }

// Directs reports whether it is a standing directive, as [Directs] says.
func (a Attr) Directs() bool { return a&attrDirects != 0 }

// Standing is the attribute of an instruction or an opinion that says how the
// user wants things from now on. It is set when the memory is written, and on an
// instruction when it has been said in several sessions.
const (
	Standing     = "standing"
	StandsAlways = "always" // says so itself: always, never, from now on
	StandsWish   = "wish"   // an order, a duty, a wish or a preference
	StandsOften  = "often"  // was said in several sessions
)

// Means is the attribute with what a memory means by "it" or "they" in its first
// word, in the words of the sentence before: "the heron server".
const Means = "means"

// everything is the scope from which a rule holds everywhere.
const everything = 0.8

// attrEpisode is the number of the kind episode.
var attrEpisode = Attr(kindNumber(memtide.Episode))

// Directs reports whether a node is a standing directive: what was marked when
// it was written, any rule for everything, and what the user has pinned by hand.
func Directs(n *memtide.Node) bool {
	if pinned(n) {
		return true
	}
	switch n.Kind {
	case memtide.Instruction:
		return n.Attributes[Standing] != "" || n.Scope >= everything
	case memtide.Opinion:
		return n.Attributes[Standing] != ""
	}
	return false
}

// pinned reports whether a node is pinned: whatever its source may not instruct
// stays out, even when somebody has set the field.
func pinned(n *memtide.Node) bool {
	return n.Pinned && n.Trust >= memtide.TrustUser && n.Kind != memtide.Episode && n.Kind != memtide.Entity
}

// Session returns a number that is the same for what was said in one session,
// 0 for what was said in none.
func (a Attr) Session() uint32 { return uint32(a>>sessionAt) & (1<<sessionBits - 1) }

// Subject returns a number for the first name of who said it, or, where that is
// not known, for the name that it begins with, as [NameHash] makes it; 0 where
// there is neither.
func (a Attr) Subject() uint16 { return uint16(a >> subjectAt) }

func (a Attr) project() uint32 { return uint32(a>>projectAt) & (1<<projectBits - 1) }

// NameHash returns the number by which [Attr.Subject] knows a name.
func NameHash(name string) uint16 {
	if name = language.Fold(name); name == "" {
		return 0
	}
	return uint16(max(hash32(name)&0xffff, 1))
}

func hash32(s string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(s)) // never fails
	x := h.Sum32()
	return x ^ x>>16
}

// longestTrait bounds what is read of a text for its traits, in bytes: who
// tells something in a long text does so early.
const longestTrait = 2000

// traitKey is what the traits of a text depend on.
type traitKey struct {
	text, speaker string
	kind          memtide.Kind
}

func traitsOf(n *memtide.Node, speaker string) traitKey {
	return traitKey{n.Content[:min(len(n.Content), longestTrait)], speaker, n.Kind}
}

// mostTraits bounds what is remembered: a half-turn is entered again with each
// of those beside it.
const mostTraits = 256

// traits returns what an [Attr] says of how a text is worded.
func (p *projects) traits(k traitKey) uint64 {
	p.mu.RLock()
	a, known := p.known[k]
	p.mu.RUnlock()
	if known {
		return a
	}
	a = uint64(subject(k.speaker, k.text)) << subjectAt
	if k.kind == memtide.Episode && language.Inquires(k.text) {
		a |= attrInquires
	}
	if k.speaker != "" { // said to a person; to the agent it is a wish
		a |= uint64(math.Round(3*language.Addressed(k.text))) << addressedAt
	}
	if k.kind != memtide.Entity && language.Dated(k.text) {
		a |= attrDated
	}
	k.text = strings.Clone(k.text) // or its beginning would keep a whole text in memory
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.known == nil || len(p.known) >= mostTraits {
		p.known = map[traitKey]uint64{}
	}
	p.known[k] = a
	return a
}

func (p *projects) attr(n *memtide.Node, speaker string) uint64 {
	a := uint64(kindNumber(n.Kind)) | uint64(p.add(n.Project)&(1<<projectBits-1))<<projectAt
	if n.Source.Role == memtide.RoleAgent {
		a |= attrAgent
	}
	if n.Source.Session != "" {
		a |= uint64(max(hash32(n.Source.Session)&(1<<sessionBits-1), 1)) << sessionAt
	}
	a |= p.traits(traitsOf(n, speaker))
	if Directs(n) {
		a |= attrDirects
	}
	if pinned(n) {
		a |= attrPinned
	}
	return a
}

// A name that a text begins with stands within its first letters.
const (
	longestHead = 120 // bytes
	headBegins  = 12
)

func subject(speaker, text string) uint16 {
	if who := strings.Fields(speaker); len(who) > 0 {
		return NameHash(who[0])
	}
	head := text[:min(len(text), longestHead)]
	if ms := language.Mentions(head, nil); len(ms) > 0 && ms[0].Start < headBegins {
		return NameHash(ms[0].Name)
	}
	return 0
}
