package bench

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/vectorindex"
)

// VectorSet is what engines are filled with, and asked for.
type VectorSet struct {
	source           string
	vectors, queries [][]float32
}

const (
	heldOut = 200
	// LeastVectors is the smallest set: with fewer there is nothing to choose.
	LeastVectors = 100
)

func idOf(n int) (id memtide.ID) {
	binary.BigEndian.PutUint64(id[8:], uint64(n))
	return id
}

// StoredVectors returns the vectors of a data folder, those of the embedder
// that made most of them. Every so many are held out as queries.
func StoredVectors(home string) (VectorSet, error) {
	path := filepath.Join(home, "vectors.db")
	if _, err := os.Stat(path); err != nil {
		return VectorSet{}, fmt.Errorf("no vectors yet: %w", err)
	}
	records, err := vectorindex.OpenRecords(path)
	if errors.Is(err, vectorindex.ErrLocked) {
		return VectorSet{}, fmt.Errorf("the daemon has the vectors open; memtide stop, and try again: %w", err)
	}
	if err != nil {
		return VectorSet{}, err
	}
	s, err := readVectors(records)
	return s, errors.Join(err, records.Close())
}

func readVectors(records *vectorindex.Records) (VectorSet, error) {
	st, err := records.Stats()
	if err != nil {
		return VectorSet{}, err
	}
	embedder, most := "", 0
	for e, n := range st.Vectors {
		if n > most || n == most && e < embedder {
			embedder, most = e, n
		}
	}
	if most < LeastVectors {
		return VectorSet{}, fmt.Errorf("there are %d vectors; below %d every engine is quick and finds all: keep flat", most, LeastVectors)
	}
	s := VectorSet{source: fmt.Sprintf("of vectors.db, made by %s", embedder)}
	every, i := max(10, most/heldOut), 0
	err = records.Each(embedder, func(r vectorindex.Record) bool {
		if i++; i%every == 0 && len(s.queries) < heldOut {
			s.queries = append(s.queries, r.Vector)
		} else {
			s.vectors = append(s.vectors, r.Vector)
		}
		return true
	})
	return s, err
}

// Shape of drawn vectors. Text embeddings of any number of dimensions have some
// twenty to thirty degrees of freedom near a point (Facco et al., Estimating the
// intrinsic dimension of datasets by a minimal neighborhood information, 2017,
// measures it), a common direction, topics of very different size, and texts
// that are said twice. Independent noise in every element would be too hard, and
// topics of a hundred vectors far apart too easy.
const (
	drawLatent   = 48   // degrees of freedom before the projection
	drawPerTopic = 500  // vectors, in the mean
	drawSub      = 10   // sub-topics of a topic
	drawTwice    = 20   // one in so many nearly says what another said
	drawCommon   = 0.9  // length of the common direction, by element
	drawNoise    = 0.15 // of an element
)

// DrawVectors is a set of n vectors that lie as embeddings do; out is told how far it
// is.
func DrawVectors(n, dims int, out io.Writer) VectorSet {
	return drawSet(n, dims, progressOf(out, n, "drawing"))
}

// drawSet draws n vectors, and queries that are not among them. The same
// numbers give the same vectors.
func drawSet(n, dims int, tell func(int)) VectorSet {
	d := newDrawing(n, dims)
	all := make([][]float32, 0, n+heldOut)
	for i := range n + heldOut {
		if i < n && i > 0 && d.rnd.IntN(drawTwice) == 0 {
			all = append(all, d.near(all[d.rnd.IntN(i)]))
		} else {
			all = append(all, d.next())
		}
		if i%1000 == 0 {
			tell(min(i, n))
		}
	}
	tell(n)
	return VectorSet{source: "drawn by topic, seed 1", vectors: all[:n], queries: all[n:]}
}

type drawing struct {
	rnd      *rand.Rand
	centers  [][]float32 // latent, by sub-topic
	upTo     []float64   // weight of the sub-topics up to this one
	project  [][]float32 // by element
	common   []float32
	elements int
}

func newDrawing(n, dims int) *drawing {
	d := &drawing{rnd: rand.New(rand.NewPCG(1, uint64(n))), elements: dims}
	sum := 0.0
	for topic := range max(n/drawPerTopic, 4) {
		center := d.gauss(nil, drawLatent, 1)
		for range drawSub {
			d.centers = append(d.centers, d.gauss(center, drawLatent, 0.6))
			sum += math.Pow(float64(topic+1), -0.7) // Zipf
			d.upTo = append(d.upTo, sum)
		}
	}
	for range dims {
		d.project = append(d.project, d.gauss(nil, drawLatent, 1/math.Sqrt(drawLatent)))
	}
	d.common = d.gauss(nil, dims, drawCommon)
	return d
}

// gauss draws around a center, or around zero.
func (d *drawing) gauss(center []float32, n int, spread float64) []float32 {
	v := make([]float32, n)
	for i := range v {
		v[i] = float32(d.rnd.NormFloat64() * spread)
		if center != nil {
			v[i] += center[i]
		}
	}
	return v
}

func (d *drawing) next() []float32 {
	at, _ := slices.BinarySearch(d.upTo, d.rnd.Float64()*d.upTo[len(d.upTo)-1])
	latent := d.gauss(d.centers[min(at, len(d.centers)-1)], drawLatent, 0.5)
	v := d.gauss(d.common, d.elements, drawNoise)
	for i, row := range d.project {
		for j, x := range row {
			v[i] += x * latent[j]
		}
	}
	return v
}

func (d *drawing) near(v []float32) []float32 { return d.gauss(v, d.elements, 0.05) }
