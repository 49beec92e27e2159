package main

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide/wordvec"
)

func silent(string, ...any) {}

// corpusDirs writes texts of two kinds of words that never meet, and returns
// their folders. The files come into being in the order of a seed.
func corpusDirs(t *testing.T, seed uint64) []string {
	t.Helper()
	rng := rand.New(rand.NewPCG(7, 7))
	kinds := [][]string{
		strings.Fields("apple pear plum cherry grape melon lemon peach berry fig"),
		strings.Fields("hammer saw drill nail screw wrench plier chisel clamp anvil"),
	}
	files := map[string]string{}
	for i := range 40 {
		var b strings.Builder
		words := kinds[i%2]
		for range 60 {
			b.WriteString(words[rng.IntN(len(words))] + " ")
		}
		name := string(rune('a'+i/26)) + string(rune('a'+i%26))
		files[filepath.Join([]string{"one", "two", "three"}[i%3], name+".txt")] = b.String()
	}
	var names []string
	for name := range files {
		names = append(names, name)
	}
	slices.Sort(names)
	rand.New(rand.NewPCG(seed, 1)).Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	root := t.TempDir()
	var dirs []string
	for _, name := range names {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(files[name]), 0o644); err != nil {
			t.Fatal(err)
		}
		if !slices.Contains(dirs, filepath.Dir(path)) {
			dirs = append(dirs, filepath.Dir(path))
		}
	}
	return dirs
}

func TestSameTextsSameBytes(t *testing.T) {
	var first []byte
	for seed := range uint64(3) {
		file, err := train(corpusDirs(t, seed), Options{Dims: 4}, silent)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = file
		}
		if !bytes.Equal(file, first) {
			t.Fatalf("order %d of files and folders gives another table", seed)
		}
	}
	table, err := wordvec.Open(string(first))
	if err != nil {
		t.Fatal(err)
	}
	if table.Len() != 20 {
		t.Fatalf("%d words", table.Len())
	}
	for _, n := range table.Nearest("lemon", nil, 9, -2) {
		if !strings.Contains("appl pear plum cherri grape melon lemon peach berri fig", n.Stem) {
			t.Errorf("%s is near lemon (%.2f)", n.Stem, n.Cosine)
		}
	}
}

func TestRun(t *testing.T) {
	out := filepath.Join(t.TempDir(), "table.bin")
	if err := run(corpusDirs(t, 1), out, Options{Dims: 4}, silent); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := wordvec.Open(string(raw)); err != nil {
		t.Fatal(err)
	}
	left, err := filepath.Glob(filepath.Join(filepath.Dir(out), "*"))
	if err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	for name, err := range map[string]error{
		"no texts":       run(nil, out, Options{}, silent),
		"missing folder": run([]string{filepath.Join(out, "no")}, out, Options{}, silent),
		"too few words":  run(corpusDirs(t, 1), out, Options{Dims: 64}, silent),
		"dims":           run(corpusDirs(t, 1), out, Options{Dims: -1}, silent),
		"no place":       run(corpusDirs(t, 1), filepath.Join(out, "no", "x"), Options{Dims: 4}, silent),
	} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
	if again, err := os.ReadFile(out); err != nil || !bytes.Equal(raw, again) {
		t.Errorf("a run that failed changed the table (%v)", err)
	}
}

func TestVocabulary(t *testing.T) {
	c := newCorpus()
	c.begin(2)
	c.add(strings.Repeat("common ", 9) + strings.Repeat("jargon ", 6) + "spread spread rare 2019 2019 2019 get-it get-it get-it x x x")
	c.begin(4)
	c.add("spread spread common")
	v := c.vocabulary(Options{Words: 2, MinCount: 2})
	// common 9·2+4 in two sources, spread 2·2+2·4 in two, jargon 6·2 in one
	if diff := gocmp.Diff([]string{"common", "spread"}, v.stems); diff != "" {
		t.Error(diff)
	}
	v = c.vocabulary(Options{Words: 99, MinCount: 2})
	if slices.Contains(v.stems, "rare") || slices.Contains(v.stems, "2019") || slices.Contains(v.stems, "x") || slices.Contains(v.stems, "get-it") {
		t.Errorf("%q", v.stems)
	}
	if !slices.IsSorted(v.stems) {
		t.Errorf("%q", v.stems)
	}
	for n, row := range v.row {
		if row >= 0 && v.stems[row] != c.terms[n] {
			t.Errorf("%s has the row of %s", c.terms[n], v.stems[row])
		}
	}
}

func TestPairs(t *testing.T) {
	c := newCorpus()
	c.begin(2)
	c.add("apple melon apple")
	c.add("zebra")
	c.begin(1)
	c.add("melon tiny zebra a b c d e f apple")
	v := vocabulary{stems: []string{"appl", "melon", "zebra"}, row: make([]int32, len(c.terms))}
	for n, s := range c.terms {
		v.row[n] = int32(slices.Index(v.stems, s))
	}
	got, err := c.pairs(v)
	if err != nil {
		t.Fatal(err)
	}
	at := map[int32]int{} // what the analyser made of the last unit decides the distances
	for i, n := range c.tokens[c.parts[1].from:] {
		at[v.row[n]] = i
	}
	want := []uint32{
		2 * near[2], // apple apple
		2*2*near[1] + near[at[0]-at[1]], 0,
		near[at[0]-at[2]], near[at[2]-at[1]], 0,
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("%s (%q)", diff, c.terms)
	}
}

func TestPairsOverflow(t *testing.T) {
	c := newCorpus()
	c.begin(math.MaxUint32 / 400)
	c.add("apple melon apple melon")
	v := vocabulary{stems: []string{"appl", "melon"}, row: []int32{-1, 0, 1}}
	if _, err := c.pairs(v); err != errTooMuchText {
		t.Errorf("%v", err)
	}
}

func TestPPMI(t *testing.T) {
	// a and b stand together 6 times, a and c 2 times, c and c 4 times, d alone
	m := ppmi([]uint32{0, 6, 0, 2, 0, 4, 0, 0, 0, 0}, 4)
	total := []float64{8, 6, 6, 0}
	var all float64
	for _, x := range total {
		all += math.Pow(x, .75)
	}
	pmi := func(n float64, w, c int) float64 {
		return max(0, math.Log(n*all/(total[w]*math.Pow(total[c], .75))))
	}
	want := map[[2]int]float64{}
	for _, p := range []struct {
		n    float64
		a, b int
	}{{6, 0, 1}, {2, 0, 2}, {4, 2, 2}} {
		if x := (pmi(p.n, p.a, p.b) + pmi(p.n, p.b, p.a)) / 2; x > 0 {
			want[[2]int{p.a, p.b}], want[[2]int{p.b, p.a}] = x, x
		}
	}
	got := map[[2]int]float64{}
	for row := range 4 {
		for i := m.start[row]; i < m.start[row+1]; i++ {
			got[[2]int{row, int(m.columns[i])}] = float64(m.values[i])
		}
	}
	if len(got) != len(want) || len(want) != 3 {
		t.Fatalf("%v, want %v", got, want)
	}
	for k, x := range want {
		if math.Abs(got[k]-x) > 1e-6 {
			t.Errorf("%v: %v, want %v", k, got[k], x)
		}
	}
}

// The strongest eigenvectors of a matrix that was built from known ones.
func TestEmbed(t *testing.T) {
	const n, k = 60, 3
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	basis := make([]float32, n*n)
	for i := range basis {
		basis[i] = float32(rng.NormFloat64())
	}
	orthonormal(basis, n)
	values := make([]float64, n)
	for i := range values {
		values[i] = .01 * rng.Float64()
	}
	values[4], values[17], values[30] = 8, -5, 2
	m := matrix{start: []int{0}}
	for i := range n {
		for j := range n {
			var sum float64
			for c, v := range values {
				sum += v * float64(basis[i*n+c]) * float64(basis[j*n+c])
			}
			m.columns, m.values = append(m.columns, uint16(j)), append(m.values, float32(sum))
		}
		m.start = append(m.start, len(m.values))
	}
	rows := embed(m, k, silent)
	for d, c := range []int{4, 17, 30} {
		var same, scale float64
		for i := range n {
			same += float64(rows[i][d]) * float64(basis[i*n+c])
			scale += float64(rows[i][d]) * float64(rows[i][d])
		}
		want := math.Pow(math.Abs(values[c]), power)
		if math.Abs(math.Abs(same)-want) > 1e-3 || math.Abs(math.Sqrt(scale)-want) > 1e-3 {
			t.Errorf("dimension %d: %v along, %v long, want %v", d, same, math.Sqrt(scale), want)
		}
	}
}

func TestTimesDoesNotDependOnWorkers(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	const n, width = 50, 7
	m := matrix{start: []int{0}}
	for range n {
		for j := range n {
			if rng.IntN(3) == 0 {
				m.columns, m.values = append(m.columns, uint16(j)), append(m.values, rng.Float32())
			}
		}
		m.start = append(m.start, len(m.values))
	}
	x := make([]float32, n*width)
	for i := range x {
		x[i] = rng.Float32()
	}
	one, many := make([]float32, n*width), make([]float32, n*width)
	m.times(x, one, width, 1)
	m.times(x, many, width, 5)
	if !slices.Equal(one, many) {
		t.Error("five workers compute something else than one")
	}
	var want float32
	for i := m.start[9]; i < m.start[10]; i++ {
		want += m.values[i] * x[int(m.columns[i])*width+2]
	}
	if got := one[9*width+2]; math.Abs(float64(got-want)) > 1e-4 {
		t.Errorf("%v, want %v", got, want)
	}
}

// What NOTICE.md says about the sources is what the program does.
func TestNoticeNamesTheSources(t *testing.T) {
	for _, s := range sources {
		found := false
		for line := range strings.SplitSeq(wordvec.Notice(), "\n") {
			if strings.Contains(line, "/"+s.folder+")") && strings.Contains(line, s.commit) {
				found = strings.Contains(line, map[uint32]string{1: "| × ½ |", 2: "| × 1 |", 4: "| × 2 |", 6: "| × 3 |", 12: "| × 6 |"}[s.halves])
			}
		}
		if !found {
			t.Errorf("NOTICE.md does not name %s at %s with its weight", s.folder, s.commit)
		}
	}
}
