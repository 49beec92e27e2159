package language

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

var seeds = []string{
	"", " ", "Dr. Grey met Nora in the U.S. on March 3rd. Why?", "- a\n- b. c\n```go\nx. y\n```\nz", "Use `pnpm. x` instead of npm, see https://a.example/b.",
	"мы решили: с этого момента пишем по-русски. 東京。ﾀﾜｰ!", "e\u0301 ﬁ ½ \u0345 İ ẞ ΐ", "\xff\xfe\x80", "a\x00b\r\nc", "next Friday at 5pm until 2026-05-01T10:00:00Z",
	"my sister Anna, our CTO Bob", "from A to B, not C but D instead of E", "{\"a\":[1]}", "<a>b</a>", "/review it", "2026-02-30 31/12/2025 last_week in 99 years",
	"@x #1 ABC-1 a/b/c ./x ::: ->", "don’t ''' ’’ `` ``` ~~~", strings.Repeat("a", 300), "in 9999 years", "9999 years ago", "between May and June", "ʼ\u0300", "We changed the state from 'Sent' to 'Sent'.",
}

func seed(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
}

func FuzzSpans(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		last := 0
		for _, sp := range Sentences(s) {
			checkSpan(t, s, last, sp.Start, sp.End)
			if strings.TrimSpace(s[sp.Start:sp.End]) != s[sp.Start:sp.End] {
				t.Fatalf("sentence %q has white space around it", s[sp.Start:sp.End])
			}
			last = sp.End
		}
		last = 0
		for _, w := range Words(s) {
			checkSpan(t, s, last, w.Start, w.End)
			if w.Text != s[w.Start:w.End] {
				t.Fatalf("word %q is not what stands at %d", w.Text, w.Start)
			}
			last = w.End
		}
	})
}

func FuzzFold(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		once := Fold(s)
		if twice := Fold(once); twice != once {
			t.Fatalf("Fold(%q) = %q, folded again %q", s, once, twice)
		}
	})
}

func FuzzTerms(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		got := Terms(s)
		again := Terms(s)
		if strings.Join(got, "\x00") != strings.Join(again, "\x00") {
			t.Fatalf("two runs differ: %q and %q", got, again)
		}
		var r TermReader
		for _, s := range []string{s, s + ". What stands there is long enough. " + s + ". " + s, s + ". " + s} {
			for range 2 {
				if got, want := r.Append(nil, s), Terms(s); !slices.Equal(got, want) {
					t.Fatalf("a reader of terms finds %q in %q, want %q", got, s, want)
				}
			}
		}
		for _, term := range got {
			if term == "" || Fold(term) != term || len(term) > 2*longestTerm {
				t.Fatalf("Terms(%q) has %q, folded %q", s, term, Fold(term))
			}
		}
	})
}

func FuzzMentions(f *testing.F) {
	seed(f)
	reg := aliases{"a": "A", "anna": "Anna", "bob and": "Bob & Co"}
	f.Fuzz(func(t *testing.T, s string) {
		for _, r := range []Registry{nil, reg} {
			last := 0
			for _, m := range Mentions(s, r) {
				checkSpan(t, s, last, m.Start, m.End)
				if m.Text != s[m.Start:m.End] || m.Name == "" || m.Kind == "" {
					t.Fatalf("mention %+v of %q", m, s)
				}
				last = m.End
			}
		}
		for _, r := range Roles(s) {
			checkSpan(t, s, 0, r.Start, r.End)
			if r.Role == "" || r.Name == "" {
				t.Fatalf("role %+v of %q", r, s)
			}
		}
	})
}

func FuzzTimes(f *testing.F) {
	seed(f)
	loc, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		loc = time.UTC
	}
	clocks := []time.Time{clock, time.Date(2024, 2, 29, 23, 59, 59, 0, time.UTC), time.Date(2026, 3, 29, 1, 30, 0, 0, loc), {}}
	f.Fuzz(func(t *testing.T, s string) {
		for _, now := range clocks {
			last := 0
			for _, w := range Times(s, now) {
				checkSpan(t, s, last, w.Start, w.End)
				if !w.From.Before(w.Until) || w.Text != s[w.Start:w.End] {
					t.Fatalf("Times(%q, %s) has %+v", s, now, w)
				}
				last = w.End
			}
		}
	})
}

func FuzzReading(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, s string) {
		c := CuesOf(s)
		if c.Instruction < 0 || c.Instruction > 1 {
			t.Fatalf("CuesOf(%q) = %+v", s, c)
		}
		a := ActOf(s)
		if (a.Thanks || a.Machine || a.Slash) && (a.Ask || a.Tell || a.Command) {
			t.Fatalf("ActOf(%q) = %+v", s, a)
		}
		switch IntentOf(s) {
		case IntentWhy, IntentWhen, IntentWho, IntentWhat, IntentGeneral:
		default:
			t.Fatalf("IntentOf(%q) = %q", s, IntentOf(s))
		}
		for _, ch := range Changes(s) {
			if ch.Old == "" && ch.New == "" || ch.Old == ch.New {
				t.Fatalf("Changes(%q) has %+v", s, ch)
			}
		}
	})
}

// Whatever two texts are, they can be held against each other: code, too.
func FuzzHeldAgainst(f *testing.F) {
	f.Add("Actually the kiln heats to 50.", "kiln = {heats: (40); fan: [on]; gate: <shut>};")
	f.Add("We moved the blog off of Ghost.", "The blog runs on Ghost, no longer on 3 boxes.")
	f.Add("I finished the shed, the rent is $900 now.", "I'm still building the shed; the rent was 800.")
	f.Fuzz(func(t *testing.T, newer, older string) {
		at := time.Date(2026, 3, 11, 10, 0, 0, 0, time.UTC)
		n, o := NewStatement(newer, at), NewStatement(older, at.AddDate(0, 0, -9))
		Relate(n, o, nil)
		Clash(n, o)
		if reverses := Reversal(newer); reverses != nil {
			reverses(o)
		}
		for _, was := range append([]string{older, ""}, BackTo(newer)...) {
			n.Concerns(o, was)
			n.Covers(o, was)
		}
		n.Negated()
		n.Corrects()
		n.OfAnother(o)
		n.OtherOne(o)
		n.Outlasts(o)
		n.SameSubject(o)
		n.CountsOther(o)
		if n.Silent() && !MayDeny(older) && Relate(n, o, nil) != Unrelated {
			t.Fatalf("%q is silent, and does something to %q", newer, older)
		}
		if asked, ok := NewAsked(newer); ok {
			asked.Renewed(n, o)
		}
	})
}

// oddWords are those that rules look for, and marks: in an order that nobody speaks in, a
// rule that looks at the word before must know that there may be none.
var oddWords = strings.Split(`in,of,to,at,on,by,for,the,a,all,any,no,never,always,not,only,please,do,don't,stop,keep,use,is,was,be,must,should,had,i,we,they,it,that,which,who,and,or,but,because,`+
	`now,up,down,after,over,out,names,tests,code,port,api,prod,Anna,Faro,Postgres,8080,12,9th,monday,friday,.,:,-,(,),",+,=,/,!,?,is to be built,are to be,is not to be moved,may only be made,may be,`+
	`is only allowed,is reserved for,from now on,instead of,no longer,let's go with,moved from,was cut to,is too slow,would like all,has to be,i'd rather,back in,after all,takes over,can't on,up to,this is,i'm off`, ",")

// No order of words makes a rule look before the first or behind the last of them: a
// half-turn of which one sentence cannot be read is lost.
func TestNoOrderOfWordsIsTooOdd(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 1))
	now := time.Date(2026, 5, 14, 9, 0, 0, 0, time.UTC)
	sentence := func() string {
		words := make([]string, 1+r.IntN(8))
		for i := range words {
			words[i] = oddWords[r.IntN(len(oddWords))]
		}
		return strings.Join(words, " ")
	}
	few := func(string) bool { return true }
	for range 30_000 {
		a, b := sentence(), sentence()
		func() {
			defer func() {
				if e := recover(); e != nil {
					t.Fatalf("%q, %q: %v", a, b, e)
				}
			}()
			CuesOf(a)
			ActOf(a)
			Changes(a)
			Schedules(a, now)
			SaysNewValue(a)
			NamesPart(a)
			AsksSomebody(a)
			OfReplies(a)
			Overview(a)
			older, newer := NewStatement(a, now), NewStatement(b, now)
			Relate(newer, older, nil)
			Amends(newer, older, Reversal(b), few)
			newer.SwapsTool(older)
		}()
	}
}

// What depends on nothing but its arguments gives the same in parallel.
func TestTermsInParallel(t *testing.T) {
	const n = 4
	want := make([]string, len(seeds))
	for i, s := range seeds {
		want[i] = strings.Join(Terms(s), " ")
	}
	for w := range n {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(w), 1))
			t.Logf("seed %d, 1", w)
			for range 2000 {
				i := r.IntN(len(seeds))
				if got := strings.Join(Terms(seeds[i]), " "); got != want[i] {
					t.Errorf("Terms(%q) = %q, want %q", seeds[i], got, want[i])
				}
			}
			// More words than the cache of stems has slots: some share one.
			for i := range 2 * memoSlots {
				word := "harbour" + strconv.Itoa(i)
				if got := stems.term(word); got != stem(word) {
					t.Errorf("the term of %q is %q, want %q", word, got, stem(word))
				}
			}
		})
	}
}

// No function may look at all of a text for each of its parts: on 64 KiB that
// is 4e9 steps, which no machine takes in the time that is given, while one
// pass takes some milliseconds.
func TestLinear(t *testing.T) {
	hostile := map[string]string{
		"words": "word ", "capitals": "Anna ", "ticks": "` a", "dots": "a.", "blank dots": ". ", "marks": "> ", "numbers": "1 ", "lines": "a\n", "long": "a", "commas": ",a",
		"quotes": "'", "slashes": "/a", "from": "from a to ", "my": "my new lead ", "not": "not a ", "last": "in a ", "march": "March 3 - ", "tags": "<a>", "braces": "{", "stamps": "2026-05-01T",
		"hangul": "한국어", "bytes": "\xff", "fence": "```\n", "wrapped": "this line is long enough to have been wrapped by a person\nso ", "dashes": "a-", "ats": "@a", "unclosed": "(a ", "of": "Bank of ",
		"camel": "aB", "underscores": "a_", "hash": "# ", "marked": "e\u0301", "the": "the ", "when": "when ", "upper": "A", "initials": "A.B ", "registry": "a b ",
		"teach": "I teach a ", "thanks": "thanks for a ", "shared": "a is b and is ", "doubt": "I'm not sure how ",
	}
	reg := aliases{"a": "A"}
	for name, unit := range hostile {
		s := strings.Repeat(unit, 1<<16/len(unit))
		for what, f := range map[string]func(string){
			"Fold": func(s string) { Fold(s) }, "Terms": func(s string) { Terms(s) }, "Words": func(s string) { Words(s) }, "Sentences": func(s string) { Sentences(s) },
			"Mentions": func(s string) { Mentions(s, reg) }, "Roles": func(s string) { Roles(s) }, "Times": func(s string) { Times(s, clock) }, "IntentOf": func(s string) { IntentOf(s) },
			"ActOf": func(s string) { ActOf(s) }, "CuesOf": func(s string) { CuesOf(s) }, "Changes": func(s string) { Changes(s) },
			"AsksOfOurs": func(s string) { AsksOfOurs(s) }, "Releases": func(s string) { Releases(s) }, "Reversal": func(s string) { Reversal(s) },
			"OnScreen": func(s string) { OnScreen(s) }, "Told": func(s string) { Told(s) }, "Parts": func(s string) { NewStatement(s, clock).Parts() },
		} {
			start := time.Now()
			f(s)
			if took := time.Since(start); took > 3*time.Second {
				t.Errorf("%s of 64 KiB of %s took %s", what, name, took)
			}
		}
	}
}
