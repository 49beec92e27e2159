package language

import (
	"slices"
	"strings"
	"testing"
)

func TestToolKinds(t *testing.T) {
	for text, tool := range map[string]string{
		"which package manager does the harbour site use?": "pnpm",
		"What's the CI?":                                        "buildkit",
		"what do we use for styling":                            "tailwind",
		"where is the tide table hosted?":                       "netlifi",
		"do we have a wiki?":                                    "confluenc",
		"what does the ferry service use as a cache?":           "redi",
		"is there a linter i should run?":                       "ruff",
		"where do we keep passwords":                            "vaultwarden",
		"install left-pad with the package manager":             "pnpm",
		"add a job to the CI that weighs the anchors":           "buildkit",
		"write a migration for the berth column":                "flyway",
		"put the new map behind a feature flag":                 "unleash",
		"mock the tide client in the gauge test":                "sinon",
		"report lost gauges to our error tracker":               "sentri",
		"what is a package manager?":                            "",
		"why is our database slow?":                             "",
		"which page of the wiki names the pier?":                "",
		"which bucket does the wiki live in?":                   "",
		"fix the typo in the linter config":                     "",
		"rename the cache to store in this function":            "",
		"thanks, the build works again":                         "",
		"the database is slow again":                            "",
		"what did Anna say about her design?":                   "",
		"whats the idea behind infrastructure as code":          "",
		strings.Repeat("and then we sailed on ", 9) + "the CI?": "",
		"": "",
	} {
		found := ToolKinds(text)
		has := slices.ContainsFunc(found, func(k ToolKind) bool { return slices.Contains(slices.Collect(k.Names()), tool) })
		if tool == "" && len(found) > 0 || tool != "" && !has {
			t.Errorf("%q: %d kinds, %q among them: %v", text, len(found), tool, has)
		}
	}
}

// A row that cannot be read, or that says a name twice, is a slip of who added it.
func TestTheKindsOfToolsAreWhole(t *testing.T) {
	kinds := map[string]bool{}
	for line := range strings.Lines(tradeFile) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		head, list, ok := strings.Cut(line, " : ")
		names, uses, _ := strings.Cut(head, " ; ")
		tools := strings.Split(list, ", ")
		if !ok || len(tools) < 3 || strings.ToLower(line) != line || strings.ContainsAny(uses, ";:") {
			t.Errorf("not a row: %.80s", line)
		}
		slices.Sort(tools)
		if n := len(tools); len(slices.Compact(tools)) < n {
			t.Errorf("a tool stands twice: %.80s", line)
		}
		for name := range strings.SplitSeq(names+", "+uses, ", ") {
			if name == "" && uses == "" {
				continue
			}
			if n := len(strings.Fields(name)); n == 0 || n > mostKindWords {
				t.Errorf("%q is no name of a kind: %.80s", name, line)
			}
			kinds[name] = true
		}
	}
	if len(kinds) < 500 {
		t.Errorf("%d names of kinds", len(kinds))
	}
}

func TestSaysTool(t *testing.T) {
	for s, want := range map[string]bool{
		"the tide table is plain eleventy":               true,
		"gauges sit in qdrant, one collection a harbour": true,
		"pnpm only in this repo":                         true,
		"schema changes: flyway":                         true,
		"its quarkus, so no spring annotations pls":      true,
		"tickets are on youtrack":                        true,
		"deploys go out with argo cd":                    true,
		"the job on jenkins is red":                      false,
		"i restarted it on heroku":                       false,
		"does it run on heroku?":                         false,
		"jest complains about the harbour":               false,
		"we meet in the room next door":                  false,
		"the boat is fast":                               false,
		"i wrote a mail about jira":                      false,
	} {
		if got := SaysTool(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

func BenchmarkToolKinds(b *testing.B) {
	for b.Loop() {
		ToolKinds("which package manager does the harbour site use?")
	}
}

func BenchmarkSaysTool(b *testing.B) {
	for b.Loop() {
		SaysTool("the harbour master wants the tide table on paper by Friday because the printer is old")
	}
}
