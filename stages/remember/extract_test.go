package remember

import (
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
)

// pinned returns what of a prompt stands from now on, as intake hands it over.
func pinned(t *testing.T, prompt string) (out []string) {
	t.Helper()
	clean := redact.Clean(prompt)
	var quotes []memtide.Quote
	for _, q := range clean.Quotes {
		quotes = append(quotes, memtide.Quote(q))
	}
	for _, f := range items(t, said(memtide.RoleUser, clean.Text, quotes...)) {
		if f.Attributes[ledger.Standing] != "" {
			out = append(out, f.Content)
		}
	}
	return out
}

// How work is done is a rule in whatever form it is said, also where other things
// are said beside it.
func TestARuleOfTheWorkStands(t *testing.T) {
	for _, c := range []struct{ prompt, rule string }{
		{"Handlers must never log request bodies.", "log request bodies"},
		{"All PRs need a changelog entry.", "changelog"},
		{"Always run the linter before you commit.", "linter"},
		{"Don't use any in TypeScript here.", "any"},
		{"Never push to main without asking me.", "push to main"},
		{"From now on write commit messages in the imperative.", "imperative"},
		{"Every migration must have a down step.", "down step"},
		{"Tests must not touch the network.", "network"},
		{"Keep functions under 40 lines.", "40 lines"},
		{"Use pnpm instead of npm.", "pnpm"},
		{"Prefer composition over inheritance.", "composition"},
		{"I prefer small commits over big ones.", "small commits"},
		{"When you add an endpoint, update the OpenAPI file.", "OpenAPI"},
		{"Before you open a pull request, rebase on main.", "rebase"},
		{"Avoid default exports.", "default exports"},
		{"Do not add dependencies without asking.", "dependencies"},
		{"Please never use emojis in code comments.", "emojis"},
		{"Please always answer in German.", "German"},
		{"Public functions must have doc comments.", "doc comments"},
		{"Secrets must never be committed.", "Secrets"},
		{"Error messages should be lower case.", "lower case"},
		{"You must not edit generated files.", "generated files"},
		{"We never deploy on Fridays.", "Fridays"},
		{"We always squash before merging.", "squash"},
		{"Stop adding comments that say what the code does.", "comments"},
		{"Never mock the database in integration tests.", "mock the database"},
		{"Commits should be signed off.", "signed off"},
		{"Each package needs its own README.", "README"},
		{"Make sure every new flag is documented.", "flag"},
		{"Ensure all SQL goes through the query builder.", "query builder"},
		{"Don't mock time; inject a clock.", "clock"},
		{"No inline styles, please.", "inline styles"},
		{"Only use async functions for I/O.", "async"},
		{"Log messages must not contain user names.", "user names"},
		{"API handlers should always validate their input.", "validate"},
		{"New code must be covered by tests.", "covered"},
		{"In this repo, all dates are to be stored in UTC, always.", "UTC"},
		{"Always ask me before deleting files.", "deleting"},
		{"If a test is flaky, never just retry it.", "flaky"},
		{"Whenever you touch the schema, regenerate the types.", "regenerate"},
		{"Do not ever run migrations against production.", "production"},
		{"I want you to always explain your plan first.", "plan"},
		{"I don't want you to ever amend commits.", "amend"},
		{"Going forward, use zod for validation.", "zod"},
		{"For every bug fix, add a regression test.", "regression"},
		{"For shell scripts, use set -euo pipefail.", "pipefail"},
		{"Write tests for every bug you fix.", "tests"},
		{"React components must be function components.", "function components"},
		{"Endpoints must never return stack traces to clients.", "stack traces"},
		{"The production database must never be used from tests.", "production database"},
		{"You should never touch the .env files.", ".env"},
		{"Claude must never print secrets.", "secrets"},
		{"Fix the date parser. And from now on always run go vet before you say you are done.", "go vet"},
		{"The login page is broken on Safari, look into it. Never disable a failing test to get green.", "failing test"},
		{"Add a page for the invoices. By the way, we never use floats for money.", "floats"},
		{"Why does the export hang? Also, always give me the root cause before you change code.", "root cause"},
		{"Rename the column to owner_id, update the callers and run the suite. Never edit old migrations, always add a new one.", "old migrations"},
		{"Thanks, that works! From now on keep the imports sorted.", "imports"},
		{"I looked at the diff and it is fine. One more thing: never use force push on shared branches.", "force push"},
		{"Let's always use feature flags for risky changes.", "feature flags"},
		{"All pages must be written as server components.", "server components"},
		{"Use semantic commit prefixes for all commits.", "prefixes"},
		{"Never write a commit message for me.", "commit message"},
		{"Please use conventional commits for every change.", "conventional"},
		{"Don't put prices into the captions any more, in none of my repos. Now draw the second page.", "captions"},
		{"please keep answers short", "short"},
		{"Please run the formatter on every file you change.", "formatter"},
		{"If anything is unclear, always ask before you start.", "ask"},
		{"Before taking any action, explain your plan and wait for my approval.", "approval"},
		{"Limit your answers to ten lines.", "ten lines"},
		{"When you present a plan, show the risks.", "risks"},
		{"If tests fail, show me the output before you fix them.", "output"},
		{"Use `uv` instead of pip.", "uv"},
		{"Make sure all tests pass before committing.", "tests pass"},
		{"This repo requires signed commits.", "signed"},
		{"All buttons must have an aria-label.", "aria-label"},
		{"Pages must be built from the layout component.", "layout"},
		{"Please write a test for each bug you fix.", "each bug"},
	} {
		got := pinned(t, c.prompt)
		if !strings.Contains(strings.Join(got, "\n"), c.rule) {
			t.Errorf("%q stands with %q, want %q among it", c.prompt, got, c.rule)
		}
	}
}

// What is built, what is asked for once, and what somebody else wrote binds nobody later.
func TestWhatIsOfOneTaskDoesNotStand(t *testing.T) {
	for _, prompt := range []string{
		"The tank list should always be sorted by depth, and the level column should never wrap.",
		"Sorted gauge results must always come with the oldest on top.",
		`"Drain" button (in pump.vue) is always grey, and the other ones never show`,
		"Gauge statistics should have the depth too.",
		"We should show all pumps of the harbour by default.",
		"We should always let a keeper hide the map.",
		"In the `pump drain` command the order of the steps should be valve, motor, lid.",
		"just make sure `--dry-tank` stays undocumented",
		"the header is empty when a tank is locked... should be the same as on the map",
		"They must stay where they are.",
		"Each one should have a title, saying which pump it is for.",
		"The pumpId must also be added to TankSchema.",
		"If the valve sticks, the row says drained, and the watcher can never find out.",
		"Buying one pump never requires the other.",
		"The drain step requires every valve to be shut before it starts.",
		"Look whether any are copies of each other, or ends on each other",
		"Please write a release note for these valves.",
		"Please write a release note for all of these valves.",
		"Please write a summary for my rework of the pump.",
		"Please format tanks.md for the wiki.",
		"Format tanks.md for readers",
		"before going on to phase 3, look for all pumps and check their valves",
		"For some reason it is still dry, check the valve of the pump properly and mend it",
		"You might need to add a second valve.",
		"just do what you have to to get the pump going.",
		"When the pump is on, show only the full tanks.",
		"For keepers, show a line of its own for each tank.",
		"For lids in red the name of the tank is shown, drop.",
		"Make sure you read the manual first, and then take option 2",
		"I don't want any loose lids there, remove them",
		"That lamp should also not blink for the keeper each time.",
		"Please ensure that the lids reach to the edge for each of the tanks.",
		"Then, for each tank, we run a pump that you build here.",
		"Please limit your fixes to `tank.go`.",
		"Please ask three questions for each tank, then help me write the plan.",
		"Test drain of 12 tanks exceeded.",
		"I'd like for the keeper bot to learn which fish we prefer to feed.",
	} {
		if got := pinned(t, prompt); len(got) > 0 {
			t.Errorf("%q: %q stands", prompt, got)
		}
	}
}

// An order that does not say that it holds is kept where nothing else is to be done: it
// may be meant for long. Beside what is to be done it is of that.
func TestAnOrderOfOneTaskIsNotKept(t *testing.T) {
	for prompt, want := range map[string]bool{
		"Why does the east tank leak? Use valve numbers to describe these leaks.":            false,
		"Review the east tank. Include the reason for the verdict.":                          false,
		"Look at the east tank. With the eyes of a diver, please search it for leaks.":       false,
		"Can you sort the valves by age and make sure that they are all closed?":             false,
		"Fix the lid of the east tank. Never open a valve by hand.":                          true,
		"Fix the lid of the east tank. Let's keep brass for the valves, as plastic cracked.": true,
		"Follow the manual for the valves.":                                                  true,
	} {
		kept := false
		for _, f := range items(t, said(memtide.RoleUser, prompt)) {
			kept = kept || f.Kind == memtide.Instruction || f.Kind == memtide.Event
		}
		if kept != want {
			t.Errorf("%q kept: %v", prompt, kept)
		}
	}
}
