package language

import "testing"

// What suits the speaker in general is told in more ways than lists of words have, by what the learnt weights say of
// the form; and words of taste may be of somebody else.
func TestWhatSuitsTheSpeaker(t *testing.T) {
	for s, want := range map[string]bool{
		"Group lessons drain me.":                                                       true,
		"I get more out of a workbook than out of lectures.":                            true,
		"Bright kitchens are more my style.":                                            true,
		"Mornings work better for me than evenings.":                                    true,
		"I'd take a quiet cabin over a hotel any day.":                                  true,
		"Spicy stews aren't my thing.":                                                  true,
		"I'm more of a tea person.":                                                     true,
		"I prefer trains to planes.":                                                    true,
		"Being outside matters to me, so a hobby that keeps me indoors is a hard sell.": true,
		"Ida prefers writing drafts in LaTeX over Markdown.":                            true,
		"Our landlord prefers phone calls.":                                             false,
		"The users prefer the list view.":                                               false,
		"Customers love the new label.":                                                 false,
		"I usually get up at six.":                                                      false,
		"I usually run it on 64 cores.":                                                 false,
		"We moved the kiln to the shed.":                                                false,
		"I've been saving for a kiln and I'll buy it in spring.":                        false,
		"'tables work better for me'라는 문장을 저녁에 번역해서 보내 줄 수 있는지 궁금한 사람이 있어.": false,
		"Which kiln is better for me?":   false,
		"The kiln trips the fuse again.": false,
	} {
		if c := CuesOf(s); c.Preference != want || want && (c.Truism || c.Status) {
			t.Errorf("%q: a preference is %v, what is true of all %v, of the moment %v", s, c.Preference, c.Truism, c.Status)
		}
	}
	// What may be one is kept, and not shown to who has not asked for it.
	for _, s := range []string{"Checklists calm me down.", "Nothing clears my head like a long walk."} {
		if c := CuesOf(s); c.Directs {
			t.Errorf("%q stands: %+v", s, c)
		}
	}
	for s, want := range map[string]bool{
		"I'd rather have a table than cards here.":                   false,
		"I spent six years writing queries, so you can skip basics.": false,
		"I've never used a loom, so please explain each step.":       false,
		"I can't approve schema changes.":                            false,
	} {
		if c := CuesOf(s); c.Directs != want || c.Binds != want {
			t.Errorf("%q stands: %+v", s, c)
		}
	}
	// What is surely one is heeded without being asked for.
	if c := CuesOf("Crowded beaches drain me, I'm happier in a forest."); !c.Preference || !c.Directs {
		t.Errorf("a plain taste does not stand: %+v", c)
	}
}
