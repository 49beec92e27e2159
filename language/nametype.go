package language

import "strings"

// The types of names.
const (
	TypePerson  = "person"
	TypeOrg     = "org"
	TypePlace   = "place"
	TypeProject = "project"
	TypeTool    = "tool"
	TypeWork    = "work" // a book, a film, a song, a game
	TypeAnimal  = "animal"
)

// NameType returns what a name in s most likely names, by its own words and by
// the words beside it, "" when nothing tells: a word in capitals may be
// anything. It is a guess for sorting and never a reason to drop a name.
func NameType(s string, m Mention) string {
	if m.Kind == MentionPackage {
		return TypeTool
	}
	if m.Kind != MentionName && m.Kind != MentionRegistry || m.Start < 0 || m.End > len(s) {
		return ""
	}
	name := strings.Fields(Fold(strings.NewReplacer("-", " ", "&", " ").Replace(m.Text)))
	if len(name) == 0 {
		return ""
	}
	if m.Start > 0 && strings.IndexByte(sigils, s[m.Start-1]) >= 0 {
		return "" // %Lamps, $Pump: of a language that marks its names so
	}
	before := lastWords(s[max(0, m.Start-48):m.Start])
	after := firstWords(s[m.End:min(len(s), m.End+32)])
	if t := typeByWords(name, m.Text); t != "" {
		return t
	}
	if t := typeByNeighbours(before, after, len(name)); t != "" {
		return t
	}
	return typeByShape(name, m.Text, before)
}

// sigils are marks that a programming language puts before a name.
const sigils = "%$&"

// RoleType returns what somebody or something with a role is: our server Atlas is
// a tool, my dog Rex an animal. Most that have one are people.
func RoleType(role string) string {
	noun := role[strings.LastIndexByte(role, ' ')+1:]
	switch {
	case has(animalNouns, noun):
		return TypeAnimal
	case has(orgNouns, noun):
		return TypeOrg
	case has(placeNouns, noun), has(placeWords, noun):
		return TypePlace
	case has(projectWords, noun):
		return TypeProject
	case has(toolNouns, noun):
		return TypeTool
	case has(otherRoles, noun):
		return ""
	}
	return TypePerson
}

// typeByWords tells by what the name is made of.
func typeByWords(name []string, text string) string {
	first, last := name[0], name[len(name)-1]
	switch {
	case has(titles, strings.TrimSuffix(first, ".")):
		return TypePerson
	case has(knownPlaces, strings.Join(name, "_")):
		return TypePlace
	case has(knownTools, strings.Join(name, "_")):
		return TypeTool
	case len(name) > 1 && (has(orgWords, last) || has(softOrgWords, last) && !allCommon(name)), first == "university" || first == "bank" || first == "ministry" || first == "department" || first == "institute":
		return TypeOrg
	case len(name) > 1 && (has(placeWords, last) || first == "lake" || first == "mount" || first == "fort" || first == "port"):
		return TypePlace
	case len(name) > 1 && has(projectWords, last):
		return TypeProject
	case len(name) == 1 && len(humps(text)) > 1 && !acronyms(text):
		return TypeTool // GitHub, OpenSSL
	}
	return ""
}

// typeByNeighbours tells by the words beside the name, the nearest last in
// before and first in after.
func typeByNeighbours(before, after []string, words int) string {
	prev, prev2 := nth(before, -1), nth(before, -2)
	next := nth(after, 0)
	switch {
	case has(animalNouns, prev):
		return TypeAnimal
	case has(workNouns, prev), prev == "called" && has(workNouns, prev2), prev == "reading", prev == "read" && words < 4:
		return TypeWork
	case has(projectWords, next), has(projectWords, prev):
		return TypeProject
	case has(orgNouns, next) && prev == "the", has(orgNouns, prev), prev == "at" && (has(employ, prev2) || has(jobs, prev2)):
		return TypeOrg
	case has(placeNouns, next), has(placeNouns, prev), prev == "called" && has(placeNouns, prev2),
		prev == "of" && has(directions, prev2), prev == "the" && prev2 == "of" && has(directions, nth(before, -3)):
		return TypePlace
	case words == 1 && (prev == "a" || prev == "an") && has(madeIn, next):
		return TypeTool // a Go service
	case has(jobs, prev), has(jobs, next) && words < 3:
		return TypePerson
	case (prev == "in" || prev == "near" || prev == "from" || prev == "to") && (has(dwelling, prev2) || prev == "in" && !has(craft, prev2) || prev == "near"):
		return TypePlace
	case (prev == "using" || prev == "use" || prev == "uses" || prev == "with" && prev2 == "built" || prev == "in" && has(craft, prev2)) && words == 1:
		return TypeTool
	}
	return ""
}

// madeIn are nouns for what is written in a language, or for a system.
var madeIn = set(`service program library module binary package script tool compiler server app client project crate monolith daemon bot plugin api backend frontend codebase`)

// typeByShape tells by the look of the words: everyday words make a title, and
// one to three words that are none of them a person.
func typeByShape(name []string, text string, before []string) string {
	last := name[len(name)-1]
	title := isCommon(last) && hasTail(last, "s") && !hasTail(last, "ss") || isGerund(last)
	switch {
	case len(name) > 1 && (allCommon(name) || title):
		return TypeProject
	case strings.ToUpper(text) == text:
		return ""
	case nth(before, -1) == "the" || len(name) > 1 && isCommon(last):
		if len(name) > 1 {
			return TypeOrg
		}
		return ""
	case len(name) <= 3:
		return TypePerson
	}
	return TypeOrg
}

// allCommon reports whether a name is made of everyday words.
func allCommon(name []string) bool {
	for _, w := range name {
		if !isCommon(w) && !commonShape(w) {
			return false
		}
	}
	return true
}

func lastWords(s string) []string {
	if i := strings.LastIndexAny(s, ".!?\n"); i >= 0 {
		s = s[i+1:]
	}
	return strings.FieldsFunc(Fold(s), func(r rune) bool { return strings.ContainsRune(" ,;:()\"“”", r) })
}

func firstWords(s string) []string {
	if i := strings.IndexAny(s, ".,;:!?\n("); i >= 0 {
		s = s[:i]
	}
	return strings.Fields(Fold(strings.TrimPrefix(strings.TrimPrefix(s, "'s"), "’s")))
}

// nth returns the n-th word, from the end for a negative n, "" for none.
func nth(ws []string, n int) string {
	if n < 0 {
		n += len(ws)
	}
	if n < 0 || n >= len(ws) {
		return ""
	}
	return ws[n]
}

var (
	titles   = set(`mr mrs ms dr prof professor sir lady uncle aunt grandma grandpa saint`)
	orgWords = set(`inc ltd llc corp corporation gmbh ag plc co company labs lab laboratory laboratories studio studios press publishing group institute university school schools
		college academy hospital clinic bank trust foundation partners capital logistics nursery orchard agency committee council association society museum consortium ministry department
		solutions technologies consulting ventures holdings industries airlines airways media records farm farms insurance brothers sons guild union club
		bakery brewery cafe restaurant hotel therapeutics pharmaceuticals motors robotics theatre theater orchestra church gallery bookstore`)
	// softOrgWords make a company of a rare word, and a title of common ones.
	softOrgWords = set(`games pictures films entertainment interactive toys foods brands systems software networks services analytics technology energy garden gardens team works design international global digital telemetry visualization`)
	orgNouns     = set(`publisher vendor supplier retailer manufacturer company firm startup agency corporation bank university institute foundation team group lab studio consortium committee charity band choir orchestra club gym school`)
	animalNouns  = set(`dog cat puppy kitten horse pony parrot rabbit hamster turtle goat pet`)
	toolNouns    = set(`app service library package tool server database cluster bot agent website site`)
	otherRoles   = set(`product blog car`)
	workNouns    = set(`book novel film movie song album game videogame series podcast magazine poem musical sitcom documentary`)
	placeWords   = set(`city river lake mountain mountains valley street st road rd avenue ave bay island islands park square flats hills hill beach county village harbor harbour forest
		desert coast peninsula ridge falls creek bridge station airport district province republic ocean sea canyon pass peak`)
	placeNouns   = set(`city town village region province territories territory settlement valley river island county district coast suburb neighborhood neighbourhood capital area hometown`)
	projectWords = set(`project projects initiative pipeline dashboard program programme codebase repo repository roadmap campaign workstream migration prototype`)
	directions   = set(`south north east west outside inside southeast southwest northeast northwest`)
	dwelling     = set(`live lives lived living born based moved moving moves travel travels traveled travelled traveling trip flight flew fly went going go drove drive visit stay stayed staying came
		located headquartered settled arrived return returned returning back grew up walk walked rode ride shipped`)
	craft  = set(`written wrote write writing code coded coding implemented built programmed program developed drawn drew rewritten port ported edit edited typed`)
	employ = set(`works work worked working job role position hired intern internship employed sre engineer career manager director team office`)
	jobs   = set(`engineer developer designer manager director ceo cto cfo coo founder cofounder professor teacher doctor nurse lawyer accountant editor author writer maintainer reviewer
		artist scientist researcher analyst colleague coworker friend sister brother mother father mom dad wife husband son daughter cousin neighbor neighbour boss mentor coach
		horticulturist entomologist botanist architect translator librarian historian curator surgeon dentist therapist`)
	knownPlaces = set(`africa america antarctica asia europe australia argentina austria belgium brazil canada chile china colombia croatia cuba denmark egypt england estonia ethiopia finland
		france germany ghana greece hungary iceland india indonesia iran iraq ireland israel italy jamaica japan kenya korea latvia lithuania malaysia mexico morocco nepal netherlands
		new_zealand nigeria norway pakistan peru philippines poland portugal romania russia scotland senegal serbia singapore slovakia slovenia south_africa spain sweden switzerland
		taiwan tanzania thailand tunisia turkey uganda ukraine united_kingdom uk united_states usa us uruguay venezuela vietnam wales zambia
		amsterdam athens atlanta bangkok barcelona beijing berlin bogota boston brussels budapest cairo chicago copenhagen dallas delhi denver dubai dublin edinburgh florence geneva
		hamburg hanoi helsinki hong_kong houston istanbul jakarta jerusalem johannesburg lagos lima lisbon london los_angeles lyon madrid manchester manila melbourne miami milan
		montreal moscow mumbai munich nairobi naples new_york new_york_city oslo ottawa oxford paris philadelphia porto prague rio rome san_francisco santiago sao_paulo seattle
		seoul shanghai stockholm sydney tokyo toronto vancouver venice vienna warsaw washington zurich california texas florida bavaria tuscany`)
	knownTools = set(`python java rust golang kotlin swift ruby perl haskell scala typescript javascript docker kubernetes terraform ansible redis postgres postgresql mysql sqlite kafka
		nginx linux windows macos android git jira slack notion figma trello asana excel django flask rails spring react vue angular svelte numpy pandas jenkins grafana prometheus
		datadog sentry airtable webpack vite eslint pytest node.js next.js vscode emacs vim airflow spark hadoop snowflake databricks zoom gmail scrivener grammarly`)
)
