package language

import (
	"slices"
	"testing"
)

// A reply says what is so now where it gives the prompt's own value, and not where it guesses, asks,
// counts steps, or says it of something that only has a name in common with the prompt.
func TestCarriesOut(t *testing.T) {
	for _, c := range []struct {
		reply, prompt string
		want          bool
	}{
		{"`BERTH_MINUTES` is 35 now.", "20 is too tight for the ferries, 35 for all", true},
		{"The tide mail goes out 48 hours before.", "put it to 48h", true},
		{"calendar.md says 29 May.", "so the 29th", true},
		{"The gate keeps 5 % now.", "let's keep 5", true},
		{"Snapshots go to /srv/quay/snap.", "new home for them: /srv/quay/snap", true},
		{"I moved the role from Ruben to Katja.", "katja does it from now", true},
		{"The rota names Ida now.", "ida takes over", true},
		{"The berth port stays 4321 in `quay.mjs`.", "the berth listens on 4321, keep it", true},
		{"The cache stays at 300 seconds and calls above 500 ms are logged now.", "log what takes more than 500", false},
		{"Setting it to 35 in `quay.mjs` fails.", "35 for all", false},
		{"The berth does not take 35 minutes now.", "35 for all", false},
		{"Step 35 is next.", "35 for all", false},
		{"Shall I use 35?", "35 for all", false},
		{"That would be 35 in each harbour.", "35 for all", false},
		{"You could take 35.", "35 for all", false},
		{"The gate is open 5 days.", "let's keep 5", false},
		{"Katja is in the office.", "katja does it from now", false},
		{"The limit is 90 now.", "35 for all", false},
		{"Done.", "35 for all", false},
	} {
		if got := CarriesOut(c.reply, c.prompt); got != c.want {
			t.Errorf("%q as the answer to %q: %v", c.reply, c.prompt, got)
		}
	}
}

// A newer sentence about the same gives others in the place of the only number, or of one behind the same word.
func TestGivenInstead(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         []string
	}{
		{"`BERTH_MINUTES` is 20 now.", "`BERTH_MINUTES` is 35.", []string{"20"}},
		{"It is set to 7 days, and logs older than 90 days go.", "I set a policy by which logs older than 120 days go.", []string{"90"}},
		{"`BERTH_MINUTES = 20`, `OPENS = 8`", "Berths take 35 minutes.", nil},
		{"`BERTH_MINUTES` is 20 now.", "`BERTH_MINUTES` is 20 still.", nil},
		{"Step 3 is done.", "Step 4 is done.", nil},
		{"The gate is 20 m wide.", "The gate is red.", nil},
	} {
		if got := GivenInstead(c.older, c.newer); !slices.Equal(got, c.want) {
			t.Errorf("%q, then %q: %q", c.older, c.newer, got)
		}
	}
}

func TestSameSetting(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"`BERTH_MINUTES = 20` is in the config, and so is `OPENS = 8`.", "`BERTH_MINUTES` is 35.", true},
		{"I set BERTH_MINUTES to 20.", "`BERTH_MINUTES` is 35, and the page says so.", true},
		{"`BERTH_MINUTES` is 20.", "`BERTH_MINUTES` is 20.", false},
		{"`BERTH_MINUTES` is 20.", "`TIDE_MINUTES` is 35.", false},
		{"The berth takes 20 minutes.", "The berth takes 35 minutes.", false},
		{"`labels.py` sends 20 mails.", "`labels.py` has 35 lines.", false},
	} {
		if got := SameSetting(c.older, c.newer); got != c.want {
			t.Errorf("%q, then %q: %v", c.older, c.newer, got)
		}
	}
}
