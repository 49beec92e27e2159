package language

import "strings"

// isPast reports whether a folded word is a past form: an irregular one or a
// regular one in -ed that is not known for something else.
func isPast(f string) bool {
	return has(irregularPasts, f) || isRegularPast(f)
}

func isRegularPast(f string) bool {
	return len(f) > 4 && strings.HasSuffix(f, "ed") && !strings.HasSuffix(f, "eed") && !has(notPast, f)
}

// isGerund reports whether a folded word ends in -ing and may be a verb.
func isGerund(f string) bool {
	return len(f) > 5 && strings.HasSuffix(f, "ing") && !has(notGerund, f)
}

// isVerbForm reports whether a folded word has the form of an inflected verb.
func isVerbForm(f string) bool { return isPast(f) || isGerund(f) }

// isBase reports whether a folded word is the base form of a common verb.
func isBase(f string) bool { return has(baseVerbs, f) }

// isThird reports whether a folded word is the third person of a common verb:
// handles, runs, has.
func isThird(f string) bool {
	switch {
	case f == "is" || f == "has" || f == "does":
		return true
	case strings.HasSuffix(f, "ies"):
		return has(baseVerbs, f[:len(f)-3]+"y")
	case strings.HasSuffix(f, "es") && has(baseVerbs, f[:len(f)-2]):
		return true
	}
	return strings.HasSuffix(f, "s") && has(baseVerbs, f[:len(f)-1])
}

// isHelper reports whether a folded word is a verb that stands with another one: a form of
// be, have or do, or a modal.
func isHelper(f string) bool { return has(helpers, f) }

// isFinite reports whether a folded word can follow a subject as its verb.
func isFinite(f string) bool {
	return isHelper(f) || isThird(f) || isPast(f)
}

// isPlainlyFinite is isFinite without the words that are as often plural nouns.
func isPlainlyFinite(f string) bool {
	return isFinite(f) && !(isThird(f) && has(nounlike, strings.TrimSuffix(f, "s")))
}

// isSubject reports whether a folded word is a pronoun that can be a subject.
func isSubject(f string) bool { return has(subjects, f) }

// isPronoun is isSubject of a word that may be contracted with its verb: we, we've.
func isPronoun(f string) bool { return isSubject(cutContraction(f)) }

const (
	auxiliaryWords = `is are was were am be been being has have had do does did isn't aren't wasn't weren't hasn't haven't hadn't doesn't don't didn't`
	modalWords     = `will would shall should can could may might must won't wouldn't shouldn't can't cannot couldn't mustn't needn't`
)

// beforeHyphen are the first parts of verbs that are written with a hyphen.
var beforeHyphen = set(`double cross unit`)

// verbAt returns the place of the verb that begins at ts[i]: of "check" in
// "double-check", else i.
func verbAt(ts []token, i int) int {
	if has(beforeHyphen, at(ts, i)) && at(ts, i+1) == "-" && glued(ts, i, i+2) {
		return i + 2
	}
	return i
}

// stemsOf returns the stems of the words of texts, with the words themselves.
func stemsOf(texts ...string) *wordSet {
	s := set(texts...)
	for w := range set(texts...).all {
		s.add(stem(w))
	}
	return s
}

var (
	subjects    = set(`i we you he she it they who that which this everyone everybody someone somebody nobody anyone`)
	determiners = set(`the a an this that these those some any each every both all no my our your his her its their another`)
	auxiliaries = set(auxiliaryWords)
	modals      = set(modalWords)
	helpers     = set(auxiliaryWords, modalWords)
	bePresent   = set(`is are am be being i'm we're you're he's she's it's they're that's isn't aren't`)
	haveForms   = set(`has have had i've we've you've they've hasn't haven't hadn't`)
	beforeVerb  = set(`just already finally recently also then eventually later now really never ever always still even actually accidentally successfully quickly
		personally both all once again first and but or usually often sometimes only`)

	justNot = set(`not`)

	// notPast end in -ed and are seldom a past.
	notPast = set(`need embed hundred red bed indeed exceed proceed succeed speed feed seed naked sacred wicked rugged used based called named located
		required supposed related interested allowed concerned involved dedicated limited advanced detailed unlimited automated distributed
		nested typed untyped shared hosted managed fed shed wed sled sped sized alleged beloved mixed unused unexpected
		crowded excited tired worried scared bored confused annoyed pleased married divorced retired allergic biased skilled aged embedded`)

	notGerund = set(`thing something anything nothing everything morning evening string king ring spring bring during ceiling sibling building meeting
		wedding pricing setting settings ping sing wing swing bling according beijing sterling`)

	irregularPasts = set(`was were died went met got made took gave came saw said told found left lost won built bought brought thought caught taught sent spent
		kept held led felt fell became began broke chose drove flew forgot forgave froze grew hid knew paid ran rose shook shot spoke stole stood struck
		swam threw understood woke wore wrote sold slept sat did had heard meant dealt ate drank sang rang hung dug fought overtook withdrew
		rewrote rebuilt redid reran undid upheld overheard underwent oversaw foresaw arose bore bent bit blew crept fled laid lit lent rode sank
		shrank slid spun split sprang stuck swept swore tore wept quit shut hurt cost set put cut hit let read beat bet burst cast spread upset reset`)

	baseVerbs = set(`
accept access achieve add adjust adopt advise agree aim align allow analyse analyze answer apologise apologize append apply approve archive arrange ask assert
assign assume attach attend audit authenticate automate avoid back backport backup be become begin believe benchmark block book boot bother branch break bring browse
build bump bundle buy cache calculate call cancel capture care catch change charge chart chat check choose clarify clean clear click clone close code collect combine
come comment commit communicate compare compile complete compress compute condense configure confirm connect consider consult contact contain continue contribute control
convert convince cook copy correct count cover create cut dash debug decide declare decline decode default defer define delay delegate delete deliver demo
deny depend deploy deprecate describe deserve design detect determine develop diagnose diff disable disallow discuss display distribute do document
download draft draw drive drop duplicate earn eat edit elaborate eliminate email embed emit enable encode encourage encrypt end enforce enhance enjoy ensure enter
escalate escape establish estimate evaluate examine exclude execute exit expand expect explain explore export expose express extend extract fail favor favour feel fetch figure
file fill filter finalise finalize find finish fix flag flush focus follow forbid force forget fork format forward free generate get give go grab grant graph grep group grow guess
guide handle hardcode hash have head help hide highlight hire hold hope host identify ignore illustrate implement import improve include increase indent index inform init
initialise initialize inline insert inspect install instantiate integrate intend interview introduce investigate invite invoice invoke isolate issue iterate join justify keep
kick kill know label launch lead learn leave let leverage like limit link lint list listen live load localise lock log look loop lose love lower make manage
map mark match measure meet mention merge migrate minify minimise minimize mirror mix mock model modify monitor mount move name need negotiate normalise normalize
note notify number obey offer omit onboard open optimise optimize order organise organize output outline override overwrite own pack package paginate parallelise parse pass paste patch pause
pay perform persist pick pin ping place plan play plot plug point poll populate port post practise practice precede predict prefer prefix prepare present preserve press prevent
print prioritise prioritize process produce profile promise promote prompt proofread propose protect prove provide provision prune publish pull purge push put query
queue quit quote raise randomise reach read realise realize rebase reboot rebuild recall receive recommend reconnect record recreate redact redeploy redo reduce refactor refer
reference reformat refresh refund refuse regenerate register reinstall reject relax release reload rely remain remember remind remove rename render reopen reorder reorganise repeat
rephrase reword retitle retype replace reply report represent reproduce request require rerun research reset resolve respect respond restart restore restrict restructure retrieve retry
return reuse reverse revert review revise revisit revoke rewrite rollback rotate route run sanitise sanitize save say scaffold scale scan schedule scope score scrape scroll search
secure see seed select sell send separate serialise serialize serve set share ship shorten show shut sign simplify simulate sit sketch skip sleep solve sort sound
speak specify spell spend spin split squash stage stand standardise start state stay stick stop store stream strip structure struggle study stub style submit subscribe subtract
suggest summarise summarize support suppose suppress swap switch sync tag tail take talk target teach tell terminate test text think throw tidy time toggle touch track
train transcribe transfer transform translate travel treat trigger trim troubleshoot truncate trust try tune turn tweak type uncomment understand undo unify uninstall unpack unzip update
upgrade upload use validate verify version view visit visualise visualize wait wake walk want warn wash watch weigh wipe wire wish wonder work worry wrap write yield
double greet address cite credit phrase word capitalise capitalize abbreviate spare mind honor honour`)

	commonStems = stemsOf(`
knee elbow shoulder ankle hip wrist neck heel toe thumb foot leg tooth throat stomach calf shin hamstring achilles tendon
account accounts address admin advice age agent agency agenda agreement air alert algorithm amount analysis analytics animal anniversary app apartment application apps appointment approach
april architecture area arm art article articles asset assistant attention attempt audience author authentication background backend balance bank bar base basics batch beach
bed beer bill bird birthday block blog board boat body bonus breath book bookkeeping bottom box boy boss brand break breakfast bridge brother browser budget bug bugs building bus business button cache cake
calendar camera campaign car card career case cat category cause center centre ceo chair chance change channel chapter character chart check child children choice church
citizen city class classes client clients climate clock cloud club coach code codebase coding coffee collection college color colour column comment commits committee common communication community company
competition compiler component computer concept concern condition conference config configuration connection console consultant consumer contact container content context contract contractor
conversation cookie copy corner cost costs country couple course court cousin coverage credit crew crisis customer customers cycle dad dashboard data database date daughter day days
deadline deadlines deal death debt decision decisions default defense degree delivery demand department dependency dependencies deployment design designer desk desktop detail details dev developer developers
device diet difference dinner direction director directory discount discussion disk display doctor document documentation docs dog dollar domain door draft dream drink driver dose
earth editor education effect effort electricity email emails employee employees end endpoint endpoints energy engineer engineers engineering enterprise environment environments equipment error errors estate event
evidence example exam exception exceptions exercise experience expense expert extension eye face fact factor family farm father fear feature features fee feedback field figure file files
film finance finger fire fish flag flight floor flow flower folder food foot football force form formula foundation frame framework friend friends front frontend fruit fuel fun function functions fund future
game garden gas gift girl glass goal gold government grade grandmother grandfather graph green ground group groups growth guest guide gun guy gym habit hair hall hand hands hardware head header health
heart heat height help history hobby holiday home honesty hope hospital host hotel hour hours house housing husband ice idea ideas image impact import income increase indentation index industry inflation info information infrastructure
input insight inspection instance instruction instructions insurance integration interest interface internet interview inventory investment invoice invoices island issue issues item items job jobs
journal journey judge juice key keyboard kid kids kitchen knowledge lab lack lake land landlord language languages laptop latency law lawyer layer layout lead leader league leave lecture length lesson
letter level libraries library license life light limit line lines link list literature load loan lock log logs logic logging lot love luck lunch machine magazine mail main maintenance major man manager managers map march
market marketing marriage master match material math matter meal meaning measure meat media medicine medium member members memory menu merge message messages metal method methods metric metrics middle migration migrations milk mind
minimum minute minutes mistake mistakes mobile model models module modules mom moment money monitor monitoring month months mood moon morning mother mountain mouse movie mum music name names nature neighbor network news newspaper
night noise north note notes notification notifications number numbers nurse object objects office offices onboarding operation operations opinion option options orchestra order orders organization output outage owner pace package packages page
pages pain pair paper papers parent parents park part parts partner party passenger password passwords past patch path patience patient patients pattern patterns payment payments peace peer people percent performance period permission permissions person phase phone photo
phrase picture piece pipeline pipelines place plan plans plane plant plants plate platform player pleasure plenty plot plugin point points police policy policies politics pool population port position post posts potato pot power practice preference preferences presentation president pressure price prices principle
principles print priority priorities privacy prize problem problems procedure process processes product production products profile profit program progress project projects promise prompt prompts proof property proposal protection protocol prototype provider pull purpose push quality quarter quarterly queries
query question questions queue race radio rain range rate rates ratio reaction reader readers reading reality reason reasons recipe record records recovery reference refactoring refund refunds region registration regression relation relationship release releases remote repo repos
report reports repository repositories request requests requirement requirements research resource resources respect response responses rest restaurant result results retail retention retry retries return revenue review reviews revision revolution rice ring risk risks river road
roadmap rock role roles roof room root round route routine row rule rules safety salary sale sales sample sand scale scene schedule schema school science scope score scores screen script scripts sea search season seat secret secrets section security senior sentence sequence series
serious server servers service services session sessions set setting settings setup sex shape share ship shirt shop shopping shot shoulder show side sign signal signature single sister site size skill skin sky sleep slide smile smoke snow society software solution son
song sound soup source south space spec specs speech speed sport spot spring sprint sprints staff stage staging stand standard standards star state statement states station statistics status step steps stock stop storage store stories storm story strategy stream street strength stress string structure student
students studio study stuff style subject success sugar suggestion summary summer sun supply support surface surgery survey sweet switch symbol syntax system systems table tabs tag tags talk target task tasks taste tax taxes tea teacher team teams tech technology temperature template term terms test
tests testing text theater theme theory thing things thought thread ticket tickets tie time timeline timeout timestamps title token tokens tomato tone tool tools top topic topics total touch tour town traffic train trainer training transaction transactions transport travel tree trend trial trip trouble truck trust truth turn type
types uncle unit units university update updates upgrade usage user users vacation validation value values variable variables variety vegetable vehicle vendor vendors version versions vet video videos view village violence vision visit visitor voice volume vote wage wait wall walk war warning warnings waste watch water wave way weakness wealth weather web webhook
website websites wedding week weeks weekend weekly weight west wheel wife wind window windows wine winner winter woman women wood word words work worker workers workflow workflows workspace world writer writers writing year years yesterday youth zone
able absolute academic active actual additional afraid aggressive alive alone alternative amazing american ancient angry annual anonymous anxious apparent appropriate automatic available average aware awful bad basic beautiful best better big bitter
black blind blue bold boring brave brief bright brilliant broad broken brown busy calm capable careful central certain cheap chief civil classic clean clear clever close cold comfortable commercial complete complex confident conscious considerable consistent constant
correct crazy critical crucial curious current daily dangerous dark dead deep delicate dependent different difficult digital direct dirty distinct double dry due dull dynamic eager early eastern easy economic effective efficient elegant empty entire equal essential eternal exact excellent
exciting existing expensive explicit external extra extreme fair fake false familiar famous fancy fast fat favorite favourite federal female few final financial fine firm fit fixed flat flexible foreign formal former fragile free frequent fresh full fundamental funny general gentle global golden gradual grand
gray great handy happy hard harsh healthy heavy hidden high hot huge human hybrid ideal illegal immediate important impossible inconsistent incorrect independent individual initial inner innocent integral intense interesting internal international invalid junior keen kind large late latest lazy leading legacy legal likely linear linked little live local
lonely long loose loud lovely low lucky mad male mandatory manual massive maximum medical mental mere minor missing mixed modern monthly moral multiple mutual narrow national native natural neat necessary negative nervous new nice noisy normal northern obvious odd official old only open optional ordinary original overall own parallel particular
perfect permanent personal physical plain pleasant polite political poor popular positive possible powerful practical precise pregnant present pretty previous primary prior private professional proper proud public pure quick quiet random rapid rare raw ready real reasonable recent red redundant regular relative relevant reliable remaining responsible rich rough royal rude
sad safe same sensitive separate severe sharp short shy sick significant silent similar simple slight slow small smart smooth social soft solid southern special specific stable static steady steep strange strict strong stupid sudden sufficient suitable super sure surprising suspicious tall technical temporary tender terrible thick thin tight tiny tired tough traditional true typical
ugly unable unclear uniform unique universal unknown unlikely unusual upper urgent useful useless usual vague valid valuable various vast verbose violent virtual visible vital warm weak weird wet white whole wide wild willing wise wonderful worse worst worth wrong yellow young
zero two three four five six seven eight nine ten eleven twelve twenty thirty hundred thousand million half dozen
away together everywhere nowhere somewhere forever almost altogether straight twice back forward maybe apart plus minus versus scratch
stack stacks trace parser parsers linter lint formatter commit branch branches fork clone diff build builds ci deploys deploy hotfix rollback rollout pr prs enum struct json yaml html css sql http regex
mentor neighbour colleague colleagues roommate fiance boyfriend girlfriend toddler baby puppy kitten grandma grandpa aunt niece nephew dentist therapist accountant intern interns contributor contributors reviewer reviewers maintainer maintainers stakeholder stakeholders investor investors
apples lemon banana pasta pizza bread cheese sushi salad steak chicken
`)
)
