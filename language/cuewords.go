package language

// cue is a set of marks that phrases leave.
type cue uint32

const (
	standing   cue = 1 << iota // from now on
	constant                   // always, never
	recurring                  // every time, before each
	deontic                    // must, has to
	wish                       // I'd rather we, it would be nice if we
	practice                   // we use, is what we use
	opinion                    // I think
	preference                 // I prefer
	plan                       // going to
	due                        // deadline, appointment
	event                      // happened
	decision                   // decided to
	correction                 // actually, no longer
	negation                   // not
	cause                      // because
	definition                 // stands for
	condition                  // if
	comparison                 // than
	personal                   // my sister
	bound                      // in this repository
	hedged                     // maybe
	truism                     // is important
	status                     // let me check
	past                       // used to
	request                    // tell me
	manner                     // I prefer, I like it when
	lately                     // is now, instead of
)

// The phrases of English, and of other languages where one is certain. What holds another
// phrase of its cue is left out, as are the two words of a contraction: see [spelledOut].
var cuePhrases = newPhrasebook(map[cue]string{
	standing: `from now on | going forward | from here on | henceforth | at all times | under no circumstances
		as a rule | rule of thumb | no exceptions | without exception | mandatory | the rule is | our policy is
		the policy is | our rule is | our convention is | the convention is | convention : | rule : | policy : | don't ever | do not ever
		ab jetzt | in zukunft | ab sofort | merke dir | desormais | a partir de ahora | de ahora en adelante | recuerda que
		a partir de maintenant | с этого момента | впредь | отныне | запомни`,
	constant: `always | whatever you do | never | at no point | strictly | ^by default | ^immer | niemals | toujours | siempre | всегда | никогда`,
	recurring: `every time | each time | whenever | any time | anytime | before every | before each | after every | after each | on every
		on each | for every | for each | for all | in every | in all | with every | when i ask | when you | per commit | per pr`,
	deontic: `must | mustn't | shall | should | shouldn't | need to | has to | have to | needs
		required to | is required | are required | is forbidden | is not allowed | are not allowed
		isn't allowed | aren't allowed | is prohibited | are prohibited | supposed to | not permitted
		ought to | may only | can only | may not | can't be | cannot be | is off limits | are off limits | off - limits
		is banned | are banned | requires | require | are expected to | is expected to`,
	wish: `i'd rather we | i'd rather you | i would rather we | i would rather you | would be nice if | would be great if | would be good to
		don't want us | don't want you | do not want us | do not want you | i do not want | i want us to | i need us to | i want you to always
		i'd like us | i'd like you to always | i'd like all | i'd prefer | i would prefer | i'd like it if
		can we please | can we make sure | can you make sure | we should | we shouldn't | we ought | please use | please keep
		please avoid | please don't | please do not | please stop | please always | please never | please prefer | please stick
		please write | please answer | please respond | please reply | i expect | i want all | i want every | stop using | stop adding
		prefer you | i prefer that you | i prefer when you | i like it when you | i hate it when you | let's keep | let's stick
		let's not | let's always | let's avoid | bitte immer | bitte nie`,
	practice: `we use | we're using | we always | we never | we don't | we do not | we avoid | we prefer | we follow | we keep | we run | we only
		we deploy | we store | we track | we write | we name | we put | we log | we publish | we test
		is used for | are used for | is used to | are used to | uses | we rely on | we stick | is the source of truth
		single source of truth | is responsible for | are responsible for | is our | are our | are in the | is in the
		is under | are under | goes through | goes to | lives in | live in | lives under | live under | are stored in | is stored in
		is tracked in | are tracked in | are kept in | is kept in | are located | is located | is set to | are set to | are handled by
		is handled by | is owned by | are owned by | is managed by | are managed by | is done by | is done in | are done in | is done via
		nobody touches | in charge | takes care of | take care of | signs off | approves | handles | owns | maintains
		the process is | process : | the workflow is | the steps are | is hosted on | runs on | deployed with | deployed to
		limited to | is capped | at least | at most | no more than | no less than | or less | or more
		up to | per minute | per day | per hour | per user | per month | per request
		must go | stands for | can be found in`,
	opinion: `i think | i feel | i believe | i find | i guess | i suppose | i'd say | i would say | in my opinion | imo | imho | honestly
		my take | my view | my read | to me | i doubt | i'm skeptical | i'm convinced | i'm not convinced | i'm not sure about
		i'm happy with | i'm a fan | not a fan | annoying | awesome | terrible | horrible | ugly | beautiful | overrated | underrated
		worth it | not worth | waste of | brilliant | impressed | disappointed | frustrating | elegant | clunky | a mess | a pain
		overkill | really helpful | really good | really bad | much better | too many | too much | too slow
		too complex | sucks | is great | is awful | seems like a | looks great | feels | ich finde | ich denke | ich glaube | je pense
		je trouve | creo que | pienso que | я думаю | я считаю | по моему мнению | мне кажется`,
	preference: `wants me to | wants us to | would like me to | would like us to | would rather | prefers | prefer | i like
		i really like | i love | i really love | i hate | i dislike | i enjoy | i can't stand | i don't like | i do not like | i'd rather
		i'm a fan of | big fan of | my favorite | my favourite | favorite * is | favourite * is | i'm allergic to | i'm * intolerant | i'm celiac | i'm coeliac
		i don't eat | i'm vegetarian | i'm vegan | i'm into | i'm fond of | loves | hates | enjoys | dislikes | rather than
		i tend to | i usually | i prioritize | i prioritise | my preference | preference for | who prioritizes | who prioritises | who love | i opt for | ich mag | ich bevorzuge | je prefere | j'aime
		prefiero | me gusta | я предпочитаю | мне нравится | я люблю`,
	plan: `going to | gonna | plan to | plans to | planning to | planning on | planned for | the plan is | is planned
		are planned | is scheduled | are scheduled | intend to | intends to | hope to | hoping to | aim to | aiming to
		want us to | i'd like to | we'd like to | about to | i'll | we'll | he'll | she'll | they'll
		will | won't | is due | are due | due on | due by | on the roadmap
		next up | want to | wants | i need to | we need to | i have to | we have to | i've got to | committing to | committed to
		promised | rolls out | ships on | launching | ich werde | wir werden | je vais | nous allons | voy a | vamos a | я буду | мы будем
		я собираюсь | планирую | планируем`,
	due: `deadline | upcoming | appointment | target date | eta | by end of | by the end of | due date | scheduled`,
	event: `happened | happens to have | took place | was born | passed away | got married | went down | was down | broke down | turned out
		there was an | there was a | there were | had a | had an | was broken | were broken`,
	decision: `decided | decides to | chose | we've chosen | i've chosen | have chosen | settled on | agreed | went with | going with
		go with | opted | picked | the decision is | the decision was | the decision to | the decision has | decision : | decision made | we're switching to | signed off on
		approved | we concluded | standardized on | standardised on | standardise on | ruled out | voted | we'll use
		i'll use | we will use | wir haben uns | entschieden | on a decide | nous avons decide | hemos decidido | decidimos
		решили`,
	correction: `^actually | ^no actually | ^wait | actually , | no longer | any more | anymore | correction | i meant
		scratch that | my bad | i was wrong | that's wrong | is wrong | not right
		that's incorrect | changed to | changed from | moved from | switched from | switched to | migrated from | renamed | used to
		switching from | switching to | moving from | moving away
		migrating from | migrating to | has been replaced | replaced by | replaced with | replaces | superseded | deprecated | previously
		formerly | as of | rather than what | forget what | ignore what | disregard | update : | not the | away from
		stopped using | in place of | turns out | extended it from | nicht mehr | sondern | ne plus | ya no | больше не
		теперь`,
	lately: `is now | are now | now handles | it's now | we now | i now | instead of`,
	negation: `not | no | never | none | nobody | nothing | neither | nor | without | cannot | can't | don't | doesn't | didn't | isn't | aren't
		wasn't | weren't | won't | wouldn't | shouldn't | couldn't | hasn't | haven't | hadn't | mustn't | nicht
		kein | keine | nie | не | нет | никогда | ne pas`,
	cause: `because | due to | causes | caused | since we | since the | since it | the reason | reasons for
		for this reason | that's why | that is why | which is why | as a result | resulting in | resulted in | so that | root cause
		turned out | turns out | leads to | led to | owing to | the culprit | the fix was | the problem was that | the issue was that | was to blame | came down to | thanks to | stems from | triggered by | in order to | consequently
		therefore | weil | wegen | deshalb | parce que | a cause de | porque | debido a | потому что | из - за | поэтому`,
	definition: `stands for | means | is defined as | is called | are called | refers to | is short for | is a | is an | are a
		is the name | is another name | aka | a . k . a | is our | also known as | i . e | bedeutet | steht fur | означает`,
	condition: `if | unless | when | whenever | in case | as long as | provided that | assuming | depending on | once | wenn | falls
		si | если | когда`,
	comparison: `than | better | worse | faster | slower | as * as | compared to | compared with | versus | vs
		similar to | unlike | the same as | different from`,
	personal: `i'm a | i'm an | i'm from | i'm married | i'm single | i'm vegetarian | i'm vegan | i'm allergic | i'm * intolerant | i'm celiac | i'm coeliac | i'm based
		i'm originally | my name is | i live | i was born | i work as | i work for | i work at | i grew up | i moved | i've lived
		we live | i own | i earn | i drive | i eat | i speak | i drink | i smoke | i don't drink | i don't eat
		i don't smoke | i don't own | i don't drive | i don't speak | i can't swim | i can't drive | i can't cook | i can't eat | i can't drink | i have no siblings | i have no kids
		i have no children | i go to bed | i study | i studied | i've got | i prefer | i like | i love | i hate | call me
		mein | meine | ich bin | ich heisse | je suis | soy | me llamo | мой | моя | меня зовут | я живу`,
	bound: `this repo | this repository | this project | this codebase | this monorepo | this service | this package | this app
		this application | this module | this branch | this library | this directory | this folder | this file | the repo | the repository
		the codebase | the monorepo | the project | our repo | our repository | our project | our codebase | our monorepo | our build
		our ci | our pipeline | our deploy | our deployment | our migration | our migrations | our tests | our test suite | our api
		our backend | our frontend | our service | our services | our database | our schema | our linter | our code | our app | here we
		in here | around here | dieses projekt | diesem projekt | ce projet | este proyecto | этом проекте | этот проект`,
	hedged: `maybe | perhaps | probably | possibly | might | i guess | i suppose | not sure | not certain | i wonder | kind of
		sort of | seems | apparently | could be | may be | presumably | i think | likely | unsure | somewhat | vielleicht
		peut - etre | quizas | может быть | возможно | наверное`,
	truism: `is important | are important | is really important | is very important | is essential | are essential | is crucial | are crucial
		is key | are key | matters | matter a lot | is always good | it depends | is a good idea | is good for | are good for | is vital
		goes without saying`,
	status: `let me | i'll check | i'll look | i'll take a look | looking into | taking a look | running the | running tests | ^working on it | i'm working on it
		^on it | one moment | hold on | give me a moment | give me a minute | give me a second | let's see | ^checking | here's the
		here is the | here are the | i've added | i've updated | tests pass | tests are passing | done !`,
	past: `used to | back when | years ago | months ago | days ago | weeks ago | last week | last month | last year | yesterday`,
	manner: `i prefer | i'd prefer | i would prefer | i'd rather | i would rather | i'd much rather | i * prefer | i tend to prefer | i prioritize
		i prioritise | i always prioritize | i opt for | i usually opt for | i like it when | i like when | i like * when | i like * * when
		i like * to be | i like * * to be | i like my | i don't like it when | i do not like it when | i hate it when | i can't stand it when
		i dislike it when | my preference | my preferred | we prefer | ich bevorzuge
		ich mag es wenn | je prefere | prefiero | я предпочитаю`,
	request: `tell me | show me | remind me | explain | give me | walk me through | let me know | help me | do you know | do you remember
		can you tell | could you tell | i wonder | i'd like to know | i want to know | any idea | what about | how about | summarize
		summarise | list all`,
})
