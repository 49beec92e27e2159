package language

import (
	"testing"
	"time"
)

func TestWhatIsGone(t *testing.T) {
	anything := func(string) bool { return false }
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"My canoe is a red Tern.", "I sold my canoe.", true},
		{"Our fax number is 555-0142.", "We got rid of the fax.", true},
		{"Edda runs the kiln.", "Edda left the company.", true},
		{"Edda runs the kiln.", "Edda has left the team for good.", true},
		{"Edda is our contact for glazes.", "Edda left in March.", true},
		{"Edda stacks the shelves.", "Edda is off the project.", true},
		{"Edda stacks the shelves.", "Edda got a job elsewhere.", true},
		{"Edda sits at desk 4.", "Edda has gone back to Ghent.", true},
		{"Edda sits at desk 4.", "Edda went back to university.", true},
		{"Our notary is Herr Vogel.", "Our notary retired last month.", true},
		{"Grandpa lives in a home in Ulm.", "Grandpa passed away in spring.", true},
		{"My partner is Edda.", "I broke up with Edda.", true},
		{"Our Ghent yard has 20 berths.", "We shut down the Ghent yard.", true},
		{"Our Ghent yard has 20 berths.", "We shut our Ghent yard down in May.", true},
		{"The Ghent yard has 20 berths.", "The Ghent yard has been closed.", true},
		{"We meet at the water tower.", "They tore down the water tower.", true},
		{"We buy rolls at the mill on the corner.", "The mill is closed for good.", true},
		{"I ride my canoe to work.", "I gave my canoe away.", true},
		{"The agency makes our signs.", "We parted ways with the agency two weeks ago.", true},
		{"The agency makes our signs.", "We let the agency go.", true},
		{"The pilot is funded by the city.", "The pilot is over.", true},
		{"My laptop is a Tern 5.", "My laptop was stolen on Friday.", true},
		{"My Ember handle is @jo.", "I deleted my Ember account.", true},
		{"The old kiln is in the shed.", "We threw the old kiln out.", true},
		{"The leaflet goes out on Mondays.", "The leaflet has been discontinued.", true},

		{"My canoe is a red Tern.", "I sold my canoe paddle.", false},
		{"My canoe is a red Tern.", "I sold an old canoe for a friend.", false},
		{"My canoe is a red Tern.", "My sister's canoe was stolen.", false},
		{"My canoe is a red Tern.", "I almost sold my canoe.", false},
		{"My canoe is a red Tern.", "I haven't sold my canoe.", false},
		{"My canoe is a red Tern.", "Maybe I sold my canoe too early.", false},
		{"My canoe is a red Tern.", "If we sold the canoe, we could buy a boat.", false},
		{"My canoe is not insured.", "I sold my canoe.", false},
		{"Our fax number is 555-0142.", "We got rid of the fax bug.", false},
		{"Edda runs the kiln.", "Edda left at noon.", false},
		{"Edda runs the kiln.", "Edda left yesterday.", false},
		{"Edda runs the kiln.", "Edda left a note on the kiln.", false},
		{"Edda runs the kiln.", "Edda went back to her desk.", false},
		{"Edda runs the kiln.", "Edda has not left the company.", false},
		{"Edda lives in Bremen.", "Edda left the company.", false},
		{"Edda's birthday is on May 3.", "Edda left the company.", false},
		{"Our Ghent yard has 20 berths.", "We shut down the Ghent yard for an hour.", false},
		{"Our Ghent yard has 20 berths.", "We closed the Ghent deal.", false},
		{"The Ghent yard has 20 berths.", "The Ghent yard was closed on Monday.", false},
		{"The mill sells rolls.", "The mill is closed on Mondays.", false},
		{"The mill sells rolls.", "The back door of the mill was torn down.", false},
		{"The agency makes our signs.", "We parted ways with the other agency.", false},
		{"The session lasts an hour.", "The session is over.", false},
		{"The mill sells rolls.", "If the mill is closed for good, we bake.", false},
		{"The mill road is long.", "The mill is closed for good.", false},
		{"The pilot is funded by the city.", "The pilot is over budget.", false},
	} {
		older, newer := NewStatement(c.older, time.Time{}), NewStatement(c.newer, time.Time{})
		if got := newer.bereft(older); got != c.want {
			t.Errorf("%q after %q: %v, want %v", c.newer, c.older, got, c.want)
		}
		if c.want && (!Amends(newer, older, nil, anything) || !newer.TellsEnd()) {
			t.Errorf("%q amends %q: want true", c.newer, c.older)
		}
	}
}

func TestWhoLeavesTakesAlong(t *testing.T) {
	few := func(string) bool { return true }
	for older, want := range map[string]bool{"Edda lives in Bremen.": false, "Edda's birthday is on May 3.": false, "Edda runs the kiln.": true} {
		if got := Amends(NewStatement("Edda left the company.", time.Time{}), NewStatement(older, time.Time{}), nil, few); got != want {
			t.Errorf("%q: %v, want %v", older, got, want)
		}
	}
	for s, want := range map[string]bool{"The link is dead.": false, "The icon is gone.": false, "My canoe is gone.": true, "The pilot is over.": true} {
		if got := NewStatement(s, time.Time{}).TellsEnd(); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

func TestAHabitThatIsGivenUp(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"I smoke about ten pipes a day.", "I quit smoking.", true},
		{"I drink three teas a day.", "I stopped drinking tea in May.", true},
		{"I always drink tea.", "I gave up drinking tea.", true},
		{"Edda plays chess in the club.", "Edda has quit playing chess.", true},
		{"I row three times a week.", "I've stopped rowing.", true},

		{"I drink three teas a day.", "I stopped drinking coffee.", false},
		{"I drink three teas a day.", "I stopped drinking tea after 6 pm.", false},
		{"I drink three teas a day.", "I stopped drinking tea on weekdays.", false},
		{"I drink three teas a day.", "I stopped drinking tea for a month.", false},
		{"I row three times a week.", "I stopped rowing after two miles.", false},
		{"I row three times a week.", "My father stopped rowing.", false},
		{"I row three times a week.", "I temporarily stopped rowing.", false},
		{"I row too much?", "I stopped rowing.", false},
		{"I row three times a week.", "I stopped rowing?", false},
		{"I run three times a week.", "I stopped running after two miles.", false},
		{"I row three times a week.", "I stopped to row.", false},
		{"I rowed to Ghent.", "I stopped rowing.", false},
		{"Do I row too much?", "I stopped rowing.", false},
		{"I row three times a week.", "Should I say that I stopped rowing?", false},
	} {
		older, newer := NewStatement(c.older, time.Time{}), NewStatement(c.newer, time.Time{})
		if got := newer.breaksOff(older); got != c.want || got && (!newer.EndsWhole(older) || !newer.TellsEnd()) {
			t.Errorf("%q after %q: %v, want %v", c.newer, c.older, got, c.want)
		}
		if !c.want && Reverses(c.newer, c.older) {
			t.Errorf("%q reverses %q", c.newer, c.older)
		}
	}
}

func TestANewNumberOrSeat(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"My phone number is 555-0133.", "I've got a new phone number: 555-0199.", true},
		{"My phone number is 555-0133.", "My phone number changed to 555-0177.", true},
		{"My email address is jo@tern.org.", "I have a new email address: jo@heron.org", true},
		{"Our office is in Fulda.", "We have a new office in Kassel.", true},
		{"My dentist is Lucia.", "I changed to a new dentist, Mateo.", true},
		{"Our office is in Fulda.", "We have a second office in Kassel.", false},
		{"Our office is in Fulda.", "We have a new client in Kassel.", false},
		{"Our client is in Fulda.", "We have a new client in Kassel.", false},
		{"Our office is in Fulda.", "We have a new office chair in Kassel.", false},
		{"My phone number is 555-0133.", "Edda's phone number changed to 555-0177.", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q reverses %q: %v, want %v", c.newer, c.older, got, c.want)
		}
	}
}

func TestWhatEndsIsOnlyWhatIsNamed(t *testing.T) {
	if c := Changes("We switched off the exporter for an hour."); len(c) > 0 {
		t.Errorf("%+v", c)
	}
	if Reverses("I finished the first chapter of my thesis.", "I am writing my thesis.") {
		t.Error("a chapter is not the thesis")
	}
	if !Reverses("I finished the thesis of my life.", "I am writing my thesis.") {
		t.Error("the thesis is finished")
	}
	older, newer := NewStatement("I live in Leeds.", time.Time{}), NewStatement("I don't work in Leeds any more.", time.Time{})
	if newer.Concerns(older, "Leeds") {
		t.Error("who does not work there may live there")
	}
	if older = NewStatement("I work in Leeds.", time.Time{}); !newer.Concerns(older, "Leeds") {
		t.Error("who worked there does so no more")
	}
}
