package wordvec_test

import (
	"os"
	"testing"

	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/wordvec"
)

func BenchmarkOpen(b *testing.B) {
	raw, err := os.ReadFile("table.bin")
	if err != nil {
		b.Fatal(err)
	}
	data := string(raw)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := wordvec.Open(data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkMean(b *testing.B) {
	table := loadShipped(b)
	terms := language.Terms("We moved the database of the clinic to another server last week, because the old one " +
		"had no room left for the pictures that the doctors take, and the nightly backup took until noon.")
	dst := make([]float32, table.Dims())
	b.ReportMetric(float64(len(terms)), "terms")
	for b.Loop() {
		table.Mean(terms, dst)
	}
}

func BenchmarkNearest(b *testing.B) {
	table := loadShipped(b)
	for b.Loop() {
		table.Nearest("automobil", table.Has, 3, .4)
	}
}
