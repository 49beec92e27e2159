package eval

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"
)

// instance is one question of LongMemEval with the history that it is asked
// over, as the data set writes it (Wu et al., LongMemEval, ICLR 2025, and the
// README of its repository). The answer is not read: only retrieval is
// measured.
type instance struct {
	ID       string       `json:"question_id"` // ends in _abs where the history holds no answer
	Type     string       `json:"question_type"`
	Question string       `json:"question"`
	Date     string       `json:"question_date"`
	Answers  []string     `json:"answer_session_ids"`
	Sessions []string     `json:"haystack_session_ids"`
	Dates    []string     `json:"haystack_dates"`
	Haystack [][]lmeTurn  `json:"haystack_sessions"`
	Corpus   *lmeAnything `json:"corpus"` // of another format; only whether it is there
}

type lmeTurn struct {
	Role    string `json:"role"`
	Content string `json:"content"`
	// HasAnswer marks a turn that the answer needs. Absent is false, but for a
	// history in which no turn at all has it: that one is not labelled.
	HasAnswer *bool `json:"has_answer"`
}

// lmeAnything is a value of which only the presence matters.
type lmeAnything struct{}

// UnmarshalJSON takes any value and keeps nothing of it.
func (*lmeAnything) UnmarshalJSON([]byte) error { return nil }

// abstains reports whether the history does not hold the answer.
func (in *instance) abstains() bool { return strings.HasSuffix(in.ID, "_abs") }

// instances decodes a file of LongMemEval one instance at a time: an array, as
// the data set is published, or one object a line. It stops at the first error,
// which is [ErrCases] and says which instance is wrong and how.
func instances(r io.Reader) iter.Seq2[instance, error] {
	return func(yield func(instance, error) bool) {
		in := bufio.NewReaderSize(r, 1<<20)
		array, err := opening(in)
		if err != nil {
			yield(instance{}, fmt.Errorf("%w: %w", ErrCases, err))
			return
		}
		dec := json.NewDecoder(in)
		if array {
			dec.Token() // the bracket that opening has seen
		}
		n := 0
		for ; dec.More(); n++ {
			var i instance
			if err := dec.Decode(&i); err != nil {
				err = whereIn(err)
				yield(i, fmt.Errorf("%w: instance %d, near byte %d: %w", ErrCases, n+1, dec.InputOffset(), err))
				return
			}
			if err := i.check(); err != nil {
				yield(i, fmt.Errorf("%w: instance %d (question_id %q): %w", ErrCases, n+1, i.ID, err))
				return
			}
			if !yield(i, nil) {
				return
			}
		}
		switch _, err := dec.Token(); {
		case array && err != nil:
			yield(instance{}, fmt.Errorf("%w: the array does not end after instance %d, near byte %d: is the file whole?", ErrCases, n, dec.InputOffset()))
		case n == 0:
			yield(instance{}, fmt.Errorf("%w: the file holds no instance", ErrCases))
		case !array && !errors.Is(err, io.EOF):
			yield(instance{}, fmt.Errorf("%w: after instance %d, near byte %d: want an object or the end", ErrCases, n, dec.InputOffset()))
		}
	}
}

// whereIn says of a value of the wrong type where it stands.
func whereIn(err error) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		return fmt.Errorf("%s is a JSON %s", wrong.Field, wrong.Value)
	}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("the file ends in the middle of it: is the file whole?: %w", err)
	}
	return err
}

// opening looks at how a file begins, and says whether that is an array. What
// cannot be one of the data set's files is named.
func opening(in *bufio.Reader) (array bool, err error) {
	for {
		b, err := in.ReadByte()
		if err != nil {
			return false, errors.New("the file is empty")
		}
		if strings.IndexByte(" \t\r\n", b) >= 0 {
			continue
		}
		if err := in.UnreadByte(); err != nil {
			return false, err
		}
		head, _ := in.Peek(200) // as much as there is
		switch {
		case b == '[' || b == '{':
			return b == '[', nil
		case b == 0x1f:
			return false, errors.New("the file is packed with gzip and its name does not end in .gz")
		case strings.HasPrefix(string(head), "version https://git-lfs"):
			return false, errors.New("the file is a pointer of Git LFS, not the data; fetch the file itself")
		case b == '<':
			return false, errors.New("the file is a web page, not the data")
		}
		return false, fmt.Errorf("the file begins with %q, want an array of instances", b)
	}
}

// check reports the first thing that is wrong with an instance.
func (in *instance) check() error {
	n := len(in.Haystack)
	switch {
	case in.Corpus != nil && n == 0:
		return errors.New("this is a file of stores with a corpus, not of LongMemEval; measure it with the task retrieval and --cases")
	case in.ID == "":
		return errors.New("question_id is missing")
	case strings.TrimSpace(in.Question) == "":
		return errors.New("question is missing")
	case n == 0:
		return errors.New("haystack_sessions is missing or empty")
	case len(in.Sessions) != n:
		return fmt.Errorf("haystack_session_ids has %d entries, haystack_sessions %d", len(in.Sessions), n)
	case len(in.Dates) != n:
		return fmt.Errorf("haystack_dates has %d entries, haystack_sessions %d", len(in.Dates), n)
	case len(in.Answers) == 0 && !in.abstains():
		return errors.New("answer_session_ids is missing, and the question is none of abstention (_abs)")
	}
	for _, id := range in.Answers {
		if !in.abstains() && !slices.Contains(in.Sessions, id) {
			return fmt.Errorf("answer session %q is none of haystack_session_ids", id)
		}
	}
	if _, err := lmeTime(in.Date); err != nil {
		return fmt.Errorf("question_date: %w", err)
	}
	for i, turns := range in.Haystack {
		if _, err := lmeTime(in.Dates[i]); err != nil {
			return fmt.Errorf("haystack_dates[%d]: %w", i, err)
		}
		for j, t := range turns {
			if t.Role != "user" && t.Role != "assistant" {
				return fmt.Errorf("haystack_sessions[%d][%d]: role is %q, want user or assistant", i, j, t.Role)
			}
		}
	}
	return nil
}

// lmeTime reads a date of the data set, as "2023/05/20 (Sat) 02:21". The time
// is taken as UTC; only the order matters.
func lmeTime(s string) (time.Time, error) {
	for _, layout := range []string{"2006/01/02 (Mon) 15:04", "2006/01/02 (Mon)", "2006/01/02 15:04", "2006/01/02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	m, err := parseTime(s)
	if err != nil || s == "" {
		return time.Time{}, fmt.Errorf("%q: want a date as 2023/05/20 (Sat) 02:21", s)
	}
	return m.at, nil
}

// store makes a store of an instance, of the user's turns only or of all. Each
// turn stands for its session.
func (in *instance) store(userOnly bool) Store {
	s := Store{ID: in.ID}
	for i, turns := range in.Haystack {
		at, _ := lmeTime(in.Dates[i]) // checked
		for j, t := range turns {
			if userOnly && t.Role != "user" || strings.TrimSpace(t.Content) == "" {
				continue
			}
			s.Corpus = append(s.Corpus, Entry{
				ID: strconv.Itoa(i) + "." + strconv.Itoa(j), Session: in.Sessions[i] + "." + strconv.Itoa(i), Time: at.Format(time.RFC3339),
				Speaker: t.Role, Text: t.Content, Refs: []string{in.Sessions[i]},
			})
		}
	}
	return s
}

// wanted returns the sessions that answer, and of these the ones whose
// evidence the user said; labelled is false where the turns do not tell.
func (in *instance) wanted() (all, said evidence, labelled bool) {
	all, said = setOf(in.Answers), setOf()
	for i, turns := range in.Haystack {
		for _, t := range turns {
			labelled = labelled || t.HasAnswer != nil
			if all[in.Sessions[i]] && t.Role == "user" && t.HasAnswer != nil && *t.HasAnswer {
				said[in.Sessions[i]] = true
			}
		}
	}
	return all, said, labelled
}
