// Package language reads text without a model: sentences, words, index terms,
// names, points in time, and what a sentence does: ask, tell, order, correct.
//
//	text ──Sentences──▶ span ──CuesOf, ActOf, Changes──▶ what the sentence does
//	  │                   └────Mentions, Roles, Times──▶ whom and when it speaks of
//	  └────Terms──▶ folded, stemmed, without stop words: what an index holds
//
// Every function is pure: no input or output, no clock but the one given, the
// same answer for the same arguments, and time linear in the text. All offsets
// are bytes, in range and on rune boundaries of the text that was given. Text
// that is not UTF-8 is read, never refused: what cannot be decoded separates
// words.
//
// The rules are those of English, with word lists. Other languages are folded,
// cut into words and terms, and get a cue only where one word is certain, or a rule says that it always
// holds.
//
// # Where to find what
//
// Each line names the files of one subject; a test holds them.
//
// How text is cut, into what:
//
//	words       words, token, fold, spelling, misspelt, wordset (sets of words), recent (the cache of what was read), memo (of words), ready (what is read once)
//	sentences   sentences, runon (without marks), clauses, tasklist
//	terms       terms, stem, stopwords, clipped, twins, irregular, inflections (of other languages), termreader, frame (the wording of a question), akin (what may stand for a word)
//	verbs       verbs, verblist, lexicon (of names), happenings (the past)
//	nouns       nouns, things, about (who does what to what in a clause)
//	tools       trade (kinds of tools), toolsaid (which one is used), toolswap (in whose place), toolpick (which one, and which not), toolrule (for what a rule wants one), toolworld (for which language)
//	languages   english, smallwords, abroad (rules in other languages), abroadwords
//	no prose    machine (logs, settings), screen, printed, smalltalk (thanks, assent)
//
// What is named, and when it was:
//
//	names       mentions, names, named, nametype, identifiers, roles, partof
//	pronouns    antecedent (he), referent (it), refers (and what forbids), pointed
//	time        times, clock (hours), dates, weekday, monthdays, tenses (on which side of now), calendar, onward (with no end), occasion
//
// What a sentence does, [Cues] and [Act]:
//
//	all cues    cues, cuewords (the phrases), phrases (how they are found)
//	negated     negation (its cues, and who reads which scope)
//	asks        act, intent, told (what it states beside its question), ground (why it is asked), several, advice, ours, overview, world (of nobody's own), onscreen (of what lies before both)
//	goes on     resumes, opener, refuses, selfcontained (or needs nothing of before)
//	leans       leaning (on what was told before, by its form), mainpart (where some of it only says what for)
//	binds       binding: whether a sentence is a rule that stands, by its form as a whole
//	is worth it worth: whether a sentence is worth knowing in a later conversation, by its form
//	orders      instruction (how strongly), passing (put beside what is wanted done), outlawed (what has no place), directs (from now on), fromnow (what is said to be wanted from now on), limits (how far something may go, and rules with their reason), errand (only now), suggests, naming (how all of a kind are called), instructs (in the texts of others)
//	which hold  holds, oneonly, athand, rather, tome (how to speak to one), everyreply, required, product, whose: what tells a rule from an order of the moment
//	rules       forbids, leave, taste (what suits the speaker, and what is only chosen now), manner, formal, reasoned, topics
//	no verb     verbless, bareways, styled (in which style), wayonly, bans, ingeneral, telegram (in haste): rules and wishes without a verb
//	plans       plans (what is planned, and what only wanted), wishonce (what is wanted once)
//	facts       says, listed (several things under what they are), plain, ruled, general, attributed (whose it is, and where), hearsay (gossip), rumour, reminder, subjectless, called (which one it is)
//	of whom     personal (the life of the speaker), oneself (their body, age and family), ownlife (what belongs to nobody's code), absent, kin (family and workmates), talk (who is spoken to, and what only answers)
//	moments     moment, busy (who has no time), thetalk, session, handled, fault (what goes wrong), symptom (what is shown wrongly), nextstep (what is turned to next), mended (what was mended), mendtold (by the speaker, and why), diagnosis (what was found to be why), carriesout (what was done as wanted), setto (what an order gives another value), setbare (and one without a verb), leftfor (what is left for something else), lies (where something is to be found), practice (what the speakers do as a rule), anew (what is given another value by a pronoun), given (the values of which it is one), declines (an order that is not carried out, or taken back), goneback (what is as it was before), outdated (what a text tells that is otherwise now)
//
// What one statement does to an earlier one:
//
//	held        statement, extends, faithful, overrides (an attack, not a statement)
//	values      relate, updates, notnow (what was so, or is not), whyandwhen (days of a reason), unmade (changes that nobody made), bound (most pairs need not be read), amends, alteration (what is otherwise now), leftalone, keeps, gapped, asked, lookup
//	a value     quantity, inplain (new goal: 1:42, as the goal is now 1:42), counted, bare, broughtto, ownmeasure (down to 86 kilos), version, pace, size, address, labels, facets, theirs (whose value it is, and of how many)
//	told apart  apart, narrower, contrast, series (pump 7, pump 8), oneofmany (which of them is asked for), samewords (but for a value), swapped, incase: of which of two things, or in which case, a value is
//	states      states, statewords, placed, arranged, carried, toggled, ordered, holder, opposite
//	ends        replaced, namesold, ended, nomore, unlisted, condemned, calledoff, charge, contact (whom to ask), heir (who took over from whom), seating (another seat or room), begun, settled, disowned, setaside, lifted, abolished, retracts, back, gone (with who or what is no more), habit, revised (within one message)
//	changes     changes (from A to B), concerns, takesplace
//	opposites   clash, lacking (of which there is none), untried (what was never done), aspect (one of several ways), ways (which exclude each other), oneholds
//	replies     reply (which of two holds), repeats (what has changed since)
package language
