package language

import "testing"

func TestTellsPractice(t *testing.T) {
	for s, want := range map[string]bool{
		"We do code freezes before releases.":    true,
		"I park in the lot behind the mill.":     true,
		"I usually cycle to the mill.":           true,
		"We ship from two warehouses.":           true,
		"We keep the keys in the lobby.":         true,
		"Our customers are mostly dentists.":     true,
		"My readers are largely retired people.": true,
		"Most of our members are students.":      true,
		"Our orders come mainly from Ghent.":     true,

		"We keep getting errors.":                     false,
		"I do see the problem.":                       false,
		"We do need this.":                            false,
		"I do it by hand.":                            false,
		"We do it like that.":                         false,
		"I do not park there.":                        false,
		"I park here today.":                          false,
		"I review the diff.":                          false,
		"I review that in a minute.":                  false,
		"We deploy again.":                            false,
		"I ship from Ghent if it rains.":              false,
		"Maybe we ship from Ghent.":                   false,
		"We shipped from Ghent.":                      false,
		"Do we ship from Ghent?":                      false,
		"They ship from Ghent.":                       false,
		"Our tests are mostly red now.":               false,
		"Our tests are mostly failing with an error.": false,
		"The customers are mostly dentists.":          false,
		"Our customers are dentists and painters.":    false,
	} {
		if got := TellsPractice(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

func TestWhereThingsStand(t *testing.T) {
	for s, want := range map[string]bool{
		"The printer is on the second floor.":       true,
		"The spare bulbs are in the garage.":        true,
		"Our server rack is in the basement.":       true,
		"The archive is next to the lobby.":         true,
		"The router sits on top of the bookshelf.":  true,
		"The spare keys hang next to the fuse box.": true,

		"The printer is on the second floor today.":                                     false,
		"The cursor is on the desk tab.":                                                false,
		"The label is next to the button.":                                              false,
		"The children are in the garage.":                                               false,
		"The dog is in the garage.":                                                     false,
		"The meeting is on the second floor.":                                           false,
		"Dinner is on the desk.":                                                        false,
		"Is the printer on the second floor?":                                           false,
		"The printer is on the way.":                                                    false,
		"The printer is in the way of the garage door, so move it before the van comes": false,
	} {
		if got := SaysWhere(s); got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}

func TestWhatIsUnderWayOrDoneWith(t *testing.T) {
	for s, want := range map[string]bool{
		"The call is about to start.":    true,
		"The download is at 40 percent.": true,
		"The tests are green now.":       true,
		"The tab was closed.":            true,
		"The branch has been deleted.":   true,

		"The book is about to love.":         true,
		"The stock is at 40 percent.":        false,
		"The header is green now.":           false,
		"The tests are green.":               false,
		"The branch office has been closed.": false,
		"The Branch was closed.":             false,
		"The mill was closed.":               false,
		"The branch was deleted by Edda.":    false,
	} {
		if got := CuesOf(s).Status; got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
