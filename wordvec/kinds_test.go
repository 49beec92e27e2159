package wordvec_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/memtide/memtide/wordvec"
)

func TestShippedKinds(t *testing.T) {
	table := loadShipped(t)
	for _, c := range []struct {
		kind, thing string
		want        bool
	}{
		{"fruit", "pear", true}, {"furniture", "sofa", true}, {"vehicles", "tractor", true}, {"dog", "puppy", true},
		{"fruit", "sofa", false}, {"pear", "fruit", false}, {"dog", "dog", false},
		{"thing", "sofa", false},     // says nothing of anything
		{"zyzzyva", "beetle", false}, // not in the table
	} {
		if got := slices.Contains(table.Things(stem(t, c.kind)), stem(t, c.thing)); got != c.want {
			t.Errorf("%s is a %s: %v, want %v", c.thing, c.kind, got, c.want)
		}
	}
}

func TestKindsRoundTrip(t *testing.T) {
	table, file := sampleKinds(t)
	if got := table.Things("a"); got != nil {
		t.Errorf("a table without a list knows %q", got)
	}
	if err := table.OpenKinds(string(file)); err != nil {
		t.Fatal(err)
	}
	for stem, want := range map[string][]string{"a": {"b", "e"}, "c": {"a"}, "e": {"a", "b", "d"}, "b": nil, "z": nil} {
		if got := table.Things(stem); !slices.Equal(got, want) {
			t.Errorf("things of %s: %q, want %q", stem, got, want)
		}
	}
	if _, err := wordvec.EncodeKinds(table, map[string][]string{"a": {"z"}}); err == nil {
		t.Error("a stem that the table lacks was encoded")
	}
}

func TestNoKinds(t *testing.T) {
	table, file := sampleKinds(t)
	damaged := slices.Clone(file)
	damaged[len(damaged)-1]++
	other := open(t, 2, rowsOf("p", "q", "r", "s", "t"))
	for name, err := range map[string]error{
		"nothing": table.OpenKinds(""), "a table": table.OpenKinds(string(file[4:])), "damaged": table.OpenKinds(string(damaged)),
		"cut off": table.OpenKinds(string(file[:len(file)-1])), "for another table": other.OpenKinds(string(file)),
	} {
		if !errors.Is(err, wordvec.ErrKinds) {
			t.Errorf("%s: %v, want %v", name, err, wordvec.ErrKinds)
		}
	}
	if got := table.Things("a"); got != nil {
		t.Errorf("what could not be opened tells %q", got)
	}
}

func sampleKinds(t *testing.T) (*wordvec.Table, []byte) {
	t.Helper()
	table := open(t, 2, rowsOf("a", "b", "c", "d", "e"))
	file, err := wordvec.EncodeKinds(table, map[string][]string{"e": {"d", "a", "b", "a"}, "a": {"e", "b"}, "c": {"a"}})
	if err != nil {
		t.Fatal(err)
	}
	return table, file
}

func rowsOf(stems ...string) (words []wordvec.Word) {
	for _, s := range stems {
		words = append(words, wordvec.Word{Stem: s, Vector: []float32{1, 2}})
	}
	return words
}
