package eval

import (
	"fmt"
	"io"
)

// Volume is what a run hands over, so that its cost can be told before it
// begins.
type Volume struct {
	Told  []string // texts of the half-turns
	Asked []string // questions and prompts
}

// VolumeOf reads the cases of a task, "retrieval", "silence" or one of [Tasks].
// The error is [ErrCases] when the file is at fault.
func VolumeOf(task string, cases io.Reader) (v Volume, err error) {
	switch task {
	case "retrieval":
		for s, err := range Stores(cases) {
			if err != nil {
				return v, fmt.Errorf("read cases: %w", err)
			}
			v.add(s)
			for _, q := range s.Queries {
				v.Asked = append(v.Asked, q.Text)
			}
		}
	case "silence":
		q, err := readQuiet(cases)
		if err != nil {
			return v, fmt.Errorf("read cases: %w", err)
		}
		v.add(q.store)
		for _, e := range q.store.Corpus {
			v.Asked = append(v.Asked, e.Text) // each memory is looked up by its words
		}
		for _, p := range q.prompts {
			v.Asked = append(v.Asked, p.Text)
		}
	default:
		for row, err := range lines[Row](cases) {
			if err != nil {
				return v, fmt.Errorf("read cases: %w", err)
			}
			for _, e := range append(row.Older, row.Newer...) {
				v.Told = append(v.Told, e.Text)
			}
			if row.Text != "" {
				v.Told = append(v.Told, row.Text)
			}
		}
	}
	return v, nil
}

// LongMemEvalVolume is [VolumeOf] for the first instances of a file of
// LongMemEval; first 0 means all.
func LongMemEvalVolume(data io.Reader, feeds []Feed, first int) (v Volume, err error) {
	n := 0
	for in, err := range instances(data) {
		if err != nil {
			return v, fmt.Errorf("read cases: %w", err)
		}
		for _, f := range feeds {
			v.add(in.store(f == FeedUser))
			v.Asked = append(v.Asked, in.Question)
		}
		if n++; n == first {
			break
		}
	}
	return v, nil
}

func (v *Volume) add(s Store) {
	for _, e := range s.Corpus {
		v.Told = append(v.Told, e.Text)
	}
}
