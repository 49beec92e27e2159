package memtide

import (
	"fmt"
	"strings"
)

// Count returns a number with what it counts, "1 memory" or "2 memories". one is
// the singular of an English noun with a regular plural, or ends with one.
func Count[N ~int | ~int64 | ~uint64](n N, one string) string {
	return fmt.Sprintf("%d %s", n, Agree(n, one, plural(one)))
}

// Agree returns one for a single thing, else more: the words that follow a number,
// as "was" or "were".
func Agree[N ~int | ~int64 | ~uint64](n N, one, more string) string {
	if n == 1 {
		return one
	}
	return more
}

func plural(one string) string {
	stem, y := strings.CutSuffix(one, "y")
	switch {
	case y && stem != "" && !strings.ContainsRune("aeiou", rune(stem[len(stem)-1])):
		return stem + "ies"
	case strings.HasSuffix(one, "s"), strings.HasSuffix(one, "x"), strings.HasSuffix(one, "ch"), strings.HasSuffix(one, "sh"):
		return one + "es"
	}
	return one + "s"
}

// Size returns a number of bytes as people read it, in KiB, MiB or GiB.
func Size(n uint64) string {
	switch {
	case n >= 1<<30:
		return fmt.Sprintf("%.1f GiB", float64(n)/(1<<30))
	case n >= 1<<20:
		return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20))
	}
	return fmt.Sprintf("%.1f KiB", float64(n)/(1<<10))
}
