package language

import "testing"

// What stays so stands above what is of the moment, and an agent's words below a user's.
func TestWorth(t *testing.T) {
	for lasting, passing := range map[string]string{
		"The harbour service runs on port 7010 behind Caddy.":            "The harbour page is empty when I click on it.",
		"Ida has been allergic to shellfish since she was nine.":         "There are still two buttons on the page.",
		"We keep the tide tables for ten years because the law says so.": "I will have a look at it later.",
	} {
		up, _ := Worth(lasting, false)
		down, against := Worth(passing, false)
		if up < 0.5 || down > -0.5 || against > -1 {
			t.Errorf("%q %.2f, %q %.2f (%.2f)", lasting, up, passing, down, against)
		}
		if agent, _ := Worth(lasting, true); agent >= up {
			t.Errorf("%q: of an agent %.2f, of a user %.2f", lasting, agent, up)
		}
	}
	if odds, against := Worth("kvist brolp", false); odds >= 0 || against < -0.3 {
		t.Errorf("words that nobody knows: %.2f, %.2f against", odds, against)
	}
	if odds, _ := Worth("func main() { os.Exit(run()) }", false); odds >= 0 {
		t.Errorf("code: %.2f", odds)
	}
}
