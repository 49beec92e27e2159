package llm

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type verdict struct {
	Reason string   `json:"reason" doc:"why, in one sentence"`
	Keep   bool     `json:"keep"`
	Kind   string   `json:"kind" enum:"fact|event"`
	Weight float64  `json:"weight,omitempty" min:"0" max:"1"`
	Names  []string `json:"names,omitempty" maxitems:"2"`
	Inner  *inner   `json:"inner,omitempty"`
	secret int
}

type inner struct {
	N int `json:"n"`
}

func TestSchemaForIsDeterministicAndInOrder(t *testing.T) {
	const want = `{"type":"object","properties":{` +
		`"reason":{"type":"string","description":"why, in one sentence"},` +
		`"keep":{"type":"boolean"},` +
		`"kind":{"type":"string","enum":["fact","event"]},` +
		`"weight":{"type":["number","null"],"minimum":0,"maximum":1},` +
		`"names":{"type":["array","null"],"maxItems":2,"items":{"type":"string"}},` +
		`"inner":{"type":["object","null"],"properties":{"n":{"type":"integer"}},"required":["n"],"additionalProperties":false}},` +
		`"required":["reason","keep","kind"],"additionalProperties":false}`
	_ = verdict{}.secret
	for range 3 {
		if diff := cmp.Diff(want, string(SchemaFor[verdict]("verdict").JSON())); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestSchemaForRefusesWhatHasNone(t *testing.T) {
	type loop struct{ Next []loop }
	for name, make := range map[string]func(){
		"channel":      func() { SchemaFor[struct{ C chan int }]("x") },
		"holds itself": func() { SchemaFor[loop]("x") },
		"number keys":  func() { SchemaFor[map[int]string]("x") },
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: a schema was made", name)
				}
			}()
			make()
		}()
	}
}

func TestSchemaReadsNoOtherDocument(t *testing.T) {
	for _, raw := range []string{`{"$ref":"file:///etc/passwd"}`, `{"$ref":"http://127.0.0.1/x"}`, `{"type":"strin"}`, `{`, ``} {
		if s, err := ParseSchema("x", []byte(raw)); err == nil {
			t.Errorf("%s was taken: %s", raw, s.JSON())
		}
	}
}

func TestDecodeText(t *testing.T) {
	s := SchemaFor[verdict]("verdict")
	good := verdict{Reason: "r", Keep: true, Kind: "fact"}
	const plain = `{"reason":"r","keep":true,"kind":"fact"}`
	for _, tc := range []struct {
		name, text string
		ok         bool
	}{
		{"plain", plain, true},
		{"blanks", "\n " + plain + " \n", true},
		{"fence", "```json\n" + plain + "\n```", true},
		{"fence without language", "```\n" + plain + "\n```", true},
		{"fence on one line", "```" + plain + "```", true},
		{"thoughts", "<think>hm {</think>\n" + plain, true},
		{"null for what may be missing", `{"reason":"r","keep":true,"kind":"fact","weight":null,"names":null,"inner":null}`, true},
		{"text after", plain + " I hope this helps", false},
		{"two values", plain + plain, false},
		{"text before", "Here it is: " + plain, false},
		{"unknown field", `{"reason":"r","keep":true,"kind":"fact","more":1}`, false},
		{"other case", `{"Reason":"r","keep":true,"kind":"fact"}`, false},
		{"missing", `{"reason":"r","keep":true}`, false},
		{"not in enum", `{"reason":"r","keep":true,"kind":"opinion"}`, false},
		{"out of range", `{"reason":"r","keep":true,"kind":"fact","weight":7}`, false},
		{"too many", `{"reason":"r","keep":true,"kind":"fact","names":["a","b","c"]}`, false},
		{"inner unknown", `{"reason":"r","keep":true,"kind":"fact","inner":{"n":1,"m":2}}`, false},
		{"fraction", `{"reason":"r","keep":true,"kind":"fact","inner":{"n":1.5}}`, false},
		{"cut", plain[:20], false},
		{"open fence", "```json\n" + plain, false},
		{"null", "null", false},
		{"empty", " ", false},
		{"bytes", "\xff\xfe", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := DecodeText[verdict](tc.text, s)
			if tc.ok {
				if err != nil || got.Reason != good.Reason || got.Keep != good.Keep || got.Kind != good.Kind {
					t.Fatalf("%+v, %v", got, err)
				}
				return
			}
			if !errors.Is(err, ErrReply) {
				t.Fatalf("%+v, %v; want ErrReply", got, err)
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than one line: %q", err)
			}
		})
	}
}

// said answers with one text after the other.
type said struct {
	texts []string
	asked []Request
}

func (s *said) Complete(_ context.Context, r Request) (Reply, error) {
	s.asked = append(s.asked, r)
	if len(s.asked) > len(s.texts) {
		return Reply{}, ErrOpen
	}
	return Reply{Text: s.texts[len(s.asked)-1], Usage: Usage{In: 10, Out: 1}, Model: "m"}, nil
}

func TestDecodeRepairsOnce(t *testing.T) {
	s := SchemaFor[inner]("inner")
	ask := Request{Prompt: "p@1", Schema: s, Messages: []Message{{Role: RoleUser, Text: "how many?"}}}
	for _, tc := range []struct {
		name  string
		texts []string
		asks  int
		err   error
	}{
		{"right", []string{`{"n":1}`}, 1, nil},
		{"repaired", []string{`{"n":"one"}`, `{"n":1}`}, 2, nil},
		{"wrong twice", []string{"one", "two", `{"n":1}`}, 2, ErrReply},
		{"empty, then right", []string{"", `{"n":1}`}, 2, nil},
		{"fault at the repair", []string{"one"}, 2, ErrOpen},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := &said{texts: tc.texts}
			got, reply, err := Decode[inner](context.Background(), m, ask)
			if !errors.Is(err, tc.err) || len(m.asked) != tc.asks {
				t.Fatalf("%v after %d asks", err, len(m.asked))
			}
			if tc.err == nil && (got.N != 1 || reply.Usage.In != 10*tc.asks) {
				t.Errorf("%+v, %+v", got, reply.Usage)
			}
			if len(m.asked) == 2 {
				last := m.asked[1].Messages
				if len(last) != 3 || last[1].Text == "" || !strings.Contains(last[2].Text, "cannot be used") {
					t.Errorf("the model is not shown its error: %+v", last)
				}
			}
			if len(ask.Messages) != 1 {
				t.Error("the caller's messages were changed")
			}
		})
	}
}

func TestUnknownFieldsWithoutASchema(t *testing.T) {
	for _, text := range []string{`{"n":1,"m":2}`, `{"n":1} {"n":2}`, `{"n":1} and more`} {
		if v, err := DecodeText[inner](text, nil); !errors.Is(err, ErrReply) {
			t.Errorf("%s: %+v, %v", text, v, err)
		}
	}
	if v, err := DecodeText[inner](`{"n":1}`, nil); err != nil || v.N != 1 {
		t.Errorf("%+v, %v", v, err)
	}
}

func FuzzDecodeText(f *testing.F) {
	for _, s := range []string{`{"reason":"r","keep":true,"kind":"fact"}`, "```json\n{}\n```", "<think>", "{", "[]", "\x00", `{"reason":"` + strings.Repeat("[", 200)} {
		f.Add(s)
	}
	s := SchemaFor[verdict]("verdict")
	f.Fuzz(func(t *testing.T, text string) {
		v, err := DecodeText[verdict](text, s)
		if err != nil {
			if !errors.Is(err, ErrReply) || !cmp.Equal(v, verdict{}, cmp.AllowUnexported(verdict{})) {
				t.Fatalf("error and something: %v, %+v", err, v)
			}
			return
		}
		raw, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		again, err := DecodeText[verdict](string(raw), s)
		if err != nil || !cmp.Equal(v, again, cmp.AllowUnexported(verdict{})) {
			t.Fatalf("round trip of %s: %v, %+v", raw, err, again)
		}
	})
}
