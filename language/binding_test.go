package language

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"testing"
)

// What two writers had people say, of whom nothing was learnt from: most rules are found by
// their form, and few others are taken for one.
func TestRulesOfUnseenWriters(t *testing.T) {
	f, err := os.Open("../eval/ruleset.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rules, found, others, taken, byHand, takenByHand int
	for sc := bufio.NewScanner(f); sc.Scan(); {
		var m struct{ Text, Stands string }
		if err := json.Unmarshal(sc.Bytes(), &m); err != nil {
			t.Fatal(err)
		}
		is, was := false, false
		for _, s := range Sentences(m.Text) {
			is = is || CuesOf(m.Text[s.Start:s.End]).Directs
			was = was || handCues(m.Text[s.Start:s.End]).Directs
		}
		count := func(all, now, before *int) {
			*all++
			if is {
				*now++
			}
			if was {
				*before++
			}
		}
		if m.Stands != "" {
			count(&rules, &found, &byHand)
		} else {
			count(&others, &taken, &takenByHand)
		}
	}
	t.Logf("%d of %d rules, %d by hand; %d of %d others, %d by hand", found, rules, byHand, taken, others, takenByHand)
	if rules < 200 || others < 200 || found*100 < 40*rules || found < 2*byHand || taken*100 > 8*others || taken >= takenByHand {
		t.Errorf("%d of %d rules, %d by hand; %d of %d others, %d by hand", found, rules, byHand, taken, others, takenByHand)
	}
}

// A rule that no cue shows is one by its form as a whole; what has the words of a rule and is
// of the thing that is built, or said by somebody else, is none.
func TestBinding(t *testing.T) {
	for s, want := range map[string]bool{
		"money amounts are kept as integer cents here":                 true,
		"anything you write goes through the formatter first":          true,
		"keep your replies short, i read on my phone":                  true,
		"The drawbridge must never open while a train is near.":        false,
		"Visitors should always see the price before they order.":      false,
		"The harbour guide says that one should always tie two knots.": false,
		"why do we always oil the winch twice?":                        false,
		"the winch log is 40 MB and has three columns":                 false,
		"They go into the blue box.":                                   false, "Each one gets a test of its own in every pull request": false,
		"Always answer in Danish.":                                                  true,
		"Sand and paint.":                                                           false,
		"put the mast before the keel":                                              false,
		"It's called the heron from now on.":                                        false,
		"They are named by hand from now on.":                                       false,
		"It is to be written as two words from now on.":                             true,
		"In summaries I always want one line on the tide, no matter which project.": true,
		"I always wanted to see the tide.":                                          false,
		"Document every valve you add.":                                             true,
		"Make sure all lids are shut before sailing.":                               true,
		"ERROR: all columns must be listed in the group by clause":                  false,
		"Some colleague told me that we must never use global variables":            false,
	} {
		if got := CuesOf(s).Directs; got != want {
			t.Errorf("%q: %v (%+v)", s, got, CuesOf(s))
		}
	}
}

// A rule about how the speaker is answered is his; one about the code is of the work.
func TestWhoseABindingRuleIs(t *testing.T) {
	for s, want := range map[string]bool{
		"shorter answers please, I read on my phone":        true,
		"Always explain it to me like to a beginner.":       true,
		"all tables in this schema get a created_at column": false,
	} {
		if c := CuesOf(s); c.OfUser != want {
			t.Errorf("%q: %v (%v)", s, c.OfUser, c.Binds)
		}
	}
}

// The words that a sentence begins with tell whether it is a rule, and not whose it is.
func TestHeadTraits(t *testing.T) {
	const rule = "always oil the winch before noon"
	binds, whose := BindingTraits(rule), ScopeTraits(rule)
	for _, trait := range []string{"always@", "winch@"} {
		if !slices.Contains(binds, trait) || slices.Contains(whose, trait) {
			t.Errorf("%q in %q, not in %q", trait, binds, whose)
		}
	}
	if slices.Contains(binds, "before@") || !slices.Contains(whose, "oil the") {
		t.Errorf("%q, %q", binds, whose)
	}
}

// What says by itself that it holds in all that its speaker works on is a rule from a lower bar on.
func TestARuleOfAllProjects(t *testing.T) {
	for s, want := range map[string]bool{
		"In all my projects always sign off commits.": true,
		"I saw that in all my projects":               false,
	} {
		if got := CuesOf(s).Directs; got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
