// Package smalltalk makes up what people and agents say to each other: as much of it as a
// test or a measurement wants, the same each time, and as varied as real talk.
package smalltalk

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/memtide/memtide"
)

// Talk draws what people and agents say to each other. The same n and place
// give the same words. It is as varied as real talk in what a search meets:
// the words follow Zipf's law, new ones keep coming (Heaps' law), half-turns
// stand in sessions of some twenty turns, sessions in projects of very
// different size.
type Talk struct {
	N        int // memories that it is as varied as
	coined   int // names of components and people that somebody has made up
	projects int
	Span     time.Duration // from the first half-turn to the last
}

// New returns a talk that is as varied as one of n memories is.
func New(n int) *Talk {
	root := math.Sqrt(float64(max(n, 100)))
	return &Talk{N: n, coined: int(40 * root), projects: 4 + int(root/40), Span: min(time.Duration(n)*10*time.Minute, 3*365*24*time.Hour)}
}

// TurnsPerSession is the number of exchanges of a session.
const TurnsPerSession = 20

const mostSentences = 3 // of a user's half-turn

// Half is a half-turn, and what the stages read in it.
type Half struct {
	memtide.Turn
	Fact  memtide.Kind // of a stand-alone memory
	Items []Said
}

// Said is a sentence that is kept.
type Said struct {
	Text       string
	Kind       memtide.Kind
	Subtype    string
	Importance int
	Scope      float64
	Everywhere bool // of the user and not of the project
	Names      []Named
}

// Named is a name that a sentence mentions, and what bears it: person, …
type Named struct{ Name, Kind string }

// Drawn is one draw after the other from one place of the talk.
type Drawn struct {
	*Talk
	*rand.Rand
}

// At returns the place i of one of the streams that nothing else draws from.
func (t *Talk) At(stream, i int) Drawn {
	return Drawn{t, rand.New(rand.NewPCG(uint64(stream), uint64(i)))}
}

// zipf draws a number below n, by the law of Zipf and Mandelbrot: low ones more
// often, but none so often that it is in every text.
func (d Drawn) zipf(n int) int {
	const flat = 12
	return min(int(flat*(math.Pow(float64(n)/flat+1, d.Float64())-1)), n-1)
}

func (d Drawn) of(words []string) string { return words[d.zipf(len(words))] }

// project returns the project of a session, "" for what belongs to none.
func (t *Talk) project(session int) string {
	d := t.At(1, session)
	if d.IntN(8) == 0 {
		return ""
	}
	return projectName(d.zipf(t.projects))
}

func projectName(n int) string { return strings.ToLower(coin(n+7)) + "-app" }

var (
	onsets = strings.Fields("b br c ch d dr f g gl h j k kr l m n p pr qu r s sh st t tr v w z")
	vowels = strings.Fields("a e i o u ai ea io ou")
	codas  = strings.Fields("l m n r s x nd rk st th")
)

// coin makes the n-th made-up name.
func coin(n int) string {
	var b strings.Builder
	x := uint64(n)*0x9e3779b97f4a7c15 + 1
	pick := func(from []string) {
		x ^= x >> 29
		x *= 0xbf58476d1ce4e5b9
		b.WriteString(from[(x>>33)%uint64(len(from))])
	}
	for range 2 + n%2 {
		pick(onsets)
		pick(vowels)
	}
	pick(codas)
	s := b.String()
	return strings.ToUpper(s[:1]) + s[1:]
}

// person draws somebody: few by the first name alone, the others in full.
func (d Drawn) person() Named {
	first := d.of(firstNames)
	if d.IntN(3) == 0 {
		return Named{first, "person"}
	}
	return Named{first + " " + coin(d.zipf(d.coined/2)), "person"}
}

func (d Drawn) component() string {
	if d.IntN(3) > 0 {
		return d.of(modifiers) + " " + d.of(heads)
	}
	return strings.ToLower(coin(d.zipf(d.coined)+1)) + " " + d.of(heads)
}

// Exchange returns the two halves of the i-th exchange, or a memory that was
// handed over as such.
func (t *Talk) Exchange(i int, at time.Time) []Half {
	d := t.At(2, i)
	session := i / TurnsPerSession
	turn := memtide.Turn{
		Space: memtide.DefaultSpace, Role: memtide.RoleUser, Client: "bench", Session: fmt.Sprintf("s%d", session),
		Project: t.project(session), PromptID: fmt.Sprintf("p%d", i), Time: at, Trust: memtide.TrustUser,
	}
	if i%10 == 9 {
		s := d.Statement()
		turn.Text, turn.Session, turn.PromptID = s.Text, "", ""
		s.Kind, s.Subtype, s.Importance, s.Scope = memtide.Fact, memtide.Stated, 3, 0
		return []Half{finish(Half{Turn: turn, Fact: memtide.Fact, Items: []Said{s}})}
	}
	user := Half{Turn: turn}
	var texts []string
	for range 1 + d.IntN(mostSentences) {
		s := d.Sentence()
		texts = append(texts, s.Text)
		if s.Kind != "" {
			user.Items = append(user.Items, s)
		}
	}
	user.Text = strings.Join(texts, " ")
	agent := Half{Turn: turn}
	agent.Role, agent.Trust, agent.Time = memtide.RoleAgent, memtide.TrustAgent, at.Add(time.Second)
	agent.Text = d.Answer()
	return []Half{finish(user), finish(agent)}
}

func finish(h Half) Half {
	h.Time = h.Time.UTC().Truncate(time.Millisecond)
	h.ID = memtide.TurnID(h.Turn)
	return h
}

// Sentence draws what a user says; of questions and requests nothing is kept.
func (d Drawn) Sentence() Said {
	switch d.IntN(6) {
	case 0:
		return Said{Text: fmt.Sprintf("Why does the %s %s in the %s?", d.component(), d.of(faults), d.of(places))}
	case 1:
		return Said{Text: fmt.Sprintf("Please look at the %s and the %s again.", d.component(), d.component())}
	}
	return d.Statement()
}

// Statement draws a sentence that is kept.
func (d Drawn) Statement() Said {
	thing, other := d.component(), d.component()
	switch d.IntN(10) {
	case 0, 1, 2:
		p := d.person()
		return Said{Text: fmt.Sprintf("%s %s the %s after ticket %d, and the %s took %d seconds.", p.Name, d.of(verbs), thing, 1000+d.IntN(max(d.N, 1)), other, d.IntN(900)),
			Kind: memtide.Event, Subtype: "action", Importance: 3, Names: []Named{p}}
	case 3:
		return Said{Text: fmt.Sprintf("We decided to replace the %s by the %s.", thing, other), Kind: memtide.Event, Subtype: "decision", Importance: 4}
	case 4:
		return Said{Text: fmt.Sprintf("The %s failed because the %s was %s.", thing, other, d.of(states)), Kind: memtide.Event, Subtype: "incident", Importance: 4}
	case 5, 6:
		return Said{Text: fmt.Sprintf("The %s of the %s is %s with %d workers.", d.of(heads), thing, d.of(states), 2+d.IntN(200)),
			Kind: memtide.Fact, Subtype: "definitional", Importance: 3}
	case 7:
		p := d.person()
		return Said{Text: fmt.Sprintf("%s works on the %s.", p.Name, thing), Kind: memtide.Fact, Subtype: "definitional", Importance: 3, Names: []Named{p}}
	case 8:
		if d.IntN(2) == 0 {
			return Said{Text: fmt.Sprintf("I prefer the %s to the %s.", thing, other), Kind: memtide.Opinion, Subtype: "preference", Importance: 3, Everywhere: true}
		}
		return Said{Text: fmt.Sprintf("Next week we will move the %s to the %s.", thing, d.of(places)), Kind: memtide.Plan, Subtype: "intended", Importance: 3}
	}
	// Nobody gives ten times the rules in ten times the talk.
	if d.IntN(1+int(math.Sqrt(float64(d.N))/100)) > 0 {
		return Said{Text: fmt.Sprintf("We decided to use the %s in the %s.", thing, d.of(places)), Kind: memtide.Event, Subtype: "decision", Importance: 4}
	}
	return Said{Text: fmt.Sprintf("Always check the %s before you touch the %s.", thing, other), Kind: memtide.Instruction, Subtype: "process", Importance: 4, Scope: 1}
}

// Answer draws what an agent says: more, and nothing that is kept by itself.
func (d Drawn) Answer() string {
	var b strings.Builder
	for range 2 + d.IntN(3) {
		switch d.IntN(3) {
		case 0:
			fmt.Fprintf(&b, "The test of the %s in the %s is %s. Shall I look at the %s, too? ", d.component(), d.of(places), d.of(states), d.component())
		case 1:
			fmt.Fprintf(&b, "I looked at the %s and the %s. Is line %d of the %s what reads the %s? ", d.component(), d.component(), d.IntN(2000), d.of(heads), d.component())
		case 2:
			fmt.Fprintf(&b, "Do you want all %d places that use the %s, or those in the %s? ", 2+d.IntN(40), d.component(), d.component())
		}
	}
	return strings.TrimSpace(b.String())
}

// Query returns the i-th prompt: of the same words, as people ask.
func (t *Talk) Query(i int) string {
	d := t.At(3, i)
	switch i % 6 {
	case 0:
		return fmt.Sprintf("why did the %s %s?", d.component(), d.of(faults))
	case 1:
		return fmt.Sprintf("what happened with the %s in the %s", d.component(), d.of(places))
	case 2:
		return fmt.Sprintf("please change the %s so that ticket %d is done, and check that the %s is still %s. The %s must not %s.", d.component(), 1000+d.IntN(max(d.N, 1)),
			d.component(), d.of(states), d.component(), d.of(faults))
	case 3:
		return fmt.Sprintf("who %s the %s and when?", d.of(verbs), d.component())
	case 4:
		return fmt.Sprintf("what did %s say about the %s?", d.person().Name, d.component())
	}
	return fmt.Sprintf("how do we run the %s of the %s", d.of(heads), d.component())
}

// QueryProject is the project that prompts are asked in: the largest.
func QueryProject() string { return projectName(0) }
