package wordvec

// Neighbour is a stem near another one.
type Neighbour struct {
	Stem   string
	Cosine float64 // of the two vectors, −1 to 1
}

// Nearest returns the n stems nearest to a stem among those that have accepts,
// nearest first, of equal ones the lower stem; only those with a cosine above
// least, never the stem itself, and none for a stem without a vector. It looks
// at every row, about a millisecond: keep the answer. have is asked only about
// stems near enough to be among the answer; nil accepts all.
func (t *Table) Nearest(stem string, have func(stem string) bool, n int, least float64) []Neighbour {
	self, ok := t.find(stem)
	if !ok || n < 1 {
		return nil
	}
	query := make([]int32, t.dims)
	for j := range query {
		query[j] = int32(int8(t.row(self)[j]))
	}
	n = min(n, t.Len())
	found := make([]Neighbour, 0, min(n, 64))
	unit := float64(t.inv[self])
	for i := range t.inv {
		if i == self {
			continue
		}
		cosine := float64(product(query, t.row(i))) * unit * float64(t.inv[i])
		if !(cosine > least) || len(found) == n && cosine <= found[n-1].Cosine {
			continue
		}
		s := t.stem(i)
		if have != nil && !have(s) {
			continue
		}
		if len(found) < n {
			found = append(found, Neighbour{})
		}
		at := len(found) - 1
		for ; at > 0 && found[at-1].Cosine < cosine; at-- {
			found[at] = found[at-1]
		}
		found[at] = Neighbour{Stem: s, Cosine: cosine}
	}
	return found
}

// product is the dot product of a query and a row of the same length. At most
// 1024 elements of eight bits: it cannot overflow.
func product(query []int32, row string) int32 {
	var a, b, c, d int32
	for len(query) >= 4 && len(row) >= 4 {
		a += query[0] * int32(int8(row[0]))
		b += query[1] * int32(int8(row[1]))
		c += query[2] * int32(int8(row[2]))
		d += query[3] * int32(int8(row[3]))
		query, row = query[4:], row[4:]
	}
	for j := range min(len(query), len(row)) {
		a += query[j] * int32(int8(row[j]))
	}
	return a + b + c + d
}
