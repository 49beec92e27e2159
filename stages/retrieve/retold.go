package retrieve

import (
	"cmp"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// fitOnce is [fitBudget] without the summaries that say nothing but what other
// lines of the block say: told. The room that they leave goes to the next lines,
// and no line loses its place for it: another may rest on what it says.
func fitOnce(lines, pins []line, budget int) (fit, rest, told []line) {
	fit, rest = fitBudget(lines, budget)
	for i := range fit {
		if fit[i].Kind == memtide.Summary && retold(&fit[i], pins, fit) {
			told = append(told, fit[i])
		}
	}
	if told == nil {
		return fit, rest, nil
	}
	kept := without(fit, told)
	left := budget
	for i := range kept {
		left -= kept[i].Tokens
	}
	fit, rest = nil, nil
	for _, l := range without(lines, told) {
		in := slices.ContainsFunc(kept, func(k line) bool { return k.ID == l.ID })
		if !in && l.Tokens <= left {
			in, left = true, left-l.Tokens
		}
		if in {
			fit = append(fit, l)
		} else {
			rest = append(rest, l)
		}
	}
	return fit, rest, told
}

// retold reports whether all that is shown of a summary stands in other lines,
// whole memories or sentences of them. A name says nothing, and of two summaries
// that say the same one has to stay.
func retold(summary *line, groups ...[]line) bool {
	var texts []string
	for _, lines := range groups {
		for i := range lines {
			if k := lines[i].Kind; k != memtide.Summary && k != memtide.Entity {
				texts = append(texts, lines[i].Text)
			}
		}
	}
	slices.SortFunc(texts, func(x, y string) int { return cmp.Compare(len(y), len(x)) })
	left := summary.Text
	if _, rest, ok := strings.Cut(left, ": "); ok && strings.HasPrefix(left, memtide.SummaryOf) {
		left = rest
	}
	left = strings.TrimSuffix(strings.TrimPrefix(left, "… "), " …")
	for _, t := range texts {
		left = strings.ReplaceAll(left, t, "\n")
	}
	for part := range strings.SplitSeq(left, "\n") {
		for _, s := range language.Sentences(part) {
			sentence := strings.TrimSpace(part[s.Start:s.End])
			if sentence != "" && !slices.ContainsFunc(texts, func(t string) bool { return strings.Contains(t, sentence) }) {
				return false
			}
		}
	}
	return len(texts) > 0
}
