package language

import "testing"

func TestSaysWhere(t *testing.T) {
	for s, want := range map[string]bool{
		"the berth plan is in plans/berths.sql":            true,
		"tide tables are under data/tides, ask before you": true,
		"The logbook lives in Linear":                      true,
		"logbook lives in Linear, not in github issues":    true,
		"our runbooks are stored in Confluence":            true,
		"Anna lives in Delft":                              false,
		"it is in plans/berths.sql":                        false,
		"the bug is in plans/berths.sql":                   false,
		"line 40 is in berths.py":                          false,
		"is the berth plan in plans/berths.sql?":           false,
		"the berth plan should be in plans/berths.sql":     false,
		"the berth plan is in may":                         false,
		"tests live next to the code":                      false,
	} {
		if got := SaysWhere(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
	if CuesOf("logbook lives in Linear, not in github issues").Directs {
		t.Error("where something is stands as a rule")
	}
}

// What leads to it hides not that it says where a thing is.
func TestSaysWhereBehindALead(t *testing.T) {
	for s, want := range map[string]bool{
		"I keep forgetting: the vault file lives in ops/vault.txt, not in the repo.": true,
		"For the record: the roadmap lives in Linear, not in the wiki.":              true,
		"The wifi password is on the fridge.":                                        true,
		"The manual is in the top drawer now.":                                       true,
		"The docs are in the state that we left them in.":                            false,
		"The error says: the schema is in db/schema.sql.":                            false,
		"The cursor is on the left.":                                                 false,
		"Remember: never commit the seeds in fixtures.":                              false,
	} {
		if got := SaysWhere(s); got != want {
			t.Errorf("%q: %v", s, got)
		}
	}
}
