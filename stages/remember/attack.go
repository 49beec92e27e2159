package remember

import (
	"regexp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// attackWord stands in every sentence that [language.Overrides] or [language.AddressesAgents]
// means: a long paste is not read sentence by sentence for nothing.
var attackWord = regexp.MustCompile(`(?i)\b(ignore|disregard|override|bypass|forget|you are now|pretend|act as if|system prompt|your (instructions|prompt)|the (user|human)|(ai|coding|automated|autonomous|language) ?(\w+ )?(assistant|agent|model|tool|bot|copilot)s?|llms?|chatbots|ais)\b`)

// quotesAttack reports whether a quote in what may be shown of a half-turn has the form of an
// attack on the agent, or is written for one that reads it. No memory is made of a quote that
// only stands there to be looked at, but the half-turn would be shown as it is.
func quotesAttack(t memtide.Turn) bool {
	for _, q := range t.Quotes {
		text := tools.Showable(t.Text[q.Start:q.End])
		if !attackWord.MatchString(text) {
			continue
		}
		for _, s := range language.Sentences(text) {
			if one := text[s.Start:s.End]; attackWord.MatchString(one) && (language.Overrides(one) || language.AddressesAgents(one)) {
				return true
			}
		}
	}
	return false
}
