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
		{"We scrapped Kafka in March", "We use Kafka for the orders", true},
		{"We got rid of Kafka last week", "queue for orders: Kafka 3.7", false},
		{"We got rid of Kafka last week", "We use Kafka and Redis for the orders", false},
		{"We got rid of Kafka last week", "We use Redis for the orders", false},
		{"I dropped the kids at school", "I have two kids", false},
		{"We removed the fence", "We use the fence in winter", false},
		{"She got rid of Kafka", "We use Kafka for the orders", false},
	} {
		if got := Reverses(c.newer, c.older); got != c.want {
			t.Errorf("%q after %q: %v", c.newer, c.older, got)
		}
	}
}
