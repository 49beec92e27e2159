package eval

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// Volume is what a run hands over, so that its cost can be told before it
// begins.
type Volume struct {
	Told  []string // texts of the half-turns
	Asked []string // questions and prompts
	Again []string // of these, the prompts that are not the first of their talk
	Pages []string // what a model summarises of sessions: the texts of up to 30 half-turns
	Pairs []string // what it reads causes out of: the texts of up to 10 pairs
	Known []string // what it words of an entity: the statements

	pairs int
}

// VolumeOf reads the cases of a task, "retrieval", "silence",
// "followup" or one of [Tasks].
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
		v.addQuiet(q)
	case "followup":
		for q, err := range readTalks(cases) {
			if err != nil {
				return v, fmt.Errorf("read cases: %w", err)
			}
			v.addQuiet(q)
		}
	default:
		night, ok := nightlies()[task]
		for row, err := range lines[Row](cases) {
			if err != nil {
				return v, fmt.Errorf("read cases: %w", err)
			}
			if ok {
				v.addNight(night.job, row)
				continue
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

// A session is summarised by pages of so many half-turns, of each so many
// characters; one half-turn alone is not.
const (
	pageTurns = 30
	pageChars = 1500
)

func (v *Volume) addQuiet(q quiet) {
	v.add(q.store)
	for _, e := range q.store.Corpus {
		v.Asked = append(v.Asked, e.Text) // each memory is looked up by its words
	}
	for i, p := range q.prompts {
		v.Asked = append(v.Asked, p.Text)
		if p.Talk != "" && i > 0 && q.prompts[i-1].Talk == p.Talk {
			v.Again = append(v.Again, p.Text)
		}
	}
}

// pagePairs is how many pairs a model is shown at once.
const pagePairs = 10

// addNight adds a row that is told as a session, and what a job is asked of it.
func (v *Volume) addNight(job string, r Row) {
	var s Store
	text := ""
	for _, e := range r.tells() {
		e.Session = "row"
		s.Corpus = append(s.Corpus, e)
		text += e.Text + "\n"
	}
	v.add(s)
	if job == "enrich" {
		v.Known = append(v.Known, text)
		return
	}
	for i := range max(len(s.Corpus)-1, 0) {
		pair := s.Corpus[i].Text + "\n" + s.Corpus[i+1].Text + "\n"
		if v.pairs%pagePairs == 0 {
			v.Pairs = append(v.Pairs, "")
		}
		v.Pairs[len(v.Pairs)-1] += pair
		v.pairs++
	}
}

func (v *Volume) add(s Store) {
	sessions := map[string][]string{}
	for _, e := range s.Corpus {
		v.Told = append(v.Told, e.Text)
		if e.Session != "" {
			r := []rune(e.Text)
			sessions[e.Session] = append(sessions[e.Session], string(r[:min(len(r), pageChars)]))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(sessions)) {
		for page := range slices.Chunk(sessions[name], pageTurns) {
			if len(page) > 1 {
				v.Pages = append(v.Pages, strings.Join(page, "\n"))
			}
		}
	}
}
