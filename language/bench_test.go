package language

import (
	"strings"
	"testing"
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

func BenchmarkCuesOf(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		CuesOf(document)
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
