package language

import (
	"slices"
	"testing"
	"time"
)

func TestAmends(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"the wiki: gitbook, published to a bucket from trunk", "we're on docusaurus now, gitbook had no search", true},
		{"I'm Ada, I build the ferry planner in Elixir 1.15 with Phoenix", "we're on elixir 1.17 since yesterday", true},
		{"workshops: knots, sails and weather", "the sails workshop is cancelled", true},
		{"ruby 3.2, managed with asdf", "ruby is 3.3 here since this morning", true},
		{"Three of us: Lena draws, Marek writes the music, I code", "marek left, Olu does the music from now on", true},
		{"parcels cost 4.90 to Norway and 7.20 to Iceland", "iceland is 8.10 now, they raised it", true},
		{"show me commands for fish, I live in kitty", "I'm using ghostty these days instead of kitty", true},
		{"Glibc 2.31 is the oldest that we build for until spring", "we'll raise glibc after all, the linker needs it", true},
		{"jobs run on the cluster named Heron, queue long, 24 h each", "heron gets switched off in March, we move to Egret", true},
		{"the freeze is on the 9th, Priya promised it to the board", "Priya moved the freeze", true},
		{"Ferry office, all of it's rails 7.1, hosted in Bergen", "swapped rails for hanami 2.2 because of the licence", true},
		{"The planner is Elixir 1.15 on Phoenix, and keeps its state in Postgres 15", "The database is Postgres 16 everywhere, and replication works with it", true},
		{"The contract says a parcel must be handed over within 7 days, otherwise we pay", "The carrier demands that a parcel is handed over within 5 days", true},
		{"name is Tidy, main colour is teal, font is lato", "font is roboto", true},
		{"the music fair is on May 4, our stand is number 12", "they moved the music fair to May 9", true},
		{"Petra is the music lead, we sit in Ghent", "Jonas is the music lead now", true},

		{"the crane is oiled every night, keep 2 cans", "alarms: one list, day and night the same now", false},
		{"we move the mail to the new ferry as well now", "I'm at the boatyard a lot, visits now on Mondays as well", false},
		{"visits are on Mondays", "visits are now on Fridays as well", false},
		{"the mail stays on the old ferry", "we move the mail to the new ferry as well now", true},
		{"the night shift has two men", "the night shift has three men now", true},

		{"db is postgres 15 on prod, may we lock it", "pg upgrade went well, prod is on 17 now", true},
		{"search: 3 replicas on prod", "the queue upgrade is through, prod is on 3.5 now", false},
		{"The nightly builds take place on Marlin.", "Marlin has been shut down, everything builds on Dory.", true},
		{"The nightly builds take place on Marlin.", "Marlin was shut down for an hour, then it came back", false},
		{"storm mails go to seahook", "seahook is gone, too expensive", true},
		{"storm mails go to seahook", "the mails of seahook are gone for good", false},
		{"storm mails go to seahook", "if seahook is gone, call me", false},
		{"storm mails never go to seahook", "seahook is gone, too expensive", false},
		{"My ferret is called Gerda.", "Gerda died, sadly.", true},
		{"My ferret is called Gerda.", "The ferret of Gerda's aunt died", false},
		{"My ferret is called Gerda.", "Gerda didn't quit.", false},
		{"My ferret is called Gerda.", "The new ferret is called Otto.", true},
		{"My ferret is called Gerda.", "The new goat is called Otto.", false},
		{"My ferret is called Gerda.", "The other ferret is called Otto.", false},
		{"The keys to the mill are with Lund.", "Lund has left.", true},
		{"Ida walks Rex", "Rex died in May", false},
		{"lund is the one with the keys to the mill, if somebody has to go in", "lund quit, ida has the mill keys from monday", true},
		{"Lund has the keys to the mill.", "Lund resigned", true},
		{"for the mill ask lund, he has a key", "lund quit", true},
		{"Lund has the keys to the mill.", "Lund quit smoking", false},
		{"Lund has the keys to the mill.", "Ida quit", false},
		{"prod is in Bergen", "prod was moved to Oslo", true},
		{"short titles please, with a verb etc.", "mails go to Lund, Berg etc. now", false},
		{"gate is on 3000 btw, fix the sign", "short titles from now on, add: fix: etc.", false},
		{"gate is on 3000 btw, add the fix", "the fix is on 3100 now", true},
		{"In all my sheds, always build against glibc 2.31, the crane needs it", "In this shed we raise glibc to 2.35 after all, the linker needs it", true},
		{"The tide pump runs on brine 1.29", "The lock pump runs on brine 1.31 now", false},
		{"Marlin listens on port 3000", "Dory listens on port 9091 now", false},
		{"Tables of the mail boat are daily", "Tables of the ferry are hourly now", false},
		{"Lena owns the mail boat", "Omar owns the ferry now", false},
		{"Lena handles the alto part", "Omar handles the alto part now", true},
		{"The kiosk is closed on Fridays", "The ferry is open on Fridays now", false},
		{"The left winch is a Harken 17", "The right winch is a Harken 23 now", false},
		{"The page speaks Danish and Dutch", "The page speaks Frisian now, too", false},
		{"The winch runs Harken", "The rope dryer runs Lewmar now", false},
		{"The budget for paint is 4000 euros a month", "The budget for ropes was raised to 5000 euros", false},
		{"The key to the shed is in the vault", "The alarm code moved to the vault", false},
		{"We pay Harken 80 euros a month", "We pay Lewmar 60 euros a month now", false},
		{"The pump is on Harken 17", "The fan is on Harken 27", false},
		{"The ferry has 2 fans", "The shed has 3 fans now", false},
		{"The pilot database is brine 10.6", "The harbour database is brine 10.11", false},
		{"We buy our tar from Olaf", "This time we moved to Ida for our tar", false},
		{"At the pier I have a Harken 3 with a rope dryer", "The Harken 3 broke, the dryer hangs on a Harken 5 now", true},
		{"Tides are read every 15 minutes", "From November on there's a sale every weekday", false},
		{"At the pier I have a Harken with a rope dryer", "The dryer hangs on 5 Lewmar now", false},
		{"The break is 20 minutes and the seat limit 3", "the seat limit is 5", true},
		{"The tide page is in Elm", "We rewrote the tide page in Svelte", true},
		{"The tide page is in Bergen", "We rewrote the berth page in Svelte", false},
		{"The tide page is in danger", "We rewrote the tide page in Svelte", false},
		{"the wiki: gitbook, published to a bucket from trunk", "we're on docusaurus, gitbook had no search", false},
		{"the wiki: gitbook, published to a bucket from trunk", "are we on docusaurus now, gitbook had no search?", false},
		{"the wiki: gitbook, published to a bucket from trunk", "now open the gitbook page", false},
		{"the wiki: gitbook, published to a bucket from trunk", "maybe we move to docusaurus, gitbook had no search", false},
		{"why is gitbook so slow?", "we're on docusaurus now, gitbook had no search", false},
		{"jobs run on the cluster named Heron, queue long", "the cluster takes 40 jobs now", false},
		{"the freeze is on the 9th", "I've been on the freeze since Monday", false},
		{"the wiki: gitbook, published to a bucket from trunk", "I've tested gitbook since yesterday", false},
		{"the wiki: gitbook, published to a bucket from trunk", "went with gitbook for the handbook", false},
		{"the wiki: gitbook, published to a bucket from trunk", "open the gitbook page now", false},
		{"the music room has a piano, the hall has none", "the music is loud now", false},
		{"Brook Ghost costs 140 dollars a pair in the shop", "Marlin Air costs 180 dollars a pair in the shop", false},
		{"I run the marathon in Bergen", "we're in Bergen right now", false},
		{"we say ahoy to customers", "from now on I say hello", false},

		// What is done next, and what somebody who is at work meets with, is no change.
		{"The ferry has a horn, and a bell", "We painted the pier. Now, the ferry needs a list of lamps", false},
		{"The ferry has a horn, and a bell", "I've painted the ferry, and now will test the lamps", false},
		{"The ferry has a horn, and a bell", "Now I need the ferry on the start page", false},
		{"The ferry has a horn, and a bell", "The ferry is now appearing on the start page", false},
		{"Our ferry is green: two horns, one bell", "I've got it now: the valve in the ferry was frozen", false},
		{"The harbour's boats lie on the quay, so they get wet", "We moved the rope off the pier, it's in the harbour's own shed now", false},
		{"The harbour's boats lie on the quay, so they get wet", "The harbour has no boats now", true},
		{"The ferry has a horn, and a bell", "I want the ferry to be fast now and in the future", false},
		{"The ferry has a horn, and a bell", "Since this is a ferry for guests, lamps need covers", false},
		{"The ferry has a horn, and a bell", "Arrows move the entire ferry - shift (up,down,left,right), rotate, etc - should be", false},
		{"Keep each painting step under 10 words", "Specifically, we've spent time on steps 3.4 and 3.41 of the plan", false},
		{"The ferry has a horn, and a bell", "There are lamps on the ferry that are now out of order", false},
		{"The ferry has a horn, and a bell", "The ferry has left the harbour", true},
		{"The ferry has a horn, and a bell", "Since this spring the ferry is grey", true},
		{"The ferry has a horn, and a bell", "The ferry is grey now", true},

		// What something is reckoned by, is moved to, or belongs to is not what has changed.
		{"berth fee: 3 a day per guest", "guest is now `ida` instead of olu", false},
		{"berth fee: 3 a day per guest", "the guest has a key now", false},
		{"tides are read 4/hour", "the hour is displayed in red now", false},
		{"crates: 12 per boat", "the boat is in the dock since yesterday", false},
		{"guests pay per boat", "a guest is called visitor now", true},
		{"it floats in my tub", "we moved all of it to our granite tub yesterday", false},
		{"the seal lies in the attic", "we switched the lamps to the attic since May", false},
		{"the alarm is kept at the pier", "I migrated the logs to the pier this week, the shed is full now", false},
		{"the lamps: kept in the shed, painted grey", "the lamps moved to the attic yesterday", true},
		{"Ida is away in May, all sails that the ferry needs are due before", "the ferry is red now", false},
		{"Ida is away in May, all sails which the ferry uses are due before", "the ferry is red now", false},
		{"Ida is away in May, the ferry is painted before", "the ferry is red now", true},
		{"quay is 19 m at most", "the pier is 74 m now but the quay stays at 19", false},
		{"quay is 19 m at most", "the pier is 74 m now, but quay remains at 19", false},
		{"quay is 19 m at most", "the quay stays as it is now", false},
		{"quay is 19 m at most, with two lamps", "the pier stays as it is but the quay is 24 m now", true},

		{"from now on all tide tables in Danish please", "I decided to sell the dinghy after all", false},
		{"from now on all tide tables in Danish please", "from now on all berth photos as png", false},
		{"Mrs Keller counts the crates, on Fridays", "the harbour master is Mrs Okafor now", false},
		{"prof adler wants crates of oak", "the second reader is prof. weiss now", false},
		{"my prof wants crates of oak", "my prof left, so Ida is in charge now", true},
		{"Many people take the early boat", "many people asked for lockers, and we're open on Mondays now", false},
		{"nobody moors at the east pier", "nobody swims on Fridays anymore", false},
		{"everything is painted grey, except the crane", "everything is insured now", false},
		{"The old pier has lamps, and a bench", "we use the old stamp again now", false},
		{"tide logs land in heron-tides-prod, in the north", "prod is frozen from now on", false},
		{"prod is in the north hall, with two fans", "prod is in the attic now", true},
		{"From now on answer guests in Danish.", "From now on no smileys in answers.", false},
		{"From now on all guest letters in Danish.", "From now on sign every guest.", false},
		{"photos are jpg, as wide as the page", "from now on photos in webp", true},
		{"From now on test the pump at the pier.", "From now on order oil before the test.", false},
		{"never moor at heron pier between 8 and 10", "heron pier has 40 berths now", false},
		{"never moor at heron pier between 8 and 10", "heron pier is at 10.0.0.7 now", false},
		{"do not sail heron at night", "heron is in the dock now", false},
		{"never sail heron at night", "heron may sail at night now", true},
		{"heron runs on diesel, never sail it at night", "heron is electric now", true},
		{"heron opens between 8 and 10", "heron has 40 berths now", false},
		{"heron is moored at the east pier", "heron has a new engine now", false},
		{"heron has no engine", "heron has an engine now", true},
		{"heron has one mast", "heron has two masts now", true},
		{"marlin runs on port 3200", "the docs are at https://marlin.example now", false},
		{"marlin runs on port 3200", "tide logs are under /srv/marlin/tides now", false},
		{"marlin's key is not in .env.example", "the docs are at https://marlin.example now", false},
		{"the docs are at https://marlin.example", "https://marlin.example is dead now", true},
		{"tide logs are under /srv/tides", "/srv/tides is read only now", true},
		{"marlin needs 2 pumps", "new rule from now on: before each marlin release ask Ida", false},
		{"everything is docker compose under /srv/tides", "rule from now on: before every compose change take a snapshot", false},
		{"photos are jpg, as wide as the page", "rule from now on: photos in webp", true},

		{"the regatta is planned for 14 May", "14 May won't work, the quay is let", true},
		{"the regatta is planned for 14 May", "15 May won't work, the quay is let", false},
		{"lockers are let for 25 days", "25 days is too short for the guests, they keep lockers longer", true},
		{"the ferry rests for 25 days in winter", "25 days is too short for the guests, they keep lockers longer", false},
		{"a berth costs 40 EUR", "40 is too little for a berth, says Ida", true},
		{"a berth costs 40 EUR", "50 is too little for a berth, says Ida", false},
		{"the talk on knots is given by Dr Brandt", "Brandt pulled out", true},
		{"the talk on knots is given by Dr Brandt", "Brandt pulled out the old pump", false},
		{"staging sits at pre.heron.example, with two pumps", "staging moved, test.heron.example", true},
		{"a visit with the vet: Mrs Okoye, on the 22nd", "Okoye cancelled, the new slot is the 29th", true},

		{"call with Reuter is every Friday", "Reuter charges 62 an hour now", false},
		{"out for a run, my brother is here", "the long run is on Saturdays now", false},
		{"whatever harbour it is, winch repairs are mine", "we moved the winch shed to the quay yesterday", false},
		{"lena paints the boats, ask her first", "lena changed the lamp, it's green now", false},
		{"a berth costs 40 EUR", "the crane costs 60 EUR now", false},
		{"the sign is in the file signs.md", "the same file is read by the printer now", false},
		{"every lamp of the quay is named in lamps.toml", "I left lamps.toml as it is", false},
		{"I left the two lamps on the quay", "the quay is open until six", false},
		{"each pump feeds 4 lockers, so 3 pumps", "Ida had left the hatch on pump 2 open, and it ran dry", false},
		{"the talk on knots is given by Brandt", "Brandt left", true},
		{"benches: Lena takes the larch ones, 60 EUR each", "railing: we take rope after all, Lena saw one in the shop", false},

		{"the bundle is 34 MB, and the page loads in 2 seconds", "without the fonts the bundle shrank to 27 MB", false},
	} {
		few := func(term string) bool { return !slices.Contains([]string{stem("music"), "fair", "lead"}, term) }
		if got := Amends(NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{}), Reversal(c.newer), few); got != c.want {
			t.Errorf("%q of %q: %v", c.newer, c.older, got)
		}
	}
}

func TestWhatHasChanged(t *testing.T) {
	c := NewStatement("the crane lifts 12 tons now because the old rope broke", time.Time{}).alteration()
	if !c.value || !slices.Contains(c.topics, stem("crane")) || slices.Contains(c.topics, stem("rope")) {
		t.Errorf("%+v", c)
	}
	if c = NewStatement("the crane is red now", time.Time{}).alteration(); c.value || !slices.Contains(c.topics, stem("crane")) {
		t.Errorf("%+v", c)
	}
}

// The day of one thing says nothing of the day of another that is named beside it.
func TestADayOfWhatIsNamedInPassing(t *testing.T) {
	at := time.Date(2026, 11, 2, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"Ida is away from 23 nov to 6 dec, so all sails that the ferry needs have to be in by the 22nd", "ferry is 17 dec now", Unrelated},
		{"the sails which our ferry uses have to be in by 22 nov", "ferry is 17 dec now", Unrelated},
		{"the ferry comes on 4 dec", "ferry is 17 dec now", Updates},
		{"we sail on the ferry that comes on 4 dec", "ferry is 17 dec now", Updates},
	} {
		if got := Relate(NewStatement(c.newer, at.AddDate(0, 0, 3)), NewStatement(c.older, at), nil); got != c.want {
			t.Errorf("%q, then %q: %v", c.older, c.newer, got)
		}
	}
}
