package main

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
)

const graphFile = `{"type":"entity","name":"Ada Brink","entityType":"Person","observations":["Keeps the lock keys"," Ada Brink  speaks Danish ",""]}

{"type":"relation","from":"ada brink","to":"North Lock","relationType":"works at"}
{"type":"entity","name":"Quay 4","entityType":"place","observations":[]}
`

// sketched is a graph in words.
func sketched(g *graph) (out []string) {
	names := map[memtide.ID]string{}
	for _, n := range g.nodes {
		names[n.ID] = string(n.Kind) + " " + n.Content
		out = append(out, strings.TrimSpace(names[n.ID]+" "+n.EntityType))
	}
	for _, e := range g.edges {
		out = append(out, names[e.From]+" -"+string(e.Kind)+e.Predicate+"- "+names[e.To])
	}
	return out
}

func TestReadGraph(t *testing.T) {
	lines, err := readGraph([]byte(graphFile))
	if err != nil {
		t.Fatal(err)
	}
	const ada, episode = "entity Ada Brink", "episode Ada Brink: Keeps the lock keys\nAda Brink speaks Danish"
	want := []string{"entity Ada Brink person", "entity Quay 4 place",
		"fact Ada Brink: Keeps the lock keys", "fact Ada Brink speaks Danish", episode, "entity North Lock",
		"fact Ada Brink: Keeps the lock keys -derived_from- " + episode, "fact Ada Brink: Keeps the lock keys -mentions- " + ada,
		"fact Ada Brink speaks Danish -derived_from- " + episode, "fact Ada Brink speaks Danish -mentions- " + ada,
		ada + " -relationworks_at- entity North Lock"}
	got := graphOf(lines, time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC), "")
	if d := cmp.Diff(want, sketched(got)); d != "" {
		t.Error(d)
	}
	// Who is observed is mentioned as often, and who is only named once.
	mentions := map[string]int{}
	for _, n := range got.nodes {
		if n.Kind == memtide.Entity {
			mentions[n.Content] = n.MentionCount
		}
	}
	if d := cmp.Diff(map[string]int{"Ada Brink": 2, "Quay 4": 1, "North Lock": 1}, mentions); d != "" {
		t.Error(d)
	}
	// The ids do not follow the time of the file.
	later := graphOf(lines, time.Date(2026, 6, 1, 8, 0, 0, 0, time.UTC), "")
	if !slices.EqualFunc(got.nodes, later.nodes, func(a, b *memtide.Node) bool { return a.ID == b.ID }) {
		t.Error("a file that was written anew has other ids")
	}
	// What the server's tool answers says the same.
	whole := `{"entities":[{"name":"Ada Brink","entityType":"Person","observations":["Keeps the lock keys","Ada Brink speaks Danish"]},
		{"name":"Quay 4","entityType":"place","observations":[]}],"relations":[{"from":"ada brink","to":"North Lock","relationType":"works at"}]}`
	if lines, err = readGraph([]byte(whole)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, sketched(graphOf(lines, time.Time{}, ""))); d != "" {
		t.Error(d)
	}
	for _, text := range []string{graphFile, whole, `{ "type": "entity", "name": "x", "observations": ["` + strings.Repeat("x", 100)} {
		if !isGraph(text) {
			t.Errorf("%.40q is not recognised", text)
		}
	}
}

// What is written in small letters is looked at before: a key of capital letters would be
// none afterwards.
func TestTheTypeOfANameHoldsNoSecret(t *testing.T) {
	key := "AKIA" + "Q3X7M9PZ" + "2L5T8KWD" // made up
	g := graphOf([]graphLine{{Type: "entity", Name: "Vault", EntityType: "Key " + key}, {Type: "relation", From: "Vault", To: "Quay 4", RelationType: "opens with " + key}}, time.Time{}, "")
	if typ := g.nodes[0].EntityType; !strings.HasPrefix(typ, "key ") || strings.Contains(typ, strings.ToLower(key)) {
		t.Errorf("type %q", typ)
	}
	if p := g.edges[0].Predicate; !strings.HasPrefix(p, "opens_with") || strings.Contains(p, strings.ToLower(key)) {
		t.Errorf("relation %q", p)
	}
}

func TestBadGraphsAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		graphFile + "{":                "line 5: the JSON is cut off in the middle",
		"nonsense":                     "line 1: it is no JSON: invalid character",
		`{"type":"entity","name":" "}`: "line 1: an entity needs name",
		"\n" + `{"type":"relation","from":"a","to":"b"}`:                                                 "line 2: a relation needs from, to and relationType",
		`{"type":"entity","name":"` + strings.Repeat("z", graphNameMost+1) + `"}`:                        "line 1: a name or type has more than 1000 bytes",
		`{"type":"node","name":"a"}`:                                                                     `line 1: type is "node"`,
		`{"type":"entity","name":"a","observations":[1]}`:                                                "line 1: observations is a number, want a text in quotes",
		`{"entities":[{"name":"a"},{"entityType":"b"}]}`:                                                 "entity 2: an entity needs name",
		`{"entities":[{"name":"a"}],"relations":[{}]}`:                                                   "relation 1: a relation needs",
		strings.Repeat("x\n", badMost+7):                                                                 "and 7 more",
		`{"type":"entity","name":"a","observations":["` + strings.Repeat("y", observationMost+1) + `"]}`: "observations[0] has 65537 bytes",
	} {
		lines, err := readGraph([]byte(text))
		if err == nil || !strings.Contains(err.Error(), want) || lines != nil {
			t.Errorf("%.60q: %v and %d lines, want %q", text, err, len(lines), want)
		}
	}
}

func FuzzReadGraph(f *testing.F) {
	f.Add([]byte(graphFile))
	f.Add([]byte(`{"entities":[{"name":"a","observations":["b"]}],"relations":[{"from":"a","to":"c","relationType":"d"}]}`))
	f.Add([]byte("\xef\xbb\xbf{\"type\":\"entity\",\"name\":\"\u00e9\"}"))
	f.Add([]byte(graphFile + "{"))
	f.Add([]byte(`{"type":"relation","from":"a","to":"A","relationType":"is"}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		lines, err := readGraph(raw)
		if err != nil {
			if lines != nil {
				t.Error("an error, and lines")
			}
			return
		}
		at := time.Date(2026, 5, 1, 8, 0, 0, 0, time.UTC)
		g := graphOf(lines, at, "")
		known := map[memtide.ID]bool{}
		for _, n := range g.nodes {
			known[n.ID] = true
			n := *n
			n.Trust = memtide.TrustImported
			if err := n.Validate(); err != nil {
				t.Error(err)
			}
		}
		for _, e := range g.edges {
			e.ID, e.CreatedAt = memtide.NewID(at, "x", 0), at
			if err := e.Validate(); err != nil || !known[e.From] || !known[e.To] {
				t.Errorf("%+v: %v", e, err)
			}
		}
	})
}
