package eval

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"strings"
	"time"
)

// Store is one line of a retrieval file: what was said, and what is asked.
type Store struct {
	ID      string  `json:"id"`
	Corpus  []Entry `json:"corpus"`
	Queries []Query `json:"queries"`
}

// Entry is one thing that was said. An empty Session makes it a stand-alone
// memory.
type Entry struct {
	ID      string   `json:"id"`
	Session string   `json:"session"`
	Time    string   `json:"time"`    // RFC 3339, with or without a zone, or a date; "" is unknown
	Speaker string   `json:"speaker"` // user, assistant, a name, or ""
	Text    string   `json:"text"`
	Kind    string   `json:"kind"` // of a stand-alone memory
	Refs    []string `json:"refs"` // ids of the turns that it was made of
	Project string   `json:"project"`
}

// Query is one question with its answer key.
type Query struct {
	ID       string   `json:"id"`
	Category string   `json:"category"`
	Text     string   `json:"text"`
	Time     string   `json:"time"`
	Evidence []string `json:"evidence"` // ids; empty where nothing in the store answers
	Expect   []string `json:"expect"`   // substrings of a good answer
	Latest   []string `json:"latest"`   // ids that hold the newer value
}

// ErrCases groups what can be wrong with a file of cases.
var ErrCases = errors.New("cases")

// Open opens a file of cases; a name that ends in .gz is unpacked while it is
// read. Close closes both.
func Open(path string) (io.ReadCloser, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("open cases: %w", err)
	}
	if !strings.HasSuffix(path, ".gz") {
		return f, nil
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open cases %s: %w", path, err), f.Close())
	}
	return &unpacked{z, f}, nil
}

type unpacked struct {
	*gzip.Reader
	file *os.File
}

// Close closes the file, too.
func (u *unpacked) Close() error { return errors.Join(u.Reader.Close(), u.file.Close()) }

// lines decodes one JSON value a line, and stops at the first that is none.
func lines[T any](r io.Reader) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		dec := json.NewDecoder(r)
		for n := 1; ; n++ {
			var v T
			err := dec.Decode(&v)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield(*new(T), fmt.Errorf("%w: line %d: %w", ErrCases, n, err))
				return
			}
			if !yield(v, nil) {
				return
			}
		}
	}
}

// Stores decodes a file of cases for retrieval, one store at a time. It stops
// at the first that is wrong; the error is [ErrCases].
func Stores(r io.Reader) iter.Seq2[Store, error] {
	return func(yield func(Store, error) bool) {
		for s, err := range lines[Store](r) {
			if err == nil {
				err = s.check()
			}
			if !yield(s, err) || err != nil {
				return
			}
		}
	}
}

// When returns the time of an entry of [Stores]; zero where it has none.
func (e Entry) When() time.Time {
	m, _ := parseTime(e.Time) // checked with the store
	return m.at
}

// check reports the first thing that is wrong with a store by itself.
func (s *Store) check() error {
	if len(s.Corpus)+len(s.Queries) == 0 {
		return fmt.Errorf("%w: store %q has no corpus and no queries: the cases of retrieval are lines with both", ErrCases, s.ID)
	}
	seen := map[string]bool{}
	for i, e := range s.Corpus {
		switch _, err := parseTime(e.Time); {
		case e.ID == "":
			return fmt.Errorf("%w: store %q: corpus[%d] has no id", ErrCases, s.ID, i)
		case seen[e.ID]:
			return fmt.Errorf("%w: store %q: the id %q stands twice in the corpus", ErrCases, s.ID, e.ID)
		case err != nil:
			return fmt.Errorf("%w: store %q: corpus %q: %w", ErrCases, s.ID, e.ID, err)
		}
		seen[e.ID] = true
	}
	for i, q := range s.Queries {
		if strings.TrimSpace(q.Text) == "" {
			return fmt.Errorf("%w: store %q: queries[%d] has no text", ErrCases, s.ID, i)
		}
		if _, err := parseTime(q.Time); err != nil {
			return fmt.Errorf("%w: store %q: query %q: %w", ErrCases, s.ID, q.ID, err)
		}
	}
	return nil
}

// The units of a store.
const (
	unitFact    = "fact"    // stand-alone memories
	unitTurn    = "turn"    // what somebody said in a conversation
	unitPassage = "passage" // parts of documents, or texts made of several turns
	unitMixed   = "mixed"
)

// unit names what one item of the corpus is.
func (s *Store) unit() string {
	alone, spoken, made := 0, 0, 0
	for _, e := range s.Corpus {
		if e.Session == "" {
			alone++
		}
		if e.Speaker != "" {
			spoken++
		}
		if len(e.Refs) > 0 {
			made++
		}
	}
	switch {
	case alone == len(s.Corpus):
		return unitFact
	case alone > 0:
		return unitMixed
	case spoken == 0 || made > 0:
		return unitPassage
	}
	return unitTurn
}

// moment is a point of time as a file gives it.
type moment struct {
	at  time.Time // zero: unknown
	day bool      // only the date is known
}

// end is the last moment that the words of the file allow.
func (m moment) end() time.Time {
	if m.day {
		return m.at.Add(24*time.Hour - time.Second)
	}
	return m.at
}

func parseTime(s string) (moment, error) {
	if s == "" {
		return moment{}, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02 15:04:05", time.DateOnly} {
		if t, err := time.Parse(layout, s); err == nil {
			return moment{at: t.UTC(), day: layout == time.DateOnly}, nil
		}
	}
	return moment{}, fmt.Errorf("time %q: use RFC 3339 or a date, as 2026-05-01", s)
}
