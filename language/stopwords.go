package language

// StopWord reports whether a folded word says too little to be indexed:
// English and Russian articles, pronouns, auxiliaries, common prepositions and
// conjunctions. "always", "never" and numbers are no stop words.
func StopWord(folded string) bool {
	return has(stopWords, folded)
}

var stopWords = set(`
a an the this that these those some any each such both
i me my mine myself we us our ours ourselves you your yours yourself he him his himself she her hers herself
it its itself they them their theirs themselves one
am is are was were be been being have has had having do does did doing done will would shall should can could may might must
i'm i've i'll i'd you're you've you'll you'd he's she's it's we're we've we'll we'd they're they've they'll they'd that's there's
here's what's who's where's let's isn't aren't wasn't weren't don't doesn't didn't won't wouldn't can't cannot couldn't shouldn't haven't hasn't hadn't
dont doesnt didnt isnt wont cant im ive
of at by for with about into onto from to in out on off over under than then as if or and but nor so
not no yes up down very just too also only
what which who whom whose when where why how there here
please ok okay
s t d ll m re ve
`, `
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было вот от меня еще
нет о из ему теперь когда даже ну вдруг ли если уже или ни быть был него до вас нибудь опять уж вам ведь там потом себя
ничего ей может они тут где есть надо ней для мы тебя их чем была сам чтоб без будто чего раз тоже себе под будет ж тогда
кто этот того потому этого какой совсем ним здесь этом один почти мой тем чтобы нее были куда зачем всех можно при об
это эта эти мои наш наша наши ваш
`)
