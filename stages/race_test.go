//go:build race

package stages_test

// raced says that the race detector is on, which makes a year take an hour.
const raced = true
