package main

import (
	"cmp"
	"math"
	"math/rand/v2"
	"runtime"
	"slices"
)

const (
	extra      = 16 // columns beyond those that are wanted
	iterations = 7
	power      = 0.25 // of the eigenvalue that a dimension is scaled by
)

// embed returns a vector of k elements for each row of m: its eigenvectors of
// the k greatest eigenvalues by amount, scaled by their power. It finds them by
// subspace iteration from a fixed random start (Halko, Martinsson, Tropp:
// Finding Structure with Randomness, SIAM Review 2011).
func embed(m matrix, k int, note noter) [][]float32 {
	n := len(m.start) - 1
	width := min(k+extra, n)
	workers := runtime.GOMAXPROCS(0)
	rng := rand.New(rand.NewPCG(20, 26))
	x, y := make([]float32, n*width), make([]float32, n*width)
	for i := range x {
		x[i] = float32(rng.NormFloat64())
	}
	orthonormal(x, width)
	for i := range iterations {
		m.times(x, y, width, workers)
		x, y = y, x
		orthonormal(x, width)
		note("iteration %d of %d", i+1, iterations)
	}
	m.times(x, y, width, workers)
	small := make([][]float64, width) // xᵀ m x
	for i := range small {
		small[i] = make([]float64, width)
		for j := range small[i] {
			small[i][j] = columns(x, y, width, i, j)
		}
	}
	for i := range small {
		for j := range i {
			mean := (small[i][j] + small[j][i]) / 2
			small[i][j], small[j][i] = mean, mean
		}
	}
	values, vectors := eigen(small)
	order := make([]int, width)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(math.Abs(values[b]), math.Abs(values[a])) })
	rows := make([][]float32, n)
	for i := range rows {
		rows[i] = make([]float32, k)
		for d, c := range order[:k] {
			var sum float64
			for j, f := range x[i*width : (i+1)*width] {
				sum += float64(float64(f) * vectors[j][c])
			}
			rows[i][d] = float32(sum * math.Pow(math.Abs(values[c]), power))
		}
	}
	return rows
}

// columns is the dot product of column i of x and column j of y.
func columns(x, y []float32, width, i, j int) float64 {
	var sum float64
	for at := 0; at < len(x); at += width {
		sum += float64(float64(x[at+i]) * float64(y[at+j]))
	}
	return sum
}

// orthonormal makes the columns of x unit vectors at right angles
// (Gram-Schmidt, twice, which is enough). A column that depends on those before
// it becomes zero.
func orthonormal(x []float32, width int) {
	n := len(x) / width
	cols := make([][]float64, width)
	for j := range cols {
		cols[j] = make([]float64, n)
		for i := range n {
			cols[j][i] = float64(x[i*width+j])
		}
	}
	for j, c := range cols {
		before := length(c)
		for range 2 {
			for _, other := range cols[:j] {
				d := dot(c, other)
				for i, f := range other {
					c[i] -= float64(d * f)
				}
			}
		}
		inv := 0.0
		if after := length(c); after > 1e-9*before {
			inv = 1 / after
		}
		for i := range c {
			c[i] *= inv
			x[i*width+j] = float32(c[i])
		}
	}
}

func length(v []float64) float64 { return math.Sqrt(dot(v, v)) }

func dot(a, b []float64) float64 {
	var sum float64
	for i, f := range a {
		sum += float64(f * b[i])
	}
	return sum
}

// eigen returns the eigenvalues of a symmetric matrix, which it destroys, and
// its eigenvectors as columns, by Jacobi's rotations.
func eigen(a [][]float64) (values []float64, vectors [][]float64) {
	n := len(a)
	vectors = make([][]float64, n)
	for i := range vectors {
		vectors[i] = make([]float64, n)
		vectors[i][i] = 1
	}
	for range 100 {
		var off, on float64
		for i := range n {
			on += float64(a[i][i] * a[i][i])
			for j := range i {
				off += float64(a[i][j] * a[i][j])
			}
		}
		if off <= 1e-22*on || off == 0 {
			break
		}
		for p := range n {
			for q := p + 1; q < n; q++ {
				rotate(a, vectors, p, q)
			}
		}
	}
	values = make([]float64, n)
	for i := range values {
		values[i] = a[i][i]
	}
	return values, vectors
}

// rotate turns the plane of p and q so that a[p][q] becomes zero.
func rotate(a, vectors [][]float64, p, q int) {
	if a[p][q] == 0 {
		return
	}
	theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
	t := 1 / (math.Abs(theta) + math.Sqrt(float64(theta*theta)+1))
	if theta < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(float64(t*t)+1)
	s := t * c
	turn := func(x, y *float64) {
		*x, *y = float64(c**x)-float64(s**y), float64(s**x)+float64(c**y)
	}
	for i := range a {
		turn(&a[i][p], &a[i][q])
	}
	for i := range a {
		turn(&a[p][i], &a[q][i])
	}
	for i := range vectors {
		turn(&vectors[i][p], &vectors[i][q])
	}
}
