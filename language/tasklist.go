package language

import "strings"

// TaskLists returns the stretches of a text that are lists below an order of the
// moment ("change the page like this:"): their items say how that is to be done. A
// list below what names rules, or asks for something to be kept, is none.
func TaskLists(text string) (all []Span) {
	at, lead, order := 0, "", false
	for line := range strings.Lines(text) {
		from := at
		at += len(line)
		switch {
		case strings.TrimSpace(line) == "":
		case isItem(line):
			if lead != "" { // read only where a list follows
				lead, order = "", leadsToTasks(lead)
			}
			if order {
				all = append(all, Span{from, at})
			}
		case len(all) > 0 && all[len(all)-1].End == from && (line[0] == ' ' || line[0] == '\t'):
			all = append(all, Span{from, at}) // what an item goes on with
		default:
			lead = line
		}
	}
	return joined(all)
}

// leadsToTasks reports whether a line is an order for what the list below it tells.
func leadsToTasks(line string) bool {
	line = strings.Trim(line, " \t\r\n#*_")
	for _, w := range Words(line) {
		if has(writtenRules, strings.ToLower(w.Text)) || has(lastingWords, strings.ToLower(w.Text)) {
			return false
		}
	}
	sentences := Sentences(line)
	if len(sentences) == 0 {
		return false
	}
	last := sentences[len(sentences)-1]
	return handCues(line[last.Start:last.End]).Errand
}

// OpensStanding reports whether a sentence begins with what says that it stands:
// always, never, from now on. "Each" and "for all" in the item of a list are of the
// thing that is made.
func OpensStanding(s string) bool {
	r := newTokens(s)
	w := at(r.ts, r.begin)
	return handCues(s).Standing && (w == "always" || w == "never" || r.dontAt(r.begin) || phrase(r.ts, r.begin, "from", "now", "on"))
}

// joined puts together spans that lie side by side.
func joined(all []Span) (out []Span) {
	for _, s := range all {
		if n := len(out); n > 0 && out[n-1].End == s.Start {
			out[n-1].End = s.End
			continue
		}
		out = append(out, s)
	}
	return out
}

// isItem reports whether a line is an item of a list, and no heading or quote.
func isItem(line string) bool {
	line = strings.TrimSpace(line)
	n := markLen(line)
	return n > 0 && n < len(line) && line[0] != '#' && line[0] != '>'
}

var lastingWords = set(`remember keep always never now`)
