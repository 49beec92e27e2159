package main

import (
	"fmt"
	"slices"
)

// verdict is how well a model tells prompts apart.
type verdict struct {
	yes, no int       // prompts that need a memory, and that do not
	apart   float64   // the chance that one that does stands above one that does not
	over    []float64 // share of those that do not which stands above all but shares[i] of those that do
}

var shares = []float64{0.05, 0.1}

func (v verdict) String() string {
	words := fmt.Sprintf("%d of the kind, %d others; told apart %.3f", v.yes, v.no, v.apart)
	for i, share := range v.over {
		words += fmt.Sprintf("; above all but %.0f %%: %.1f %%", 100*shares[i], 100*share)
	}
	return words
}

// judge says how well a model tells the prompts apart, of which some need a memory and
// some do not.
func judge(m model, ps []prompt) verdict {
	var yes, no []float64
	for _, p := range ps {
		if p.Needs {
			yes = append(yes, m.of(p))
		} else {
			no = append(no, m.of(p))
		}
	}
	slices.Sort(yes)
	above := func(bar float64, xs []float64) (n int) {
		for _, x := range xs {
			if x >= bar {
				n++
			}
		}
		return n
	}
	v := verdict{yes: len(yes), no: len(no)}
	for _, x := range no {
		v.apart += float64(above(x, yes)) / float64(len(yes)*len(no))
	}
	for _, share := range shares {
		v.over = append(v.over, float64(above(yes[int(share*float64(len(yes)))], no))/float64(len(no)))
	}
	return v
}

// leftOut is how well the writers are told apart of whom each was left out of the learning in turn.
type leftOut struct {
	writers int
	apart   float64 // of each writer, added up
	yes, no []float64
}

func (l *leftOut) add(m model, v verdict, unseen []prompt) {
	l.writers++
	l.apart += v.apart
	for _, p := range unseen {
		if p.Needs {
			l.yes = append(l.yes, m.of(p))
		} else {
			l.no = append(l.no, m.of(p))
		}
	}
}

// String says the mean of how well each is told apart, and the share of the kind that is found
// where 1, 2 or 5 % of the others of all of them are let through.
func (l *leftOut) String() string {
	slices.Sort(l.no)
	words := fmt.Sprintf("told apart %.3f", l.apart/float64(l.writers))
	for _, share := range []float64{0.01, 0.02, 0.05} {
		bar, found := l.no[len(l.no)-1-int(share*float64(len(l.no)))], 0
		for _, z := range l.yes {
			if z > bar {
				found++
			}
		}
		words += fmt.Sprintf("; at %.0f %% of the others: %.1f %%", 100*share, 100*float64(found)/float64(len(l.yes)))
	}
	return words
}
