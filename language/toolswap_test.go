package language

import (
	"slices"
	"testing"
	"time"
)

func TestSwapsTool(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"we use redux for state", "switched to zustand", true},
		{"run cargo test after every change", "switching to cargo nextest, way faster", true},
		{"We use yarn.", "let's go with pnpm", true},
		{"The firmware is read with Ghidra.", "I went to the fair with Ida.", false},
		{"We use yarn.", "we could go with pnpm", false},
		{"We use yarn in the app.", "let's go with pnpm in the docs", false},
		{"The site is deployed on Netlify.", "we want to move the site to Fly", false},
		{"the harbour build runs on jenkins", "we moved everything to github actions", true},
		{"tickets are in jira", "the team is on linear now", true},
		{"search is elasticsearch", "typesense took its place", true},
		{"gauges are plotted with chart.js", "we went with echarts in the end", true},
		{"metrics are in datadog", "prometheus replaced it, too expensive", true},
		{"alarms come from pagerduty", "incident.io rings us since october", true},
		{"the backend is go", "all of it is rust now", true},
		{"the web app is on vercel", "the api is on fly now", false},
		{"tests run on vitest", "end to end runs on playwright now", false},
		{"the mooring list is in postgres", "tides are cached in redis now", false},
		{"receipts are sent with postmark", "newsletters are sent with mailchimp now", false},
		{"we install with npm", "we also use bun now for scripts", false},
		{"deploys go to heroku", "we may move to render next year", false},
		{"shell is zsh", "tried fish now and then", false},
		{"events run over kafka", "emails are queued in sqs now", false},
		{"public search is algolia", "log search is opensearch now", false},
		{"we use redux for state", "we use redux for state now", false},
		{"the data is in postgres", "all my data is in postgresql", false},
		{"the data is in mongodb", "all my data is in mongo", false},
		{"the site is built with next.js", "all of the site is nextjs", false},
		{"we install with npm", "homebrew is installed now", false},
		{"we install with npm", "let's stay on yarn for now", false},
		{"ci is jenkins", "is ci on buildkite now?", false},
		{"ci is jenkins", "buildkite is red now", false},
		{"the pier is old", "switched to zustand", false},
		{"we use redux for state", "the pier is new now", false},
	} {
		at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
		newer, older := NewStatement(c.newer, at), NewStatement(c.older, at)
		if got := newer.SwapsTool(older); got != c.want {
			t.Errorf("%q after %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
}

func TestTellsBesideTool(t *testing.T) {
	for s, want := range map[string]bool{
		"the wiki is a gitbook site, it lives in the harbour bucket": true,
		"the wiki is a gitbook site":                                 false,
		"we use redux for state in the tide map":                     false,
		"the pier is new":                                            false,
	} {
		if got := NewStatement(s, time.Time{}).TellsBesideTool(); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

// What may have lost its place is looked for by its name, which the newer statement lacks.
func TestOtherTools(t *testing.T) {
	if got := NewStatement("switched to zustand", time.Time{}).OtherTools(); !slices.Contains(got, "redux") || !slices.IsSorted(got) {
		t.Errorf("in the place of zustand: %v", got)
	}
	for _, s := range []string{"we use zustand", "we may switch to zustand", "the pier is new now", ""} {
		if got := NewStatement(s, time.Time{}).OtherTools(); got != nil {
			t.Errorf("%q: %v", s, got)
		}
	}
}

func BenchmarkSwapsTool(b *testing.B) {
	at := time.Date(2026, 5, 1, 0, 0, 0, 0, time.UTC)
	for b.Loop() {
		newer := NewStatement("the harbour master wants the tide table on paper by Friday because the printer is old", at)
		newer.SwapsTool(newer)
	}
}
