package eval

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

// Four questions of our own in the data set's format: one that the user
// answered in two sessions, one of which only the assistant's words tell; one
// that only the assistant answered; one without an answer; one without labels.
const ownLongMemEval = `[
{"question_id":"q1","question_type":"multi-session","question":"What did the parrot Zazu learn to whistle?","answer":2,
 "question_date":"2024/03/20 (Wed) 10:00","answer_session_ids":["answer_a1","answer_a2"],
 "haystack_session_ids":["answer_a1","x1","answer_a2","x1"],
 "haystack_dates":["2024/03/01 (Fri) 09:00","2024/03/02 (Sat) 09:00","2024/03/03 (Sun) 09:00","2024/03/04 (Mon) 09:00"],
 "haystack_sessions":[
  [{"role":"user","content":"Our parrot Zazu learned to whistle the kettle song.","has_answer":true},{"role":"assistant","content":"That sounds noisy."}],
  [{"role":"user","content":"I have taken up fencing on Thursdays."},{"role":"assistant","content":""}],
  [{"role":"user","content":"The bird was loud again."},{"role":"assistant","content":"So Zazu the parrot did learn to whistle the anthem.","has_answer":true}],
  [{"role":"user","content":"Glazes for the kiln were compared."}]]},
{"question_id":"q2","question_type":"single-session-assistant","question":"Which marathon in Spain did you suggest?","answer":"Valencia",
 "question_date":"2024/03/20 (Wed) 10:00","answer_session_ids":["answer_b"],"haystack_session_ids":["answer_b"],"haystack_dates":["2024/03/01 (Fri) 09:00"],
 "haystack_sessions":[[{"role":"user","content":"I want to run somewhere warm.","has_answer":false},{"role":"assistant","content":"The marathon in Spain that I suggest is Valencia.","has_answer":true}]]},
{"question_id":"q3_abs","question_type":"multi-session","question":"Xylophone quartz?","answer":"not told",
 "question_date":"2024/03/20","answer_session_ids":["gone"],"haystack_session_ids":["c"],"haystack_dates":["2024/03/01"],
 "haystack_sessions":[[{"role":"user","content":"The harbour crane is painted orange."}]]},
{"question_id":"q4","question_type":"single-session-user","question":"What colour is the harbour crane painted?","answer":"orange",
 "question_date":"2024/03/20 (Wed) 10:00","answer_session_ids":["answer_c"],"haystack_session_ids":["answer_c"],"haystack_dates":["2024/03/01 (Fri) 09:00"],
 "haystack_sessions":[[{"role":"user","content":"The harbour crane is painted orange."}]]}
]`

func TestLongMemEval(t *testing.T) {
	w := newWorld(t)
	closed, told := 0, 0
	open := func(context.Context) (World, error) {
		return World{Client: w.client(), Settled: w.settled, Close: func() error { closed++; return nil }}, nil
	}
	r, err := LongMemEval(t.Context(), open, strings.NewReader(ownLongMemEval), LongMemEvalOptions{
		Data: "own.json", Progress: func(int, string) { told++ },
	})
	if err != nil {
		t.Fatal(err)
	}
	if r.Data != "own.json" || r.Engine != "rules" || r.Instances != 4 || r.Abstention != 1 || r.AssistantOnly != 1 || r.Unlabelled != 1 || closed != 4 || told != 4 {
		t.Errorf("%+v, %d closed, %d told", r, closed, told)
	}
	full, user := r.Feeds[FeedFull], r.Feeds[FeedUser]
	if full.HalfTurns != 6+2+1+1 || user.HalfTurns != 4+1+1+1 {
		t.Errorf("%d and %d half-turns", full.HalfTurns, user.HalfTurns)
	}
	// Of q1, strict wants the session in which the user said it, full both.
	if s := full.Strict; s.N != 1 || s.All["5"] != 1 || s.Any["10"] != 1 || s.MRR == 0 {
		t.Errorf("strict of full text %+v", s)
	}
	if s := full.Full; s.N != 3 || s.All["5"] != 1 || s.Fraction["5"] != 1 {
		t.Errorf("full of full text %+v", s)
	}
	if s := user.Strict; s.N != 1 || s.All["5"] != 1 {
		t.Errorf("strict of the user's turns %+v", s)
	}
	if s := user.Full; s.N != 3 || s.Fraction["5"] >= 1 || s.Any["5"] == 0 {
		t.Errorf("full of the user's turns %+v: the assistant's words were fed", s)
	}
	if a := full.Abstention; a == nil || *a != (NoEvidence{N: 1}) || full.Types["multi-session"].N != 1 || len(full.Types) != 3 {
		t.Errorf("abstention %+v, types %+v", a, full.Types)
	}
	var b strings.Builder
	if err := r.Table(&b); err != nil || !strings.Contains(b.String(), "strict") || !strings.Contains(b.String(), "1 have no has_answer") {
		t.Errorf("%v\n%s", err, b.String())
	}
	if raw, err := json.Marshal(r); err != nil || !strings.Contains(string(raw), `"recall_all":{"10":1,"5":1}`) {
		t.Errorf("%v %s", err, raw)
	}
}

func TestLongMemEvalStopsWhereItIsTold(t *testing.T) {
	w := newWorld(t)
	closed := 0
	open := func(context.Context) (World, error) {
		return World{Client: w.client(), Settled: w.settled, Close: func() error { closed++; return nil }}, nil
	}
	r, err := LongMemEval(t.Context(), open, strings.NewReader(ownLongMemEval), LongMemEvalOptions{First: 1, Feeds: []Feed{FeedUser}})
	if err != nil || r.Instances != 1 || closed != 1 || len(r.Feeds) != 1 {
		t.Errorf("%v, %+v", err, r)
	}
	broken := errors.New("broken")
	if _, err := LongMemEval(t.Context(), func(context.Context) (World, error) { return World{}, broken }, strings.NewReader(ownLongMemEval), LongMemEvalOptions{}); !errors.Is(err, broken) {
		t.Errorf("%v", err)
	}
}

// One instance a time: what comes after the first is not read before the first
// is handed out.
func TestInstancesAreStreamed(t *testing.T) {
	pr, pw := io.Pipe()
	whole := strings.SplitAfterN(ownLongMemEval, "]]},\n", 2)
	handed := make(chan struct{})
	go func() {
		io.WriteString(pw, whole[0])
		io.WriteString(pw, strings.Repeat(" ", 4<<20)) // more than any buffer
		select {
		case <-handed:
			io.WriteString(pw, whole[1])
			pw.Close()
		case <-time.After(time.Minute):
			pw.CloseWithError(errors.New("the first was not handed out"))
		}
	}()
	n := 0
	for _, err := range instances(pr) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 1 {
			go func() { close(handed) }()
		}
	}
	if n != 4 {
		t.Errorf("%d instances", n)
	}
}

func TestInstancesAlsoAsLines(t *testing.T) {
	var all []json.RawMessage
	if err := json.Unmarshal([]byte(ownLongMemEval), &all); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, raw := range all {
		b.WriteString(strings.ReplaceAll(string(raw), "\n", " ") + "\n")
	}
	n := 0
	for in, err := range instances(strings.NewReader(b.String())) {
		if err != nil {
			t.Fatal(err)
		}
		if n++; n == 3 && !in.abstains() {
			t.Errorf("%q is not of abstention", in.ID)
		}
	}
	if n != 4 {
		t.Errorf("%d instances", n)
	}
}

func TestInstancesNameWhatIsWrong(t *testing.T) {
	good := func(change ...string) string { return strings.NewReplacer(change...).Replace(ownLongMemEval) }
	for name, tt := range map[string]struct{ file, names string }{
		"empty":            {"", "is empty"},
		"blank":            {" \n", "is empty"},
		"no instance":      {"[]", "no instance"},
		"text":             {"hello", "begins with 'h'"},
		"git lfs":          {"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "Git LFS"},
		"web page":         {"<!DOCTYPE html>", "web page"},
		"gzip":             {"\x1f\x8b\x08", ".gz"},
		"cases":            {`{"id":"talk","corpus":[{"id":"m1"}],"queries":[]}`, "task retrieval"},
		"torn":             {ownLongMemEval[:700], "is the file whole"},
		"not closed":       {ownLongMemEval[:len(ownLongMemEval)-2], "does not end after instance 4"},
		"type":             {good(`"haystack_dates":["2024/03/01 (Fri) 09:00"]`, `"haystack_dates":7`), "haystack_dates is a JSON number"},
		"no question":      {good(`"question":"Which marathon in Spain did you suggest?"`, `"question":""`), `instance 2 (question_id "q2"): question is missing`},
		"no question_id":   {good(`"question_id":"q1",`, ``), "question_id is missing"},
		"sessions missing": {good(`"haystack_session_ids":["answer_b"]`, `"haystack_session_ids":[]`), "haystack_session_ids has 0 entries, haystack_sessions 1"},
		"dates missing":    {good(`"haystack_dates":["2024/03/01"]`, `"haystack_dates":[]`), "haystack_dates has 0 entries"},
		"no answer":        {good(`"answer_session_ids":["answer_b"]`, `"answer_session_ids":[]`), "answer_session_ids is missing"},
		"foreign answer":   {good(`"answer_session_ids":["answer_b"]`, `"answer_session_ids":["zz"]`), `"zz" is none of haystack_session_ids`},
		"date":             {good(`"question_date":"2024/03/20"`, `"question_date":"soon"`), `question_date: "soon"`},
		"no date":          {good(`"question_date":"2024/03/20"`, `"question_date":""`), `question_date: ""`},
		"session date":     {good(`["2024/03/01"]`, `["03/01/2024"]`), `haystack_dates[0]: "03/01/2024"`},
		"role":             {good(`{"role":"user","content":"I want`, `{"role":"human","content":"I want`), `haystack_sessions[0][0]: role is "human"`},
		"object between":   {`{"question_id":"q","question":"x","question_date":"2024/01/01","answer_session_ids":["s"],"haystack_session_ids":["s"],"haystack_dates":["2024/01/01"],"haystack_sessions":[[]]} ]`, "after instance 1"},
	} {
		var err error
		for _, e := range instances(strings.NewReader(tt.file)) {
			err = e
		}
		if !errors.Is(err, ErrCases) || !strings.Contains(err.Error(), tt.names) {
			t.Errorf("%s: %v, want it to say %q", name, err, tt.names)
		}
	}
}

func FuzzInstances(f *testing.F) {
	f.Add([]byte(ownLongMemEval))
	f.Add([]byte(`{"question_id":"a"}` + "\n"))
	f.Add([]byte("[null]"))
	f.Fuzz(func(t *testing.T, b []byte) {
		n := 0
		for in, err := range instances(strings.NewReader(string(b))) {
			if err != nil {
				if !errors.Is(err, ErrCases) {
					t.Errorf("%v is not ErrCases", err)
				}
				return
			}
			n++
			for _, userOnly := range []bool{false, true} {
				if s := in.store(userOnly); s.check() != nil {
					t.Errorf("a store that does not hold: %v", s.check())
				}
			}
			in.wanted()
		}
		if n == 0 {
			t.Error("neither an instance nor an error")
		}
	})
}

func TestSessionTally(t *testing.T) {
	sum := newSessionTally()
	sum.add(setOf([]string{"a", "b"}), []string{"x", "a", "x2", "x3", "x4", "b"})
	sum.add(setOf([]string{"a"}), nil)
	got := sum.figures()
	if got.N != 2 || got.All["5"] != 0 || got.All["10"] != 0.5 || got.Any["5"] != 0.5 || got.Fraction["5"] != 0.25 || got.Fraction["10"] != 0.5 || got.MRR != 0.25 {
		t.Errorf("%+v", got)
	}
	if f := newSessionTally().figures(); f.N != 0 || f.MRR != 0 {
		t.Errorf("of nothing: %+v", f)
	}
}
