package language

import "testing"

func TestWhatRefuses(t *testing.T) {
	for text, want := range map[string]bool{
		"no, not in the workflow, in the Justfile please":              true,
		"No. Put the key beside the other ones.":                       true,
		"nope, the blue one":                                           true,
		"not like that, keep the two columns":                          true,
		"that's not what I meant: only the header moves":               true,
		"That is wrong, the lamp hangs above the stairs":               true,
		"undo that and start from the old file":                        true,
		"revert the last change":                                       true,
		"ok no, take the small one":                                    true,
		"no problem, take your time":                                   false,
		"no, thanks":                                                   false,
		"no":                                                           false,
		"no worries, the rest looks good":                              false,
		"no tabs in this folder":                                       false,
		"not a single lamp hangs above the stairs":                     false,
		"that did it, it was the second lamp":                          false,
		"this is it":                                                   false,
		"that's great, now the header":                                 false,
		"this is the file that I mean":                                 false,
		"undo stacks are kept in memory":                               false,
		"revert to the old format when the reader is from before 2020": false,
		"no, is that so?":                                              false,
		"":                                                             false,
	} {
		if got := Refuses(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}
