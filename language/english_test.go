package language

import "testing"

func TestEnglish(t *testing.T) {
	for in, want := range map[string]bool{
		"The pump in the cellar was replaced.":                 true,
		"pnpm lint fails":                                      true,
		"I met José and Zoë in São Paulo, and they love fado.": true,
		"Die Pumpe im Keller ist neu und läuft gut.":           false,
		"La pompe de la cave est neuve.":                       false,
		"La bomba del sótano es nueva y funciona.":             false,
		"A bomba do porão não é nova.":                         false,
		"La pompa della cantina non è nuova.":                  false,
		"Насос в подвале новый.":                               false,
		"地下室的水泵是新的。":                                           false,
		"तहखाने का पंप नया है":                                 false,
		"지하실 펌프는 새것입니다":                                        false,
		"The word насос means pump.":                           true,
		"Staging runs (sa-east-1).":                            true,
		"Pumps report to sa-east-1, valves to la-north-2.":     true,
		"Wartung laut de.yml und docs/la mit der Pumpe.":       false,
		"Est-ce que la pompe de la cave est neuve?":            false,

		"Prüfe die Pumpe":                             false, // a letter that English does not have
		"Zoë owns a pump":                             true,  // a name
		"Zoë checks pumps":                            true,
		"Björn Lund checks pumps":                     true,
		"Clean the café pumps":                        true,
		"Karl will heute pumpen":                      false, // will, was, her: words of both
		"Otto was never her plumber":                  true,
		"Paula was in La Paz":                         true,  // a place
		"J'oublie l'ordre d'achat":                    false, // what has lost its vowel
		"It's Anna's pump, isn't it? C'mon, don't go": true,
	} {
		if got := English(in, true); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
	if English("Kellerpumpe defekt", false) {
		t.Error("a sentence without small words is not what its text is")
	}
	if !English("Otto was her plumber", false) {
		t.Error("small words of English that others have, too, count beside nothing else")
	}
}

func TestThanksToSomeone(t *testing.T) {
	for in, want := range map[string]bool{
		"Thanks a lot, Ines!":                               true,
		"Thank you Ines":                                    true,
		"I totally agree, Bo.":                              true,
		"Absolutely, Bo Larsen!":                            true,
		"You're right, Bo":                                  true,
		"Perfect. Thank you very much for the soup.":        true,
		"Thanks for the long explanation!":                  true,
		"good job on the soup":                              true,
		"thanks for fixing the stove":                       true,
		"Thanks for the soup, now cook rice.":               false,
		"thanks for the soup but it is cold":                false,
		"work on the soup":                                  false,
		"Thanks for the list of the five best cafes nearby": false,
		"Thanks, Bo moved to Oslo.":                         false,
		"I agree with the plan to sell it":                  false,
		"Bo":                                                false,
		"Oslo, Bergen":                                      false,
	} {
		if got := ActOf(in).Thanks; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
	if sp := Told("Thanks for the soup, I ate it all."); sp.Start == 0 || sp.End == 0 {
		t.Errorf("told %v", sp)
	}
	if sp := Told("Thanks for all the soup and the bread!"); sp.End != 0 {
		t.Errorf("told %v", sp)
	}
}

func TestWhatAThingHas(t *testing.T) {
	for in, want := range map[string]bool{
		"The barn has a new roof.":               true,
		"The heron server runs a backup nightly": true,
		"My bike has two bells":                  true,
		"The clock shows every hour":             true,
		"Our tenant is leaving the barn":         true,
		"Markets are held on Saturdays":          true,
		"The build is running":                   false,
		"The barn has burned down":               false,
		"Barns have roofs":                       false,
		"We have to go":                          false,
	} {
		if got := handCues(in).Habit; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestAnOpinionThatPlaysWithTheFuture(t *testing.T) {
	for in, want := range map[string]bool{
		"I think the roof is going to leak": true,
		"My take: the roof will leak":       true,
		"The roof is going to leak":         false,
	} {
		if got := handCues(in).Judges; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestWhatIsMadeOnceIsNoRule(t *testing.T) {
	for in, want := range map[string]bool{
		"Write a song about the barn": false,
		"Write a test for every bug":  true,
		"Name a city in Norway":       false,
	} {
		if got := handCues(in).Instruction >= 0.5; got != want {
			t.Errorf("%q: %v", in, handCues(in).Instruction)
		}
	}
}

func TestRulesOfAllOfAKind(t *testing.T) {
	for in, want := range map[string]bool{
		"Drafts get deleted after a month":              true,
		"Jobs that fail twice stop the line":            true,
		"Small repairs don't need a permit":             true,
		"The rent is 900 now, they raised it from 850":  true,
		"I really don't want us to sell eggs on Sunday": true,
		"The drafts were deleted yesterday":             false,
		"Tests are failing":                             false,
		"I'm considering a boat instead of a car":       false,
	} {
		if got := handCues(in).Instruction >= 0.5; got != want {
			t.Errorf("%q: %v", in, handCues(in).Instruction)
		}
	}
}

func TestSmallTalkOfOtherTongues(t *testing.T) {
	for in, want := range map[string]bool{
		"Danke dir, das passt so!":   true,
		"ok, mach weiter bitte":      true,
		"¡Vale, sigue adelante!":     true,
		"Oui, vas-y, s’il te plaît.": true,
		"Sì, va bene, grazie mille":  true,
		"Não, obrigado":              true,
		"Да, всё хорошо, продолжай":  true,
		"はい、続けてください。":                true,
		"好的，没问题，继续！":                 true,
		"네, 감사합니다":                   true,
		"evet, devam et":             true,
		"cool, danke":                true,
		"mach die Pumpe an":          false,
		"Sigue la tubería":           false,
		"ポンプを続けて動かして":                false,
		"继续修水泵":                      false,
		"Продолжай чинить насос":     false,
		"weiter?":    false,
		"tnx a lot!": true,
	} {
		if got := ActOf(in).Thanks; got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}
