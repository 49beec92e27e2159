package vectorindex

import (
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/memtide/memtide"
)

var (
	// ErrDims says that a vector has another number of elements than the rest.
	ErrDims = errors.New("wrong number of dimensions")
	// ErrVector says that a vector has no direction: it is all zero, or holds
	// NaN or an infinity.
	ErrVector = errors.New("vector has no direction")
)

// Options tune a [Flat]. The zero value is ready to use.
type Options struct {
	// ExactBelow is the most vectors that every search compares one by one.
	// Default 25,000.
	ExactBelow int
	// Candidates is how many vectors nearest by sign bits are compared exactly
	// at first; the gate doubles it as needed. Default 400.
	Candidates int
	// Recall is the share of the true nearest 20 that a short cut must find to
	// be used. Default 0.99.
	Recall float64
}

func (o Options) withDefaults() Options {
	if o.ExactBelow <= 0 {
		o.ExactBelow = 25_000
	}
	if o.Candidates <= 0 {
		o.Candidates = 400
	}
	if o.Recall <= 0 {
		o.Recall = 0.99
	}
	return o
}

// Vector is what is put into a [Flat] in a batch.
type Vector struct {
	ID     memtide.ID
	Values []float32 // Dims elements, any length but zero
}

// Flat is a slab of unit vectors, one after the other. Adding, replacing and
// deleting cost the same at any size. All methods may be called at the same
// time from many goroutines; writers take turns.
type Flat struct {
	dims int
	opts Options

	write sync.Mutex // held by a writer from beginning to end
	fresh int        // vectors put since the gate was last run

	mu    sync.RWMutex // guards what follows
	ids   []memtide.ID
	slab  []float32 // len(ids) · dims
	at    map[memtide.ID]int32
	signs *signs // nil while there are few vectors

	pool sync.Pool // *hamming
}

// NewFlat returns an empty index of vectors with dims elements, at least 1.
func NewFlat(dims int, opts Options) *Flat {
	f := &Flat{dims: dims, opts: opts.withDefaults(), at: map[memtide.ID]int32{}}
	f.pool.New = func() any { return new(hamming) }
	return f
}

// Dims returns the number of elements of every vector.
func (f *Flat) Dims() int { return f.dims }

// Len returns the number of vectors.
func (f *Flat) Len() int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return len(f.ids)
}

// Get returns a copy of a vector as it is stored, of unit length.
func (f *Flat) Get(id memtide.ID) ([]float32, bool) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	i, ok := f.at[id]
	if !ok {
		return nil, false
	}
	return slices.Clone(f.row(int(i))), true
}

// Each calls fn with the vectors of those ids that have one, and their places
// in ids. fn runs under a lock: it must not call the index, nor keep or change
// the values.
func (f *Flat) Each(ids []memtide.ID, fn func(i int, values []float32)) {
	f.mu.RLock()
	defer f.mu.RUnlock()
	for i, id := range ids {
		if at, ok := f.at[id]; ok {
			fn(i, f.row(int(at)))
		}
	}
}

// all returns the ids of all vectors, in the order of the slab.
func (f *Flat) all() []memtide.ID {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return slices.Clone(f.ids)
}

func (f *Flat) row(i int) []float32 { return f.slab[i*f.dims : (i+1)*f.dims : (i+1)*f.dims] }

// Put stores a copy of a vector, scaled to unit length, in place of the one
// with the same id if there is one. It returns [ErrDims] or [ErrVector] and
// changes nothing if the vector is unusable.
func (f *Flat) Put(id memtide.ID, values []float32) error {
	return f.PutBatch([]Vector{{id, values}})
}

// PutBatch puts vectors in order, all or, on an error of [Flat.Put], none. It
// is the way to fill an index: the gate runs once, at the end. Searches go on
// meanwhile and see some of the vectors.
func (f *Flat) PutBatch(vectors []Vector) error {
	units := make([]float32, len(vectors)*f.dims)
	for i, v := range vectors {
		if len(v.Values) != f.dims {
			return fmt.Errorf("put vector %s: %w: %d, not %d", v.ID, ErrDims, len(v.Values), f.dims)
		}
		if !unit(units[i*f.dims:(i+1)*f.dims], v.Values) {
			return fmt.Errorf("put vector %s: %w", v.ID, ErrVector)
		}
	}
	f.write.Lock()
	defer f.write.Unlock()
	f.reserve(len(vectors))
	const slice = 256 // vectors stored under one lock: some 50 µs
	for from := 0; from < len(vectors); from += slice {
		to := min(from+slice, len(vectors))
		f.mu.Lock()
		for i := from; i < to; i++ {
			f.put(vectors[i].ID, units[i*f.dims:(i+1)*f.dims])
		}
		f.mu.Unlock()
	}
	f.fresh += len(vectors)
	f.regate()
	return nil
}

// reserve makes room for n more vectors. The slab is copied while searches go
// on in the old one; the caller holds write.
func (f *Flat) reserve(n int) {
	need := len(f.slab) + n*f.dims
	if need <= cap(f.slab) {
		return
	}
	slab := make([]float32, len(f.slab), max(need, len(f.slab)+len(f.slab)/4, 64*f.dims))
	copy(slab, f.slab)
	f.mu.Lock()
	f.slab = slab
	f.mu.Unlock()
}

func (f *Flat) put(id memtide.ID, u []float32) {
	i, known := f.at[id]
	if known {
		copy(f.row(int(i)), u)
	} else {
		i = int32(len(f.ids))
		f.at[id] = i
		f.ids = append(f.ids, id)
		f.slab = append(f.slab, u...)
	}
	if f.signs != nil {
		f.signs.set(int(i), u)
	}
}

// Delete removes a vector and reports whether it was there. The last vector of
// the slab takes its place.
func (f *Flat) Delete(id memtide.ID) bool {
	f.write.Lock()
	defer f.write.Unlock()
	f.mu.Lock()
	defer f.mu.Unlock()
	i, ok := f.at[id]
	if !ok {
		return false
	}
	last := len(f.ids) - 1
	if int(i) != last {
		copy(f.row(int(i)), f.row(last))
		f.ids[i] = f.ids[last]
		f.at[f.ids[i]] = i
	}
	delete(f.at, id)
	f.ids = f.ids[:last]
	f.slab = f.slab[:last*f.dims]
	if f.signs != nil {
		f.signs.remove(int(i), last)
		if last <= f.opts.ExactBelow/2 {
			f.signs = nil
		}
	}
	return true
}

// Check returns an error that names the first contradiction in the index, nil
// if there is none. It is for tests and reads everything.
func (f *Flat) Check() error {
	f.mu.RLock()
	defer f.mu.RUnlock()
	if len(f.at) != len(f.ids) || len(f.slab) != len(f.ids)*f.dims {
		return fmt.Errorf("%d ids, %d places, %d floats of %d", len(f.ids), len(f.at), len(f.slab), f.dims)
	}
	for i, id := range f.ids {
		if at, ok := f.at[id]; !ok || int(at) != i {
			return fmt.Errorf("vector %s is in row %d, looked for in %d", id, i, at)
		}
		if d := dotPortable(f.row(i), f.row(i)); d < 0.9999 || d > 1.0001 {
			return fmt.Errorf("vector %s has squared length %v", id, d)
		}
	}
	if f.signs != nil {
		return f.signs.check(f.slab)
	}
	return nil
}
