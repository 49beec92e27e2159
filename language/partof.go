package language

// NamesPart reports whether a sentence speaks of a certain part of a code base, by the
// name that it has there: the migrations folder, the billing service; or says how one
// that any code base has is handled in this one: the tests with coverage; or holds within a
// sort of parts that is not in every one: in e2e tests, in migrations. What any has
// (the main branch, the tests), what only the talk says which it is (the module you
// add) and what is used as a tool (use the logging module) is none.
func NamesPart(s string) bool {
	r := newTokens(s)
	return r.somewhere(0, func(i int) bool {
		w := r.ts[i].text
		return (w == "the" || w == "our") && (r.partNamedAt(i+1) || has(runParts, at(r.ts, i+1)) && has(manners, at(r.ts, i+2)) || r.ownWorkAt(i) || r.theOneAt(i+1) || r.madeForAt(i+1) || r.ownThingAt(i)) || has(intoPlace, w) && r.slashedAt(i+1) ||
			(has(intoPlace, w) || w == "for") && !has(spokenTo, at(r.ts, i-1)) && r.sortEnd(i+1) > 0 || i == r.begin && r.bindsSort()
	})
}

// AsksSomebody reports whether a sentence says by name who is to be asked or told something:
// always ask Nora before you change a price.
func AsksSomebody(s string) bool {
	r := newTokens(s)
	return r.somewhere(r.begin+1, func(i int) bool {
		w := at(r.ts, i-1)
		return r.ts[i].cap && (has(turningTo, w) || (w == "with" || w == "to") && has(turningTo, at(r.ts, i-2))) && !has(tongues, r.ts[i].text) && !has(knownTools, r.ts[i].text)
	})
}

// bindsSort reports whether a sentence begins with such a sort of parts and says what holds
// for it: components must never fetch.
func (r *reading) bindsSort() bool {
	k := r.sortEnd(r.begin)
	return k > 0 && (has(binds, at(r.ts, k)) || has(bePresent, at(r.ts, k)) && r.has(constant))
}

// sortEnd returns the index behind a sort of parts that ts[i:] begins with, 0 for none: e2e
// tests, the migrations, every component, domain code.
func (r *reading) sortEnd(i int) int {
	one := false
	switch w := at(r.ts, i); {
	case w == "the", w == "our", w == "all":
		i++
	case w == "each", w == "every", w == "any", w == "a":
		one = true
		i++
	}
	for k := i; k < len(r.ts) && k < i+longestSort; k++ {
		w, before := r.ts[k].text, at(r.ts, k-1)
		switch {
		case w == "-" && glued(r.ts, k-1, k+1):
		case w == "code" && k > i && has(layers, before), (isPlural(w) || one) && (has(sortsOfPart, stem(w)) || k > i && has(testPieces, stem(w)) && has(testSorts, before)):
			return k + 1
		case before == "-" && glued(r.ts, k-2, k):
			// of one word: end-to-end
		case r.ts[k].mark, StopWord(w), has(prepositions, w), has(conditionals, w), isPlural(w):
			return 0
		}
	}
	return 0
}

// ownWorkAt reports whether ts[i] is the article of what one project is, or of a part of a
// text that one project writes: on the site, in the methods. Of what has such a name
// ("the paper size"), and of a turn of speech ("by the book"), it is none.
func (r *reading) ownWorkAt(i int) bool {
	if at(r.ts, i-1) == "by" || !has(ownWorks, at(r.ts, i+1)) {
		return false
	}
	next := at(r.ts, i+2)
	return i+2 >= len(r.ts) || r.ts[i+2].mark && next != "-" || has(prepositions, next) || isHelper(next) || has(orderAdverbs, next) || orderAt(r.ts, i+2) && !plainNoun(next)
}

// theOneAt reports whether ts[i:] calls a thing by how it is, the article before it left
// out: the private one, the old ones. Which that is only those know who spoke of it before.
func (r *reading) theOneAt(i int) bool {
	w, one, next := at(r.ts, i), at(r.ts, i+1), at(r.ts, i+2)
	if one != "one" && one != "ones" || has(relative, next) || next == "of" || next == "with" || next == "who" {
		return false
	}
	return !has(ordinals, w) && !has(choices, w) && !has(whichOne, w) && !hasTail(w, "er") && !hasTail(w, "est")
}

// madeForAt reports whether ts[i:] is a piece of code that a project has made for itself, the
// article before it left out: the order factory, the retry helper, the fake clock.
func (r *reading) madeForAt(i int) bool {
	if has(fakes, at(r.ts, i)) || phrase(r.ts, i, "in", "-", "memory") {
		k := i + 1
		if at(r.ts, k) == "-" {
			k += 2
		}
		return k < len(r.ts) && !r.ts[k].mark && !has(prepositions, r.ts[k].text) && !has(choices, r.ts[k].text) && !isFinite(r.ts[k].text)
	}
	for k := i; k < len(r.ts) && k < i+longestSubject; k++ {
		w := r.ts[k].text
		switch {
		case w == "-" && glued(r.ts, k-1, k+1):
		case k > i && has(homemade, w):
			next := at(r.ts, k+1)
			return !r.foundInTalk(k+1) && next != "of" && (k+1 >= len(r.ts) || r.ts[k+1].mark || StopWord(next) || has(prepositions, next) || has(orderAdverbs, next))
		case r.ts[k].mark, has(anyHas, w), StopWord(w), has(prepositions, w), startsDigit(w), r.ts[k].cap && k > i:
			return false
		}
	}
	return false
}

// ownThingAt reports whether ts[i] is the article of a thing that not every project has, and of
// which the sentence says what it must do, or what is not to be done to it: the tide importer
// must …, never touch the harbour map.
func (r *reading) ownThingAt(i int) bool {
	k, own := i+1, false
	for ; k < len(r.ts) && k <= i+longestSubject; k++ {
		w := r.ts[k].text
		if w == "-" && glued(r.ts, k-1, k+1) {
			continue
		}
		if r.ts[k].mark || StopWord(w) || has(prepositions, w) || has(binds, w) || has(modals, w) || has(orderAdverbs, w) || isHelper(w) {
			break
		}
		if startsDigit(w) || hasTail(w, "est") || w == "most" || has(choices, w) {
			return false
		}
		own = own || !(has(anyHas, w) || has(crafts, w) || oneHas([]*wordSet{workPieces, piecesOfWork, parts, inEveryWork}, stem(w)))
	}
	if !own || r.foundInTalk(k) || at(r.ts, k) == "of" {
		return false
	}
	switch before := at(r.ts, i-1); {
	case i == r.begin || has(modals, before) || phraseLen(r.ts, r.begin, fromNow) == i-r.begin:
		return has(binds, at(r.ts, k)) || has(modals, at(r.ts, k)) || has(bePresent, at(r.ts, k)) || at(r.ts, k) == "," || at(r.ts, k) == "be" || isThird(at(r.ts, k-1))
	case at(r.ts, i-1) == "to" || at(r.ts, i-1) == "into" || at(r.ts, i-1) == "from":
		return k-i > 2 && has(dealing, at(r.ts, i-2))
	default:
		return k-i > 2 && has(dealing, before) && !has(patterns, at(r.ts, k-1)) && !has(inEveryWork, stem(at(r.ts, k-1)))
	}
}

// slashedAt reports whether ts[i:] is a folder by its path, without a dot in it: in db/gen.
// Two words for one thing are no path: in C/C++, in and/or conditions.
func (r *reading) slashedAt(i int) bool {
	if at(r.ts, i) == "the" {
		i++
	}
	k := i
	for k+2 < len(r.ts) && r.ts[k+1].text == "/" && glued(r.ts, k, k+2) {
		if w := r.ts[k]; w.mark || w.cap || StopWord(w.text) || startsDigit(w.text) || has(tongues, w.text) {
			return false
		}
		k += 2
	}
	if k == i || r.ts[k].mark || r.ts[k].cap || StopWord(r.ts[k].text) {
		return false
	}
	next := at(r.ts, k+1)
	return has(parts, stem(next)) || k+1 >= len(r.ts) || r.ts[k+1].mark || has(prepositions, next) || StopWord(next) || isFinite(next)
}

// partNamedAt reports whether ts[i:] is a name and the kind of a part behind it, the
// article before it left out.
func (r *reading) partNamedAt(i int) bool {
	for k := i; k < len(r.ts) && k < i+longestSubject; k++ {
		w := r.ts[k].text
		switch {
		case w == "-" && glued(r.ts, k-1, k+1), k > i && r.ts[k-1].text == "-":
			// a name of two words: sign-in
		case r.ts[k].mark:
			return false
		case k > i && has(parts, stem(w)):
			return !r.foundInTalk(k+1) && !(has(importable, stem(w)) && has(takesTool, at(r.ts, i-2)))
		case has(anyHas, w), has(parts, stem(w)), has(prepositions, w), isSubject(w), isHelper(w):
			return false
		}
	}
	return false
}

// foundInTalk reports whether ts[i:] says by what somebody does which thing is meant:
// you add, that I sent.
func (r *reading) foundInTalk(i int) bool {
	if w := at(r.ts, i); w == "that" || w == "which" {
		i++
	}
	w := cutContraction(at(r.ts, i))
	return w == "you" || w == "i"
}

// longestSort is how many words and marks such a sort has at most: end-to-end browser tests.
const longestSort = 7

var (
	parts = stemsOf(`folder directory module package library table column schema database service endpoint route handler middleware component queue worker
		script branch repo repository project codebase monorepo app application`)
	// anyHas stands before parts that any code base has, or that the talk points out.
	anyHas = set(`main master default feature topic target base working local remote upstream production prod staging dev live test tests source root home
		standard native user same current new old latest existing whole entire full complete right wrong correct first second last next previous other relevant affected
		given corresponding appropriate necessary actual exact public external`)
	// fakes are things that tests, or those who write them, have in the place of others.
	fakes = set(`fake faked mock mocked stubbed injected`)
	// inEveryWork is what any project, or any text, has beside that.
	inEveryWork = stemsOf(`code answer reply response summary explanation title subject body heading text word sentence line linter formatter compiler build pipeline suite coverage diff output
		input user reader reviewer author caller agent assistant style guide issue ticket history cause reason order rule result template file path version number size api cli ui`)
	// dealing is what is forbidden, or bounded, for a certain thing; patterns are what one writes by.
	dealing   = set(`touch edit change modify alter delete drop overwrite write read call load reset restart remove rename move publish expose`)
	patterns  = set(`pattern voice comma tense style mood format`)
	turningTo = set(`ask asking tell telling consult consulting cc ping email call inform notify check talk speak send write`)
	// homemade are pieces of code of which each project has its own.
	homemade = set(`helper helpers builder builders factory factories wrapper wrappers adapter adapters facade mapper mappers seeder seeders mailer logger gateway`)
	// runParts are run in any code base, and manners say how in this one.
	runParts = set(`tests suite linter build migrations`)
	manners  = set(`with against under via through`)

	// ownWorks are what one project is, and the parts of a text that it writes.
	ownWorks = set(`site website webshop homepage storefront blog newsletter intranet methods results abstract introduction intro discussion conclusion conclusions
		appendix bibliography manuscript preprint thesis dissertation paper proposal grant book novel chapter`)
	// whichOne tell one of several wherever there are some: the next one, the right one.
	whichOne  = set(`next previous right wrong correct same best worst only other others relevant appropriate good bad`)
	intoPlace = set(`in under inside within into from below`)

	// sortsOfPart are parts of which some code bases, or texts, have many and others none.
	sortsOfPart = stemsOf(`migration component controller reducer fixture resolver serializer playbook shader chapter snapshot storybook handler middleware viewmodel hook mixin`)
	testPieces  = stemsOf(`test spec suite`)
	testSorts   = set(`e2e end integration acceptance smoke snapshot browser load contract playwright cypress selenium puppeteer`)
	layers      = set(`domain frontend backend kernel firmware server client`)
	importable  = stemsOf(`module package library app application`)
	takesTool   = set(`use using import importing install installing prefer`)
)
