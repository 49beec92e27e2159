package language

import "testing"

func TestWantsOnce(t *testing.T) {
	for s, want := range map[string][2]bool{ // alone, beside a question
		"I want to send a card.":                             {true, true},
		"i need to buy milk later":                           {true, true},
		"I'd like to order new gloves":                       {true, true},
		"I really have to wash the sails soon":               {true, true},
		"I want to surprise our parents":                     {false, true},
		"I need to compare both lists":                       {false, true},
		"I need to buy milk tomorrow":                        {false, false},
		"I have to pay the fee on 3 May":                     {false, false},
		"I want to send Ida a card":                          {false, false},
		"I want to learn Danish":                             {false, false},
		"I want to move to the coast":                        {false, false},
		"I want to buy a house":                              {false, false},
		"I need to send the report every month":              {false, false},
		"I have to wash it by hand because the dye runs out": {false, false},
		"I want to send nothing without a check":             {false, false},
		"we need to pay the fee":                             {false, false},
		"She wants to send a card":                           {false, false},
		"I want to send cards from `tide.go`":                {false, false},
		"what do I need to send":                             {false, false},
		"I want to send it when the tide turns":              {false, false},
		"I want all cards to be blue":                        {false, false},
		"I'd really like to send a card":                     {true, true},
		"I would like to order new gloves":                   {true, true},
		"I would really like to order new gloves":            {true, true},
		"I wanna buy new oars":                               {true, true},
		"I gotta wash the decks":                             {true, true},
		"I like to send cards":                               {false, false},
		"I'd have to ask":                                    {false, false},
		"I want to send":                                     {false, false},
		"I want to buy the tickets on Monday":                {false, false},
		"I want to buy 12 oars":                              {false, false},
		"I wanted to send a card":                            {false, false},
		"I want to buy a new rope, and a bucket, and a lamp for the cabin, and paint, and a brush, and soap": {false, false},
	} {
		if got := [2]bool{WantsOnce(s, false), WantsOnce(s, true)}; got != want {
			t.Errorf("%q: %v, want %v", s, got, want)
		}
	}
}
