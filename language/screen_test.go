package language

import "testing"

func TestOnScreen(t *testing.T) {
	for in, want := range map[string]bool{
		"[Picture #3]":                                       true,
		"[Picture: source: /tmp/shot/heron.png]":             true,
		"📦 12 crates packed":                                 true,
		"⚠ no lid, 3 gauges":                                 true,
		"[06/18/27 20:36 main ~/src/heron] heron pour --dry": true,
		"heron git:(main) ✗ make lint":                       true,
		"➜ make pour":                                        true,
		"here is the log: /var/log/heron/pour.log":           true,
		"Here's what it wrote: ~/heron/lids":                 true,
		"two complaints (vet)\n        fmt.Println(lid)":     true,

		"The log of the heron server is kept at /var/log/heron.":                           false,
		"We keep the lids in: a blue box behind the pump house":                            false,
		"Staging: https://heron.example":                                                   false,
		"The log folder: /var/log/heron":                                                   false,
		"[the key of the gate hangs behind the pump]":                                      false,
		"Booked 2 boats for the weekend":                                                   false,
		"the gate opens at nine;":                                                          false,
		"06/18/27 20:36 the lids and/or gauges came":                                       false,
		"[Ida] wants the lids painted":                                                     false,
		"Über dem Tank hängt eine Lampe":                                                   false,
		"“Lid first” is what Ida says":                                                     false,
		"The manual of the pump that stands in the yard is at: https://heron.example/pump": false,
		"- the pump runs at night":                                                         false,
		"On 06/18/27 we painted the lids":                                                  false,
	} {
		if got := OnScreen(in); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}
