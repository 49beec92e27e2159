package language

import (
	"regexp"
	"strings"
	"sync"
)

// What an overview is of.
const (
	OverviewRules   = "rules"   // what the user wants always
	OverviewUser    = "user"    // what is known of the user
	OverviewProject = "project" // what is known of the work at hand
)

// Overview returns what a question wants to be told all about: "what are my rules?",
// "what do you know about me?", "what do you remember about this project?"; "" where it
// asks for something in particular. No word of such a question stands in what is known.
func Overview(question string) string {
	for i, sp := range sentencesOf(headOf(question, bareWithin)) {
		if i == 2 {
			break
		}
		asked := question[sp.Start:sp.End]
		if head, rest, ok := strings.Cut(asked, ":"); ok && len(strings.Fields(head)) <= mostAnnouncing {
			asked = rest // quick question: what are my rules
		}
		words := inOneLine(asked)
		for _, o := range overviews() {
			if o.form.MatchString(words) {
				return o.of
			}
		}
	}
	return ""
}

// mostAnnouncing is the number of words that announce a question before a colon, in whatever
// language.
const mostAnnouncing = 3

var overviews = sync.OnceValue(makeOverviews)

type overview struct {
	form *regexp.Regexp
	of   string
}

func makeOverviews() (all []overview) {
	const (
		lead  = `^(?:(?:ok|okay|so|and|hey|hi|hello|please|also|now|can you|could you|tell me|show me|list|remind me|,) )*`
		known = `(?:(?:what|how much) (?:do|did|can|have|has|could) (?:you|it|memtide|your memory) (?:still |already |actually |all )*(?:know|knows|remember|recall|learn|learned|learnt|store|stored|memorized|save|saved|kept|noted)` +
			`|(?:everything|all|what)(?: that)? you(?: have)? (?:know|remember|recall|learned|learnt|stored|saved|noted)` +
			`|do you (?:know|remember) (?:anything|something)|what (?:is|do you have) in (?:your )?memory|what memories do you have|what have i told you|what did i tell you)(?: so far| already| until now| before)*`
		user    = ` (?:about|of|on) (?:me|myself|us|my (?:work|setup|preferences|life|team|environment))`
		project = `(?: (?:about|of|on|in|from|for) (?:here|(?:this|the|our|my) (?:current )?(?:project|repo|repository|codebase|code base|code|work|workspace|folder|app|conversation)))?`
		rules   = `(?:coding |standing |project |house |code |style |personal )*(?:rules|preferences|conventions|guidelines|instructions|standards)`
		whole   = `(?:this|the|our|my) (?:current )?(?:project|repo|repository|codebase|code base|workspace)`
		tail    = `(?: (?:so far|already|here|now|currently|again|right now))*$`
	)
	add := func(of string, forms ...string) {
		for _, f := range forms {
			all = append(all, overview{regexp.MustCompile(lead + f + tail), of})
		}
	}
	add(OverviewRules,
		`(?:what|which) (?:are|were) (?:all )?(?:my|the|our|your) `+rules+project,
		`(?:what|which) `+rules+` (?:do (?:i|we|you) have|(?:have|did) (?:i|we) (?:give|given|set|told|tell)(?: you)?|(?:apply|hold|are there|exist|stand|count)|(?:do|should|must) you (?:follow|obey|keep|know))`+project,
		`(?:all )?(?:my|the|our|your) `+rules+project)
	add(OverviewUser, known+user, `(?:do you (?:know|remember) (?:me|who i am)|who am i)`)
	add(OverviewProject, known+project,
		`(?:give me |i need |i would like |can i (?:have|get) )?(?:an? |the )?(?:short |quick |brief |rough |full )*(?:overview|summary|rundown|recap) (?:of|about|on|over) `+whole,
		`(?:(?:something|more|all|everything) )?about `+whole, `what is `+whole+` (?:all )?about`)
	return all
}
