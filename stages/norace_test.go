//go:build !race

package stages_test

const raced = false
