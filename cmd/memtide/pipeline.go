package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/stages"
)

// box is a stage in JSON.
type box struct {
	Stage string   `json:"stage"`
	Doc   string   `json:"doc"`
	Hears string   `json:"hears"`
	Says  []string `json:"says"`
}

func pipelineCmd(a *app) *cobra.Command {
	return &cobra.Command{
		Use: "pipeline", Short: "print the pipeline: every stage, what it hears and what it says", Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			all := stages.All(stages.Deps{})
			var boxes []box
			for _, s := range all {
				boxes = append(boxes, box{s.Name, s.Doc, s.Hears, s.Says})
			}
			return a.print(boxes, func(w io.Writer) { writePipeline(w, all) })
		},
	}
}

// writePipeline writes docs/pipeline.md.
func writePipeline(w io.Writer, all []bus.Stage) {
	fmt.Fprint(w, "# The pipeline\n\nMade by `go generate ./cmd/memtide` from the list of stages; a test holds both together.\n")
	flow := ""
	for _, s := range all {
		name, _, _ := strings.Cut(s.Name, ".")
		if name != flow {
			flow = name
			fmt.Fprintf(w, "\n## %s\n\n| stage | hears | says | what it does |\n|---|---|---|---|\n", flow)
		}
		says := strings.Join(s.Says, "`, `")
		if says == "" {
			says = "(decides)"
		} else {
			says = "`" + says + "`"
		}
		fmt.Fprintf(w, "| `%s` | `%s` | %s | %s |\n", s.Name, s.Hears, says, s.Doc)
	}
	fmt.Fprint(w, "\n## Who hears what\n\n```\n")
	heard := map[string][]string{}
	for _, s := range all {
		heard[s.Hears] = append(heard[s.Hears], s.Name)
	}
	for _, s := range all {
		for _, kind := range s.Says {
			to := heard[kind]
			if len(to) == 0 {
				to = []string{sink(kind)}
			}
			slices.Sort(to)
			fmt.Fprintf(w, "%-22s ── %-24s ──▶ %s\n", s.Name, kind, strings.Join(to, ", "))
		}
	}
	fmt.Fprint(w, "```\n")
}

// sink says where a kind ends that no stage hears.
func sink(kind string) string {
	switch kind {
	case "memory.curated.v1":
		return "back to the front door"
	case "receipt.written.v1":
		return "TRACE"
	}
	return "nobody"
}
