package remember

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/tools"
)

// Bounds of the loop in which a model stores items (O32).
const (
	maxStoreTurns  = 10
	maxStoreCalls  = 12
	maxStoreErrors = 3
	maxStoreResult = 4000
	loopHits       = 10
)

// storeLoop is one talk with the model. It writes nothing: what the model calls
// for becomes proposals for the decision.
type storeLoop struct {
	storeModel
	t         event.TurnTaken
	items     []event.Found
	shown     map[string]memtide.ID
	proposals map[int]proposal
}

type storeLoopIn struct {
	Items []itemIn `json:"items"`
}

type lookArgs struct {
	Name string `json:"name,omitempty"`
	Text string `json:"text,omitempty"`
}

type itemArgs struct {
	N  int    `json:"n" doc:"number of the item"`
	ID string `json:"id,omitempty" doc:"id of a memory that was shown"`
}

// storeTools are what the model may call.
var storeTools = func() []llm.Tool {
	look, item := llm.SchemaFor[lookArgs]("look"), llm.SchemaFor[itemArgs]("item")
	return []llm.Tool{
		{Name: "search_entity", Description: "A person, project, place or thing by name, with what is told of it.", Schema: look},
		{Name: "search_facts", Description: "Memories by words.", Schema: look},
		{Name: "store_memory", Description: "Store an item as it is.", Schema: item},
		{Name: "supersede_memory", Description: "Store an item in the place of the memory with the id.", Schema: item},
		{Name: "skip_memory", Description: "The memory with the id says all of the item already.", Schema: item},
		{Name: prompt.Done, Description: "Every item has been dealt with."},
	}
}()

var storeVerbs = map[string]string{"store_memory": doAdd, "supersede_memory": doUpdate, "skip_memory": doNoop}

func (m storeModel) loop(ctx context.Context, t event.TurnTaken, items []event.Found) (map[int]proposal, error) {
	l := &storeLoop{storeModel: m, t: t, items: items, shown: map[string]memtide.ID{}, proposals: map[int]proposal{}}
	var in storeLoopIn
	for i, f := range items {
		in.Items = append(in.Items, itemIn{i + 1, f.Kind, t.Time.Format(time.DateOnly), f.Content})
	}
	req, err := m.ask.Request(layerStoreLoop, in)
	if err != nil {
		return nil, err
	}
	req.Tools = storeTools
	by, err := m.ask.Talk(ctx, req, prompt.Talk{Turns: maxStoreTurns, Calls: maxStoreCalls, Errors: maxStoreErrors, Call: l.call})
	for n, p := range l.proposals {
		p.by = by
		l.proposals[n] = p
	}
	return l.proposals, err
}

// call carries one call out. The error is for the model.
func (l *storeLoop) call(ctx context.Context, c llm.Call) (string, error) {
	if do, ok := storeVerbs[c.Name]; ok {
		return l.settle(c, do)
	}
	if c.Name != "search_entity" && c.Name != "search_facts" {
		return "", fmt.Errorf("there is no tool %q", c.Name)
	}
	var args lookArgs
	if err := json.Unmarshal(c.Arguments, &args); err != nil || args == (lookArgs{}) {
		return "", fmt.Errorf("give a name or a text")
	}
	var b strings.Builder
	err := l.Ledger.Read(ctx, l.t.Space, func(v ledger.View) error {
		nodes, err := l.look(v, c.Name, args)
		for _, n := range nodes {
			line := fmt.Sprintf("[%s] (%s) %s: %s\n", n.ID.Short(), n.CreatedAt.Format(time.DateOnly), n.Kind, clip(n.Content, similarText))
			if b.Len()+len(line) > maxStoreResult {
				break
			}
			l.shown[n.ID.Short()] = n.ID
			b.WriteString(line)
		}
		return err
	})
	if err != nil {
		return "", fmt.Errorf("the memory could not be read")
	}
	if b.Len() == 0 {
		return "nothing found", nil
	}
	return b.String(), nil
}

// look returns what a search of the model finds.
func (l *storeLoop) look(v ledger.View, tool string, args lookArgs) ([]*memtide.Node, error) {
	var nodes []*memtide.Node
	if tool == "search_entity" {
		for _, id := range v.Graph.ByName(language.Fold(args.Name)) {
			n, err := v.Graph.Node(id)
			if err != nil {
				return nil, err
			}
			if n.Live() {
				nodes = append(nodes, n)
			}
		}
	}
	near, err := tools.NewFinder(v).Alike(tools.Like{Text: args.Name + " " + args.Text, Kinds: reconciled, Project: l.t.Project, Limit: loopHits})
	for _, s := range near {
		nodes = append(nodes, s.Node)
	}
	return nodes, err
}

// settle notes what the model wants done with an item; the last word counts.
func (l *storeLoop) settle(c llm.Call, do string) (string, error) {
	var args itemArgs
	if err := json.Unmarshal(c.Arguments, &args); err != nil || args.N < 1 || args.N > len(l.items) {
		return "", fmt.Errorf("n is no number of an item")
	}
	target := l.shown[args.ID]
	if target.IsZero() && do != doAdd {
		return "", fmt.Errorf("id is of no memory that was shown")
	}
	l.proposals[args.N-1] = proposal{do: do, target: target, open: do == doAdd} // no tool says that two cannot both hold
	return "ok", nil
}
