//go:build !windows

package vectorindex

import (
	"errors"
	"testing"
)

func TestNew(t *testing.T) {
	for _, c := range []struct {
		engine Engine
		want   Engine
		err    error
	}{
		{"", FlatEngine, nil}, {FlatEngine, FlatEngine, nil}, {HNSWEngine, HNSWEngine, nil}, {"faiss", "", ErrEngine},
	} {
		x, err := New(c.engine, 3, Options{})
		if !errors.Is(err, c.err) || err != nil && x != nil {
			t.Errorf("%q: %v, %v", c.engine, x, err)
		}
		if err != nil {
			continue
		}
		if err := x.Put(num(1), []float32{3, 0, 4}); err != nil {
			t.Errorf("%q: %v", c.engine, err)
		}
		v, ok := x.Get(num(1))
		if r := x.Report(); r.Engine != c.want || r.By != ByExact || r.Vectors != 1 || !ok || x.Dims() != 3 || v[0] != 0.6 {
			t.Errorf("%q: %s, %v", c.engine, r, v)
		}
	}
}
