package language

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

const document = "We moved the billing service from Jenkins to Buildkite last Tuesday because the old runners kept failing, and Nora now reviews every change to deploy_config before it ships."

func BenchmarkTerms(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Terms(document)
	}
}

func BenchmarkSentences(b *testing.B) {
	text := strings.Repeat(document+" ", 10)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		Sentences(text)
	}
}

// BenchmarkRelate holds a statement against twenty, of which five give another
// value of the same measure.
func BenchmarkRelate(b *testing.B) {
	var texts []string
	for i := range 20 {
		texts = append(texts, fmt.Sprintf("Ann Brook repaired the %s gate after the storm of that spring, and the %s lock took %d %s.",
			[]string{"north", "south", "old", "green"}[i%4], []string{"harbour", "canal", "mill"}[i%3], 10+i, []string{"minutes", "litres", "euros", "bolts"}[i%4]))
	}
	at := time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
	b.ReportAllocs()
	for b.Loop() {
		newer := NewStatement("The canal lock took 99 minutes.", at)
		for _, older := range texts {
			Relate(newer, NewStatement(older, at), nil)
		}
	}
}

func BenchmarkCuesOf(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		handCues(document)
	}
}

func BenchmarkMentions(b *testing.B) {
	b.ReportAllocs()
	reg := aliases{"billing service": "Billing"}
	for b.Loop() {
		Mentions(document, reg)
	}
}

func BenchmarkTimes(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Times(document, clock)
	}
}
