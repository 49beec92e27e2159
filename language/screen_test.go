package language

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

func TestOnScreen(t *testing.T) {
	for in, want := range map[string]bool{
		"[Picture #3]":                                        true,
		"[Picture: source: /tmp/shot/heron.png]":              true,
		"📦 12 crates packed":                                  true,
		"⚠ no lid, 3 gauges":                                  true,
		"[06/18/27 20:36 main ~/src/heron] heron pour --dry":  true,
		"Uncaught TypeError: lid is not open":                 true,
		"Unexpected error: no such lid":                       true,
		"Full list saved to: /var/log/heron.txt":              true,
		"+always pour":                                        true,
		`query: SELECT l0."id" FROM "lids" AS l0 LIMIT 3`:     true,
		"DELETE FROM lids WHERE id = 3":                       true,
		"UPDATE lids SET open = true":                         true,
		"ALTER TABLE lids ADD COLUMN tin text":                true,
		"SELECT is not for views, we read lids by their id":   false,
		"UPDATE is only run by the harbour master":            false,
		"<!-- the lid -->":                                    true,
		"number:\t244":                                        true,
		"Your branch is up to date with 'origin/lid'.":        true,
		"nothing added to commit but untracked files present": true,
		"heron git:(main) ✗ make lint":                        true,
		"➜ make pour":                                         true,
		"here is the log: /var/log/heron/pour.log":            true,
		"Here's what it wrote: ~/heron/lids":                  true,
		"two complaints (vet)\n        fmt.Println(lid)":      true,

		`"lid_id": "31-aa",`:                                 true,
		`"lids": 12`:                                         true,
		"| 4 | `pump/lid.go` | Modified |":                   true,
		"| `pump/lid.go` | takes nil for the gauge |":        true,
		"Pouring lids for Heron Works [2/3]":                 true,
		"[Pour interrupted by user]":                         true,
		"<usage>lids: 12":                                    true,
		"pour_ms: 1070</usage>":                              true,
		"if lid.Has(gauge) || lid.Open() {":                  true,
		"lid := pump.Lid(3);":                                true,
		"// lidSize bounds what is poured":                   true,
		"Pouring  31/33 · 13 pumps":                          true,
		"pour_uses: 15":                                      true,
		"enabled = false # as with --dry":                    true,
		"019a7f10-45f9 is no id, 019a7f10-45f9-7b13 neither": false,
		"019a7f10-45f9-7b13-9a4a-3383dc6db0d3  heron":        true,
		"**Full path:** `pump/lid/lid_test.go`":              true,

		"[pourd] waiting for lids":                               true,
		"(pour:4224) Warning: the lid is old":                    true,
		"--lid 'red' --gauge":                                    true,
		"lids.js?v=7ba:124  GET /lids 404 (Not Found)":           true,
		"lids?day=3:286 page loaded":                             true,
		"2, Ann, 0, 900, 1200, -, -, 2100, 210.5":                true,
		"pumps 3, 4, 5, 7, 8, 9 and 12 are shut for the winter":  false,
		"paint red, green, blue, 3, 4, 5, 6":                     false,
		"lids:5432 is only reached from the pier":                false,
		"Error: the lid is shut":                                 true,
		"src/pump/lid.ts:31:7 - the lid is shut":                 true,
		"1.9 src/pump/lid.ts(31,7): the lid is shut":             true,
		"lid.ts:5 [INFO] poured":                                 true,
		"(anonymous) @ lid.js:59":                                true,
		"Lids:    3 poured, 3 total":                             true,
		"Failed to pour: open lid: lid 3: not found":             true,
		"9     lid: Gauge.Lid":                                   true,
		"We meet at 9:30 in the yard":                            false,
		"At 9:30 we pour":                                        false,
		"Two things: a lid, a gauge, and note: nothing fails":    false,
		"pump.md says how lids are painted":                      false,
		"The error is: the lid was open":                         false,
		`"Lid first" is what Ida says`:                           false,
		"| Staging | runs on port 5544 |":                        false,
		"Ida wants the lids painted [soon]":                      false,
		"[see the list of lids]":                                 false,
		"<b> is for bold lids":                                   false,
		"We pay 12 euros · Ida pays the rest":                    false,
		"The lid of pump_a is red":                               false,
		"The handle of the pump = what Ida calls the lever":      false,
		"Branch: `main`":                                         false,
		"We keep them in `pump/lids`":                            false,
		"the gauge reads 5, the lid is shut;":                    false,
		"The log of the heron server is kept at /var/log/heron.": false,
		"We keep the lids in: a blue box behind the pump house":  false,
		"Staging: https://heron.example":                         false,
		"The log folder: /var/log/heron":                         false,
		"[the key of the gate hangs behind the pump]":            false,
		"Booked 2 boats for the weekend":                         false,
		"the gate opens at nine;":                                false,
		"06/18/27 20:36 the lids and/or gauges came":             false,
		"[Ida] wants the lids painted":                           false,
		"Über dem Tank hängt eine Lampe":                         false,
		"“Lid first” is what Ida says":                           false,
		"The manual of the pump that stands in the yard is at: https://heron.example/pump": false,
		"An unexpected error: the lid was open":                                            false,
		"The list is saved to: a blue box":                                                 false,
		"+1 for the blue lid":                                                              false,
		"Your branch of the club is open":                                                  false,
		"- the pump runs at night":                                                         false,
		"On 06/18/27 we painted the lids":                                                  false,
	} {
		if got := OnScreen(in); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

// What a look at a line passes over no expression matches.
func TestLooksPassOverNothing(t *testing.T) {
	lines := []string{
		"[Image #1]", "[Pasted text: 12 lines]", "[11/29/2026 10:12:00 ~/work", "11/29/26 9:12 ole ~/weir", "weir git:(main) make", "➜ make", "❯ go test", "✗ fail", "✘ fail",
		"(venv) ole@weir:~", "(venv) ole@weir~", "SELECT a FROM b", "warn: SELECT a FROM b", "INSERT INTO tides VALUES", "DELETE FROM tides", "CREATE TABLE tides (", "ALTER TABLE tides ADD",
		"DROP TABLE tides", "UPDATE tides SET a = 1", "0f3a9c1e-77aa-4b", "0f3a9c1e-77aa-", "fatal: no such weir", "remote: counting", "from the weir", "release the weir", "",
	}
	for _, file := range []string{"../eval/notes.jsonl", "../eval/notes-agents.jsonl"} {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(raw)) {
			var said struct{ Text string }
			if err := json.Unmarshal([]byte(line), &said); err != nil {
				t.Fatal(err)
			}
			lines = append(lines, strings.Split(said.Text, "\n")...)
		}
	}
	matched := map[string]int{}
	for _, s := range lines {
		for name, is := range map[string][2]bool{
			"placeholder": {placeholder.MatchString(s), strings.HasPrefix(s, "[")}, "shellLine": {shellLine.MatchString(s), mayPrompt(s)},
			"sqlLine": {sqlLine.MatchString(s), maySQL(s)}, "hexID": {hexID.MatchString(s), mayID(s)}, "tools": {tools.MatchString(s), toolLine(s)},
		} {
			if is[0] {
				matched[name]++
			}
			if is[0] && !is[1] {
				t.Errorf("%s matches %q, which is passed over", name, s)
			}
		}
	}
	if matched["shellLine"] < 9 || matched["sqlLine"] < 8 || matched["hexID"] < 2 || matched["placeholder"] < 2 || matched["tools"] < 2 {
		t.Errorf("matched: %v", matched)
	}
}
