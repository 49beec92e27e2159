package language

import "testing"

func TestWhoseAThingIsIsNoRule(t *testing.T) {
	for s, rule := range map[string]bool{
		"The mooring service is owned by team Heron.":             false,
		"The tide script lives in tools/tide.sh.":                 false,
		"The tide tables live in docs/tides":                      false,
		"The CI runs on ubuntu-24.04.":                            false,
		"Our nightly build runs on node 22":                       false,
		"The wiki runs on Confluence":                             false,
		"My notes are in ~/notes/tide.md":                         false,
		"The tide script is under tools/tide.sh":                  false,
		"The pilot list is at `lists/pilot`":                      false,
		"Heron Gateway is maintained by Priya":                    false,
		"The tide service runs on Arm64":                          false,
		"The tide service runs on arm64":                          false,
		"The mooring service is owned by":                         true,
		"The tide script lives in a drawer":                       true,
		"The tide script lives in tools/tide.sh and nowhere else": true,
		"These scripts live in tools/tide.sh":                     true,
		"The tide service runs on 22 nodes":                       true,
		"Never say that the tide script lives in tools/tide.sh":   true,
		"All services are owned by team Heron.":                   true,
		"The tide script must live in tools/tide.sh.":             true,
		"The tide tables are in the harbour repo under /tides":    true,
		"The CI always runs on ubuntu-24.04.":                     true,
		"The mooring list lives in Linear, not Jira anymore":      true,
		"Our skipper Priya handles the fees of all guests":        true,
	} {
		if c := CuesOf(s); c.Instruction >= 0.5 != rule {
			t.Errorf("%q: instruction %v, a rule: %v", s, c.Instruction, rule)
		}
	}
}
