package language

import "testing"

// Constructs of code are banned by their names alone, in a list or where it is asked for. What
// is missed in what was looked at is none.
func TestBansOfConstructs(t *testing.T) {
	for text, rule := range map[string]bool{
		"no console.log, no any":               true,
		"no any, no console.log and no var":    true,
		"no print(), no goto":                  true,
		"no `any`, no var":                     true,
		"no lodash.merge, no var":              true,
		"no System.out.println, no any":        true,
		"no console.log please":                true,
		"no console.log, ever":                 true,
		"logging: no console.log":              true,
		"no console.log, no any, no TODOs":     true,
		"no console.log, no output":            false,
		"no app.run, no crane":                 false,
		"no package.json, no lock.yaml":        false,
		"no any.txt, no var.csv":               false,
		"no console.log? no any?":              false,
		"no 1.5, no var":                       false,
		"no crane, no hook":                    false,
		"no errors, no any":                    false,
		"no any":                               false,
		"no console.log":                       false,
		"no console.log, nothing, it is empty": false,
	} {
		if c := handCues(text); c.Directs != rule {
			t.Errorf("%q directs: %v (%+v)", text, c.Directs, c)
		}
	}
}

// What is never to be in something needs no verb. What something never does, and what one
// never has, is no ban.
func TestBansForEver(t *testing.T) {
	for text, rule := range map[string]bool{
		"never floats for money":                         true,
		"never floats for money!":                        true,
		"please never floats for money, always decimals": true,
		"never strings for ids":                          true,
		"never raw strings as keys":                      true,
		"never secrets in logs":                          true,
		"never inline styles in components":              true,
		"never abbreviations in names":                   true,
		"never emojis in commits":                        true,
		"never mocks in integration tests":               true,
		"never default exports in the crane package":     true,
		"typing: never floats":                           true,
		"naming: never abbreviations":                    true,

		"never fails in CI":                    false,
		"never logs in production":             false,
		"never works for me":                   false,
		"never strings for me":                 false,
		"never guests for dinner":              false,
		"never nuts in cakes":                  false,
		"never mind the floats":                false,
		"never any trouble with floats in it":  false,
		"never seen floats for money":          false,
		"never failing tests in the crane":     false,
		"never enough tests for this":          false,
		"never enough comments in code":        false,
		"never warnings in logs so far":        false,
		"never issues in tests":                false,
		"never floats for money?":              false,
		"never floats":                         false,
		"it never floats for long":             false,
		"never hooks on that crane in the log": false,
		"pets: never cats":                     false,
	} {
		c := handCues(text)
		if c.Directs != rule {
			t.Errorf("%q directs: %v (%+v)", text, c.Directs, c)
		}
	}
	if c := handCues("never floats for money"); !c.Standing {
		t.Error("what is never to be does not say that it stands")
	}
}
