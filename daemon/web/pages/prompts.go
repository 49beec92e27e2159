package pages

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// modes are the sorts of receipts, as a person chooses among them.
var modes = [][2]string{{event.ModePrompt, "prompts"}, {event.ModeSessionStart, "session starts"}, {event.ModeSubagent, "subagents"}, {event.ModeQuery, "searches"}}

func prompts(c *call) (page, error) {
	q := c.URL.Query()
	req := control.ReceiptsRequest{Space: c.space, Limit: perPage, Prompts: true, ReceiptFilter: control.ReceiptFilter{Client: q.Get("client"), Session: q.Get("session"), Mode: q.Get("mode")}}
	if !q.Has("mode") {
		req.Mode = event.ModePrompt
	}
	if s := q.Get("before"); s != "" {
		n, err := strconv.ParseUint(s, 10, 64)
		if err != nil {
			return page{}, wrongForm{"before is " + plain(s), "Go on from the list."}
		}
		req.Before = n
	}
	all, err := ask[[]control.Told](c, "receipts", req)
	if err != nil {
		return page{}, err
	}
	given, err := c.withWords(all)
	next := ""
	if len(all) == perPage {
		n := url.Values{}
		for k, v := range q {
			n[k] = v
		}
		n.Del("done")
		n.Set("before", strconv.FormatUint(all[perPage-1].Seq, 10))
		next = Root + "prompts?" + n.Encode()
	}
	return page{name: "prompts", title: "Prompts and what they were given", here: "prompts", live: req.Before == 0, data: map[string]any{
		"Given": given, "Filter": req, "Modes": modes, "Next": next,
	}}, err
}

// stretch is the time of one stage in the picture of a receipt.
type stretch struct {
	event.StageTime
	X, W  float64 // of 1000
	WaitX float64
	WaitW float64
	Name  string
}

// stretchesOf draws the stages one behind the other.
func stretchesOf(r event.Receipt) (all []stretch) {
	var sum int64
	for _, s := range r.Stages {
		sum += s.WaitUS + s.TookUS
	}
	whole := float64(max(sum, r.TookUS, 1))
	x := 0.0
	for _, s := range r.Stages {
		wait, took := 1000*float64(s.WaitUS)/whole, 1000*float64(s.TookUS)/whole
		all = append(all, stretch{s, x + wait, max(took, 1), x, wait, stageDoes(s.Stage)})
		x += wait + took
	}
	return all
}

// stageDoes says what a stage of the way from the prompt to the answer does.
func stageDoes(stage string) string {
	return map[string]string{
		"retrieve.front": "takes the prompt", "retrieve.classify": "what it mentions and wants", "retrieve.followup": "is memory needed again", "retrieve.plan": "which searches", "retrieve.toolloop": "searches",
		"retrieve.safetynets": "rules and safety nets", "retrieve.assemble": "gate, ranking, budget", "retrieve.curate": "duplicates out, block written",
	}[stage]
}

// verdictWords says why a candidate was left out.
func verdictWords(why string) string {
	if s := map[string]string{
		"gate": "does not cover enough of the prompt", "surfaced": "this session was shown it already", "in-context": "stands in the conversation already", "other-project": "belongs to another project",
		"superseded": "something newer has taken its place", "archived": "is archived", "template": "says the same as a rule that is shown", "says nothing": "asks, or tells nothing", "said by the prompt": "the prompt says it itself",
		"taken back": "was taken back", "cap": "enough of its kind are shown", "duplicate": "says the same as one that is shown", "budget": "no room in the tokens", "left out": "ranked too low",
	}[why]; s != "" {
		return s
	}
	return why
}

func receipt(c *call) (page, error) {
	all, err := ask[[]control.Told](c, "receipts", control.ReceiptsRequest{Space: c.space, ID: c.PathValue("id"), Limit: 1, Prompts: true})
	if err != nil {
		return page{}, err
	}
	if len(all) == 0 {
		return page{}, control.Absent("there is no receipt " + plain(c.PathValue("id")) + "; one that was just made takes a moment to be there")
	}
	r := all[0]
	rows := r.Rows(true)
	in := slices.DeleteFunc(slices.Clone(rows), func(x control.Row) bool { return x.Order == 0 })
	out := slices.DeleteFunc(slices.Clone(rows), func(x control.Row) bool { return x.Order > 0 })
	reasons := map[string]int{}
	for _, x := range out {
		reasons[x.Verdict]++
	}
	found, pinned := r.Count()
	return page{name: "receipt", title: "Why: receipt " + control.Short(r.ID), here: "prompts", data: map[string]any{
		"R": r, "In": in, "Out": out, "Reasons": reasons, "Found": found, "Pinned": pinned, "Stages": stretchesOf(r.Receipt), "HalfTurn": r.HalfTurnID(),
	}}, nil
}

// ruleGroup are the rules of one place.
type ruleGroup struct {
	Project string
	Rules   []tools.Rule
}

func rules(c *call) (page, error) {
	all, err := ask[[]tools.Rule](c, "rules", control.RulesRequest{Space: c.space})
	if err != nil {
		return page{}, err
	}
	crowded := 0
	for _, r := range all {
		if r.NoRoom {
			crowded++
		}
	}
	shown, pager := paged(c, all)
	groups := []*ruleGroup{{}} // what holds everywhere comes first
	for _, r := range shown {
		i := slices.IndexFunc(groups, func(g *ruleGroup) bool { return g.Project == r.Node.Project })
		if i < 0 {
			groups = append(groups, &ruleGroup{Project: r.Node.Project})
			i = len(groups) - 1
		}
		groups[i].Rules = append(groups[i].Rules, r)
	}
	if len(groups[0].Rules) == 0 {
		groups = groups[1:]
	}
	return page{name: "rules", title: "Rules", here: "rules", data: map[string]any{"Groups": groups, "Total": len(all), "Crowded": crowded, "Pager": pager}}, nil
}

func conflicts(c *call) (page, error) {
	all, err := ask[[]tools.Conflict](c, "conflicts", control.SpaceRequest{Space: c.space})
	shown, pager := paged(c, all)
	return page{name: "conflicts", title: "Conflicts", here: "conflicts", data: map[string]any{"All": shown, "Now": c.now, "Pager": pager}}, err
}

func quarantine(c *call) (page, error) {
	all, err := ask[[]*memtide.Node](c, "quarantine", control.QuarantineRequest{Space: c.space})
	shown, pager := paged(c, all)
	return page{name: "quarantine", title: "Quarantine", here: "quarantine", data: map[string]any{
		"All": shown, "Pager": pager, "NoteKinds": tools.NoteKinds(), "Why": tools.Quarantine, "ReadAs": tools.ReadAs,
	}}, err
}

// useWords says in how many words what became of an injected memory.
func useWords(verdict string) string {
	switch verdict {
	case "injected, used":
		return "the answer used it"
	case "injected, not used":
		return "the answer did not use it"
	case "injected, no answer yet":
		return "no answer yet"
	case "injected":
		return "given"
	}
	return fmt.Sprint(verdict)
}
