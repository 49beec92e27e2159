package language

// openers are words that begin an English sentence in a capital without being
// a name: determiners, pronouns, conjunctions, prepositions, adverbs,
// auxiliaries and interjections.
var openers = set(`
the a an this that these those some any each every both either neither all most many much few several no none another other such
i i'm i've i'll i'd we we're we've we'll we'd you you're you've you'll you'd he he's he'll she she's she'll it it's it'll they they're they've they'll
one ones someone somebody something anyone anybody anything everyone everybody everything nobody nothing who's what's where's that's there's here's how's let's
my our your his her its their mine ours yours hers theirs whose
who what which when where why how whether
and or but nor so yet if unless because since although though while whereas until till once after before as than whenever wherever whatever however
in on at by for with without about into onto from to of off over under above below between among through during against toward towards within across along around near per via
like unlike despite besides beyond behind beside inside outside upon except regarding concerning instead according thanks due rather
is are was were be been being am do does did have has had will would shall should can could may might must
isn't aren't wasn't weren't don't doesn't didn't won't wouldn't can't cannot couldn't shouldn't haven't hasn't hadn't
not never always often sometimes usually rarely seldom generally normally typically currently recently lately previously formerly eventually finally
now then today tonight tomorrow yesterday here there again also too just only even still already soon later earlier ago first second third last next
maybe perhaps probably possibly definitely certainly clearly obviously apparently honestly frankly actually really basically essentially literally
therefore thus hence moreover furthermore meanwhile otherwise nevertheless nonetheless anyway consequently accordingly additionally similarly likewise
please yes yeah yep yup nope ok okay sure right well oh ah hey hi hello hmm wow great good nice cool perfect awesome thank sorry welcome
twice nowadays sadly luckily unfortunately fortunately hopefully ideally overall especially particularly specifically notably correction note reminder fyi btw todo
more less enough half whoever me him them us gonna wanna gotta glad congratulations congrats bravo cheers yay ugh aw aww omg lol haha dude guys folks alright
`)

// calendarWords are capitals that name no one. "May" and "March" are among
// them: as names they are rarer than as months.
var calendarWords = set(`
january february march april may june july august september october november december
jan feb mar apr jun jul aug sep sept oct nov dec
monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun
mondays tuesdays wednesdays thursdays fridays saturdays sundays q1 q2 q3 q4
`)

// generalAbbreviations are capitals that stand for common words.
var generalAbbreviations = set(`
api apis pr prs mr mrs ci cd url urls id ids todo fixme fyi asap ui ux db am pm eta eod eow eom faq kpi kpis okr okrs qa pdf usd eur gbp gb mb kb tb
wip lgtm imo imho btw iirc afaik vs utc gmt pst est cet cest edt cto ceo cfo coo vp hr p1 p2 p3 mvp poc sla slas adr rfc tl dr tldr nda ok prof
cli gui ide os pc tv cpu gpu ram ssd io crud dto orm regex http https tcp ip dns tls ssl vat na aka ps dm pto ooo dob sdk sdks llm llms ml ai
`)

// modifiers may stand in a capital before a name without being part of it.
var modifiers = set(`
ask tell call email message contact meet see visit remind dear hi hello hey thanks use using add move fix update check make let get put set run try
buy send give take keep read write show find install open close deploy merge review ping invite cc via
`)

// bridges are small words that may stand between the capitals of a name.
var bridges = set(`of de van von der den del della la le da di du dos the bin al`)

// nameLike are common words that are first names, too.
var nameLike = set(`mark bill will rob drew jack grace frank rose chase grant art pat sue dean miles hope faith joy dawn max ray guy gene skip`)

// nameMonths are short words of the calendar that names end in, too.
var nameMonths = set(`mar jan may june april august dec sun sat`)

// hyphenTails make an adjective of the name before them.
var hyphenTails = set(`like only side wide ish esque friendly compatible aware agnostic native powered driven first style level free less ready safe led owned centric specific`)

// dotTails end a name behind a dot: Node.js.
var dotTails = set(`js net io ai`)

// pluralVerbs are verbs that follow a plural.
var pluralVerbs = set(`are have were do don't won't will can can't should must may might aren't weren't haven't need`)
