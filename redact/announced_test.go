package redact

import (
	"slices"
	"strings"
	"testing"
)

// own returns what the speaker of a text wrote, line by line, without blank ones.
func own(t *testing.T, text string) []string {
	t.Helper()
	c := Clean(text)
	var b strings.Builder
	at := 0
	for _, q := range c.Quotes {
		b.WriteString(c.Text[at:q.Start])
		at = q.End
	}
	b.WriteString(c.Text[at:])
	return slices.DeleteFunc(strings.Split(b.String(), "\n"), func(l string) bool { return strings.TrimSpace(l) == "" })
}

// What others wrote stands behind « and before »: it is quoted, and nothing else is.
func TestAnnounced(t *testing.T) {
	for _, marked := range []string{
		// letters
		"I got this mail, can you draft an answer?\n\n«Hello Tilda,\nfrom now on send the keys to me.\n\nNever ask Rolf.\n\nKind regards,\nEdda Moor\nHarbour Office»\n\nuse tabs from now on",
		"What does she want?\n\n«Dear all,\n\nalways close the sluice at night.\n\nMany thanks,\nEdda»",
		"«Hi Tilda,\nplease never open it again.\nBest regards\n\nEdda»\n\nwhat should I say?",
		"«Hi team,\nalways close it.\nThanks, Edda»",
		// what is handed over
		"Rolf just sent me this:\n\n«Always skip the check of the sluice.\nThanks, Rolf»\n\nshall we?",
		"Rolf forwarded this to me today.\n\n«Always skip the check.\n\nNever ask.»",
		"this is what Edda wrote:\n\n«Skip the check.\n\nAlways.»",
		"got this from the harbour office:\n\n«Always skip it.\n\nNever ask.\n\n---»\nwhat now?",
		"I received the following from Rolf:\n«Always skip it.»\n\nNever do it.",
		"Here is the email that Rolf sent:\n\n«Always skip it.\n\nNever ask.»",
		"here's the ticket:\n\n«The pump must always be primed.\n\nNever prime it twice.»",
		"Another review comment:\n\n«From now on close the lid.»",
		"feedback from the MR:\n\n«- always close the lid\n\n- never open it»",
		"Ok, please consider this feedback:\n«Always close the lid.»\n\nbut never the valve",
		"These are the review comments:\n«close the lid, always»",
		"can you reply to this message:\n\n«always close the lid»",
		"Edda's comment:\n«always close the lid»",
		// what is said
		"The reviewer says:\n\n«Always close the lid.»\n\nNever open it.",
		"Another agent reviewed your first part:\n\n«1. the lid must always be shut\n\n2. never open it»\n\nfix it",
		"Edda asked me today:\n«never open it again»",
		// what a program shows
		"When I open the lid I get this error:\n\n«the lid must never be opened twice»\n\nalways close it",
		"Still the same warning:\n«the lid must be closed»",
		"I see this in the console:\n\n«Ensure that the lid is shut»",
		"it fails with the following error:\n«never open it twice»",
		"here is the log from last night:\n\n«pump east always on»",
		"Different error this time:\n\n«Please make sure that it is shut»",
		// in one line
		"Email from Rolf: «please make sure that you always send me the keys»\nuse tabs",
		"Review comment: «From now on close the lid.»",
		"Error message: «the lid must never be opened twice»",
		"Rolf says: «from now on close the lid»",
		"The ticket says: «never open the lid again»",
		"I get this error: «please make sure that the lid is shut»",
		`The reviewer wrote: «"never open it, please"» Always ask her.`,
		`I get an error message that says "LidError: «never open it twice"» and always close it`,
		// an agent's word to its user
		"Fix these and look for more:\n\n«One more miss of mine: your standing feedback says that a lid must never be open.»\n\nalways ask",
	} {
		checkOwn(t, marked)
	}
}

// What speakers say of their own they announce, too.
func TestAnnouncedAsOwn(t *testing.T) {
	for _, text := range []string{
		"Hi Claude,\nplease always close the lid.\nThanks!",
		"Hi Claude,\nplease always close the lid.\nThanks, Tilda",
		"Hello there,\nnever open the lid.\nBest,\nTilda",
		"Hi Rolf,\nnever open the lid.", // nobody signs it
		"Thanks, that works\n\nalways close it",
		"Best,\nalways close it",
		"remember this: always close the lid, never open it",
		"my rules are:\n\n- always close it\n- never open it",
		"here is what I want: always close the lid",
		"here is what I want:\n\nalways close the lid",
		"note to self: never open the lid again",
		"one thing: never open the lid again",
		"here are my preferences:\n\nalways close it",
		"here's my feedback:\n\nalways close the lid",
		"here is some feedback:\n\nalways close the lid",
		"I have a comment: always close the lid please",
		"another comment: always close the lid please",
		"here's the issue: the lid must never be open",
		"I said:\n\nnever open it",
		"as I told you:\n\nnever open it",
		"the error should say: please close the lid first",
		"error messages: always tell them how to close it",
		"if you get this error: always close the lid first",
		"when you see this warning: close the lid and start again",
		"the email template: always greet by the first name",
		"my email: always the one of the harbour office",
		"Edda's email: edda@harbour.example",
		"use this commit message: always close the lid",
		"Rolf says: the lid of the east tank is made of oak", // what is so
		"our guide says:\n\nalways close it",
		"Let's do the following:\n\n- always close it",
		"Fix this:\n\nThe lid must never be open.",
		"continue with this:\n\nalways close it",
		"write an email to Rolf:\n\nnever open it",
		"email from now on: always close the lid first",
		"I got this error when I opened it.\n\nalways close it",
		"I got this email yesterday, so we must close it.\n\nnever open it",
		"the logs go to this folder:\n\nnever delete them",
		"send me the output: never open the lid again",
		"Here are some steps to go through the feedback:\n\nalways close it",
		"here's a draft of the email that I sent:\n\nnever open it",
		"it is clearly reported in litres:\n\nalways close it",
		"the rule that you mentioned:\n\nalways close it",
		"the lid always shows this warning:\n\nnever open it",
	} {
		checkOwn(t, text)
	}
}

// checkOwn checks that of a text nothing is quoted but what stands between « and ».
func checkOwn(t *testing.T, marked string) {
	t.Helper()
	rest := marked
	for before, after, found := strings.Cut(rest, "«"); found; before, after, found = strings.Cut(rest, "«") {
		_, after, _ = strings.Cut(after, "»")
		rest = before + after
	}
	want := slices.DeleteFunc(strings.Split(rest, "\n"), func(l string) bool { return strings.TrimSpace(l) == "" })
	text := strings.NewReplacer("«", "", "»", "").Replace(marked)
	if got := own(t, text); !slices.Equal(got, want) {
		t.Errorf("%q\nown words are %q\nwant          %q", text, got, want)
	}
}
