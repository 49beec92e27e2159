package language

import (
	"fmt"
	"testing"
)

// A number behind a noun names one of many: what is said of another one is another thing.
func TestANumberTellsThingsOfAKindApart(t *testing.T) {
	for _, c := range [][2]string{
		{"Crane 0 carries 2 tons", "Crane 1 carries 3 tons"},
		{"Crane one carries 2 tons.", "Crane two carries 3 tons."},
		{"The water in tank 2 is at 25 degrees.", "The water in tank 3 is at 20 degrees."},
		{"Lane 3 closes at 8pm.", "Lane 4 closes at 9pm."},
		{"bus 15 leaves at 7:55", "bus 12 leaves at 7:40"},
		{"Our camera 1 records at 30 fps.", "Our camera 2 records at 60 fps."},
		{"The oven 1 timer is 30 minutes.", "The oven 2 timer is 40 minutes."},
		{"Cluster 1 runs Kubernetes 1.29.", "Cluster 2 runs Kubernetes 1.30."},
		{"Drone 2 weighs 800 grams.", "Drone 3 weighs 900 grams."},
		{"We water zone 1 every 2 days.", "We water zone 2 every 3 days."},
		{"The fee for locker 8 is 30 euros.", "The fee for locker 9 is 40 euros."},
		{"web-2 has 64 GB of RAM.", "web-1 has 32 GB of RAM."},
		{"Pump #7 holds 40 liters.", "Pump #8 holds 30 liters."},
		{"Pump no. 7 holds 40 liters.", "Pump no. 8 holds 30 liters."},
		{"Pump 7 holds 40 liters.", "Pump number 8 holds 30 liters."},
		{"Pump 6 holds 40 liters.", "Pumps 7 and 8 hold 30 liters."},
		{"Machine 2's belt lasts 4 months.", "Machine 3's belt lasts 6 months."},
		{"The belt on machine 2 lasts 4 months.", "The belt on machine 3 lasts 6 months."},
		{"My son's class 3 starts at 8:45.", "My son's class 4 starts at 8:15."},
		{"node 2 runs the jobs with 4 cores", "node 3 runs the jobs with 8 cores"},
		{"Apartment 4a costs 900 euros a month.", "Apartment 4b costs 950 euros a month."},
	} {
		for range 2 {
			older, newer := NewStatement(c[0], clock.AddDate(0, 0, -3)), NewStatement(c[1], clock)
			if got := Relate(newer, older, nil); got != Unrelated {
				t.Errorf("%q, then %q: %v", c[0], c[1], got)
			}
			if got := Clash(newer, older); got != Unrelated {
				t.Errorf("%q clashes with %q: %v", c[1], c[0], got)
			}
			c[0], c[1] = c[1], c[0]
		}
	}
}

// What a number is the value of, or the release, or how many there are, names nothing; and of
// the same one another value follows.
func TestANumberThatNamesNothing(t *testing.T) {
	testFollows(t, []followed{
		{"Pump 7 holds 40 liters.", "Pump 7 holds 45 liters.", Updates},
		{"Pump 8 holds 30 liters.", "Pump number 8 holds 35 liters now.", Updates},
		{"Pump 08 holds 30 liters.", "Pump #8 holds 35 liters now.", Updates},
		{"Pumps 7 and 8 hold 30 liters.", "Pump 8 holds 35 liters.", Updates},
		{"Node 20 runs in production.", "Node 22 runs in production.", Updates},
		{"Python 3.11 is used in CI.", "Python 3.12 is used in CI.", Updates},
		{"I take bus 12 to work.", "I take bus 15 to work now.", Updates},
		{"My daughter is in grade 4.", "My daughter is in grade 5 now.", Updates},
		{"I need 500 words for the personal statement.", "The university changed its rules and I need 750 words for the personal statement.", Updates},
		{"The pool has 10 workers with 2 GB each.", "The pool has 20 workers with 4 GB each now.", Updates},
		{"Postgres 15 needs 4 GB.", "Postgres 16 needs 6 GB.", Updates},
		{"We are on Kite 6 with 3 GB.", "We are on Kite 7 with 4 GB.", Updates},
		{"The api listens on port 80 with 3 workers.", "The api listens on port 90 with 5 workers.", Updates},
		{"The queue limit 50 is checked every 5 minutes.", "The queue limit 60 is checked every 2 minutes.", Updates},
		{"Upload timeout 30 seconds on the gateway.", "Upload timeout 40 seconds on the gateway now.", Updates},
		{"We give the team two weeks for the kiln and 300 euros.", "We give the team three weeks for the kiln and 400 euros now.", Updates},
		{"I take bus 12 to work.", "I take bus 15 to work.", Unrelated}, // one of them, or both
		{"We saw error 404 on the page.", "We saw error 500 on the page.", Unrelated},
	})
}

func TestNumbersOfASeries(t *testing.T) {
	for text, want := range map[string]string{
		"Pump 8 holds 30 liters.":                      "map[pump:[8]]",
		"The water in tank 03 is cold.":                "map[tank:[3]]",
		"Pumps 7, 8 and 9 hold 30 liters.":             "map[pump:[7 8 9]]",
		"Crane two carries 3 tons.":                    "map[crane:[2]]",
		"Postgres 16 needs 6 GB.":                      "map[]", // a release
		"Python 3 runs the jobs.":                      "map[]", // a release
		"We meet in room 12 on Mondays.":               "map[]", // a value
		"She gave the team two on Monday.":             "map[]", // counts
		"Rent 900 every month.":                        "map[]", // how much it is
		"We give the team two weeks.":                  "map[]", // counts
		"The api listens on port 80 with 3 workers.":   "map[]", // a value
		"Timeout 30 seconds on uploads.":               "map[]",
		"Box 12 euros on Mondays.":                     "map[]",
		"The queue limit 50 is checked.":               "map[]",
		"We are on Kite 7 in the shed.":                "map[]",
		"It broke in March 3 times.":                   "map[]",
		"The fee for locker 9 is paid.":                "map[locker:[9]]",
		"Locker 9 is paid.":                            "map[locker:[9]]",
		"web-2 is down":                                "map[web-:[2]]",
		"The 3 pumps hold 30 liters.":                  "map[]",
		"Our oven 2 timer is loud, and oven 1 is not.": "map[oven:[2 1]]",
	} {
		if got := fmt.Sprint(newTokens(text).series().numbers); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestTwoOfSeries(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"Pump 6 leaks at the lower seal.", "Pump 9 leaks at the lower seal.", true},
		{"Pump 6 leaks at the lower seal.", "Pump 6 leaks at the upper seal.", false},
		{"The seal leaks 6 liters.", "The seal leaks 9 liters.", false},
		{"The gateway listens on port 80.", "The gateway listens on port 90.", false},
		{"Crane 6 leaks at the lower seal.", "Crane 9 leaks at the lower seal.", false}, // not asked for
		{"Our lamp 6 hangs low.", "Our lamp six hangs low.", false},
	} {
		if got := TwoOfSeries(c.a, c.b, KindsAskedFor("which pumps leak, and which lamp?")); got != c.want {
			t.Errorf("%q, %q: %v", c.a, c.b, got)
		}
	}
}

func TestWhatAQueryNamesByANumber(t *testing.T) {
	for _, c := range []struct {
		query, text string
		misses      bool
	}{
		{"how much does pump 7 hold?", "Pump 8 holds 30 liters.", true},
		{"how much does pump 7 hold?", "Pump 7 holds 40 liters, pump 8 holds 30.", false},
		{"how much does pump 7 hold?", "The pump holds 40 liters.", false},
		{"how much do pumps 7 and 8 hold?", "Pump 8 holds 30 liters.", false},
		{"how much do pumps 7 and 8 hold?", "Pump 9 holds 30 liters.", true},
		{"what runs on web-1?", "web-2 runs the mailer", true},
		{"what runs on web-1?", "web-1 runs the mailer", false},
		{"what does the manager 7 earn?", "Boss 8 earns 30.", true}, // the same word to the index
		{"what is in the repo 7?", "Repository 8 holds the maps.", true},
		{"who picks berry 7?", "Berries 8 and 9 are Ida's.", true},
		{"name 3 pumps", "Name 2 pumps first.", false},
		{"what did I do in the last 3 days?", "In the last 2 days I slept.", false},
		{"what is the limit 3 for?", "The limit 4 is low.", false},
		{"what leaks?", "Pump 8 leaks.", false},
	} {
		if got := NumberedIn(c.query).Misses(c.text); got != c.misses {
			t.Errorf("%q of %q: %v", c.query, c.text, got)
		}
	}
}

// What is mine is not what is my sister's, in whichever order they are told; and a word that is most
// often a verb tells two of a kind apart behind "my".
func TestWhoseItIsTellsApart(t *testing.T) {
	testFollows(t, []followed{
		{"My sister's rent is 600 euros.", "My rent is 500 euros.", Unrelated},
		{"My rent is 500 euros.", "My sister's rent is 600 euros.", Unrelated},
		{"My rent is 600 euros.", "My rent is 500 euros.", Updates},
		{"My home laptop has 16 GB of RAM.", "My work laptop has 32 GB of RAM.", Unrelated},
		{"My work laptop has 16 GB of RAM.", "My work laptop has 32 GB of RAM.", Updates},
	})
}

func TestWhoReplacedSomebodyHasTheirPost(t *testing.T) {
	older := NewStatement("Tom is our scrum master.", clock)
	for newer, want := range map[string]bool{
		"Sara replaced Tom as scrum master.":   true,
		"Sara replaced Tim as scrum master.":   false,
		"Sara replaced Tom as office manager.": false,
		"Sara replaced Tom in the band.":       false,
		"Sara should replace Tom.":             false,
	} {
		if got := NewStatement(newer, clock).inherits(older); got != want {
			t.Errorf("%q: %v", newer, got)
		}
	}
}
