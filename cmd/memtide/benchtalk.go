package main

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/memtide/memtide"
)

// talk draws what people and agents say to each other. The same n and place
// give the same words. It is as varied as real talk in what a search meets:
// the words follow Zipf's law, new ones keep coming (Heaps' law), half-turns
// stand in sessions of some twenty turns, sessions in projects of very
// different size.
type talk struct {
	n        int
	coined   int // names of components and people that somebody has made up
	projects int
	span     time.Duration // from the first half-turn to the last
}

func newTalk(n int) *talk {
	root := math.Sqrt(float64(max(n, 100)))
	return &talk{n: n, coined: int(40 * root), projects: 4 + int(root/40), span: min(time.Duration(n)*10*time.Minute, 3*365*24*time.Hour)}
}

const (
	turnsPerSession = 20
	benchSentences  = 3 // of a user's half-turn at most
)

// half is a half-turn, and what the stages read in it.
type half struct {
	memtide.Turn
	fact  memtide.Kind // of a stand-alone memory
	items []said
}

// said is a sentence that is kept.
type said struct {
	text       string
	kind       memtide.Kind
	subtype    string
	importance int
	scope      float64
	everywhere bool // of the user and not of the project
	names      []named
}

type named struct{ name, kind string }

// drawn is one draw after the other from one place of the talk.
type drawn struct {
	*talk
	*rand.Rand
}

func (t *talk) at(stream, i int) drawn {
	return drawn{t, rand.New(rand.NewPCG(uint64(stream), uint64(i)))}
}

// zipf draws a number below n, by the law of Zipf and Mandelbrot: low ones more
// often, but none so often that it is in every text.
func (d drawn) zipf(n int) int {
	const flat = 12
	return min(int(flat*(math.Pow(float64(n)/flat+1, d.Float64())-1)), n-1)
}

func (d drawn) of(words []string) string { return words[d.zipf(len(words))] }

// project returns the project of a session, "" for what belongs to none.
func (t *talk) project(session int) string {
	d := t.at(1, session)
	if d.IntN(8) == 0 {
		return ""
	}
	return benchProject(d.zipf(t.projects))
}

func benchProject(n int) string { return strings.ToLower(coin(n+7)) + "-app" }

var (
	benchOnset = strings.Fields("b br c ch d dr f g gl h j k kr l m n p pr qu r s sh st t tr v w z")
	benchVowel = strings.Fields("a e i o u ai ea io ou")
	benchCoda  = strings.Fields("l m n r s x nd rk st th")
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
		pick(benchOnset)
		pick(benchVowel)
	}
	pick(benchCoda)
	s := b.String()
	return strings.ToUpper(s[:1]) + s[1:]
}

// person draws somebody: few by the first name alone, the others in full.
func (d drawn) person() named {
	first := d.of(benchFirst)
	if d.IntN(3) == 0 {
		return named{first, "person"}
	}
	return named{first + " " + coin(d.zipf(d.coined/2)), "person"}
}

func (d drawn) component() string {
	if d.IntN(3) > 0 {
		return d.of(benchModifier) + " " + d.of(benchHead)
	}
	return strings.ToLower(coin(d.zipf(d.coined)+1)) + " " + d.of(benchHead)
}

// exchange returns the two halves of the i-th exchange, or a memory that was
// handed over as such.
func (t *talk) exchange(i int, at time.Time) []half {
	d := t.at(2, i)
	session := i / turnsPerSession
	turn := memtide.Turn{
		Space: memtide.DefaultSpace, Role: memtide.RoleUser, Client: "bench", Session: fmt.Sprintf("s%d", session),
		Project: t.project(session), PromptID: fmt.Sprintf("p%d", i), Time: at, Trust: memtide.TrustUser,
	}
	if i%10 == 9 {
		s := d.statement()
		turn.Text, turn.Session, turn.PromptID = s.text, "", ""
		s.kind, s.subtype, s.importance, s.scope = memtide.Fact, memtide.Stated, 3, 0
		return []half{finish(half{Turn: turn, fact: memtide.Fact, items: []said{s}})}
	}
	user := half{Turn: turn}
	var texts []string
	for range 1 + d.IntN(benchSentences) {
		s := d.sentence()
		texts = append(texts, s.text)
		if s.kind != "" {
			user.items = append(user.items, s)
		}
	}
	user.Text = strings.Join(texts, " ")
	agent := half{Turn: turn}
	agent.Role, agent.Trust, agent.Time = memtide.RoleAgent, memtide.TrustAgent, at.Add(time.Second)
	agent.Text = d.answer()
	return []half{finish(user), finish(agent)}
}

func finish(h half) half {
	h.Time = h.Time.UTC().Truncate(time.Millisecond)
	h.ID = memtide.TurnID(h.Turn)
	return h
}

// sentence draws what a user says; of questions and requests nothing is kept.
func (d drawn) sentence() said {
	switch d.IntN(6) {
	case 0:
		return said{text: fmt.Sprintf("Why does the %s %s in the %s?", d.component(), d.of(benchFault), d.of(benchPlace))}
	case 1:
		return said{text: fmt.Sprintf("Please look at the %s and the %s again.", d.component(), d.component())}
	}
	return d.statement()
}

func (d drawn) statement() said {
	thing, other := d.component(), d.component()
	switch d.IntN(10) {
	case 0, 1, 2:
		p := d.person()
		return said{text: fmt.Sprintf("%s %s the %s after ticket %d, and the %s took %d seconds.", p.name, d.of(benchVerb), thing, 1000+d.IntN(max(d.n, 1)), other, d.IntN(900)),
			kind: memtide.Event, subtype: "action", importance: 3, names: []named{p}}
	case 3:
		return said{text: fmt.Sprintf("We decided to replace the %s by the %s.", thing, other), kind: memtide.Event, subtype: "decision", importance: 4}
	case 4:
		return said{text: fmt.Sprintf("The %s failed because the %s was %s.", thing, other, d.of(benchState)), kind: memtide.Event, subtype: "incident", importance: 4}
	case 5, 6:
		return said{text: fmt.Sprintf("The %s of the %s is %s with %d workers.", d.of(benchHead), thing, d.of(benchState), 2+d.IntN(200)),
			kind: memtide.Fact, subtype: "definitional", importance: 3}
	case 7:
		p := d.person()
		return said{text: fmt.Sprintf("%s works on the %s.", p.name, thing), kind: memtide.Fact, subtype: "definitional", importance: 3, names: []named{p}}
	case 8:
		if d.IntN(2) == 0 {
			return said{text: fmt.Sprintf("I prefer the %s to the %s.", thing, other), kind: memtide.Opinion, subtype: "preference", importance: 3, everywhere: true}
		}
		return said{text: fmt.Sprintf("Next week we will move the %s to the %s.", thing, d.of(benchPlace)), kind: memtide.Plan, subtype: "intended", importance: 3}
	}
	// Nobody gives ten times the rules in ten times the talk.
	if d.IntN(1+int(math.Sqrt(float64(d.n))/100)) > 0 {
		return said{text: fmt.Sprintf("We decided to use the %s in the %s.", thing, d.of(benchPlace)), kind: memtide.Event, subtype: "decision", importance: 4}
	}
	return said{text: fmt.Sprintf("Always check the %s before you touch the %s.", thing, other), kind: memtide.Instruction, subtype: "process", importance: 4, scope: 1, everywhere: true}
}

// answer draws what an agent says: more, and nothing that is kept by itself.
func (d drawn) answer() string {
	var b strings.Builder
	for range 2 + d.IntN(3) {
		switch d.IntN(3) {
		case 0:
			fmt.Fprintf(&b, "The %s is in the %s, and the test of the %s is %s. ", d.component(), d.of(benchPlace), d.component(), d.of(benchState))
		case 1:
			fmt.Fprintf(&b, "I looked at the %s and the %s; line %d of the %s reads the %s. ", d.component(), d.component(), d.IntN(2000), d.of(benchHead), d.component())
		case 2:
			fmt.Fprintf(&b, "There are %d places that use the %s, most of them in the %s. ", 2+d.IntN(40), d.component(), d.component())
		}
	}
	return strings.TrimSpace(b.String())
}

// query returns the i-th prompt: of the same words, as people ask.
func (t *talk) query(i int) string {
	d := t.at(3, i)
	switch i % 6 {
	case 0:
		return fmt.Sprintf("why did the %s %s?", d.component(), d.of(benchFault))
	case 1:
		return fmt.Sprintf("what happened with the %s in the %s", d.component(), d.of(benchPlace))
	case 2:
		return fmt.Sprintf("please change the %s so that ticket %d is done, and check that the %s is still %s. The %s must not %s.", d.component(), 1000+d.IntN(max(d.n, 1)),
			d.component(), d.of(benchState), d.component(), d.of(benchFault))
	case 3:
		return fmt.Sprintf("who %s the %s and when?", d.of(benchVerb), d.component())
	case 4:
		return fmt.Sprintf("what did %s say about the %s?", d.person().name, d.component())
	}
	return fmt.Sprintf("how do we run the %s of the %s", d.of(benchHead), d.component())
}

// queryProject is the project that prompts are asked in: the largest.
func queryProject() string { return benchProject(0) }
