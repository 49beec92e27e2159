package main

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/llm"
)

func costsCmd(a *app) *cobra.Command {
	since := "30d"
	c := &cobra.Command{
		Use: "costs", Short: "what the models took, by day and layer", Args: cobra.NoArgs,
		Long: `Prints requests, tokens and money by UTC day, layer and model. Recorded are
requests that were answered without paying, held those that were not sent
because a bound was hit. Money is by the price table; what a provider bills is
what it bills.`,
		RunE: func(c *cobra.Command, _ []string) error {
			day, err := sinceDay(since, time.Now())
			if err != nil {
				return err
			}
			rows, err := askModels(c.Context(), a, "costs", control.CostsRequest{Since: day}, func(m *llm.Models, _ error) ([]llm.Spent, error) { return m.Costs(day) })
			if err != nil {
				return err
			}
			return printSome(a, rows, func(w io.Writer) { writeCosts(w, rows) }, "nothing was asked of a model%s", behind(" since ", day))
		},
	}
	c.Flags().StringVar(&since, "since", since, "from a day on: 2026-11-01, or 7d for the last seven days, or all")
	return c
}

// sinceDay reads a day, a number of days, or all.
func sinceDay(s string, now time.Time) (string, error) {
	if s == "all" {
		return "", nil
	}
	if n, ok := strings.CutSuffix(s, "d"); ok {
		if days, err := strconv.Atoi(n); err == nil && days > 0 && days < 100_000 {
			return now.UTC().AddDate(0, 0, 1-days).Format(time.DateOnly), nil
		}
	}
	if _, err := time.Parse(time.DateOnly, s); err != nil {
		return "", usage("--since is %q, want a day (2026-11-01), a number of days (7d) or all", s)
	}
	return s, nil
}

func writeCosts(out io.Writer, rows []llm.Spent) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "DAY\tLAYER\tMODEL\tPAID\tRECORDED\tFAILED\tHELD\tIN\tOUT\tCOST\t")
	sum := llm.Spent{}
	for _, r := range rows {
		printPlain(w, "%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t\n", r.Day, r.Layer, r.Model, r.Calls, r.Recorded, r.Failed, r.Held, r.In, r.Out, costText(r))
		sum.Calls, sum.Recorded, sum.Failed, sum.Held = sum.Calls+r.Calls, sum.Recorded+r.Recorded, sum.Failed+r.Failed, sum.Held+r.Held
		sum.Usage, sum.Unpriced = sum.Usage.Plus(r.Usage), sum.Unpriced+r.Unpriced
	}
	printPlain(w, "all\t\t\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t\n", sum.Calls, sum.Recorded, sum.Failed, sum.Held, sum.In, sum.Out, costText(sum))
	w.Flush()
}

// costText says what is known of the cost: nothing is free only because its
// price is not known.
func costText(s llm.Spent) string {
	switch {
	case s.Unpriced == 0:
		return llm.Dollars(s.Micros)
	case s.Micros == 0:
		return "?"
	}
	return llm.Dollars(s.Micros) + " + ?"
}
