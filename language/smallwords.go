package language

import (
	"slices"
	"strings"
	"unicode"
)

// The small words that tell one language from another. What both sides have (in, die,
// son) says nothing of a sentence, and neither does what is a name in code (dir, sans,
// immer).
var (
	englishSmall = set(`the of and to is are were be been it its it's that this these those with for from by at as or but not have has had do does did will would should could
		i i'm i've i'd i'll you he she we we're we've they my our your his her their there what which who when where why how if then than because about into after before every
		always never can't don't won't isn't an some any all more now just very only was`)
	foreignSmall = set(foreignWords)
	// eitherSmall are small words of English and of others: who was (what), will (wants).
	eitherSmall = set(eitherWords)
	// borrowed are words of English that may keep the accents that they came with.
	borrowed      = set(`cafe cafes naive facade facades resume resumes cliche cliches expose deja vu uber doppelganger jalapeno pinata creme brulee fiance fiancee decor voila protege role roles co`)
	englishElided = set(`d'you c'mon s'more s'mores`)
)

const (
	eitherWords  = `was will her an all has he as do`
	foreignWords = `der das und ist nicht ich wir sie ein eine einen einem einer mit auf fur von zu den dem des im sind wird werden haben hat auch dass wenn aber oder nach bei uber
		uns unser unsere mein meine sein seine als noch nur schon aus wie wann wo warum wieso welche welcher welches welchen kann kannst konnen konnte soll sollen sollte muss mussen
		bitte jetzt hier nie kein keine keinen vom zum zur beim doch wieder weil ohne durch gegen zwischen diese dieser dieses diesen alles nichts heute gestern morgen mich mir dich
		ihr ihre ihn ihm hatte hatten waren wurde wurden macht gibt geht heisst seit bis sehr mehr mochte wollen
		le les une du et est sont dans pour avec sur pas que qui nous vous ils elle elles je il mais ou ce cette ces aux au leur leurs notre mon ma mes sa ses
		c'est n'est tres tous toute toutes comme fait etre avoir quand aussi alors donc ici toujours jamais chaque apres chez hier demain nos vos ont avons suis sommes etait quel quelle
		el los las y es una con por para del al lo se su sus nos mi mis muy pero como mas esta este estos ha han fue son
		esto eso cuando donde porque cual quien desde hasta entre sobre tambien todos todas tiene tenemos hemos estan estoy puede siempre nunca otro otra ahora ayer hoy bien nuestro nuestra
		os um uma e da dos das em nao com na ao mais foi ele ela seu sua voce isso sao temos quem onde agora hoje ontem pelo pela sempre
		di che la gli della delle nel nella sono non piu anche questo questa ho perche abbiamo ogni dalla degli dove
		het een niet van voor zijn naar met ook maar deze wordt worden altijd nooit geen wij heeft hebben
		och att som inte med ett jag vi ar det av pa till alltid aldrig
		jest na z w do ze oraz dla czy tylko przez zawsze nigdy bir icin degil yang untuk dengan tidak`
)

// Glue returns the terms of a text in another language than English that say nothing
// of what it is about: its small words, in a script without spaces pairs of characters
// that have a particle or an ending in them. They are rare in a table of English words, and
// would be taken for what the text asks for. None are returned of English, nor of a
// text that has nothing else.
func Glue(s string) []string {
	if English(s, true) {
		return nil
	}
	all := Terms(s)
	glue := slices.DeleteFunc(slices.Clone(all), func(t string) bool { return !Glues(t) })
	if len(glue) == len(all) {
		return nil
	}
	return glue
}

// Content returns [Terms] without [Glue]: what two texts have to have in common to say
// the same.
func Content(s string) []string {
	all := Terms(s)
	if !slices.ContainsFunc(all, Glues) || English(s, true) || !slices.ContainsFunc(all, func(t string) bool { return !Glues(t) }) {
		return all
	}
	return slices.DeleteFunc(all, Glues)
}

// Glues reports whether a term is a small word of another language than English, or one
// that it has in common with them: as a part of a name (Los Angeles) it names nothing.
func Glues(term string) bool {
	r, size := decode(term, 0)
	if classOf(r) != unspaced {
		return has(foreignGlue, term)
	}
	next, _ := decode(term, size)
	return unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Hiragana, next) ||
		strings.ContainsRune(glueRunes, r) || strings.ContainsRune(glueRunes, next) || has(gluePairs, term)
}

var (
	// foreignGlue has what is glue in a text that is not English, too, whatever it is there.
	foreignGlue = stemsOf(foreignWords, eitherWords, `die man war den son sans plus encore comment immer wer mal te tu en de ya hay sin me ne um ob am an so dir ins gut`)
	glueRunes   = "的了是在吗嗎呢吧啊嘛什么麼怎哪谁誰何这這那我你您他她它们們也很没沒把被就给給"
	gluePairs   = set(`时候 時候 多少 如何 为何 為何 还是 還是 或者 以及 因为 因為 所以 可以 一下 现在 現在 습니 니다 입니 합니 나요 까요 어요 아요 세요 해요 에서 으로 무엇 어떤 어디 언제`)
)
