package language

import "strings"

// SaysName reports whether a sentence says which one a thing of the trade is that bears a
// name, or what it is called, or in which folder it lies: "the staging server is heron", "our
// release branch is named stable", "the ticket system is linear", "the frontend is in
// web/app". How it is just now is another matter: "the staging server is down".
func SaysName(s string) bool {
	r := newTokens(s)
	v := r.begin
	for v < len(r.ts) && v-r.begin <= longestSubject && r.ts[v].text != "is" && r.ts[v].text != "are" {
		v++
	}
	if v >= len(r.ts)-1 || v-r.begin > longestSubject || r.asked() {
		return false
	}
	value, called := v+1, false
	if w := r.ts[value].text; w == "called" || w == "named" {
		value, called = value+1, true
	}
	in := has(siting, at(r.ts, value)) && !called
	if in {
		value++
	}
	kinds, bears := r.bearerAt(r.begin, v)
	if !bears && len(kinds) == 0 && !in || !in && r.ts[v].text == "are" {
		return false
	}
	name, end := r.wordAt(value)
	if name == "" || end < len(r.ts) && !endsName(r.ts[end].text) {
		return false
	}
	switch {
	case in:
		return strings.Contains(name, "/") && r.bareSubject(r.begin, v) && oneHas(inFolders, r.ts[v-1].text)
	case called || toolOf(kinds, name):
		return true
	}
	return bears && (mayBeGiven(name) || r.ts[v-1].text == "branch" && has(branches, strings.ToLower(name)))
}

// namedOnly returns the cues of a sentence that says how something is called that stands
// before it: it's called heron from now on. It is no rule, though it holds from now on.
func (r *reading) namedOnly(c Cues) Cues {
	i := r.begin
	switch w := at(r.ts, i); {
	case w == "it's" || w == "they're":
		i++
	case (w == "it" || w == "they" || w == "he" || w == "she") && has(bePresent, at(r.ts, i+1)):
		i += 2
	default:
		return c
	}
	if w := at(r.ts, i); w == "called" || w == "named" || w == "renamed" {
		c.Directs, c.Standing, c.Instruction = false, false, 0
	}
	return c
}

// endsName reports whether a mark or a word may stand right behind a name that ends what is
// said.
func endsName(w string) bool {
	return w == "." || w == "," || w == ";" || w == "!" || w == "(" || w == "and" || w == "but" || w == "now"
}

// wordAt returns the word at ts[i] as it is written, without the quotes around it, and the
// index of the token behind it; "" where no word begins there.
func (r *reading) wordAt(i int) (word string, end int) {
	for i < len(r.ts) && (r.ts[i].text == "`" || r.ts[i].text == `"`) {
		i++
	}
	for end = i + 1; end < len(r.ts) && glued(r.ts, end-1, end); end++ {
	}
	for end > i+1 && end <= len(r.ts) && r.ts[end-1].mark {
		end--
	}
	if i >= len(r.ts) || r.ts[i].mark && r.ts[i].text != "/" && r.ts[i].text != "." {
		return "", i
	}
	word = r.text[r.ts[i].start:r.ts[end-1].end]
	for end < len(r.ts) && (r.ts[end].text == "`" || r.ts[end].text == `"`) {
		end++
	}
	return word, end
}

// bareSubject reports whether ts[i:j] names a thing in a few words and says nothing more:
// with "the", "our" or "my" before it, or, of two words and more, with none.
func (r *reading) bareSubject(i, j int) bool {
	led := ownNoun(at(r.ts, i))
	if led {
		i++
	}
	for _, t := range r.ts[i:j] {
		if t.mark && t.text != "-" || StopWord(t.text) || isPronoun(t.text) || has(prepositions, t.text) || has(bygone, t.text) || startsDigit(t.text) || isHelper(t.text) {
			return false
		}
	}
	return j-i >= 1 && j-i <= mostNaming && (led || j-i > 1)
}

// bearerAt returns the kinds of tools that ts[i:j] names in its last words, and whether what
// it names is a certain one that is told from its like by a name.
func (r *reading) bearerAt(i, j int) (kinds []tradeName, bears bool) {
	if phrase(r.ts, i, "the", "name", "of") {
		i += 3
		if !r.bareSubject(i, j) {
			return nil, false
		}
		return nil, has(bearers, r.ts[j-1].text)
	}
	if !r.bareSubject(i, j) {
		return nil, false
	}
	who := r.ts[i].text
	if ownNoun(who) {
		i++
	}
	words := make([]string, 0, j-i)
	for _, t := range r.ts[i:j] {
		words = append(words, wordTerm(t.text))
	}
	for k := range words {
		if kinds = trade()[strings.Join(words[k:], " ")]; len(kinds) > 0 {
			bears = len(words)-k > 1
			break
		}
	}
	head := r.ts[j-1].text
	return kinds, bears || has(naming, head) || has(bearers, head) && (j-i > 1 || who == "our" || who == "my")
}

// toolOf reports whether a word is the name of a tool of one of some kinds.
func toolOf(kinds []tradeName, word string) bool {
	word = strings.ToLower(word)
	for _, k := range kinds {
		for tool := range strings.SplitSeq(k.tools, ", ") {
			if tool == word && !k.used {
				return true
			}
		}
	}
	return false
}

// mayBeGiven reports whether a word behind "is" may be a name that was given to a thing, and
// is none of the words that say how things are. Those are open to no list: what may be a verb,
// or ends as adjectives do, is taken for one.
func mayBeGiven(word string) bool {
	named := false
	for part := range strings.FieldsFuncSeq(strings.ToLower(word), func(c rune) bool { return c == '-' || c == '_' || c == '.' || c == '/' }) {
		if onlyDigits(part) {
			continue
		}
		if named = true; strings.ContainsAny(part, "0123456789") {
			return true
		}
		if len(part) < 3 || StopWord(part) || has(openers, part) || has(beforeVerb, part) || isPast(part) || isGerund(part) || participles[part] != "" ||
			has(knownVerbs().all, part) || has(howItIs, part) || has(colours, stem(part)) || opposites[part] != nil || has(troubles, part) || has(inDisorder, part) || has(idling, part) || disposes(part) {
			return false
		}
		for _, tail := range adjectiveTails {
			if hasTail(part, tail) && len(part) > len(tail)+2 {
				return false
			}
		}
		if n := len(part); part[n-1] == 'y' && !strings.ContainsRune("aeiou", rune(part[n-2])) {
			return false
		}
	}
	return named
}

var adjectiveTails = []string{"al", "ic", "ful", "ous", "ive", "ent", "ant", "ish", "able", "ible", "less", "some", "ed", "ing", "ly", "ar", "ary"}

var (
	// bearers are things of the trade that are told apart by a name, naming the name itself.
	bearers = set(`server host box machine node cluster vm instance laptop workstation database db bucket queue topic branch repo repository project namespace environment env channel board
		registry network domain hostname subdomain tenant region zone org organisation organization team squad remote profile user account runner image mirror bastion gateway proxy subnet vpc index`)
	naming = set(`name codename hostname nickname username handle`)
	// inFolders have a folder of their own.
	inFolders = []*wordSet{wholes, boundNouns, crafts, set(`api apis ui web tests specs scripts migrations schema schemas config configs assets styles templates fixtures handlers routes models
		components types protos manifests charts examples notebooks snippets proposals adrs runbooks playbooks translations locales plugins packages services libraries sources`)}
	branches = set(`main master trunk develop dev stable`)
	// howItIs are adjectives without the look of one, and what else is said of a thing in one
	// word: how it is just now, or of which sort.
	howItIs = set(`small large big huge tiny long short high tall deep wide narrow thick thin old new young late early ready busy idle full half gone back away here there ok okay fine good great bad
		poor worse worst best better nice cool cute weird odd strange crazy insane awesome awful terrible horrible perfect correct incorrect wrong true false sane safe unsafe secure insecure solid
		stale fresh raw broken stuck dead alive asleep awake hot cold warm lukewarm quick fast slow soft hard easy tough simple complex weak strong loud quiet silent calm rough sharp smooth flat
		rich cheap free sick ill well sound toast trash garbage junk history nuts bananas shit crap hell magic fun cake pain mess bliss everything something nothing anything
		offline online upstream downstream outdated overdue due remote local legacy obsolete redundant unique same similar different equal rare common main bare sole mine ours yours theirs his hers
		unhealthy healthy unused unsure sure aware unaware able unable apart afoot ahead behind aside alone overkill sparse dense vague mute numb lame dumb stupid smart clever dull bright dark
		kaput borked hosed fubar wonky janky moot intact pristine bust tbd tba tbc wip eol oom prod live public private mutual daily weekly monthly hourly yearly
		down up off on out over done through next last first second third single double triple few many several enough less more most least
		english french german square round blank null none unknown undefined optional immutable native modern ancient absent present current recent frequent brittle fragile agile mobile stable unstable
		genuine fake rude polite cumbersome loose tight extra spare inert minute obscure secret sacred naked drunk crooked complete incomplete concrete discrete separate accurate adequate appropriate
		approximate inaccurate inadequate immediate intermediate legitimate moderate ultimate desperate delicate duplicate elaborate corrupt abrupt absurd abstract compact exact strict
		distinct extinct direct indirect manifest modest honest robust`)
)

// Equates reports whether a sentence says with a sign what a word means: "DAU = daily active
// users". What is set in code has a value there, and not words.
func Equates(s string) bool { return strings.Contains(s, " = ") && newTokens(s).equates() }

// equates is [Equates] of a sentence that has been read.
func (r *reading) equates() bool {
	word, means, ok := strings.Cut(r.text, " = ")
	if !ok || strings.Contains(means, " = ") || strings.ContainsAny(r.text, "`\"'(){}[]<>;$&|_\\") {
		return false
	}
	words, n := r.ts[r.begin:], 0
	for n < len(words) && words[n].start < len(word) {
		if words[n].mark && words[n].text != "-" || has(declaring, words[n].text) {
			return false
		}
		n++
	}
	if r.somewhere(n, func(i int) bool { return r.ts[i].text == "." && glued(r.ts, i-1, i+1) }) {
		return false // client.get
	}
	return n > 0 && n <= mostEquated && len(words) > n+1 && !words[n].mark && !words[n+1].mark && !(startsDigit(words[n].text) && !isPlural(words[n+1].text))
}

// mostEquated is the number of words that are said to mean others.
const mostEquated = 4

var declaring = set(`const let var val def set export if while return new int string auto final static public private`)
