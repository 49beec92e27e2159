package language

// forbidding turn what a rule says into its opposite.
var forbidding = set(`cannot can't don't mustn't shouldn't won't shan't never no not without`)

// Forbids reports whether a rule has a word by which it says what is not to be done.
func Forbids(rule string) bool { return newTokens(rule).anyOf(forbidding) }

// referring stand for what was named before.
var referring = set(`he she they it him her them his hers their theirs its that this those these there one same
	he's he'll he'd she's she'll she'd they're they'll they've they'd it's it'll it'd that's that'll there's`)

// Refers reports whether a text has a pronoun, or another word that stands for what
// was named before.
func Refers(s string) bool { return newTokens(s).anyOf(referring) }
