package eval

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
)

//go:embed followup.jsonl
var ownFollowup string

// OwnFollowup returns the cases of [Followup] that come with the program: talks of
// several prompts, of which some need a memory that was not shown before.
func OwnFollowup() io.Reader { return strings.NewReader(ownFollowup) }

// Followup feeds memories and sends prompts as [Silence] does, but the prompts of a
// talk in one session, in their order. A prompt that needs a memory is answered when
// its own block or an earlier one of the talk holds it. First prompts of talks are
// counted apart, for what follows up begins with the second.
//
// A line with a corpus is a store of [Retrieval]. Its questions that have evidence
// are asked in talks of five, each store in a space of its own.
//
// The error is [ErrCases] when the file is at fault, [ErrRefused] when a door would
// not have a request.
func Followup(ctx context.Context, c Client, cases io.Reader, opts Options) (SilenceReport, error) {
	if opts.Settled == nil {
		return SilenceReport{}, errors.New("followup: options.Settled is not set")
	}
	count := newQuietCount(opts.Cases)
	for q, err := range readTalks(cases) {
		if err == nil {
			err = c.quiet(ctx, q, opts, count)
		}
		if err != nil {
			return SilenceReport{}, fmt.Errorf("followup: %w", err)
		}
	}
	return count.done(), nil
}

// readTalks reads memories with their talks: those of each store, and then those
// of the lines that are none. It stops at the first that is wrong.
func readTalks(cases io.Reader) iter.Seq2[quiet, error] {
	type line struct {
		Line
		Corpus  []Entry `json:"corpus"`
		Queries []Query `json:"queries"`
	}
	return func(yield func(quiet, error) bool) {
		var plain []Line
		stores := 0
		for l, err := range lines[line](cases) {
			if err == nil && len(l.Corpus) == 0 {
				plain = append(plain, l.Line)
				continue
			}
			var q quiet
			if err == nil {
				q, err = talksOf(Store{l.ID, l.Corpus, l.Queries})
			}
			if stores++; !yield(q, err) || err != nil {
				return
			}
		}
		if len(plain) > 0 || stores == 0 {
			q, err := quietOf(plain)
			for _, p := range q.prompts {
				if err == nil && p.Talk == "" {
					err = fmt.Errorf("%w: prompt %q has no talk", ErrCases, p.ID)
				}
			}
			yield(q, err)
		}
	}
}

// talkLength is how many questions of a store make a talk.
const talkLength = 5

// talksOf makes talks of the questions of a store that have evidence.
func talksOf(s Store) (quiet, error) {
	q := quiet{store: s}
	if err := s.check(); err != nil {
		return q, err
	}
	for _, query := range s.Queries {
		if len(query.Evidence) == 0 {
			continue
		}
		n := len(q.prompts)
		class := query.Category
		if class == "" {
			class = "question"
		}
		q.prompts = append(q.prompts, Line{Entry: Entry{ID: s.ID + "/" + query.ID, Text: query.Text}, Class: class,
			Evidence: query.Evidence, Talk: s.ID + "-" + strconv.Itoa(n/talkLength)})
	}
	return q, nil
}
