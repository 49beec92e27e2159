package language

import (
	"slices"
	"strings"
)

// OtherForms returns the terms of the other forms of an irregular verb: of "buy" that
// of "bought", and the other way round. A question has "did she buy", the answer "I
// bought", and no rule of endings leads from one to the other. The list is not to be
// changed.
func OtherForms(term string) []string { return otherForms[term] }

// otherForms leaves forms out that are mostly another word (rose, bit, lay, ground,
// led). Each line is a verb.
var otherForms = verbForms(`
awake awoke awoken
become became
begin began begun
bend bent
bite bitten
bleed bled
blow blew blown
break broke broken
breed bred
bring brought
build built
burn burnt
buy bought
catch caught
choose chose chosen
cling clung
come came
creep crept
deal dealt
dig dug
draw drew drawn
dream dreamt
drink drank drunk
drive drove driven
eat ate eaten
fall fell fallen
feed fed
feel felt
fight fought
find found
flee fled
fly flew flown
forbid forbade forbidden
forget forgot forgotten
forgive forgave forgiven
freeze froze frozen
get got gotten
give gave given
go went gone
grow grew grown
hang hung
hear heard
hide hid hidden
hold held
keep kept
know knew known
lay laid
lean leant
leap leapt
learn learnt
leave left
lend lent
light lit
lose lost
make made
mean meant
meet met
overcome overcame
override overrode overridden
oversee oversaw overseen
oversleep overslept
overtake overtook overtaken
pay paid
rebuild rebuilt
repay repaid
rerun reran
retake retook retaken
rethink rethought
rewrite rewrote rewritten
ride rode ridden
ring rang rung
rise risen
run ran
say said
see saw seen
seek sought
sell sold
send sent
sew sewn
shake shook shaken
shine shone
shoot shot
show shown
shrink shrank shrunk
sing sang sung
sink sank sunk
sit sat
sleep slept
slide slid
speak spoke spoken
speed sped
spell spelt
spend spent
spill spilt
spin spun
spit spat
spoil spoilt
spring sprang sprung
stand stood
steal stole stolen
stick stuck
sting stung
stride strode
strike struck
strive strove striven
swear swore sworn
sweep swept
swell swollen
swim swam swum
swing swung
take took taken
teach taught
tear tore torn
tell told
think thought
throw threw thrown
undergo underwent undergone
understand understood
undertake undertook undertaken
undo undid undone
uphold upheld
wake woke woken
wear wore worn
weave wove woven
weep wept
win won
withdraw withdrew withdrawn
withhold withheld
write wrote written
`)

// verbForms reads lines of the forms of a verb, and gives for the stem of each those of the
// others.
func verbForms(verbs string) map[string][]string {
	out := map[string][]string{}
	for line := range strings.Lines(verbs) {
		forms := strings.Fields(line)
		for i, f := range forms {
			forms[i] = stem(f)
		}
		forms = slices.Compact(forms)
		for i, f := range forms {
			out[f] = slices.Concat(out[f], forms[:i], forms[i+1:])
		}
	}
	return out
}
