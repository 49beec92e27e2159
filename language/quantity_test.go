package language

import (
	"fmt"
	"strings"
	"testing"
)

// What a number is of: its measure, its value, and what it counts.
func TestQuantities(t *testing.T) {
	names := []string{"", "money", "share", "hour", "date", "count", "pair", "pace", "version", "address"}
	for in, want := range map[string]string{
		"every 0 days":                      "count 0 day",
		"every 3k days":                     "count 3k day",
		"0 times a week":                    "count 0 time",
		"opens at 7 o'clock":                "hour 7",
		"July 12-15":                        "date 7-12",
		"number 12 percent":                 "share 12",
		"runs on Red Hat Linux 9":           "version 9 linux",
		"runs on Postgres 2019":             "",
		"runs on Postgres 14th":             "",
		"120/min":                           "count 120",
		"pressure 120/80":                   "pair 120/80",
		"24/7":                              "",
		"from $800 to $900":                 "money 800 was, money 900",
		"from March 10 on the rent is $900": "date 3-10, money 900",
		"we have 3 4 inch lids":             "count 3, count 4 lid",
		"kelp 3":                            "count 3",
	} {
		var got []string
		for _, q := range quantities(newTokens(in).ts) {
			s := strings.TrimSpace(fmt.Sprintf("%s %s %s", names[q.measure], q.value, q.unit))
			if q.was {
				s += " was"
			}
			got = append(got, s)
		}
		if s := strings.Join(got, ", "); s != want {
			t.Errorf("%q: %q, want %q", in, s, want)
		}
	}
}
