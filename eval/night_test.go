package eval

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
)

func overNight(t *testing.T, w *world, task, cases string) LabelReport {
	t.Helper()
	r, err := Labels(t.Context(), w.client(), task, strings.NewReader(cases), Options{Cases: "own", Settled: w.settled, Job: w.job})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The first two rows are as the rules read them; the third has the wrong way round,
// and the fourth a link that is not made. The second tells something before.
func TestCauses(t *testing.T) {
	r := overNight(t, newWorld(t), "causes", `{"label":"cause","older":[{"text":"The mill stood still on Monday."}],"newer":[{"text":"Because the belt was torn."}]}
{"label":"effect","older":[{"text":"We met at the mill."},{"text":"The river is low in August."}],"newer":[{"speaker":"assistant","text":"That is why the mill rests."}]}
{"label":"effect","older":[{"text":"The lamp on the pier was dark."}],"newer":[{"text":"Because its bulb had burnt out."}]}
{"label":"cause","older":[{"text":"The pier is closed."}],"newer":[{"text":"The lamp has been repaired."}]}
{"label":"none","older":[{"text":"The goat is called Berta."}],"newer":[{"text":"The goat is brown."}]}`)
	if r.N != 5 || r.Accuracy != 0.6 || r.Classes["cause"].Recall != 0.5 || r.Classes["effect"].Recall != 0.5 || r.Classes["none"].Recall != 1 {
		t.Errorf("%+v", r)
	}
}

// Of Mirja there is a summary with two of three parts, of Pekka with what it must
// not say, of Aino one although she shall have none; Sanna is not spoken of enough.
func TestProfiles(t *testing.T) {
	three := func(name string) string {
		return `"told":[{"text":"` + name + ` lives in Oulu."},{"text":"` + name + ` works at the harbour."},{"text":"` + name + ` owns a red truck."}]`
	}
	r := overNight(t, newWorld(t), "profiles", `{"name":"Mirja",`+three("Mirja")+`,"says":["in oulu","red truck","a violin"]}
{"name":"Pekka",`+three("Pekka")+`,"says":["harbour"],"never":["truck"]}
{"name":"Aino",`+three("Aino")+`}
{"name":"Sanna","told":[{"text":"Sanna lives in Turku."}],"never":["Turku"]}
{"name":"Tuuli","project":"mill","told":[{"project":"mill","text":"Tuuli keeps the keys."},{"project":"pier","text":"Tuuli knows the price."}],"says":["keys"]}`)
	if r.N != 5 || r.Classes["summary"] != (Class{N: 3, Precision: 0.66667, Recall: 0.66667, F1: 0.66667}) ||
		r.Classes["says"] != (Class{N: 5, Precision: 0.75, Recall: 0.6, F1: 0.66667}) {
		t.Errorf("%+v", r)
	}
}

// What the rules must reach on our own sets.
const (
	causesRight  = 0.80
	causesMade   = 0.95 // precision of either link
	profilesSaid = 0.70 // of what a summary shall say
	profilesTrue = 0.95
)

// Of our own pairs the rules link few that have no cause, and of our own people and
// things a summary says most of what it shall, and next to nothing that it must not.
func TestTheJobsAreRight(t *testing.T) {
	labels, pairs, n := map[string]int{}, map[string]bool{}, 0
	for r, err := range lines[Row](OwnCauses()) {
		if err != nil {
			t.Fatal(err)
		}
		label, err := r.label()
		if err != nil || len(r.Older) != 1 || len(r.Newer) != 1 {
			t.Fatalf("row %s: %v, %d and %d texts", r.ID, err, len(r.Older), len(r.Newer))
		}
		labels[label]++
		pairs[r.Older[0].Text+"\n"+r.Newer[0].Text] = true
		n++
	}
	if len(pairs) != n || n < 60 || labels["cause"] < n/4 || labels["effect"] < n/4 || labels["none"] < n/4 {
		t.Fatalf("%d pairs, %d of them unlike: %v", n, len(pairs), labels)
	}
	w := newWorld(t)
	read := func(task string) LabelReport {
		own := map[string]string{"causes": ownCauses, "profiles": ownProfiles}[task]
		r := overNight(t, w, task, own)
		var b strings.Builder
		if err := r.Table(&b); err != nil {
			t.Fatal(err)
		}
		t.Logf("%s\n%s", task, b.String())
		return r
	}
	c := read("causes")
	if c.Accuracy < causesRight || c.Classes["cause"].Precision < causesMade || c.Classes["effect"].Precision < causesMade {
		t.Errorf("causes: %+v", c)
	}
	p := read("profiles")
	if p.N < 20 || p.Classes["says"].Recall < profilesSaid || p.Classes["says"].Precision < profilesTrue || p.Classes["summary"].Precision < 1 {
		t.Errorf("profiles: %+v", p)
	}
}

func TestNightRefuses(t *testing.T) {
	broken := errors.New("broken")
	w := newWorld(t)
	fails := func(context.Context, memtide.Space, string, time.Time) error { return broken }
	const fine = `{"label":"none","older":[{"text":"The goat is called Berta."}],"newer":[{"text":"The goat is brown."}]}`
	for name, tt := range map[string]struct {
		task, cases string
		opts        Options
		want        error
		names       string
	}{
		"no job":        {"causes", fine, Options{Settled: w.settled}, errOptions, "Job"},
		"no settled":    {"causes", fine, Options{Job: w.job}, errOptions, "Settled"},
		"job fails":     {"causes", fine, Options{Settled: w.settled, Job: fails}, broken, "infer"},
		"no JSON":       {"causes", "{", Options{Settled: w.settled, Job: w.job}, ErrCases, "line 1"},
		"other label":   {"causes", strings.Replace(fine, "none", "maybe", 1), Options{Settled: w.settled, Job: w.job}, ErrCases, `"maybe"`},
		"one text only": {"causes", `{"id":"x","label":"none","newer":[{"text":"The goat is brown."}]}`, Options{Settled: w.settled, Job: w.job}, ErrCases, `"x"`},
		"no name":       {"profiles", `{"id":"x","told":[{"text":"The goat is brown."}]}`, Options{Settled: w.settled, Job: w.job}, ErrCases, "name"},
		"nothing told":  {"profiles", `{"id":"x","name":"Berta"}`, Options{Settled: w.settled, Job: w.job}, ErrCases, "told"},
	} {
		_, err := Labels(t.Context(), w.client(), tt.task, strings.NewReader(tt.cases), tt.opts)
		if !errors.Is(err, tt.want) || !strings.Contains(err.Error(), tt.names) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !slices.Contains(Tasks(), "causes") || !slices.Contains(Tasks(), "profiles") {
		t.Errorf("tasks: %v", Tasks())
	}
}
