package language

import "testing"

func TestOpener(t *testing.T) {
	for s, want := range map[string]string{
		"also we deploy only on tuesdays":             "we deploy only on tuesdays",
		"ok, so we moved the shop to Leeds":           "we moved the shop to Leeds",
		"hmm, the kiln is on the second floor":        "the kiln is on the second floor",
		"Great, well, the kiln is broken again":       "the kiln is broken again",
		"well tested glazes sell best":                "well tested glazes sell best",
		"good clay is dug in April":                   "good clay is dug in April",
		"In this workshop, also the apprentices fire": "In this workshop, also the apprentices fire",
		"Actually the kiln is electric":               "Actually the kiln is electric",
		"awesome, exactly what I wanted":              "awesome, exactly what I wanted",
		"no, the kiln is electric":                    "no, the kiln is electric",
		"so this is the mill, a shop for flour":       "this is the mill, a shop for flour",
		"Well the kiln is on the second floor":        "the kiln is on the second floor",
		"so I'm Ole and I run the kiln":               "I'm Ole and I run the kiln",
		"anyway, my sister moved to Leeds":            "my sister moved to Leeds",
		"so that the kiln cools, open the door":       "so that the kiln cools, open the door",
		"so we can test it, add a bell":               "so we can test it, add a bell",
		"so we know when it fails, log the heat":      "so we know when it fails, log the heat",
		"so far the kiln holds":                       "so far the kiln holds",
		"so many glazes crack in May":                 "so many glazes crack in May",
		"well water is used for the glaze":            "well water is used for the glaze",
		"so it doesn't crack we fire it slowly":       "so it doesn't crack we fire it slowly",
		"yes":                                         "yes",
		"":                                            "",
	} {
		if got := s[Opener(s):]; got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}

// What only announces that somebody speaks, or excuses how, is no part of what they tell.
func TestLead(t *testing.T) {
	for s, want := range map[string]string{
		"other thing: the kiln is called Vesta":                   "the kiln is called Vesta",
		"oh and one more thing, the kiln is called Vesta":         "the kiln is called Vesta",
		"one thing I forgot to mention: the kiln is called Vesta": "the kiln is called Vesta",
		"Side note: the kiln is called Vesta":                     "the kiln is called Vesta",
		"unrelated: my sister moved to Leeds":                     "my sister moved to Leeds",
		"a quick unrelated note: my sister moved to Leeds":        "my sister moved to Leeds",
		"quick reminder: the kiln is called Vesta":                "the kiln is called Vesta",
		"new topic: never fire on Sundays":                        "never fire on Sundays",
		"for context: the kiln is called Vesta":                   "the kiln is called Vesta",
		"by the way, the kiln is called Vesta":                    "the kiln is called Vesta",
		"in case you wonder: we moved to Leeds":                   "we moved to Leeds",
		"just so you know, I'm away on Friday":                    "I'm away on Friday",
		"sorry if I'm a bit slow today: my son has the flu":       "my son has the flu",
		"if I'm grumpy: my son has the flu":                       "my son has the flu",
		"in case I seem tired: my son has the flu":                "my son has the flu",

		"if I'm away: Ole fires the kiln":             "",
		"if I'm late, call Ida":                       "",
		"if I say kiln: I mean Vesta":                 "",
		"if the kiln is slow: it is the fan":          "",
		"new kiln: we fire it in June":                "",
		"new topic: it is about glazes":               "", // what it means
		"note the kiln is called Vesta":               "",
		"kiln: never fire on Sundays":                 "",
		"rule 3: never fire on Sundays":               "",
		"the thing is that the kiln is old":           "",
		"one thing the kiln needs is a fan":           "",
		"topic:name is how queues are written":        "",
		"the next thing, the glaze, is mixed by hand": "",
		"update: we moved the kiln":                   "", // which changes something
		"for context the kiln has a label":            "",
	} {
		got := ""
		if n := Lead(s); n > 0 {
			got = s[n:]
		}
		if got != want {
			t.Errorf("%q: %q, want %q", s, got, want)
		}
	}
}
