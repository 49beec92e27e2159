package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/eval"
)

// turn is one half-turn of the pool.
type turn struct {
	eval.Entry
	place   int       // in the pool
	session string    // unique in the pool, in the form of a UUID
	at      time.Time // unique in the pool, rising within a session
	folded  string    // text(), as it is compared
}

// question is one query with its evidence in the pool.
type question struct {
	eval.Query
	evidence []int  // places of the half-turns that answer
	rarest   string // of its words, the one that the fewest half-turns have
}

// pool is what every peer is fed and asked.
type pool struct {
	turns     []turn
	sessions  int
	questions []question
	needless  []question // prompts that need no memory
	at        map[time.Time]int
}

// perSession is how many stand-alone memories make a session: the peers that
// read transcripts know nothing else.
const perSession = 50

// load pours the stores of the cases together, and chooses the questions.
func load(s settings) (*pool, error) {
	p := &pool{at: map[time.Time]int{}}
	var all [][]question // by store
	for _, path := range s.cases {
		qs, err := p.pour(path, s.turns)
		if err != nil {
			return nil, err
		}
		all = append(all, qs...)
	}
	p.questions = choose(all, s.questions)
	if len(p.questions) == 0 {
		return nil, errors.New("no question has all its evidence among the half-turns")
	}
	for i := range p.questions {
		p.questions[i].rarest = p.rarest(p.questions[i].Text)
	}
	var err error
	p.needless, err = chatter(s.questions)
	return p, err
}

// chatter returns n prompts, evenly spread, of those of [eval.OwnSilence] in
// which a person says something that needs no memory, whatever the store.
func chatter(n int) ([]question, error) {
	var all []question
	dec := json.NewDecoder(eval.OwnSilence())
	for dec.More() {
		var l eval.Line
		if err := dec.Decode(&l); err != nil {
			return nil, fmt.Errorf("read the needless prompts: %w", err)
		}
		switch l.Class {
		case "thanks", "ack", "word", "greeting", "chat":
			all = append(all, question{Query: eval.Query{ID: l.ID, Text: l.Text}})
		}
	}
	return choose([][]question{all}, n), nil
}

// pour adds the stores of one file, up to a number of half-turns in all, and
// returns the questions whose evidence was poured.
func (p *pool) pour(path string, most int) ([][]question, error) {
	f, err := eval.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	var all [][]question
	for s, err := range eval.Stores(f) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
		if len(p.turns) >= most {
			break
		}
		places := p.add(path, s, most)
		var qs []question
		for _, q := range s.Queries {
			in := question{Query: q}
			for _, id := range q.Evidence {
				if at, ok := places[id]; ok {
					in.evidence = append(in.evidence, at)
				}
			}
			if len(q.Evidence) > 0 && len(in.evidence) == len(q.Evidence) {
				qs = append(qs, in)
			}
		}
		all = append(all, qs)
	}
	return all, nil
}

// add adds one store and says where its entries stand.
func (p *pool) add(path string, s eval.Store, most int) map[string]int {
	places := map[string]int{}
	names := map[string]string{}
	var last time.Time
	for i, e := range s.Corpus {
		if len(p.turns) >= most {
			break
		}
		name := e.Session
		if name == "" {
			name = "alone " + strconv.Itoa(i/perSession)
		}
		if _, known := names[name]; !known {
			names[name] = uuid(path, s.ID, name)
			p.sessions++
			last = time.Time{}
		}
		t := turn{Entry: e, place: len(p.turns), session: names[name], at: p.free(e.When(), last)}
		t.folded = fold(t.text())
		last = t.at
		p.at[t.at] = t.place
		places[e.ID] = t.place
		p.turns = append(p.turns, t)
	}
	return places
}

// free returns the first second from at on that is later than last and not
// taken. What has no time was said in 2025.
func (p *pool) free(at, last time.Time) time.Time {
	if at.IsZero() {
		at = time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	at = at.UTC().Truncate(time.Second)
	if !at.After(last) {
		at = last.Add(time.Second)
	}
	for {
		if _, taken := p.at[at]; !taken {
			return at
		}
		at = at.Add(time.Second)
	}
}

func uuid(parts ...string) string {
	h := memtide.Hash(parts...)
	return h[:8] + "-" + h[8:12] + "-4" + h[13:16] + "-8" + h[17:20] + "-" + h[20:32]
}

// choose takes n questions, from the stores in turn, and from each store evenly
// spread. The same cases give the same questions.
func choose(stores [][]question, n int) []question {
	total := 0
	for _, qs := range stores {
		total += len(qs)
	}
	n = min(n, total)
	quota := make([]int, len(stores))
	for left := n; left > 0; {
		for i, qs := range stores {
			if left > 0 && quota[i] < len(qs) {
				quota[i]++
				left--
			}
		}
	}
	var out []question
	for i, qs := range stores {
		for j := range quota[i] {
			out = append(out, qs[j*len(qs)/quota[i]])
		}
	}
	return out
}

// rarest returns the word of a question that the fewest half-turns have, but at
// least one has: what a model might look for that knows the search to be one
// for substrings. "" where there is none.
func (p *pool) rarest(text string) string {
	best, fewest := "", len(p.turns)+1
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		if len(w) < 3 || slices.Contains(words[:i], w) {
			continue
		}
		n := 0
		for _, t := range p.turns {
			if strings.Contains(t.folded, w) {
				n++
			}
		}
		if n > 0 && n < fewest {
			best, fewest = w, n
		}
	}
	return best
}

// transcripts writes the pool as the transcripts of Claude Code, one file a
// session, below projects/<folder of cwd> of a configuration folder.
func (p *pool) transcripts(config, cwd string) error {
	dir := filepath.Join(config, "projects", strings.NewReplacer("/", "-", `\`, "-", ":", "-", ".", "-").Replace(cwd))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	files := map[string]*strings.Builder{}
	parent := map[string]string{}
	for _, t := range p.turns {
		b := files[t.session]
		if b == nil {
			b = &strings.Builder{}
			files[t.session] = b
		}
		id := uuid(t.session, strconv.Itoa(t.place))
		line := map[string]any{"type": "user", "uuid": id, "sessionId": t.session, "timestamp": t.at.Format("2006-01-02T15:04:05.000Z"),
			"cwd": cwd, "version": "2.1.300", "isSidechain": false, "userType": "external"}
		if parent[t.session] != "" {
			line["parentUuid"] = parent[t.session]
		}
		parent[t.session] = id
		line["message"] = map[string]any{"role": "user", "content": t.text()}
		if t.Speaker == "assistant" {
			line["type"] = "assistant"
			line["message"] = map[string]any{"role": "assistant", "id": "msg_" + id[:8] + strconv.Itoa(t.place), "type": "message", "model": "claude-test",
				"stop_reason": "end_turn", "content": []map[string]string{{"type": "text", "text": t.text()}}}
		}
		raw, err := json.Marshal(line)
		if err != nil {
			return err
		}
		b.Write(append(raw, '\n'))
	}
	for session, b := range files {
		if err := os.WriteFile(filepath.Join(dir, session+".jsonl"), []byte(b.String()), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// text is what is said, with its speaker where that is a person.
func (t turn) text() string {
	if t.Speaker == "" || t.Speaker == "user" || t.Speaker == "assistant" {
		return t.Text
	}
	return t.Speaker + ": " + t.Text
}
