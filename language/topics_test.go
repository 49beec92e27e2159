package language

import "testing"

func TestWhatAnOrderUnderATopicIs(t *testing.T) {
	for _, c := range []struct {
		in   string
		want bool
	}{
		{"Rule 4: never merge your own branch.", true},
		{"Principle 1 - make wrong use impossible.", true},
		{"Commit messages: use the past tense.", true},
		{"Commits: always squash them.", true},
		{"Tests: name them after the case.", true},
		{"Naming: stick to short words.", true},
		{"Unit tests: mock the network.", true},
		{"Branch names: begin with the area.", true},
		{"Imports: group them by origin.", true},
		{"Language: answer in Danish.", true},
		{"Reviews: explain why, not how.", true},
		{"Git: rebase, don't merge.", true},
		{"CSS: no important flags.", true},
		{"Dates: day first only.", true},
		{"Since 2023: use spaces in all modules.", true},
		{"From May on: label each release with its week.", true},
		{"As of March, use the new formatter for all modules.", true},
		{"vpn: always connect through heron", true},
		{"docker: never run as root", true},
		{"the mill: never touch the stone", true},
		{"ssh: use port 2200 on all hosts", true},
		{"Kubernetes: use one namespace for every team", true},
		{"if you ever plan a dinner: no walnuts", true},
		{"If we ever plan a camp, no tents", true},
		{"whenever you plan a trip: trains only", true},
		{"when you write letters: no jokes", true},

		{"Footer: make it grey.", false},
		{"Footer: use grey for all links", false},
		{"ssh: use port 2200", false},
		{"docker: restart all containers", false},
		{"docker: use the new image for all services now", false},
		{"Error: use of undeclared name in all packages", false},
		{"title: never look back", false},
		{"bug: the lamp always blinks", false},
		{"todo: always close the gate", false},
		{"if you ask me: no chance", false},
		{"if you see this: no worries", false},
		{"if the build fails: no pushes", false},
		{"when you open the page: no buttons", false},
		{"when you write that letter: no jokes", false},
		{"when you plan the trip: no cars", false},
		{"Frontend: add a search box.", false},
		{"Task: use the small parser.", false},
		{"Run 7: write the list for April.", false},
		{"Checkout page: use a larger font.", false},
		{"Tests: fix them.", false},
		{"Failing tests: mock the clock.", false},
		{"Open reviews: answer in the thread.", false},
		{"Tests: name the new one crane.", false},
		{"Tests: 3 passed, 1 failed.", false},
		{"Docs: done, review: open.", false},
		{"Docs: add the flag.", false},
		{"Naming: what do we use?", false},
		{"Error message: use of moved value.", false},
		{"Since 2023: the shop is closed on Mondays.", false},
		{"Since Monday, I see two of them.", false},
		{"Step 3: put the files away.", false},
		{"Docs: British spelling", false},
	} {
		got := handCues(c.in)
		if got.Directs != c.want || c.want && (got.Instruction < 0.5 || got.Errand) {
			t.Errorf("%q directs %v with %v, errand %v; want %v", c.in, got.Directs, got.Instruction, got.Errand, c.want)
		}
	}
	if !handCues("Footer: make it grey.").Errand || handCues("Engine: the old one.").Errand {
		t.Error("an order under the name of a part is not to be done now")
	}
}

func TestWhatIsNotToBe(t *testing.T) {
	for _, c := range []struct {
		in   string
		want bool
	}{
		{"No relative imports.", true},
		{"No wildcard exports please.", true},
		{"No abbreviations in table names.", true},
		{"No direct pushes to shared branches.", true},
		{"No new packages without a word to me.", true},
		{"no semicolons please", true},

		{"No idea.", false},
		{"No failing tests.", false},
		{"No open pull requests.", false},
		{"No new imports.", false},
		{"No tests found.", false},
		{"No comments on the draft.", false},
		{"No module named crane.", false},
		{"No module named exports.", false},
		{"No imports are left.", false},
		{"No default exports?", false},
		{"No rain in Spain.", false},
		{"No hard feelings.", false},
	} {
		if got := handCues(c.in).Directs; got != c.want {
			t.Errorf("%q directs %v, want %v", c.in, got, c.want)
		}
	}
}

// What follows "new paper:" is a title, and no rule; under the paper alone it may be one.
func TestTitleOfNewWorkIsNoRule(t *testing.T) {
	for text, rule := range map[string]bool{
		"new paper: Attention is all you need":      false,
		"new paper: never trust a gauge":            false,
		"another talk: always bring a crane":        false,
		"interesting article: stop using hooks":     false,
		"new rule: never trust a gauge":             true,
		"new: never log the bearing":                true,
		"paper: always cite the first edition":      true,
		"all you need is a hook":                    false,
		"boats need to be signed for in the ledger": true,
	} {
		if c := handCues(text); c.Instruction >= 0.5 != rule {
			t.Errorf("%q: %+v", text, c)
		}
	}
	if !handCues("new paper: Attention is all you need").Status || handCues("new paper: we got the reviews for ours").Status {
		t.Error("a title is no news, or what is told of a paper is none")
	}
}

// What is said again is a rule, where it may be one. What is told, or of one thing, is none.
func TestWhatIsSaidAgain(t *testing.T) {
	yes(t, func(s string) bool { c := handCues(s); return c.Directs && !c.Status }, map[string]bool{
		"you did it again: don't rename charts you don't need": true,
		"again you did that: stop adding blank lines":          true,
		"I told you: no mocks in the harbour tests":            true,
		"as I said: never sail alone":                          true,
		"once more: no abbreviations in names":                 true,
		"you did it again: the build is red":                   false,
		"you did it again: don't touch this one":               false,
		"they did it again: don't rename charts":               false,
		"I told you: the cache is stale":                       false,
		"as I said: weigh the barrels":                         false,
		"once more: sail":                                      false,
	})
}
