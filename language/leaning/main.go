// Leaning makes the weights that package language tells by whether a prompt leans on what
// was told before, those by which it tells a rule that stands and whether such a rule holds
// everywhere, those by which it tells what suits the speaker in general, and those by which it
// tells whether a sentence is worth knowing later.
//
//	go run ./language/leaning --prompts eval/prompts.jsonl --out language/leaning.txt
//	go run ./language/leaning --rules eval/rules.jsonl --rules eval/notes.jsonl --rules eval/testdata/talk.jsonl --rules eval/tastes.jsonl --out language/binding.txt
//	go run ./language/leaning --scopes eval/rules.jsonl --scopes eval/notes.jsonl --out language/scope.txt
//	go run ./language/leaning --tastes eval/tastes.jsonl --out language/suits.txt
//	go run ./language/leaning --notes eval/notes.jsonl --notes eval/notes-agents.jsonl --notes eval/notes-everyday.jsonl --notes eval/relations.jsonl --out language/worth.txt
//
// Each line of the prompts is {"text":…,"needs":true,"by":1}: a prompt, whether it needs
// something that was told in an earlier conversation, and who wrote it. Each line of the
// rules is {"text":…,"stands":…,"scope":"project","by":1}: a message, the part of it that the
// agent is to keep to from now on, if any, and whether it is of the "project" or of the
// "user", whatever he works on; or "rule":[…], its sentences that are such rules. With "prefers":[…], what of
// a message tells a lasting taste, where that was asked. Each line of
// the notes is {"text":…,"who":"user","keep":[…],"by":1}: a message, and its sentences that are
// worth knowing in a later conversation; with "rule", which of them are rules, where that was
// asked and is certain. Of a pair of statements, as eval relations has them, each is worth
// that. A logistic regression is fitted to the traits of their form that several writers have
// (of a message: of its sentences); it says first how well it does on what each writer wrote
// when it has seen only that of the others. The same lines give the same bytes.
package main

import (
	"cmp"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/language"
)

const (
	leastWriters = 2 // of those that have a trait
	step         = 0.1
	least        = 0.1 // weights below say nothing
)

// kind is what is fitted.
type kind struct {
	flag    string
	samples func(prompt) []prompt
	few     int     // samples that have a trait, at least
	rounds  int     // of gradient descent
	ridge   float64 // of the mean loss, for each weight squared
	sided   float64 // how much of a weight goes by how one-sided its trait is; 0 is nothing
	doubt   float64 // samples of the mean weight, of either answer, that a trait is thought to have had besides
}

var (
	prompts = kind{"--prompts", whole, 3, 30, 0.00005, 0, 0}
	rules   = kind{"--rules", sentences, 2, 30, 0.00005, 0.6, 3}
	scopes  = kind{"--scopes", ofUser, 3, 30, 0.00005, 0, 0}
	tastes  = kind{"--tastes", tasted, 2, 30, 0.00005, 0.6, 3}
	notes   = kind{"--notes", noted, 3, 40, 0.0002, 0, 0} // of real messages of agents 0.90 are told apart, and with the ridge of the others 0.84
)

type prompt struct {
	Text   string   `json:"text"`
	Needs  bool     `json:"needs"` // is of the kind that is to be told
	Stands string   `json:"stands"`
	Rules  []string `json:"rule"`
	Scope  string   `json:"scope"`
	Tastes []string `json:"prefers"`
	Keep   []string `json:"keep"`
	Who    string   `json:"who"`
	By     int      `json:"by"`

	traits []string
}

func main() {
	var out string
	from := map[string]*[]string{}
	cmd := &cobra.Command{
		Use:          "leaning {--prompts FILE | --rules FILE … | --scopes FILE … | --tastes FILE … | --notes FILE …} --out FILE",
		Short:        "fit the weights of what the form of a text says",
		SilenceUsage: true,
		Args:         cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			for _, k := range []kind{prompts, rules, scopes, tastes, notes} {
				if files := *from[k.flag]; len(files) > 0 {
					return run(out, k, files...)
				}
			}
			return nil
		},
	}
	for _, f := range []struct {
		kind
		usage string
	}{
		{prompts, "labelled prompts"},
		{rules, "messages, each with the rule in it"},
		{scopes, "the same messages: fit whether a rule is of the user"},
		{tastes, "messages, each with the lasting tastes that it tells"},
		{notes, "messages, each with what of it is worth knowing later"},
	} {
		from[f.flag] = cmd.Flags().StringArray(strings.TrimPrefix(f.flag, "--"), nil, f.usage)
	}
	cmd.Flags().StringVar(&out, "out", "", "the file to write")
	cmd.MarkFlagsOneRequired("prompts", "rules", "scopes", "tastes", "notes")
	cmd.MarkFlagsMutuallyExclusive("prompts", "rules", "scopes", "tastes", "notes")
	if err := cmd.MarkFlagRequired("out"); err != nil {
		panic(err)
	}
	if cmd.Execute() != nil {
		os.Exit(1)
	}
}

// whole is a line of prompts as one sample.
func whole(p prompt) []prompt {
	p.traits = language.FormTraits(p.Text)
	return []prompt{p}
}

// sentences are those of a message: each that half of is in a rule, or that has half of
// one, is one.
func sentences(p prompt) []prompt { return bound(p, language.BindingTraits) }

func bound(p prompt, traits func(string) []string) (out []prompt) {
	if p.Who != "" && p.Rules == nil {
		return nil // a note of which nobody has said whether it is a rule
	}
	marked := p.Rules
	if p.Stands != "" {
		marked = append(marked, p.Stands)
	}
	return each(p, marked, traits)
}

// tasted are the sentences of a message of which somebody has said whether they tell what suits
// the speaker in general: each that does is one.
func tasted(p prompt) []prompt {
	if p.Tastes == nil {
		return nil
	}
	return each(p, p.Tastes, language.BindingTraits)
}

// noted are the sentences of a message: each that is in what is worth knowing is one.
func noted(p prompt) []prompt {
	return each(p, p.Keep, func(s string) []string { return language.WorthTraits(s, p.Who == "agent") })
}

// each are the sentences of a message: each that half of is in a marked part of it, or that
// has half of one, is of the kind.
func each(p prompt, marked []string, traits func(string) []string) (out []prompt) {
	for _, s := range language.Sentences(p.Text) {
		one := prompt{Text: p.Text[s.Start:s.End], By: p.By, Scope: p.Scope}
		one.Needs = slices.ContainsFunc(marked, func(part string) bool {
			at := strings.Index(p.Text, part)
			both := min(s.End, at+len(part)) - max(s.Start, at)
			return 2*both > s.End-s.Start || 2*both > len(part)
		})
		one.traits = traits(one.Text)
		out = append(out, one)
	}
	return out
}

// ofUser are the sentences of the rules alone: each that is of the user is one.
func ofUser(p prompt) (out []prompt) {
	for _, one := range bound(p, language.ScopeTraits) {
		if one.Needs {
			one.Needs = p.Scope == "user"
			out = append(out, one)
		}
	}
	return out
}

func run(out string, k kind, from ...string) error {
	ps, err := read(k.samples, from...)
	if err != nil {
		return fmt.Errorf("%s: %w", k.flag, err)
	}
	for _, w := range writersOf(ps) {
		var seen, unseen []prompt
		for _, p := range ps {
			if p.By == w {
				unseen = append(unseen, p)
			} else {
				seen = append(seen, p)
			}
		}
		fmt.Printf("writer %d, unseen: %s\n", w, judge(k.fit(seen), unseen))
	}
	m := k.fit(ps)
	fmt.Printf("all, seen: %s\n", judge(m, ps))
	return write(out, m)
}

// model is the weight of each trait. There is none of all prompts: of one in whose form
// nothing is known nothing is said.
type model map[string]float64

func (m model) of(p prompt) float64 {
	sum := 0.0
	for _, t := range p.traits {
		sum += m[t]
	}
	return sum
}

// fit minimises the logistic loss, either answer counting for half, by gradient descent
// with a step for each weight of its own (Duchi, Hazan, Singer: Adaptive Subgradient
// Methods, 2011). What a trait is taken to be worth before is how one-sided it is (Wang,
// Manning: Baselines and Bigrams, 2012): one that was met of either answer alike moves less.
func (k kind) fit(ps []prompt) model {
	index, names := k.traitsOf(ps)
	rows := make([][]int, len(ps))
	for i, p := range ps {
		for _, t := range p.traits {
			if k, ok := index[t]; ok {
				rows[i] = append(rows[i], k)
			}
		}
	}
	weight := sampleWeights(ps)
	worth := k.onesided(ps, rows, weight, len(names))
	w := make([]float64, len(names))
	grad, squares := make([]float64, len(w)), make([]float64, len(w))
	for range k.rounds {
		for i := range grad {
			grad[i] = 2 * k.ridge * w[i]
		}
		for i, row := range rows {
			z := 0.0
			for _, k := range row {
				z += w[k] * worth[k]
			}
			g := 1 / (1 + math.Exp(-z))
			if ps[i].Needs {
				g--
			}
			g *= weight[i]
			for _, k := range row {
				grad[k] += g * worth[k]
			}
		}
		for k, g := range grad {
			if squares[k] += g * g; squares[k] > 0 {
				w[k] -= step * g / math.Sqrt(squares[k])
			}
		}
	}
	m := model{}
	for k, name := range names {
		if w[k] *= worth[k]; math.Abs(w[k]) >= least {
			m[name] = w[k]
		}
	}
	return m
}

// sampleWeights are what each sample counts for: those of either answer for half.
func sampleWeights(ps []prompt) []float64 {
	yes := 0
	for _, p := range ps {
		if p.Needs {
			yes++
		}
	}
	weight := make([]float64, len(ps))
	for i, p := range ps {
		if weight[i] = 0.5 / float64(len(ps)-yes); p.Needs {
			weight[i] = 0.5 / float64(yes)
		}
	}
	return weight
}

// onesided returns for each trait how far the shares of either answer that have it are apart,
// as a part of what its weight goes by.
func (k kind) onesided(ps []prompt, rows [][]int, weight []float64, traits int) []float64 {
	yes, no := make([]float64, traits), make([]float64, traits)
	for i, row := range rows {
		for _, t := range row {
			if ps[i].Needs {
				yes[t] += weight[i]
			} else {
				no[t] += weight[i]
			}
		}
	}
	doubt := max(k.doubt, 1) / float64(len(ps)) // also where nothing goes by it
	for t := range yes {
		yes[t] = 1 - k.sided + k.sided*math.Abs(math.Log((yes[t]+doubt)/(no[t]+doubt)))
	}
	return yes
}

// traitsOf numbers the traits that several prompts of several writers have.
func (k kind) traitsOf(ps []prompt) (map[string]int, []string) {
	count, writers := map[string]int{}, map[string]map[int]bool{}
	for _, p := range ps {
		for _, t := range p.traits {
			if writers[t] == nil {
				writers[t] = map[int]bool{}
			}
			count[t]++
			writers[t][p.By] = true
		}
	}
	var names []string
	for t, n := range count {
		if n >= k.few && len(writers[t]) >= leastWriters {
			names = append(names, t)
		}
	}
	slices.Sort(names)
	index := make(map[string]int, len(names))
	for i, t := range names {
		index[t] = i
	}
	return index, names
}

// verdict is how well a model tells prompts apart.
type verdict struct {
	yes, no int       // prompts that need a memory, and that do not
	apart   float64   // the chance that one that does stands above one that does not
	over    []float64 // share of those that do not which stands above all but shares[i] of those that do
}

var shares = []float64{0.05, 0.1}

func (v verdict) String() string {
	words := fmt.Sprintf("%d of the kind, %d others; told apart %.3f", v.yes, v.no, v.apart)
	for i, share := range v.over {
		words += fmt.Sprintf("; above all but %.0f %%: %.1f %%", 100*shares[i], 100*share)
	}
	return words
}

// judge says how well a model tells the prompts apart, of which some need a memory and
// some do not.
func judge(m model, ps []prompt) verdict {
	var yes, no []float64
	for _, p := range ps {
		if p.Needs {
			yes = append(yes, m.of(p))
		} else {
			no = append(no, m.of(p))
		}
	}
	slices.Sort(yes)
	above := func(bar float64, xs []float64) (n int) {
		for _, x := range xs {
			if x >= bar {
				n++
			}
		}
		return n
	}
	v := verdict{yes: len(yes), no: len(no)}
	for _, x := range no {
		v.apart += float64(above(x, yes)) / float64(len(yes)*len(no))
	}
	for _, share := range shares {
		v.over = append(v.over, float64(above(yes[int(share*float64(len(yes)))], no))/float64(len(no)))
	}
	return v
}

func write(name string, m model) error {
	names := make([]string, 0, len(m))
	for t := range m {
		names = append(names, t)
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(len(strings.Fields(a)), len(strings.Fields(b))), cmp.Compare(a, b))
	})
	var b strings.Builder
	for _, t := range names {
		fmt.Fprintf(&b, "%s\t%.2f\n", t, m[t])
	}
	return os.WriteFile(name, []byte(b.String()), 0o644)
}
