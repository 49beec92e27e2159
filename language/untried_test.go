package language

import (
	"testing"
	"time"
)

func TestUndone(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"I've never ridden a motorcycle.", "The motorcycle I rode across Spain broke down twice.", Denies},
		{"I have honestly never seen Solaris.", "I saw Solaris with my aunt in 1998.", Denies},
		{"We have never hired a contractor.", "In 2021 we hired a contractor for the payment module.", Denies},
		{"I have never worked with Kafka.", "I worked with Kafka for three years at the bank.", Denies},
		{"I have never touched Kafka.", "When I was running Kafka clusters for the bank, we pinned every image.", Unrelated},
		{"I've never tried pottery.", "I'd like to book another pottery class, as the last one was lovely.", Unrelated},
		{"I've never run a marathon.", "I'd like to run another marathon next spring.", Denies},
		{"We've never done a security audit.", "Our last security audit was in 2022.", Denies},
		{"I've never had surgery.", "Ever since my knee surgery in 2011 I avoid jumping.", Denies},
		{"We've never had an outage.", "Our next outage will be the last one.", Unrelated},
		{"I have never managed anyone.", "Two of the engineers I managed at the bank still write to me.", Denies},
		{"I've never been fired.", "I was fired from an agency in 2012.", Denies},
		{"My husband and I have never been camping.", "My husband and I went camping in Norway once.", Denies},
		{"We rent and have never had a mortgage.", "The mortgage we had in Leeds was at five percent.", Denies},
		{"The sick day I took in March is missing.", "I've never taken a sick day.", Denies},

		{"I've never run a marathon in my life.", "I ran a marathon in 2013.", Denies},
		{"I've never had surgery of any kind.", "The surgery I had in 2019 was short.", Denies},
		{"We've never done a security audit.", "Our last security audit showed three gaps.", Denies},
		{"I've never visited Japan.", "When I visited Japan in 2017 I got lost.", Denies},
		{"I've never written a Makefile.", "I wrote my first Makefile ten years ago.", Denies},

		{"I've never met my half-brother.", "This weekend I met my half-brother in Ghent.", Updates},
		{"I've never met my half-brother.", "Last night I met my half-brother in Ghent.", Updates},
		{"I've never met my half-brother.", "I just met my half-brother in Ghent.", Updates},
		{"I've never written a Makefile.", "I just wrote my first Makefile.", Updates},
		{"I've never met my half-brother.", "This weekend I met my half-brother for the first time.", Updates},
		{"I have never seen the northern lights.", "After all these years I finally saw the northern lights.", Updates},
		{"I've never run a marathon.", "I ran a marathon in 2013, in just over four hours.", Denies},
		{"I've never written any SQL.", "I have written SQL since my first job.", Denies},

		{"I've never run a marathon.", "I'd like to run a marathon some day.", Unrelated},
		{"I've never run a marathon.", "My brother ran a marathon in Berlin.", Unrelated},
		{"I've never run a full marathon.", "I ran a half marathon in 2017.", Unrelated},
		{"I've never owned a car.", "I rented a car for the weekend in May.", Unrelated},
		{"I've never used Mongo.", "I bought a Mongo handbook for our intern.", Unrelated},
		{"I've never used the export function.", "I removed the export function from the menu.", Unrelated},
		{"We've never had an outage on a weekend.", "We had an outage on Tuesday.", Unrelated},
		{"We've never had an outage.", "If we had an outage, who would call the customers?", Unrelated},
		{"I've never deleted a database.", "Last night I dreamed I'd deleted the database.", Unrelated},
		{"I've never missed a deadline.", "I nearly missed the deadline in 2020.", Unrelated},
		{"Why have I never run a marathon?", "I ran a marathon in 2013.", Unrelated},
		{"If I've never run a marathon, I need a plan.", "I ran a marathon in 2013.", Unrelated},
		{"I've never had time.", "I had time in May.", Unrelated},
		{"I've never owned a car.", "I've never bought a car.", Unrelated},
		{"I've never run a marathon.", "My last half marathon was slow.", Unrelated},
		{"I've never run a marathon.", "I'd run a marathon with a better knee.", Unrelated},
		{"I've never spoken at the guild.", "The guild I went to in May was lively.", Unrelated},
		{"We've never done a security audit.", "Our security audit is due in May.", Unrelated},
		{"I never eat meat.", "I ate meat at the wedding.", Unrelated},
	} {
		now := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
		newer, older := NewStatement(c.newer, now), NewStatement(c.older, now)
		if got := Undone(newer, older); got != c.want {
			t.Errorf("%q, then %q: %v, want %v", c.older, c.newer, got, c.want)
		}
	}
}

// What somebody else did, what is only wanted, and another thing of the kind deny nothing, by the words alone neither.
func TestDeniesNoOther(t *testing.T) {
	for _, c := range []struct {
		older, newer string
		want         Relation
	}{
		{"I've never given a talk at KubeCon.", "My boss gave a talk at KubeCon about our service mesh.", Unrelated},
		{"We've never run a load test on the search.", "Would it make sense to run a load test on the search before the holidays?", Unrelated},
		{"I've never published an app in the App Store.", "One day I want to publish an app in the App Store.", Unrelated},
		{"I've never written a Discord bot for the club.", "I wrote a Slack bot for the club.", Unrelated},
		{"I've never failed an AWS exam.", "I sat an AWS exam in 2022 and passed with a decent margin.", Unrelated},
		{"I've never failed an AWS exam in Ghent.", "I took an AWS exam in Ghent and passed with a decent margin.", Unrelated},
		{"I've never missed a deadline in my whole career.", "I very nearly missed the deadline of my whole career in 2020.", Unrelated},
		{"We've never had an outage longer than an hour.", "If we had an outage that went on longer than an hour, who would call?", Unrelated},
		{"I've never pushed straight to main in this repo.", "A new hire pushed straight to main in this repo last month.", Unrelated},
		{"I never met my husband's grandmother.", "I met my husband's grandfather once.", Unrelated},
		{"I've never given a talk at KubeCon.", "I gave a talk at KubeCon about our service mesh, would you summarise it?", Denies},
		{"I have never met the new client in Oslo.", "I've met the new client twice in Oslo.", Denies},
		{"Karin has never helped me to draft a lease.", "Karin helped me to draft the lease.", Denies},
		{"I have never finished a course on fundraising for museums.", "Can you help me to apply what I learned in the course on fundraising for museums?", Denies},
		{"I've never restored the database from a backup.", "On Monday I finally restored the database from a backup.", Updates},
	} {
		if got := Relate(NewStatement(c.newer, time.Time{}), NewStatement(c.older, time.Time{}), nil); got != c.want {
			t.Errorf("%q, then %q: %v, want %v", c.older, c.newer, got, c.want)
		}
	}
}
