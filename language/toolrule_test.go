package language

import (
	"testing"
	"time"
)

func TestOtherToolFor(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"Always use winston for logging.", "Always use pino for logging.", true},
		{"Always use npm for installing packages.", "Install packages with pnpm.", true},
		{"Format Go code with gofumpt.", "Format Go code with goimports.", true},
		{"Always deploy with helm.", "Always deploy with kustomize.", true},
		{"Write migrations with alembic.", "Please write all migrations with flyway.", true},
		{"Always use npm.", "Always use pnpm, never npm.", true},
		{"Prefer luxon over moment for dates.", "Prefer dayjs over moment for dates.", true},
		{"We use drizzle for database access.", "We use prisma for database access.", true},
		{"The api uses redis for caching.", "The api uses memcached for caching.", true},
		{"Always use foglamp for logging.", "Always use pino for logging.", true}, // what it is used for names its kind
		{"Use react query for data fetching.", "Use tanstack query for data fetching.", true},

		// For something else, beside it, in some case, or the same.
		{"Always use pytest for unit tests.", "Always use pytest-xdist for slow tests.", false},
		{"Always use docker for local development.", "Always use docker compose for local development.", false},
		{"Always use redis for caching.", "Always use redis for queues.", false},
		{"Always use vitest for unit tests.", "Always use playwright for end-to-end tests.", false},
		{"Always use postgres for persistence.", "Use sqlite for persistence in tests.", false},
		{"Always use redis for caching.", "Also use memcached for caching.", false},
		{"Always use pino for logging.", "Use winston for logging when the app is old.", false},
		{"Use react for components.", "Use storybook for components.", false},
		{"Always use eslint and prettier for the site.", "Always use biome for the site.", false},
		{"The api uses redis for caching.", "The site uses memcached for caching.", false},
		{"Never use moment for dates.", "Always use dayjs for dates.", false},
		{"Always use postgres for the orders.", "Always use postgresql for the orders.", false},
		{"Always run prettier before committing.", "Always run eslint before committing.", false},
		{"Use fixtures for tests.", "Use factories for tests.", false},
		{"Start reports with a table.", "Start reports with a chart.", false},
		{"Commit with a sign-off.", "Commit with a ticket number.", false},
	} {
		newer, older := NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{})
		if got := newer.OtherToolFor(older); got != c.want {
			t.Errorf("%q after %q: %v, want %v", c.newer, c.older, got, c.want)
		}
		want := Unrelated
		if c.want {
			want = Denies
		}
		if got := Clash(newer, older); got != want {
			t.Errorf("Clash of %q after %q: %v, want %v", c.newer, c.older, got, want)
		}
	}
	newer, older := NewStatement("From now on use pino for logging.", time.Time{}), NewStatement("Always use winston for logging.", time.Time{})
	if got := Clash(newer, older); got != Updates {
		t.Errorf("said to be new: %v, want %v", got, Updates)
	}
}

func TestSameToolFor(t *testing.T) {
	for s, want := range map[string]bool{"Always use npm for installing packages, never yarn.": true, "Always use yarn for installing packages, never npm.": false, "Always use npm for running scripts.": false} {
		if got := NewStatement(s, time.Time{}).SameToolFor(NewStatement("Always use npm for installing packages.", time.Time{})); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
