package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// What package language embeds is what these files make. Sums of floats may differ in
// their last digits from machine to machine, so that a weight may be rounded otherwise or
// be just too small to be listed.
func TestTheShippedWeightsAreThoseOfTheFiles(t *testing.T) {
	for _, x := range []struct {
		shipped string
		kind    kind
		from    []string
	}{
		{"leaning.txt", prompts, []string{"../../eval/prompts.jsonl"}},
		{"binding.txt", rules, []string{"../../eval/rules.jsonl", "../../eval/notes.jsonl", "../../eval/testdata/talk.jsonl", "../../eval/tastes.jsonl"}},
		{"scope.txt", scopes, []string{"../../eval/rules.jsonl", "../../eval/notes.jsonl"}},
		{"suits.txt", tastes, []string{"../../eval/tastes.jsonl"}},
		{"worth.txt", notes, []string{"../../eval/notes.jsonl", "../../eval/notes-agents.jsonl", "../../eval/notes-everyday.jsonl", "../../eval/relations.jsonl"}},
	} {
		ps, err := read(x.kind.samples, x.from...)
		if err != nil {
			t.Fatal(err)
		}
		out := filepath.Join(t.TempDir(), "weights.txt")
		if err := write(out, x.kind.fit(ps)); err != nil {
			t.Fatal(err)
		}
		made, shipped := weights(t, out), weights(t, "../"+x.shipped)
		for trait := range union(made, shipped) {
			if d := made[trait] - shipped[trait]; max(d, -d) > 0.02 && max(made[trait], -made[trait], shipped[trait], -shipped[trait]) > least+0.02 {
				t.Errorf("%s: %q: %.2f, shipped %.2f; run the commands at the head of main.go", x.shipped, trait, made[trait], shipped[trait])
			}
		}
	}
}

// A writer of whom nothing was seen is told apart nearly as well as those who were; with
// the labels of half of the prompts turned round it is chance.
func TestUnseenWritersAreToldApart(t *testing.T) {
	ps, err := read(whole, "../../eval/prompts.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	var seen, unseen, wrong []prompt
	for i, p := range ps {
		if p.By == 3 {
			unseen = append(unseen, p)
			continue
		}
		seen = append(seen, p)
		p.Needs = p.Needs == (i%2 == 0)
		wrong = append(wrong, p)
	}
	if got := judge(prompts.fit(seen), unseen).apart; got < 0.95 {
		t.Errorf("told apart %.3f", got)
	}
	if got := judge(prompts.fit(wrong), unseen).apart; got < 0.3 || got > 0.7 {
		t.Errorf("told apart %.3f by labels that say nothing", got)
	}
}

// A sentence is a rule where half of it is, or it has half of one.
func TestSentencesOfARule(t *testing.T) {
	for want, p := range map[string]prompt{
		"Never oil it.":   {Text: "Mend the winch. Never oil it. Thanks", Stands: "Never oil it."},
		"no oil, please":  {Text: "Thanks\nno oil, please", Stands: "no oil"},
		"No oil. No tar.": {Text: "No oil. Mend it. No tar.", Rules: []string{"No oil.", "No tar."}},
		"":                {Text: "Mend the winch. Thanks"},
	} {
		var got []string
		for _, s := range sentences(p) {
			if s.Needs {
				got = append(got, s.Text)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q: %q", p.Text, got)
		}
	}
	if got := ofUser(prompt{Text: "Answer in Danish. Fix it.", Stands: "Answer in Danish.", Scope: "user"}); len(got) != 1 || !got[0].Needs {
		t.Errorf("%+v", got)
	}
}

// What was noted of an agent has a trait of its own; of a note nobody said whether it is a
// rule; of a pair of statements each is worth knowing, once, and what is asked beside it is not.
func TestSentencesOfNotes(t *testing.T) {
	told := prompt{Text: "Port 81 was taken. All tests pass.", Keep: []string{"Port 81 was taken."}, Who: "agent"}
	got := noted(told)
	if len(got) != 2 || !got[0].Needs || got[1].Needs || !slices.Contains(got[0].traits, "+agent") {
		t.Errorf("%+v", got)
	}
	if got := sentences(told); got != nil {
		t.Errorf("a rule or not: %+v", got)
	}
	name := filepath.Join(t.TempDir(), "pairs.jsonl")
	pair := `{"older":[{"text":"The port is 81."}],"newer":[{"text":"It is 82 now. Why?"}]}` + "\n"
	if err := os.WriteFile(name, []byte(pair+pair), 0o600); err != nil {
		t.Fatal(err)
	}
	ps, err := readFile(noted, name)
	var words []string
	for _, p := range ps {
		words = append(words, p.Text+strconv.FormatBool(p.Needs))
	}
	if got, want := strings.Join(words, " "), "The port is 81.true It is 82 now.true Why?false"; err != nil || got != want {
		t.Errorf("%q, %v", got, err)
	}
}

// A trait that only one answer has counts for more than one that both have alike, where a
// weight goes by that.
func TestWhatATraitIsTakenToBeWorth(t *testing.T) {
	ps := []prompt{{Needs: true, By: 1}, {By: 1}, {By: 1}, {By: 1}, {By: 2}}
	rows := [][]int{{0, 1}, {1}, {}, {}, {1}}
	w := sampleWeights(ps)
	if got := (kind{sided: 0.6, doubt: 1}).onesided(ps, rows, w, 2); got[0] <= got[1] {
		t.Errorf("worth %v", got)
	}
	if got := (kind{}).onesided(ps, rows, w, 2); got[0] != 1 || got[1] != 1 {
		t.Errorf("worth %v where nothing goes by it", got)
	}
}

// What cannot be fitted is named, and nothing is written.
func TestBadPromptsAreNamed(t *testing.T) {
	const yes, no = `{"text":"who signs off","needs":true,"by":1}`, `{"text":"thanks","by":1}`
	other := strings.NewReplacer(`:1}`, `:2}`).Replace(yes + "\n" + no)
	for want, lines := range map[string]string{
		"line 2: ":              "{\"text\":\"a\",\"by\":1}\n{",
		"line 1: \"text\" and":  `{"needs":true,"by":1}`,
		"line 2: \"text\" and":  yes + "\n" + `{"text":"thanks"}`,
		"line 3: bufio.Scanner": yes + "\n" + no + "\n" + strings.Repeat("x", longest+1),
		"1 writers have":        yes + "\n" + other,
		"two at least":          yes + "\n" + no,
	} {
		dir := t.TempDir()
		from, out := filepath.Join(dir, "prompts.jsonl"), filepath.Join(dir, "out.txt")
		if err := os.WriteFile(from, []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := run(out, prompts, from); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%s: written all the same", want)
		}
	}
}

func weights(t *testing.T, name string) map[string]float64 {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for line := range strings.Lines(string(b)) {
		trait, w, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		if out[trait], err = strconv.ParseFloat(w, 64); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

func union(a, b map[string]float64) map[string]bool {
	all := map[string]bool{}
	for k := range a {
		all[k] = true
	}
	for k := range b {
		all[k] = true
	}
	return all
}
