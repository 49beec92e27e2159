package language

import "strings"

// asProgress are verbs of what is done all the time that are said of it as "I'm …ing", too:
// I'm learning Dutch. "I'm going", "I'm having lunch" are gone in a minute.
const asProgress = `play study sing take rent run coach teach train learn attend use drive read watch`

var (
	// linkVerbs are the forms of verbs that say of a thing how or where it is, of
	// which there is one at a time.
	linkVerbs = formsOf(map[string]string{
		"be": `is are`, "run": `runs run`, "live": `lives live`, "work": `works work`, "belong": `belongs belong`, "report": `reports`,
		"stand": `stands`, "point": `points`, "listen": `listens`, "go": `goes go`,
	})
	// participles are those of passives that do so: is written in.
	participles = formsOf(map[string]string{
		"write": `written`, "build": `built`, "make": `made`, "host": `hosted`, "store": `stored saved`, "keep": `kept`, "deploy": `deployed`,
		"call": `called named`, "base": `based`, "manage": `managed maintained owned run led`, "locate": `located`, "park": `parked`, "compile": `compiled`,
		"show": `shown`, "send": `sent`, "pay": `paid`, "read": `read`, "give": `given`, "take": `taken`, "do": `done`, "hold": `held`, "sell": `sold`,
	})
	// restating are words without which no clause says that a state has changed,
	// beside those of a state itself and of an end.
	restating = set(`now new so turned since again these instead nowadays starting renamed moved rewritten rewrote rebuilt remade rehosted restored redeployed gave left
		migrated relocated transferred shifted switched raised lowered bumped upgraded updated changed set got bought ported converted reimplemented job position
		decided agreed put threw ripped kicked tore pulled took came traded swapped replaced exchanged given report sorry actually oops correction anymore longer gone dead out through`)
	// renewing are words behind what is said that it was otherwise before.
	renewing = set(`now since again instead nowadays starting`)
	// oneOfEach are links of which a person has one at a time.
	oneOfEach = map[string]bool{"live in": true, "live at": true, "work at": true, "work for": true, "work as": true}
	making    = set(`write_in build_in build_with build_on make_in make_with implement_in`)
	// generations are words for a kind of thing that begin with a digit.
	generations = set(`2d 3d 4k 8k 4g 5g`)
	siting      = set(`in on at under near`)
	placedAs    = set(`host store keep deploy base locate park put`)
	bygone      = set(`old former previous last first next second other ex then`)
	adding      = set(`also too another additionally both well`)
	// rhythmic begin what says how often something is done.
	rhythmic = set(`every each hourly daily nightly weekly monthly quarterly yearly annually once twice`)
	// attributes are what a thing has one of at a time.
	attributes = stemsOf(`colour color name title license licence theme font language mode format type owner style layout model version brand engine provider vendor editor framework
		default address password username encoding timezone currency`)
	colours   = stemsOf(`red orange yellow green blue purple violet pink brown black white grey gray beige turquoise navy teal cyan magenta maroon indigo`)
	runs      = stemsOf(`build pipeline ci test suite job check workflow run deploy deployment`) // whose colour is how they went
	sitting   = set(`live listen run stand sit reside`)                                          // say where, as "be" does
	stateEnds = set(`btw now nowadays starting again since because instead anymore but so and while until after before when if`)

	// enders are verbs that end what somebody has, does or is part of, wrapping the
	// nouns that only say what kind of thing that was.
	enders     = set(`quit sold stopped cancelled canceled abandoned`)
	castingOff = set(`dropped ditched retired scrapped removed uninstalled decommissioned dropping ditching retiring scrapping removing uninstalling decommissioning`)
	castOff    = set(`drop ditch scrap retire`) // where the speakers are the subject: we drop it
	leavable   = set(`job company team club choir band group church firm startup board union course school university gym league orchestra committee project
		bank hospital agency office practice shop restaurant newspaper magazine lab`)
	wrapping       = stemsOf(`job subscription membership contract position role class classes habit`)
	lastingly      = set(asProgress, `have own work subscribe belong ride go swim`)
	lastinglyStems = stemsOf(asProgress)

	// opposites are states of which a thing is in one at a time.
	opposites = oppositesOf(
		`on off`, `on disabled`, `enabled off`, `enabled disabled`, `open closed`, `public private`, `broken fixed repaired working`, `failing passing`, `online offline`,
		`active inactive`, `visible hidden`, `locked unlocked`, `full empty`, `up down`, `sick healthy`, `single married`, `single engaged`,
		`light dark`, `manual automatic`, `required optional`, `mandatory optional`, `allowed forbidden`, `paused running`, `blocked unblocked`,
		`available unavailable`, `draft final`, `stable unstable`, `connected disconnected`, `paid unpaid`, `red green`, `alive dead`,
		`employed unemployed`, `installed uninstalled`, `encrypted unencrypted`, `merged unmerged`)
)

// formsOf gives for each of the listed words what they are listed under.
func formsOf(forms map[string]string) map[string]string {
	m := map[string]string{}
	for base, list := range forms {
		for _, w := range strings.Fields(list) {
			m[w] = base
		}
	}
	return m
}

// oppositesOf maps each word of a set to the other ones; of more than two the
// first excludes the rest.
func oppositesOf(sets ...string) map[string][]string {
	m := map[string][]string{}
	for _, s := range sets {
		ws := strings.Fields(s)
		for _, w := range ws[1:] {
			m[ws[0]], m[w] = append(m[ws[0]], w), append(m[w], ws[0])
		}
	}
	return m
}
