package language

import (
	"reflect"
	"sort"
	"strings"
	"testing"
)

var instructionTests = []struct {
	in       string
	min, max float64
}{
	{"Always run the linter before you push", 1, 1},
	{"From now on, answer in Danish", 1, 1},
	{"Never commit generated files", 1, 1},
	{"Going forward the changelog gets one line per fix", 1, 1},
	{"Whenever you add a flag, update the man page", 1, 1},
	{"We always squash before merging", 1, 1},
	{"please never touch the vendor folder", 1, 1},
	{"ok, and always use tabs", 1, 1},
	{"Ab jetzt bitte auf Deutsch antworten und kurz halten", 1, 1},
	{"All pull requests must have a test", 0.9, 1},
	{"Only maintainers may merge to main", 0.9, 1},
	{"Secrets should never be logged", 0.9, 1},
	{"Nobody should deploy on Fridays", 0.9, 1},
	{"All releases need two approvals", 0.9, 1},
	{"Migrations have to be reversible", 0.9, 1},
	{"Keep functions under 40 lines", 0.7, 0.9},
	{"Prefer composition over inheritance", 0.7, 0.9},
	{"Use snake_case for column names", 0.7, 0.9},
	{"Avoid global state", 0.7, 0.9},
	{"Don't use mocks", 0.7, 0.9},
	{"When you write SQL, use upper case keywords", 0.7, 1},
	{"For hotfixes, branch from the release tag", 0.7, 1},
	{"To cut a release: tag it, build it, sign it, then upload it", 0.7, 1},
	{"Intake: form → triage → estimate → backlog", 0.7, 1},
	{"I'd rather we kept the diff small", 0.5, 0.7},
	{"Can we please make sure names are spelled out", 0.5, 0.7},
	{"We use Bazel for builds", 0.5, 0.7},
	{"Ruth handles the payroll questions", 0.5, 0.7},
	{"The design files live in Penpot", 0.5, 0.7},
	{"The office moved to the third floor, not the second", 0.4, 0.7},
	{"We no longer support Python 2", 0.5, 0.7},
	{"I think we should drop the old parser", 0.4, 0.6},

	{"Fix this bug", 0, 0},
	{"Add a test for the parser", 0, 0},
	{"now run it again", 0, 0},
	{"Can you fix the login page?", 0, 0},
	{"Why must the index be rebuilt?", 0, 0},
	{"What should we do about the cache?", 0, 0},
	{"When should I use a mutex?", 0, 0},
	{"Tell me about the release", 0, 0},
	{"Wow, you must be tired", 0, 0},
	{"so should I lead with that?", 0, 0},
	{"Keep me posted", 0, 0},
	{"It was a reminder to not just rest but to play", 0, 0},
	{"I fixed the parser yesterday", 0, 0},
	{"The server crashed last night", 0, 0},
	{"I think the new layout is ugly", 0, 0},
	{"I want to make sure I understand", 0, 0},
	{"I need a new laptop", 0, 0},
	{"This should work", 0, 0},
	{"If we dropped Windows, what would break?", 0, 0},
	{"Tests are important", 0, 0},
	{"The build always fails on Windows", 0, 0.4},
	{"Tom has two cats", 0, 0.4},
	{"We're meeting the vendor on Thursday", 0, 0},
	{"Otto owns billing", 0.5, 0.7},
	{"The fixtures live in testdata", 0.5, 0.7},
	{"Otto owns three boats", 0, 0.4},
	{"Otto lives in Bergen", 0, 0.4},
	{"Otto uses a red pen", 0, 0.4},
	{"```\nalways := never()\n```", 0, 0},
	{"", 0, 0},
}

func TestInstruction(t *testing.T) {
	for _, tt := range instructionTests {
		c := handCues(tt.in)
		if c.Instruction < tt.min || c.Instruction > tt.max {
			t.Errorf("handCues(%q).Instruction = %v, want %v to %v", tt.in, c.Instruction, tt.min, tt.max)
		}
	}
}

// named returns the names of the cues that hold.
func named(v any) string {
	var out []string
	rv := reflect.ValueOf(v)
	for i := range rv.NumField() {
		if rv.Field(i).Kind() == reflect.Bool && rv.Field(i).Bool() {
			out = append(out, rv.Type().Field(i).Name)
		}
	}
	sort.Strings(out)
	return strings.Join(out, " ")
}

var cueTests = []struct {
	in  string
	yes string // must hold
	no  string // must not
}{
	{"I think the new logo is ugly", "Opinion Hedged", "Event Plan"},
	{"I prefer dark mode", "Preference Personal", "Event"},
	{"Mia loves hiking", "Preference", "Event"},
	{"I'm looking for a desk with drawers.", "Preference", ""},
	{"We have been searching for hosts that bill by the hour.", "Preference", ""},
	{"I'm still shopping for boots without laces", "Preference", ""},
	{"I'm looking for the function that parses dates.", "", "Preference"},
	{"I'm looking for a desk.", "", "Preference"},
	{"She is looking for a desk with drawers.", "", "Preference"},
	{"The server is looking for a file with rules.", "", "Preference"},
	{"I can't stand long meetings", "Preference Negation", ""},
	{"We will move the office in June", "Plan", "Event"},
	{"Tom is flying to Oslo on Friday", "Plan", "Event"},
	{"The renewal is due on March 3rd", "Plan", "Event"},
	{"We ship it next week", "Plan", "Event"},
	{"I plan to rewrite the parser", "Plan", "Event"},
	{"Nora missed the deadline", "Event", "Plan"},
	{"We deployed version 3 on Monday", "Event", "Plan"},
	{"The disk broke", "Event", "Plan"},
	{"The fix has been released", "Event", ""},
	{"Moved the parser to its own package", "Event", ""},
	{"Two servers were restarted", "Event", ""},
	{"I just bought a bike", "Event", "Plan"},
	{"The failed tests must be rerun", "", "Event"},
	{"Rules written by hand are fine", "", "Event"},
	{"It must be tested", "", "Event"},
	{"The cache is used everywhere", "", "Event"},
	{"We decided to keep Postgres", "Decision Event", "Plan"},
	{"Let's go with Kafka", "Decision", ""},
	{"We settled on two-week sprints", "Decision", ""},
	{"Actually, it is on port 8080", "Correction", ""},
	{"Coverage is now 80%", "Correction", ""},
	{"Leo now handles support", "Correction", ""},
	{"We no longer use Redis", "Correction", ""},
	{"It is in Oslo, not in Bergen", "Correction Negation", ""},
	{"I meant the other branch", "Correction", ""},
	{"From now on use tabs", "Standing", "Correction"},
	{"It failed because the disk was full", "Cause Event", ""},
	{"The root cause was a stale lock", "Cause", ""},
	{"That's why we pin versions", "Cause", ""},
	{"ETL stands for extract, transform, load", "Definition", ""},
	{"If it fails, retry", "Condition", ""},
	{"Rust is faster than Python", "Comparison", "Event"},
	{"My sister lives in Rome", "Personal", "ProjectBound"},
	{"my branch does not build", "Negation", "Personal"},
	{"I'm trying to learn Go", "", "Personal"},
	{"I'm allergic to nuts", "Personal Preference", ""},
	{"In this repository we use tabs", "ProjectBound", "Personal"},
	{"hey, I'm Odile", "Personal", ""},
	{"I am Odile Berg from Bremen", "Personal", ""},
	{"I'm Odile, I take over the shop from Bo", "", "Personal"},
	{"I'm Odile's guest", "", "Personal"},
	{"I'm tired", "", "Personal"},
	{"our migrations are reversible", "ProjectBound", ""},
	{"Maybe it is the proxy", "Hedged", "Event"},
	{"If we bought two more racks, we could ship", "Hypothetical", "Event Plan"},
	{"Suppose the disk fails", "Hypothetical", ""},
	{"Good docs are important", "Truism", "Opinion"},
	{"Let me check the logs", "Status", ""},
	{"Ich finde das gut", "Opinion", ""},
	{"je prefere le bleu", "Preference", ""},
	{"мы решили остаться", "Decision", ""},
	{"prefiero el azul", "Preference", ""},
	{"Das Haus ist blau", "", "Opinion Preference Plan Event Decision Correction Negation Personal"},
	{"In the report please never use ink", "Directs Standing", ""},
	{"If rents fell, we would stay", "Hypothetical", ""},
	{"We use not brass but tin", "Correction", ""},
	{"Our lids are kept in the shed now", "Habit", ""},
	{"The kiln firmware is open source", "Habit", ""},
}

func TestCues(t *testing.T) {
	for _, tt := range cueTests {
		got := " " + named(handCues(tt.in)) + " "
		for _, w := range strings.Fields(tt.yes) {
			if !strings.Contains(got, " "+w+" ") {
				t.Errorf("handCues(%q) lacks %s, has%s", tt.in, w, got)
			}
		}
		for _, w := range strings.Fields(tt.no) {
			if strings.Contains(got, " "+w+" ") {
				t.Errorf("handCues(%q) must not show %s, has%s", tt.in, w, got)
			}
		}
	}
}

// A question needs no mark, be it behind a preposition or behind a statement, which tells nothing
// new where it is asked what was done about it.
func TestAQuestionWithoutItsMark(t *testing.T) {
	for in, want := range map[string]struct {
		asks bool
		told string
	}{
		"below what depth do we need a pilot":                {true, ""},
		"above which weight must I ask Ole":                  {true, ""},
		"after which bell does the cook serve":               {true, ""},
		"before what hour must the sacks be out":             {true, ""},
		"behind which door is the meter":                     {true, ""},
		"past which buoy can we sail":                        {true, ""},
		"outside what hours is the lock shut":                {true, ""},
		"near which pier does the ferry stop":                {true, ""},
		"the sieve clogged twice, what did we do about it":   {true, ""},
		"the bell fell off the mast, how did you mend that":  {true, ""},
		"the bell fell off yesterday, how did you mend that": {true, "the bell fell off yesterday"},
		"the pump is loud, how do I dampen it":               {true, "the pump is loud"},
		"we have four cranes, which did we buy first":        {true, "we have four cranes"},
		"the mast broke, why did it break":                   {true, "the mast broke"},

		"below the deck there is a tank":             {false, "below the deck there is a tank"},
		"before what happened we had four tanks":     {false, "before what happened we had four tanks"},
		"below which line it peels is unclear":       {false, "below which line it peels is unclear"},
		"the old mast, which was of ash, broke":      {false, "the old mast, which was of ash, broke"},
		"we painted the hull, which did the trick":   {false, "we painted the hull, which did the trick"},
		"my sister, who is the boss here, quit":      {false, "my sister, who is the boss here, quit"},
		"the pier, where the ferry stops, is closed": {false, "the pier, where the ferry stops, is closed"},
		"we asked Ole, who did it by hand":           {false, "we asked Ole, who did it by hand"},
	} {
		if s := Told(in); ActOf(in).Ask != want.asks || in[s.Start:s.End] != want.told {
			t.Errorf("%q: asks %v, tells %q", in, ActOf(in).Ask, in[s.Start:s.End])
		}
	}
	yes(t, func(s string) bool { return Presumes(s, Span{}) }, map[string]bool{
		"which of the two boats did we take": false, "whom of the 3 pilots did we ask": false, "Should we sand it or move on to 3.2?": false, "should I raise our rent to $900": false,
		"Should we raise our rent of $900?": true, "how do I split the new budget of $900": true,
	})
}

func TestAct(t *testing.T) {
	tests := []struct{ in, want string }{
		{"ok thanks!", "Thanks"}, {"Sounds good", "Thanks"}, {"yes", "Thanks"}, {"LGTM, ship it", "Thanks"}, {"go ahead", "Thanks"}, {"continue", "Thanks"}, {"👍", "Thanks"},
		{"Nice to meet you, Rosa.", "Thanks"}, {"Good find.", "Thanks"},
		{"Thank you so much!!", "Thanks"}, {"спасибо большое", "Thanks"}, {"no, that's it, thanks", "Thanks"},
		{"thanks, that's all for today", "Thanks"}, {"see you tomorrow!", "Thanks"}, {"Lovely, have a good weekend!", "Thanks"}, {"You too!", "Thanks"},
		{"morning", "Thanks"}, {"Lunch time, back in an hour!", "Thanks"}, {"morning deploys fail", "Tell"}, {"back in an hour the tide is low", "Tell"}, {"You too need a lamp.", "Tell"},
		{"that's all for the keel", "Tell"},
		{"yes, but use tabs", "Tell"},
		{"at what hour does the ferry leave, in winter", "Ask"}, {"in which shed is the rope", "Ask"}, {"since when do we have two ferries", "Ask"}, {"by when do you need it", "Ask"}, {"to which pier should I moor", "Ask"},
		{"at which hour the ferry leaves is on the board", "Tell"}, {"for what it is worth, the ferry is slow", "Tell"}, {"in which case the ferry is late", "Tell"}, {"from what I can tell the ferry is slow", "Tell"},
		{"does anna like tea", "Ask"}, {"can sqlite lock a row", "Ask"}, {"did anna call back", "Ask"}, {"did the deploy", "Ask"}, {"does not start", "Tell"}, {"can openers are in the drawer", "Tell"},
		{"/compact", "Slash"}, {"/review the parser", "Slash"}, {"/etc/hosts is broken", "Tell"},
		{`{"a": [1, 2]}`, "Machine"}, {"<task-notification>\nx is done\n</task-notification>", "Machine"},
		{"2026-05-01T10:00:00Z INFO start\n2026-05-01T10:00:01Z ERROR stop", "Machine"},
		{"panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/src/main.go:10 +0x1d\nexit status 2", "Machine"},
		{"Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    run()\nValueError: no", "Machine"},
		{"```\nx := 1\n```", "Machine"},
		{"diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b", "Machine"},
		{"why does this fail?\n```\nx := 1\n```", "Ask"},
		{"What is our policy on remotes?", "Ask"}, {"how do I run the tests", "Ask"}, {"Is Nora in?", "Ask"}, {"did we ship", "Ask"},
		{"tell me about Oslo", "Ask"}, {"Can you remind me of the port?", "Ask"}, {"Summarize the meeting", "Ask"}, {"who owns billing", "Ask"},
		{"Do you know when the release is?", "Ask"}, {"Any idea why it fails", "Ask"},
		{"Fix the login bug", "Command"}, {"add a test for it", "Command"}, {"Can you fix the login bug?", "Command"}, {"please run the tests", "Command"},
		{"could you please add a flag", "Command"}, {"let's refactor the parser", "Command"}, {"I want you to rewrite this file", "Command"}, {"ok now rename it", "Command"},
		{"We moved to Buildkite", "Tell"}, {"Support requests flood the inbox", "Tell"}, {"Open orders go to Tomasz", "Tell"}, {"free shipping goes up to 55 euros", "Tell"},
		{"clean builds take 4 minutes", "Tell"}, {"open orders are handled by Tomasz", "Tell"}, {"open orders in the list", "Command"}, {"check builds pass in order", "Command"}, {"Always run the linter", "Tell"}, {"Use tabs for indentation", "Tell"},
		{"What we use is Bazel", "Tell"}, {"Actually, Nora leads the team, not Tom", "Tell"}, {"When you commit, sign off", "Tell"}, {"Test coverage is 80%", "Tell"},
		{"How I like answers: short, with the ferry first", "Tell"}, {"why we left the old pier: too shallow", "Tell"}, {"how I moor here: what is the rule", "Ask"}, {"how do I moor: with a rope", "Ask"}, {"how I moor", "Ask"},
		{"We moved to Kafka last week, what breaks?", "Ask Tell"}, {"I live in Oslo. Where can I ski?", "Ask Tell"}, {"The build fails. Fix it.", "Command Tell"},
		{"", ""}, {"   ", ""},
	}
	for _, tt := range tests {
		if got := named(ActOf(tt.in)); got != tt.want {
			t.Errorf("ActOf(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

func TestIntent(t *testing.T) {
	for in, want := range map[string]Intent{
		"Why did we drop Redis?": IntentWhy, "what was the reason for the outage?": IntentWhy, "how come it is slow?": IntentWhy, "What caused the crash?": IntentWhy, "почему упал сервер?": IntentWhy,
		"When did we ship 2.0?": IntentWhen, "what day is the review?": IntentWhen, "how long ago did Tom leave?": IntentWhen, "What happened after the migration?": IntentWhen, "wann ist das Treffen?": IntentWhen,
		"Do you know when the release is?": IntentWhen, "what happens next week?": IntentWhen,
		"What happens to the lamp when it rains?": IntentWhat, "what happens if I unplug it?": IntentWhat,
		"Who owns billing?": IntentWho, "whose idea was it?": IntentWho, "which engineer wrote the parser?": IntentWho, "Do we know who wrote it?": IntentWho,
		"What is our retry limit?": IntentWhat, "tell me about Oslo": IntentWhat, "which database do we use?": IntentWhat, "Describe the pipeline": IntentWhat,
		"How do I run the tests?": IntentGeneral, "fix the parser": IntentGeneral, "When you commit, sign off": IntentGeneral, "We moved to Kafka": IntentGeneral, "": IntentGeneral, "Is it done?": IntentGeneral,
		"explain why the pump stops":         IntentWhy,
		"Give me the timeline of the launch": IntentWhen,
		"Give me the cause of the outage":    IntentWhy,
	} {
		if got := IntentOf(in); got != want {
			t.Errorf("IntentOf(%q) = %s, want %s", in, got, want)
		}
	}
}
