package wordvec

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/maphash"
	"math"
	"slices"
)

// The file, all numbers little-endian:
//
//	magic "MTWV" · version u16 · dims u16 · words u32 · bytes of all stems u32 · sum [8]byte
//	length of each stem u8 · the stems, ascending, one after the other
//	scale of each word f32 · probability of each word f32 · dims components i8 of each word
//
// sum is the head of the SHA-256 of what follows the header. A vector is scale
// times its components.
const (
	magic      = "MTWV"
	version    = 1
	headerSize = 24
	maxDims    = 1 << 10
	maxWords   = 1 << 20
)

// ErrFormat is returned by Open for bytes that are no table of this version.
var ErrFormat = errors.New("not a table of word vectors")

// Word is one row of a table in the making.
type Word struct {
	Stem        string    // 1 to 255 bytes
	Probability float32   // share of all words of the texts, 0 to 1
	Vector      []float32 // finite
}

// Encode returns the file of a table. Each vector has dims elements; they are
// kept in eight bits an element with one scale a vector. The order of the words
// does not matter: the same words give the same bytes.
func Encode(dims int, words []Word) ([]byte, error) {
	if dims < 1 || dims > maxDims || len(words) > maxWords {
		return nil, fmt.Errorf("encode %d words of %d dimensions: out of range", len(words), dims)
	}
	words = slices.SortedFunc(slices.Values(words), func(a, b Word) int { return cmp.Compare(a.Stem, b.Stem) })
	var lengths, stems, scales, probabilities, rows []byte
	for i, w := range words {
		if w.Stem == "" || len(w.Stem) > math.MaxUint8 || i > 0 && w.Stem == words[i-1].Stem {
			return nil, fmt.Errorf("encode stem %q: empty, too long or given twice", w.Stem)
		}
		if len(w.Vector) != dims || !(w.Probability >= 0 && w.Probability <= 1) {
			return nil, fmt.Errorf("encode stem %q: %d elements, probability %v", w.Stem, len(w.Vector), w.Probability)
		}
		lengths, stems = append(lengths, byte(len(w.Stem))), append(stems, w.Stem...)
		probabilities = binary.LittleEndian.AppendUint32(probabilities, math.Float32bits(w.Probability))
		scale, row, err := quantise(w.Vector)
		if err != nil {
			return nil, fmt.Errorf("encode stem %q: %w", w.Stem, err)
		}
		scales, rows = binary.LittleEndian.AppendUint32(scales, math.Float32bits(scale)), append(rows, row...)
	}
	body := slices.Concat(lengths, stems, scales, probabilities, rows)
	sum := sha256.Sum256(body)
	out := append(make([]byte, 0, headerSize+len(body)), magic...)
	out = binary.LittleEndian.AppendUint16(out, version)
	out = binary.LittleEndian.AppendUint16(out, uint16(dims))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(words)))
	out = binary.LittleEndian.AppendUint32(out, uint32(len(stems)))
	out = append(out, sum[:8]...)
	return append(out, body...), nil
}

// quantise returns a vector in eight bits an element: v[i] is about scale times
// row[i] as an int8, and the greatest element is exact.
func quantise(v []float32) (scale float32, row []byte, err error) {
	var most float64
	for _, x := range v {
		if a := math.Abs(float64(x)); !(a <= math.MaxFloat32) {
			return 0, nil, fmt.Errorf("element %v", x)
		} else if a > most {
			most = a
		}
	}
	row = make([]byte, len(v))
	scale = float32(most / math.MaxInt8)
	if scale == 0 {
		return 0, row, nil
	}
	for i, x := range v {
		row[i] = byte(int8(math.RoundToEven(float64(x) / most * math.MaxInt8)))
	}
	return scale, row, nil
}

// Open returns the table that a file holds. The table keeps data and reads its
// stems and components out of it. The error is [ErrFormat], with the reason.
func Open(data string) (*Table, error) {
	bad := func(why string) (*Table, error) {
		return nil, fmt.Errorf("open %d bytes: %w: %s", len(data), ErrFormat, why)
	}
	if len(data) < headerSize || data[:4] != magic {
		return bad("no header")
	}
	dims, words, stemBytes := int(u16(data[6:])), int(u32(data[8:])), int(u32(data[12:]))
	if v := u16(data[4:]); v != version {
		return bad(fmt.Sprintf("version %d", v))
	}
	if dims < 1 || dims > maxDims || words > maxWords || stemBytes > words*math.MaxUint8 {
		return bad("sizes out of range")
	}
	body := data[headerSize:]
	if len(body) != words*(1+4+4+dims)+stemBytes {
		return bad("length and sizes differ")
	}
	t := &Table{dims: dims, seed: maphash.MakeSeed(), sum: data[16:headerSize], at: make([]uint32, words+1), stems: body[words : words+stemBytes]}
	for i := range words {
		t.at[i+1] = t.at[i] + uint32(body[i])
	}
	if int(t.at[words]) != stemBytes {
		return bad("stems and their lengths differ")
	}
	for i := range words {
		if s := t.stem(i); s == "" || i > 0 && s <= t.stem(i-1) {
			return bad("stems out of order")
		}
	}
	body = body[words+stemBytes:]
	t.rows = body[8*words:]
	if !t.weigh(body[:4*words], body[4*words:8*words]) {
		return bad("scale or probability out of range")
	}
	return t, nil
}

func u16(s string) uint16 { return uint16(s[0]) | uint16(s[1])<<8 }

func u32(s string) uint32 {
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

func f32(s string, i int) float32 { return math.Float32frombits(u32(s[4*i:])) }
