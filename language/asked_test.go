package language

import (
	"testing"
	"time"
)

func TestAskedForAValue(t *testing.T) {
	for in, want := range map[string]bool{
		"How many goats do we keep?":                               true,
		"How much is the rent of the barn?":                        true,
		"How long is the fence?":                                   true,
		"When is the vet appointment for Rex?":                     true,
		"What is our budget for seeds?":                            true,
		"What's the limit for drafts?":                             true,
		"What deadline should I aim for?":                          true,
		"Which day is the market?":                                 true,
		"When did the barn burn?":                                  false,
		"Which of the two was built first?":                        false,
		"How much did the milk yield improve?":                     false,
		"How many goats did we have before the flood?":             false,
		"How many days are between the market and the vet?":        false,
		"How many crates had I packed by the time the truck came?": false,
		"What price did I mention for the crane?":                  false,
		"What should I do when the pump fails?":                    false,
		"What are some ways to spend less?":                        false,
		"Why is the pump broken?":                                  false,
		"How do I prune a pear tree?":                              false,
		"Paint the barn.":                                          false,
		"":                                                         false,
	} {
		if _, ok := NewAsked(in); ok != want {
			t.Errorf("%q: %v", in, ok)
		}
	}
}

func TestRenewed(t *testing.T) {
	for _, c := range []struct {
		question, older, newer string
		want                   bool
	}{
		{"What is the rent of the barn?", "The barn costs me a rent of 900 euros", "They raised the barn rent to 950 euros", true},
		{"How many goats do we keep on the hill?", "We keep 12 goats on the hill", "The hill has grown to 17 goats now", true},
		{"How many hours a day do I play the cello?", "I play the cello 2 hours a day", "I am up to 3 hours a day when I play the cello", true},
		{"How many minutes do I row each morning?", "I row 20 minutes in the morning daily", "I am up to 35 minutes when I row in the morning", true},
		{"How many minutes do I row each day in the morning?", "I row 20 minutes in the morning daily", "I am up to 35 minutes when I row in the morning", true},
		{"When is the vet visit for Rex?", "The vet visit for Rex is on May 3", "The vet visit for Rex is on May 8", true},
		{"How many women have I hired as editors for the paper?", "I hired 5 women for the paper", "The number of editors hired for the paper has increased to 7", true},
		{"How many women have I hired for the paper?", "I hired 5 women for the paper", "The number of desks for the paper has increased to 7", false},
		{"What is my score in the chess test?", "I got a score of 61% in the chess test", "I got a score of 74% in the math test", false},
		{"What does Ann pay for the barn?", "Ann pays 90 euros for the barn", "Bob pays 80 euros for the barn", false},
		{"What is the deadline for the bee report?", "The deadline for the bee report is June 1", "I cut 30 words of the bee report on August 7", false},
		{"How much of the course had I left after 15 lessons?", "After 15 lessons 40% of the course was left", "After 20 lessons 10% of the course was left", false},
		{"How much is left of the course after 15 lessons?", "After 15 lessons 40% of the course is left", "After 20 lessons 10% of the course is left", false},
		{"What is our seed budget?", "Our seed budget is $300", "Our seed budget is $300, as before", false},
		{"What is our seed budget?", "Our seed budget is $300", "We added $50 to the seed budget", false},
		{"Why is the rent of the barn so high?", "The barn costs me a rent of 900 euros", "They raised the barn rent to 950 euros", false},
	} {
		now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
		a, _ := NewAsked(c.question)
		if got := a.Renewed(NewStatement(c.newer, now), NewStatement(c.older, now)); got != c.want {
			t.Errorf("%q: %q after %q: %v", c.question, c.newer, c.older, got)
		}
	}
}

func FuzzAsked(f *testing.F) {
	f.Add("What is the budget of $300 on May 3?", "The budget is $300 at 4 PM", "it's 12 of the 15 now")
	f.Add("how many", "how much \x00é", "when")
	f.Fuzz(func(t *testing.T, question, a, b string) {
		now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
		asked, _ := NewAsked(question)
		asked.Renewed(NewStatement(a, now), NewStatement(b, now))
		if s := NewStatement(a, now); asked.Renewed(s, s) {
			t.Errorf("%q: %q renews itself", question, a)
		}
	})
}
