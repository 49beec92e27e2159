package vectorindex

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func lower(s string) []string { return strings.Fields(strings.ToLower(s)) }

func cosineOf(a, b []float32) float64 {
	var s float64
	for i := range a {
		s += float64(a[i]) * float64(b[i])
	}
	return s
}

func TestHashed(t *testing.T) {
	h := NewHashed(lower, HashedOptions{})
	if h.ID() != "hashed-v1-256" || h.Dims() != 256 || NewHashed(lower, HashedOptions{Dims: 64}).ID() != "hashed-v1-64" {
		t.Errorf("id %s, dims %d", h.ID(), h.Dims())
	}
	for _, s := range []string{"", "  \n "} {
		if v := h.Embed(s); v != nil {
			t.Errorf("%q has a vector", s)
		}
	}
	one := h.Embed("the harbour master closed the northern gate")
	if len(one) != 256 || math.Abs(cosineOf(one, one)-1) > 1e-5 {
		t.Errorf("%d elements, squared length %v", len(one), cosineOf(one, one))
	}
	if diff := cmp.Diff(one, h.Embed("the harbour master closed the northern gate")); diff != "" {
		t.Errorf("the same text twice:\n%s", diff)
	}
	for _, c := range []struct{ closer, further string }{
		{"northern gate closed", "a recipe with two eggs"},
		{"harbor mastr closing gates", "a recipe with two eggs"},
		{"who closed the gate", "who ate the eggs"},
	} {
		near, far := cosineOf(one, h.Embed(c.closer)), cosineOf(one, h.Embed(c.further))
		if near <= far+0.1 {
			t.Errorf("%q %.3f, %q %.3f", c.closer, near, c.further, far)
		}
	}
	once, often := h.Embed("gate pump"), h.Embed("gate gate gate gate pump")
	gate := h.Embed("gate")
	if a, b := cosineOf(once, gate), cosineOf(often, gate); b <= a || b > 0.97 {
		t.Errorf("said once %.3f, said often %.3f", a, b)
	}
}

// TestHashedGolden holds the vector of a text fast: another vector needs
// another id.
func TestHashedGolden(t *testing.T) {
	v := NewHashed(lower, HashedOptions{Dims: 8}).Embed("tide gauge Tide")
	want := []float32{0, -0.9350425, 0.13855739, 0.14174104, -0.07087052, 0.13537374, -0.20942792, -0.13855739}
	for i := range want {
		if math.Abs(float64(v[i]-want[i])) > 1e-6 {
			t.Fatalf("hashed-v1-8 is %v, was %v", v, want)
		}
	}
}

func FuzzHashed(f *testing.F) {
	for _, s := range []string{"", "a", "ab", "\xff\xfe", "春眠不覺曉", "x\x00y", strings.Repeat("long", 99)} {
		f.Add(s)
	}
	h := NewHashed(lower, HashedOptions{Dims: 32})
	f.Fuzz(func(t *testing.T, s string) {
		v := h.Embed(s)
		if v == nil {
			return
		}
		if len(v) != 32 || math.Abs(cosineOf(v, v)-1) > 1e-4 {
			t.Fatalf("%q: %v", s, v)
		}
		if !cmp.Equal(v, h.Embed(s)) {
			t.Fatalf("%q: two vectors", s)
		}
	})
}
