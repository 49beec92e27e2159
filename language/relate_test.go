package language

import (
	"slices"
	"testing"
	"time"
)

func TestTold(t *testing.T) {
	for in, want := range map[string]string{
		"We moved to Kafka, what breaks?":                              "We moved to Kafka",
		"I keep bees at home, can you help me plan the winter?":        "I keep bees at home",
		"I keep bees at home and I was wondering if they need sugar":   "I keep bees at home",
		"The gate is 4 m wide, so how many posts do I need?":           "The gate is 4 m wide",
		"How do I heat it, considering that the barn has no power?":    "the barn has no power",
		"What should I plant now that I've cleared the bed, any tips?": "I've cleared the bed",
		"What is the capital of Peru?":                                 "",
		"Can you sort the list?":                                       "",
		"The barn has no power.":                                       "The barn has no power.",
		"When it rains, the barn floods.":                              "When it rains, the barn floods.",
		"I asked what breaks and nobody knew.":                         "I asked what breaks and nobody knew.",
		"The barn is 9 m long, which posts should I buy?":              "The barn is 9 m long",
		"I got 310 visitors at the barn, what worked so far?":          "I got 310 visitors at the barn",
		"Our hens lay 9 eggs now, which hens are still slow?":          "Our hens lay 9 eggs now",
		"I sleep 6 hours a night, how bad is that?":                    "I sleep 6 hours a night",
		"The barn is 9 m long, where do I put the door?":               "The barn is 9 m long",
		"I keep the tips for the barn in a jar":                        "I keep the tips for the barn in a jar",
		"I put my ideas on the wall, any thoughts?":                    "I put my ideas on the wall",
		"My dog Rex (4 y) has fleas, so what is left to buy?":          "My dog Rex (4 y) has fleas",
		"We keep hens (nine), is that too many?":                       "We keep hens (nine)",
		"I'd love some tips for the barn":                              "",
		"":                                                             "",
		", that barn is 9 m long, why?":                                "that barn is 9 m long",
		"That barn is cold, why?":                                      "That barn is cold",
		"How do I heat it, since the barn has no power?":               "the barn has no power",
	} {
		sp := Told(in)
		if got := in[sp.Start:sp.End]; got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestPresumes(t *testing.T) {
	for in, want := range map[string]bool{
		"How do I split the new budget of $900 between seeds and tools?": true,
		"Is our current limit of 40 requests enough?":                    true,
		"I worry about my rent, is $900 too much for one room?":          true,
		"Will the inspection of the barn on May 3 delay our move?":       true,
		"How can Ruth improve her score of 61% in my class?":             true,
		"Is a deposit of $800 for the barn normal?":                      true,
		"What is the chance of drawing 2 aces from our deck?":            false,
		"How much is 15% of $900?":                                       false,
		"How do I split a budget?":                                       false,
		"How do I cook for Ben, who prefers 9 eggs?":                     true,
		"Is the chance, 40%, too low?":                                   false,
	} {
		if got := Presumes(in, Span{}); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}

func TestRelate(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"I have read 12 books of the mountain series", "I have read 15 books of the mountain series", Updates},
		{"The seed budget is $300 a year", "The seed budget was raised to $350", Updates},
		{"The greenhouse is at 10.4.0.20", "The greenhouse moved to 10.4.0.31", Updates},
		{"The greenhouse is at 10.4.0.20", "The greenhouse is at 10.4.0.31 now", Updates},
		{"The greenhouse is at 10.4.0.20", "The barn moved to 10.4.0.31", Unrelated},
		{"The greenhouse answers at 10.4.0.20", "The greenhouse also answers at 10.4.0.31", Unrelated},
		{"The soil probe is at address 0x3c", "The soil probe moved to address 0x3d", Updates},
		{"The soil probe is at address 0x3c", "The soil probe moved to 10.4.0.31", Unrelated},
		{"So far Brinepress 2.10 orchestrates our pumps", "We've upgraded to Brinepress 3.0", Updates},
		{"So far Saltpress 2.10 drives our pumps", "We've upgraded to Brinepress 3.0", Unrelated},
		{"The pump rate is 9600", "We changed the pump rate to 115200", Updates},
		{"The gauge reports every 5 minutes.", "The gauge in the attic reports every minute now.", Unrelated},
		{"The gauge in the attic reports every 5 minutes.", "The gauge in the attic reports every minute now.", Updates},
		{"The gauge in the attic reports every 5 minutes.", "The gauge reports every minute now.", Updates},
		{"Our lodgers pay 20 euros a month.", "The new lodger pays 35 euros a month.", Unrelated},
		{"Our lodgers pay 20 euros a month.", "Our lodgers now pay 35 euros a month.", Updates},
		{"The fee is 20 euros a month.", "The new fee is 35 euros a month.", Updates},
		{"Locks are checked three times.", "Locks are now checked five times.", Updates},
		{"The new pump holds 64 litres of tar.", "The old pump held 32 litres of tar.", Unrelated},
		{"The pump holds 64 litres of tar.", "The old pump had 32 litres of tar.", Unrelated},
		{"The pump has 64 litres of tar.", "The pump has 32 litres of tar now.", Updates},
		{"Our sprint is two weeks long.", "Sprints are three weeks now.", Updates},
		{"Our quarter is twelve weeks long.", "Our quarter is thirteen weeks now.", Updates},
		{"Our sprint is two weeks long.", "The ferry takes three weeks now.", Unrelated},
		{"The nets are mended daily.", "The nets are mended hourly now.", Updates},
		{"The gauge is read daily.", "The gauge runs hourly now.", Unrelated},
		{"Tide tables are daily.", "Tide tables run hourly now.", Updates},
		{"Tide tables are daily.", "Tide tables of the lock run hourly now.", Unrelated},
		{"Tide tables are daily.", "Tide tables run hourly.", Unrelated},
		{"The seed count is 9600", "We changed the pump rate to 115200", Unrelated},
		{"The seed fair is at 9:30", "We moved the seed fair to 10", Updates},
		{"The seed fair is at 9:30", "We moved the goat fair to 10", Unrelated},
		{"Ruth's birthday is on May 3", "Sorry, Ruth's birthday is on May 5", Updates},
		{"Ruth's birthday is on May 3", "Ruth's party is on May 5", Unrelated},
		{"Tilda owes me $80", "I owe Tilda $20 now", Unrelated},
		{"The tour takes me past gate on 3", "The tour takes me past gate on 5 now", Unrelated},
		{"The vat holds 300 litres.", "We changed the pump to 450 litres.", Unrelated},
		{"The vat holds 300 litres.", "We changed the vat to 450 litres.", Updates},
		{"The left gate weighs 80 kg.", "The right gate weighs 90 kg now.", Unrelated},
		{"The left gate weighs 80 kg.", "The left gate weighs 90 kg now.", Updates},
		{"I owe Tilda $80", "Tilda now owes me $20", Unrelated},
		{"Our lodger pays us $400 a month", "We now pay our lodger $300 a month", Unrelated},
		{"Tom sends me 3 reports a week", "I now send Tom 5 reports a week", Unrelated},
		{"Tilda owes me $80", "Tilda only owes me $20 now", Updates},
		{"I owe Tilda $80", "I owe Tilda $20 now", Updates},
		{"Our lodger pays us $400 a month", "Our lodger now pays us $300 a month", Updates},
		{"My landlord charges me $800 rent", "I now pay $900 rent", Updates},
		{"I've done 8 drills on compound fractions", "I've now done 15 geometry drills", Unrelated},
		{"I've done 8 fraction drills", "I've now done 15 drills on right angles", Unrelated},
		{"I've done 8 drills on fractions", "I've done 15 drills on right angles now", Unrelated},
		{"I've done 8 fraction drills", "I've now done 15 drills on fractions", Updates},
		{"I've done 8 drills on fractions", "I've now done 15 drills", Updates},
		{"I've done 8 drills", "I've now done 15 geometry drills", Updates},
		{"My rent is 900 euros", "My rent has been increased to 950 euros", Updates},
		{"The vet appointment for Rex is on May 3", "The vet appointment for Rex was moved to May 8", Updates},
		{"The deadline for the bee report is June 1", "The deadline for the bee report got extended to June 9", Updates},
		{"The cache holds entries for 60 minutes", "The cache now holds entries for 90 minutes", Updates},
		{"Our coverage of the parser module is 61%", "The coverage of the parser module has improved from 61% to 74%", Updates},
		{"Our coverage of the parser module is 61%", "The coverage of the lexer module has improved from 30% to 74%", Unrelated},
		{"The seed budget is $300 a year", "The seed budget is $300 a year, as before", Unrelated},
		{"The seed budget is $300 a year", "The coffee machine cost $350", Unrelated},
		{"The math score is 61%", "The chess score is now 74%", Unrelated},
		{"I want to reach a goal of 40 km on the bike", "I rode 25 km on the bike", Unrelated},
		{"The crate has sides of 3, 4 and 5 cm", "The crate has sides of 6, 7 and 8 cm", Unrelated},
		{"I practise the cello every Tuesday", "I practise the cello every Friday", Unrelated},
		{"I added $50 to the seed budget", "I added $70 to the seed budget", Unrelated},
		{"Ann writes 8 reports a week for Brook", "Bob writes 5 reports a week for Brook", Unrelated},
		{"Heron pays 90 euros a crate from our farm in Graz", "Wren pays 80 euros a crate from our farm in Graz", Unrelated},
		{"Ann writes 8 reports a week for Brook", "Ann writes 5 reports a week for Brook", Updates},
		{"Rent of the barn is 900 euros", "My rent of the barn is now 950 euros", Updates},
		{"Ann sold 16 crates of pears in June", "Ann sold 12 crates of pears in July", Unrelated},
		{"Ann sold 16 crates of pears in June", "Ann sold 12 crates of pears in June", Updates},
		{"The ferry is $20 for adults and $10 for children", "The ferry for adults went from $20 to $25", Unrelated},
		{"I have never grafted a pear tree", "I grafted a pear tree behind the barn in spring", Denies},
		{"I grafted a pear tree behind the barn in spring", "I've never grafted any pear or apple trees", Denies},
		{"I have never grafted a pear tree", "I bought a ladder", Unrelated},
		{"The limit for drafts is 400 lines", "The limit for drafts was lowered to 250 lines", Updates},
		{"I have a lunch with Hana at 12:30 PM on Friday", "Lunch with Hana on Friday got moved to 1 PM", Updates},
		{"The visa interview is on August 3 at 10 AM", "My visa interview has been rescheduled to August 9 at 2 PM", Updates},
		{"The exhibition closes on October 12", "The exhibition has been extended through October 26", Updates},
		{"I've finished 4 of the 10 lessons in the pottery course", "I've finished 7 of the 10 lessons in the pottery course", Updates},
		{"I practise the violin for 45 minutes every day", "I now practise the violin 2 hours every day", Updates},
		{"We expect 25 guests at the garden party on May 20", "We have 28 people coming to the garden party on May 20", Updates},
		{"I've planned 3 coaching sessions with Priya", "I added another coaching session with Priya, so that makes 4 sessions now", Updates},
		{"I spent $40 on seeds for the garden", "I spent $65 on soil for the garden", Unrelated},
		{"The search endpoint takes 420 ms", "The login endpoint takes 180 ms", Unrelated},
		{"I planted 20 tulips in the front bed", "I planted 30 tulips in the back bed", Unrelated},
		{"Chapter 3 of the thesis is due on May 3", "Chapter 4 of the thesis is due on May 24", Unrelated},
		{"I drink 2 cups of coffee in the morning", "I drank 5 cups of coffee at the conference", Unrelated},
		{"My flight to Oslo leaves on May 2", "My flight back from Oslo leaves on May 9", Unrelated},
		{"I bought 3 tickets for the concert on May 3", "I bought 2 tickets for the concert on May 20", Unrelated},
		{"My garden budget is $500 a year", "I spent $450 on the garden this year", Unrelated},
		{"Photo of two goats on a garden bench", "Photo of three goats on a garden bench", Unrelated},
		{"The goat is calmer after 2 months on the hay diet", "The goat is calmer after 6 months on the hay diet", Unrelated},
		{"The hill farm has an income of $65,000", "The hill farm has an income of $575", Unrelated},
		{"I offered $80 and they wanted $90 for the cart", "I paid the $90 for the cart they wanted", Unrelated},
		{"Never push to the main branch", "I push to the main branch of my fork", Unrelated},
		{"Payment terms of the harbour office are forty-five days.", "Payment terms of the port authority are sixty days.", Unrelated},
		{"Payment terms of the harbour office are forty-five days.", "Payment terms of the harbour office are sixty days.", Updates},
		{"Payment terms of the harbour office are forty-five days.", "The payment terms are now sixty days.", Updates},
		{"Payment terms of the port authority are 60 days.", "The pilots' union's payment terms are 30 days.", Unrelated},
		{"The harbour office's payment terms are 45 days", "The payment terms for the port authority are now 60 days", Unrelated},
		{"The harbour office's payment terms are 45 days", "The payment terms of the harbour office are now 60 days", Updates},
		{"Payment terms of the harbour office are 45 days", "Payment terms of the port authority went from 45 to 60 days", Unrelated},
		{"We have payment terms of 45 days with the harbour office", "We have payment terms of 60 days for the port authority", Unrelated},
		{"The water gauge at the pier reads 45 cm", "The water gauge at the lock reads 60 cm", Unrelated},
		{"The water gauge at the pier reads 45 cm", "The water gauge at the pier now reads 60 cm", Updates},
		{"The harbour office pays every bill within 45 days", "The port authority pays every bill within 60 days", Unrelated},
		{"We pay the harbour office within 45 days", "We pay the port authority within 60 days", Unrelated},
		{"We pay the harbour office 400 euros a month", "We now pay the harbour office 450 euros a month", Updates},
		{"We pay the harbour office 400 euros a month", "We now pay the port authority 450 euros a month", Unrelated},
		{"Ann's Brook article on hay/straw bedding got 4500 views in the first week", "Ann's Brook article on half-grown trees got 2700 views in the first week", Unrelated},
		{"Ann's Brook article on thought experiments got 4500 views in the first week", "Ann's Brook article on pear trees got 2700 views in the first week", Unrelated},
		{"Ann's Brook article on bee hives got 4500 views in the first week", "Ann's Brook article on pear trees got 2700 views in the first week", Unrelated},
		{"I water the pears 2 times a week in the orchard", "I've reduced watering the pears to 1 time a week in the orchard", Updates},
		{"the sign for the stall is 480x270", "640x360 is the sign for the stall, nobody could read it", Updates},
		{"labels are 32x32", "labels are 64x64 on the big jars", Unrelated},
		{"The goat's blood pressure was 120/80 at the vet", "The goat's blood pressure has come down to 110/75 at the vet", Updates},
		{"Our scale firmware runs on Contiki 3", "Our scale firmware runs on Contiki 4 since spring", Updates},
		{"Our scale firmware runs on Contiki 3", "Our gauge firmware runs on Contiki 4", Unrelated},
		{"The orchard walk with Hana is on Tuesday", "The orchard walk with Hana was postponed to Thursday", Updates},
		{"The regatta is on Friday.", "The regatta was moved to Monday.", Updates},
		{"The regatta is on Friday.", "The regatta is on Monday.", Unrelated},
		{"The regatta is on Friday and the fair on Sunday.", "The regatta was moved to Monday.", Unrelated},
		{"The net ban starts on the 25th.", "The ban was moved to the 24th.", Updates},
		{"The regatta is on May 25.", "The regatta was moved to the 24th.", Updates},
		{"The regatta is on June 3.", "The regatta is on the 3rd.", Unrelated},
		{"The regatta is on the 25th.", "The fair is on the 24th.", Unrelated},
		{"The loft is on the 25th floor.", "The loft is on the 24th floor.", Unrelated},
		{"The dairy opens at 7:30", "The dairy opens at 8:00 from now on", Updates},
		{"The orchard photos take 800 MB on the disk of the shop", "The orchard photos take 1.2 GB on the disk of the shop", Updates},
		{"I meet Hana at the orchard on Tuesday to prune", "I meet Hana at the orchard on Friday instead of Tuesday to prune", Updates},
		{"I earn $3,000 a month", "I got a raise to $3,300", Updates},
		{"I earn $3,000 a month", "Ruth got a raise to $3,300", Unrelated},
		{"I earn $3,000 a month", "I had to raise the rent of the barn to $3,300", Unrelated},
		{"How should I split the $1,200 I have for the orchard?", "The orchard budget has grown to $1,450", Updates},
		{"I paid $1,200 for the orchard gate", "The orchard budget has grown to $1,450", Unrelated},
		{"The feed allowance is $500", "The feed trailer went up to $700", Unrelated},
		{"I have to write a 1,500-word report on hay", "Ruth extended the report on hay to 2,000 words", Updates},
		{"The price of hay is $30", "The price of hay has climbed to $38", Updates},
		{"The hay lasts 2 months", "I have been counting the hay for 3 months now", Unrelated},
		{"The hay offer is £1,800", "The hay offer is now $1,500", Unrelated},
		{"My score in the pruning test was 4/5", "My score in the pruning test is now 5/5", Updates},
		{"My score in the pruning test was 4/5", "My score in the pruning test is now 8/10", Unrelated},
		{"The ferry from Visby leaves at 9:15", "The ferry to Visby leaves at 17:40", Unrelated},
		{"My first lesson in grafting is on May 6", "My third lesson in grafting is on May 20", Unrelated},
		{"The berth limit is 20 boats", "The berth limit was raised to 50 boats because 20 boats was too few", Updates},
		{"The berth limit is 20 boats", "The berth limit was raised to 50 boats, and 20 boats of it are ours", Unrelated},
		{"Ilse decided that the ledger number 6468 uses parser 74 because of the crane.", "Ilse decided that the ledger number 4056 uses cellar 400 because of the bakery.", Unrelated},
		{"The pump number 12 takes 40 litres an hour", "The pump number 14 takes 60 litres an hour", Unrelated},
		{"The pump number 12 takes 40 litres an hour", "The pump number 12 now takes 60 litres an hour", Updates},
		{"The pump number 12 takes 40 litres an hour", "The gauge number 12 takes 60 litres an hour", Unrelated},
		{"The kiln 12 uses the grey clay", "The kiln 31 uses the grey clay", Unrelated},
		{"The kiln 12 takes 40 bowls a week", "The kiln 31 takes 60 bowls a week", Unrelated},
		{"The kiln runs 12 jobs a day", "The kiln runs 31 jobs a day", Updates},
		{"The number of goats on the hill is 12", "The number of goats on the hill is now 14", Updates},
		{"My article on bee hives got 4500 views in the first week", "My article on pear trees got 2700 views in the first week", Unrelated},
	} {
		now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
		if got := Relate(NewStatement(c.newer, now), NewStatement(c.older, now), nil); got != c.want {
			t.Errorf("%q after %q: %d, want %d", c.newer, c.older, got, c.want)
		}
	}
}

// An appointment that is over cannot be moved: the later one is another.
func TestWhatIsOverIsNotMoved(t *testing.T) {
	older := NewStatement("The vet appointment for Rex is on May 3", time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC))
	newer := "The vet appointment for Rex is on July 8"
	for at, want := range map[time.Time]Relation{
		time.Date(2026, 4, 20, 0, 0, 0, 0, time.UTC): Updates,
		time.Date(2026, 6, 20, 0, 0, 0, 0, time.UTC): Unrelated,
	} {
		if got := Relate(NewStatement(newer, at), older, nil); got != want {
			t.Errorf("said %s: %d, want %d", at.Format(time.DateOnly), got, want)
		}
	}
}

func TestAWordThatIsEverywhereTellsNothingApart(t *testing.T) {
	older, newer := NewStatement("The pump takes 40 litres", time.Time{}), NewStatement("The pump now takes 50 litres", time.Time{})
	if got := Relate(newer, older, nil); got != Updates {
		t.Errorf("alone: %d", got)
	}
	if got := Relate(newer, older, func(string) bool { return true }); got != Unrelated {
		t.Errorf("among many: %d", got)
	}
}

func FuzzRelate(f *testing.F) {
	f.Add("The budget is $300, 1,200 or 4 PM on May 3.", "I've never, ever 5-6/7 been 12% to it.")
	f.Add("from 8 to 12 minutes", "it's 420, which is 7 more")
	f.Add("3rd of March 04/28 10:3 €", "\x00é北京 five")
	f.Fuzz(func(t *testing.T, a, b string) {
		now := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
		x, y := NewStatement(a, now), NewStatement(b, now)
		Relate(x, y, nil)
		if got := Relate(x, x, nil); got == Updates {
			t.Errorf("%q updates itself", a)
		}
		x.read()
		y.read()
		for _, q := range x.quantities {
			for _, p := range y.quantities {
				if !x.revalues(y) && q.updates(p, x, y, nil) {
					t.Errorf("%q gives no other value than %q, and %v updates %v", a, b, q.value, p.value)
				}
			}
		}
		if sp := Told(a); sp.Start > sp.End || sp.End > len(a) {
			t.Errorf("%q: told %v", a, sp)
		}
		Presumes(b, Told(b))
	})
}

func TestWhatIsLeftOfAnOldStatement(t *testing.T) {
	newer := NewStatement("The ferry for adults went from $20 to $25", time.Time{})
	for text, want := range map[string]bool{
		"The ferry is $20 for adults and $10 for children": true,
		"The ferry is $20 for adults":                      false,
	} {
		if got := NewStatement(text, time.Time{}).Outlasts(newer); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

// What need not be read is unrelated when it is read: a silent statement does
// nothing to a text that may deny nothing.
// What is told beside a value is not over when the value has changed.
func TestWhatIsToldBesideAValue(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         bool
	}{
		{"the sign for the stall is 480x270, and its letters are 16 cm high", "640x360 is the sign for the stall, nobody could read it", true},
		{"the mill opens at 9, and a tour is 5 euros", "the mill opens at 10", true},
		{"a tour of the mill is 5 euros, and the mill opens at 9", "a tour of the mill is 6 euros now", true},
		{"our mill is called Heron and opens at 9", "our mill opens at 10 now", true},
		{"our mill opens at 9 and is called Heron", "our mill opens at 10 now", true},
		{"our mill opens at 9 and closes at 18:00", "our mill opens at 10 now", false},
		{"our mill is called Heron and opens at 9", "our mill is called Crane now", false},
		{"our mill opens at 9 and gets loud", "our mill opens at 10 now", false},
		{"our mill opens at 9, and Ida wants more", "our mill opens at 10 now", false},
		{"the mill opens at 9", "the mill opens at 10", false},
		{"the mill opens at 9, with a tour for 5 euros", "the mill opens at 10", false},
		{"the mill opens at 9, we like it so", "the mill opens at 10", false},
		{"the mill opens at 9, and the miller fell twice", "the mill opens at 10", false},
		{"the mill opens at 9, we sold 40 sacks in May", "the mill opens at 10", false},
		{"the mill holds 40 sacks, and a cart takes 9 sacks", "the mill holds 50 sacks", false},
		{"the mill opens at 9, and a tour is 5 euros", "the mill closes at 18:00", false},
		{"the new hull makes 17.9 knots", "17.9 was wrong, it is 17.1", true},
		{"the new hull makes 17.9 knots", "17.9 was wrong, the hull makes 17.1", false},
		{"the new hull makes 17.9 knots", "17.9 was wrong, the log was wet", false},
		{"my skipper is Mrs Berg, she needs the crew list as csv by noon", "my new skipper is Mr Lund", true},
		{"Our painter is Mia Berg, she wants the sign as SVG in the shed.", "Our painter is Jo Lund now.", true},
		{"the shed is a Lund K20 with two doors, address is 10.0.0.7, holds brine and tar in kegs", "the shed has a new address, 10.0.0.9", true},
		{"brine with tarn, style Lundish.", "Mrs Berg wants Bergish style now instead of Lundish", true},
		{"We use Tarn 15, kept at the Berg dock.", "We switched from Tarn to Brine.", true},
		{"The winch is a Tarn, because Ida knows it from Bergen.", "The winch is a Brine now.", false},
		{"The winch is a Tarn, so Ida can come by at noon.", "The winch is a Brine now.", false},
		{"My skipper is Petra, who is great.", "My skipper is Jonas now.", false},
		{"My skipper is Petra, I like the Bergen way.", "My skipper is Jonas now.", false},
		{"Our sails are from Tarn at 62%, and management wants to see more, which should I order?", "Our sails are from Tarn at 74% now", false},
		{"please always stamp letters, Ida Berg hates the dull seals", "no more stamps, wax now", false},
		{"please always stamp letters, the stamps lie in /srv/stamps", "no more stamps, wax now", true},
		{"jars: they stand in cellar/rack_4.csv, max 3 shelves", "3 jar shelves is tight, make it 5", true},
		{"jars: they stand in cellar://rack_4.csv, max 3 shelves", "also 3 jar shelves is tight, make it 5", true},
		{"the jars stand in /srv/jars, at most 3 shelves", "make that 5 shelves for the jars", true},
		{"tide logs go to /srv/tides, they are kept 7 days", "tide logs are kept 14 days now", true},
		{"tide logs go to Bergen, and the logs are kept 7 days", "tide logs are kept 14 days now", true},
		{"tide logs are kept 7 days and go to /srv/tides", "tide logs are kept 14 days now", true},
		{"tide logs go to the shed, kept 7 days", "tide logs are kept 14 days now", false},
		{"tide logs go to /srv/tides, kept 7 days", "tide logs go to /srv/logs now, kept 14 days", false},
		{"tide logs are kept 7 days in /srv/tides", "tide logs are kept 14 days now", false},
		{"tide logs are kept 7 days because Ida in Bergen wants it", "tide logs are kept 14 days now", false},
		{"the regatta is on May 6, and a seat is 5 euros", "they moved the regatta to May 13", false},
	} {
		if got := NewStatement(c.older, time.Time{}).TellsBeside(NewStatement(c.newer, time.Time{}), Reversal(c.newer)); got != c.want {
			t.Errorf("%q, then %q: %v", c.older, c.newer, got)
		}
	}
}

func TestWhatNeedNotBeRead(t *testing.T) {
	texts := []string{"I have never visited a workshop or a class in Oslo", "NEVER have we had a class in a workshop", "We’ve never met", "the pump never stops", "nevertheless the barn stands",
		"My rent is 900 euros", "My rent has been increased to 950 euros", "Nora keeps bees in the barn", "I went to a workshop and a class in Oslo", "x := never(1);{}", "never", "", "ｎｅｖｅｒ mind"}
	silent := 0
	for _, newer := range texts {
		for _, older := range texts {
			n, o := NewStatement(newer, time.Time{}), NewStatement(older, time.Time{})
			if n.Silent() && !MayDeny(older) {
				silent++
				if got := Relate(n, o, nil); got != Unrelated {
					t.Errorf("%q does %v to %q", newer, got, older)
				}
			}
		}
		n := NewStatement(newer, time.Time{})
		if len(n.denied) > 1 && !MayDeny(newer) {
			t.Errorf("%q denies", newer)
		}
		if topics := slices.Sorted(slices.Values(n.Topics())); !slices.Equal(topics, slices.Sorted(n.Terms())) {
			t.Errorf("%q speaks of %q, its statement of %q", newer, topics, slices.Sorted(n.Terms()))
		}
		if n.Negated() != handCues(newer).Negation {
			t.Errorf("%q: negated %v", newer, n.Negated())
		}
	}
	if silent == 0 {
		t.Error("nothing was silent")
	}
}

// A day without its month is the next one.
func TestADayWithoutItsMonth(t *testing.T) {
	at := time.Date(2026, 12, 20, 0, 0, 0, 0, time.UTC)
	for newer, want := range map[string]Relation{
		"The regatta was moved to the 3rd.":      Unrelated, // of January, as it was said before
		"The regatta was moved to the 4th.":      Updates,
		"The regatta was moved to the 21st.":     Updates,
		"The regatta was moved to the 3rd berth": Unrelated,
	} {
		got := Relate(NewStatement(newer, at), NewStatement("The regatta is on January 3.", at.AddDate(0, 0, -1)), func(string) bool { return false })
		if got != want {
			t.Errorf("%q: %v, want %v", newer, got, want)
		}
	}
}
