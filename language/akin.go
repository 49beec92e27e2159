package language

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// akinFile says of words which others may stand for the same matter in what somebody has told: who
// asks "who trains me" has told of their coach. A line is a word and the others, the nearest first. It
// was written by hand, of everyday life and of work on software, without a look at any data set.
//
//go:embed akin.txt
var akinFile string

var akinWords = sync.OnceValue(readAkin)

// readAkin reads the file both ways: what "coach" finds by "train", "train" finds by "coach", after
// what its own line names.
func readAkin() map[string][]string {
	out := map[string][]string{}
	add := func(a, b string) {
		if a != b && !slices.Contains(out[a], b) {
			out[a] = append(out[a], b)
		}
	}
	lines := strings.Split(strings.TrimSpace(akinFile), "\n")
	rows := make([][]string, len(lines))
	for i, line := range lines {
		rows[i] = Stems(line)
		for _, stem := range rows[i][1:] {
			add(rows[i][0], stem)
		}
	}
	for _, row := range rows {
		for _, stem := range row[1:] {
			add(stem, row[0])
		}
	}
	return out
}

// Akin returns the stems of words that may stand where a question has a word of the given stem, the
// nearest first: of "train" "workout" and "coach". None where none is known. The list is shared and is
// not to be changed.
func Akin(stem string) []string { return akinWords()[stem] }
