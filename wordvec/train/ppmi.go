package main

import "math"

// matrix is sparse, symmetric, and keeps every entry, row by row.
type matrix struct {
	start   []int // row i is values[start[i]:start[i+1]]
	columns []uint16
	values  []float32
}

// smoothing is the power of the frequency of a context: below 1, rare contexts
// count for less (Levy, Goldberg, Dagan: Improving Distributional Similarity
// with Lessons Learned from Word Embeddings, TACL 2015).
const smoothing = 0.75

// ppmi returns the positive pointwise mutual information of each pair of words,
// the mean of both directions: how much more often two words stand together
// than chance would have it, as a logarithm, 0 where it is less. counts is the
// triangle that pairs returns, for n words.
func ppmi(counts []uint32, n int) matrix {
	total := make([]uint64, n)
	entries := make([]int, n)
	for a, i := 0, 0; a < n; a++ {
		for b := 0; b <= a; b, i = b+1, i+1 {
			if k := counts[i]; k > 0 {
				total[a] += uint64(k)
				entries[a]++
				if b != a {
					total[b] += uint64(k)
					entries[b]++
				}
			}
		}
	}
	var all float64
	logTotal := make([]float64, n)
	for i, k := range total {
		if k > 0 {
			all += math.Pow(float64(k), smoothing)
			logTotal[i] = math.Log(float64(k))
		}
	}
	m := matrix{start: make([]int, n+1)}
	for i, k := range entries {
		m.start[i+1] = m.start[i] + k
	}
	m.columns, m.values = make([]uint16, m.start[n]), make([]float32, m.start[n])
	next := append([]int(nil), m.start[:n]...)
	put := func(row, column int, x float32) {
		m.columns[next[row]], m.values[next[row]] = uint16(column), x
		next[row]++
	}
	logAll := math.Log(all)
	for a, i := 0, 0; a < n; a++ {
		for b := 0; b <= a; b, i = b+1, i+1 {
			if counts[i] == 0 {
				continue
			}
			joint := math.Log(float64(counts[i])) + logAll
			ab := joint - logTotal[a] - float64(smoothing*logTotal[b])
			ba := joint - logTotal[b] - float64(smoothing*logTotal[a])
			if x := float32((max(ab, 0) + max(ba, 0)) / 2); x > 0 {
				put(a, b, x)
				if a != b {
					put(b, a, x)
				}
			}
		}
	}
	m.close(next)
	return m
}

// close moves the rows together: row i ends at next[i] so far.
func (m *matrix) close(next []int) {
	to := 0
	for i, end := range next {
		from := m.start[i]
		m.start[i] = to
		copy(m.columns[to:], m.columns[from:end])
		copy(m.values[to:], m.values[from:end])
		to += end - from
	}
	m.start[len(next)] = to
	m.columns, m.values = m.columns[:to], m.values[:to]
}

// times writes the product of the matrix and x into out. x and out have a row
// of width elements for each row of the matrix. Rows are shared among workers;
// each is summed in one order, so the result does not depend on how many.
func (m *matrix) times(x, out []float32, width, workers int) {
	n := len(m.start) - 1
	done := make(chan struct{})
	for w := range workers {
		go func() {
			for row := w; row < n; row += workers {
				m.row(row, x, out[row*width:(row+1)*width])
			}
			done <- struct{}{}
		}()
	}
	for range workers {
		<-done
	}
}

// row computes one row of a product. The conversion of each product keeps the
// compiler from fusing it with the sum, which would round otherwise on some
// processors.
func (m *matrix) row(row int, x, out []float32) {
	clear(out)
	width := len(out)
	for i := m.start[row]; i < m.start[row+1]; i++ {
		v, from := m.values[i], x[int(m.columns[i])*width:][:width]
		for j, f := range from {
			out[j] += float32(v * f)
		}
	}
}
