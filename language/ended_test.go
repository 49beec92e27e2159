package language

import "testing"

// What is thrown out by name is no longer what is used; what else the older
// statement names goes on.
func TestThrownOut(t *testing.T) {
	for _, c := range []struct {
		newer, older string
		want         bool
	}{
		{"We dropped Kafka, it was too much for the juniors", "We use Kafka for the orders, no Redis please", true},
		{"We got rid of Kafka last week", "We use Kafka for the orders", true},
		{"We got rid of Kafka last week", "queue: Kafka 3.7", true},
		{"We're dropping Kafka, Nats fits better", "The queue is in Kafka", true},
		{"We drop Kafka, Nats fits better", "We use Kafka for the orders", true},
		{"we ditch zuffle, Ida wants tarn because the shed has it", "we go with zuffle for the logs, it is faster", true},
		{"We drop Kafka for the reports", "The orders run on Kafka", false},
		{"We drop Anna at the station each day", "Our lead is Anna", false},
		{"We drop rows without a date", "We use rows and columns", false},
		{"Drop Kafka", "We use Kafka for the orders", false},
		{"The topics drop Kafka headers", "We use Kafka for the orders", false},
		{"We are dropping Kafka", "We use Kafka for the orders", true},
		{"We're dropping Anna at the station", "Our lead is Anna", false},
		{"I'm dropping the kids at school", "I have two kids", false},
		{"We scrapped Kafka in March", "We use Kafka for the orders", true},
		{"We got rid of Kafka last week", "queue for orders: Kafka 3.7", false},
		{"We got rid of Kafka last week", "We use Kafka and Redis for the orders", false},
		{"We got rid of Kafka last week", "We use Redis for the orders", false},
		{"I dropped the kids at school", "I have two kids", false},
		{"We ripped Gradle out and use Bazel", "The app is built with Gradle", true},
		{"We came off Kafka in May", "The orders run on Kafka", true},
		{"We took the orders off Kafka", "The orders run on Kafka", true},
		{"We took the invoices off Kafka", "The orders run on Kafka", false},
		{"We dropped Kafka for the reports", "The orders run on Kafka", false},
		{"We left Trello in May", "Our sketches are kept in Trello", true},
		{"I left Trello in May", "Our sketches are kept in Trello", false},
		{"We left Anna at the station", "Our lead is Anna", false},
		{"Pia left the bank last week", "Pia works at a bank", true},
		{"Pia left the bank last week", "Omar works at a bank", false},
		{"I finally gave up on Emacs", "I use Emacs for notes", true},
		{"I sold the Corolla last week", "My car is a 2015 Corolla", true},
		{"I set \"Ulysses\" aside", "I'm reading \"Ulysses\" at the moment", true},
		{"We removed the fence", "We use the fence in winter", false},
		{"She got rid of Kafka", "We use Kafka for the orders", false},
		{"We threw away the ZX printer.", "We use the ZX printer.", true},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q after %q: %v", c.newer, c.older, got)
		}
	}
}

// A word that the language does not have is a name, though it is written small.
func TestANameWrittenSmallEnds(t *testing.T) {
	for _, tt := range []struct {
		older, newer string
		want         bool
	}{
		{"we use zuffle for the logs", "we dropped zuffle", true},
		{"we use tables for the logs", "we dropped tables", false},
		{"we use zuffle for the logs", "we dropped zuffle tables", false},
	} {
		if got := Reverses(tt.newer, tt.older); got != tt.want {
			t.Errorf("%q ends %q: %v, want %v", tt.newer, tt.older, got, tt.want)
		}
	}
}
