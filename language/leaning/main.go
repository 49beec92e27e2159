// Leaning makes the weights that package language tells by whether a prompt leans on what
// was told before, and those by which it tells a rule that stands and whether such a rule
// holds everywhere.
//
//	go run ./language/leaning --prompts eval/prompts.jsonl --out language/leaning.txt
//	go run ./language/leaning --rules eval/rules.jsonl --rules eval/testdata/talk.jsonl --out language/binding.txt
//	go run ./language/leaning --scopes eval/rules.jsonl --out language/scope.txt
//
// Each line of the prompts is {"text":…,"needs":true,"by":1}: a prompt, whether it needs
// something that was told in an earlier conversation, and who wrote it. Each line of the
// rules is {"text":…,"stands":…,"scope":"project","by":1}: a message, the part of it that the
// agent is to keep to from now on, if any, and whether it is of the "project" or of the
// "user", whatever he works on; or "rule":[…], its sentences that are such rules. A logistic regression is fitted to the traits of their form
// that several writers have (of a message: of its sentences); it says first how well it does
// on what each writer wrote when it has seen only that of the others. The same lines give
// the same bytes.
package main

import (
	"bufio"
	"cmp"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/language"
)

const (
	leastPrompts = 3 // that have a trait
	leastWriters = 2 // of them
	step         = 0.1
	rounds       = 30      // of gradient descent
	ridge        = 0.00005 // of the mean loss, for each weight squared
	least        = 0.1     // weights below say nothing
	longest      = 1 << 20 // bytes of a line
)

type prompt struct {
	Text   string   `json:"text"`
	Needs  bool     `json:"needs"` // is of the kind that is to be told
	Stands string   `json:"stands"`
	Rules  []string `json:"rule"`
	Scope  string   `json:"scope"`
	By     int      `json:"by"`

	traits []string
}

func main() {
	var prompts, scopes, out string
	var rules []string
	cmd := &cobra.Command{
		Use:          "leaning {--prompts FILE | --rules FILE … | --scopes FILE} --out FILE",
		Short:        "fit the weights of what the form of a text says",
		SilenceUsage: true,
		Args:         cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			switch {
			case len(rules) > 0:
				return run(out, "--rules", sentences, rules...)
			case scopes != "":
				return run(out, "--scopes", ofUser, scopes)
			}
			return run(out, "--prompts", whole, prompts)
		},
	}
	cmd.Flags().StringVar(&prompts, "prompts", "", "labelled prompts")
	cmd.Flags().StringArrayVar(&rules, "rules", nil, "messages, each with the rule in it")
	cmd.Flags().StringVar(&scopes, "scopes", "", "the same messages: fit whether a rule is of the user")
	cmd.Flags().StringVar(&out, "out", "", "the file to write")
	cmd.MarkFlagsOneRequired("prompts", "rules", "scopes")
	cmd.MarkFlagsMutuallyExclusive("prompts", "rules", "scopes")
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
func sentences(p prompt) (out []prompt) {
	rules := p.Rules
	if p.Stands != "" {
		rules = append(rules, p.Stands)
	}
	for _, s := range language.Sentences(p.Text) {
		one := prompt{Text: p.Text[s.Start:s.End], By: p.By}
		one.Needs = slices.ContainsFunc(rules, func(rule string) bool {
			at := strings.Index(p.Text, rule)
			both := min(s.End, at+len(rule)) - max(s.Start, at)
			return 2*both > s.End-s.Start || 2*both > len(rule)
		})
		one.traits = language.BindingTraits(one.Text)
		out = append(out, one)
	}
	return out
}

// ofUser are the sentences of the rules alone: each that is of the user is one.
func ofUser(p prompt) (out []prompt) {
	for _, one := range sentences(p) {
		if one.Needs {
			one.Needs = p.Scope == "user"
			out = append(out, one)
		}
	}
	return out
}

func run(out, flag string, samples func(prompt) []prompt, from ...string) error {
	ps, err := read(samples, from...)
	if err != nil {
		return fmt.Errorf("%s: %w", flag, err)
	}
	var writers []int
	for _, p := range ps {
		if !slices.Contains(writers, p.By) {
			writers = append(writers, p.By)
		}
	}
	for _, w := range writers {
		var seen, unseen []prompt
		for _, p := range ps {
			if p.By == w {
				unseen = append(unseen, p)
			} else {
				seen = append(seen, p)
			}
		}
		fmt.Printf("writer %d, unseen: %s\n", w, judge(fit(seen), unseen))
	}
	m := fit(ps)
	fmt.Printf("all, seen: %s\n", judge(m, ps))
	return write(out, m)
}

func read(samples func(prompt) []prompt, names ...string) (ps []prompt, err error) {
	for _, name := range names {
		of, err := readFile(samples, name)
		if err != nil {
			return nil, err
		}
		ps = append(ps, of...)
	}
	labels := map[int]map[bool]bool{}
	for _, p := range ps {
		if labels[p.By] == nil {
			labels[p.By] = map[bool]bool{}
		}
		labels[p.By][p.Needs] = true
	}
	for w, has := range labels {
		if len(has) < 2 {
			return nil, fmt.Errorf("writer %d: texts of the kind (that need a memory, or are a rule) and others are both needed", w)
		}
	}
	if len(labels) < 2 {
		return nil, fmt.Errorf("texts of %d writers: those of two at least are needed, to judge one by the other", len(labels))
	}
	return ps, nil
}

func readFile(samples func(prompt) []prompt, name string) (ps []prompt, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, longest)
	n := 1
	for ; sc.Scan(); n++ {
		var p prompt
		if err := json.Unmarshal(sc.Bytes(), &p); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if p.Text == "" || p.By == 0 {
			return nil, fmt.Errorf(`line %d: "text" and "by" are needed`, n)
		}
		for _, rule := range append(p.Rules, p.Stands) {
			if !strings.Contains(p.Text, rule) {
				return nil, fmt.Errorf(`line %d: %q is no part of "text"`, n, rule)
			}
		}
		ps = append(ps, samples(p)...)
	}
	if sc.Err() != nil {
		return nil, fmt.Errorf("line %d: %w", n, sc.Err())
	}
	return ps, nil
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
// Methods, 2011).
func fit(ps []prompt) model {
	index, names := traitsOf(ps)
	rows := make([][]int, len(ps))
	weight := make([]float64, len(ps))
	yes := 0
	for i, p := range ps {
		for _, t := range p.traits {
			if k, ok := index[t]; ok {
				rows[i] = append(rows[i], k)
			}
		}
		if p.Needs {
			yes++
		}
	}
	for i, p := range ps {
		if weight[i] = 0.5 / float64(len(ps)-yes); p.Needs {
			weight[i] = 0.5 / float64(yes)
		}
	}
	w := make([]float64, len(names))
	grad, squares := make([]float64, len(w)), make([]float64, len(w))
	for range rounds {
		for k := range grad {
			grad[k] = 2 * ridge * w[k]
		}
		for i, row := range rows {
			z := 0.0
			for _, k := range row {
				z += w[k]
			}
			g := 1 / (1 + math.Exp(-z))
			if ps[i].Needs {
				g--
			}
			g *= weight[i]
			for _, k := range row {
				grad[k] += g
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
		if math.Abs(w[k]) >= least {
			m[name] = w[k]
		}
	}
	return m
}

// traitsOf numbers the traits that several prompts of several writers have.
func traitsOf(ps []prompt) (map[string]int, []string) {
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
		if n >= leastPrompts && len(writers[t]) >= leastWriters {
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
