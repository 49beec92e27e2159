package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/progress"
	"github.com/memtide/memtide/hookbridge"
)

const (
	moveSlice = 500 // memories that one change moves
	moveNamed = 20  // memories that say the old name, of which the ids are printed
)

// moved is what came of a move.
type moved struct {
	To      string             `json:"to"`
	From    map[string]int     `json:"from"` // memories, by the project that they were of
	Changes []memtide.ChangeID `json:"changes"`
	Saying  []memtide.ID       `json:"saying,omitempty"` // memories that say the old project's name in their own words
}

func moveCmd(a *app) *cobra.Command {
	var how moving
	c := &cobra.Command{
		Use: "move [FOLDER]", Short: "give what was said in a folder, or a whole project, to another project", Args: cobra.MaximumNArgs(1),
		Long: `Gives the memories of what was said in FOLDER, and below it, to the project that
--to names, else to the one of which the folder is now. Without FOLDER it is the
folder you are in; it need not be there any longer.

That takes two repositories apart which shared a project because their folders
have the same name:

  git -C /work/globex/api config memtide.project globex-api
  memtide move /work/globex/api

and brings along what was known of a repository whose folder has got another name:

  memtide move /work/backend-old --to backend

What was said in worktrees elsewhere is moved by their folders. With --from all
memories of a project go, wherever they come from: also what was imported, handed
over by a tool, or stated by memtide remember, of which no folder is known.

  memtide move --from backend-old --to backend

What belongs to no project, and names, stay as they are, and so do, without --from,
memories without a half-turn (memtide remember); what memtide correct has put in the place of a memory goes with it. What a
memory that goes and one that stays have ended of each other holds again. A summary
of a session names the new project; other words are not changed, and what says the
old name in them is listed. Up to 500 memories are one change, and memtide undo
takes it back.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, args []string) error {
			if how.from != "" && len(args) > 0 {
				return usage("--from takes a whole project, and FOLDER what was said in a folder; give one of them")
			}
			how.folder = append(args, ".")[0]
			return a.move(ctx, cl, how)
		}),
	}
	c.Flags().StringVar(&how.from, "from", "", "all memories of this project, wherever they come from, in the place of a folder's")
	c.Flags().StringVar(&how.to, "to", "", "the name of the project (default: that of the folder now)")
	c.Flags().BoolVarP(&how.yes, "yes", "y", false, "do not ask")
	return c
}

// moving is how a call of move was meant.
type moving struct {
	folder   string
	from, to string // projects; where from is set the folder is only where the command runs
	yes      bool
}

// wanted says what a move looks for, and to which project it goes.
func (how moving) wanted(space memtide.Space) (req control.SaidBelowRequest, to string, err error) {
	folder, err := filepath.Abs(how.folder)
	if err != nil {
		return req, "", err
	}
	if to = cmp.Or(strings.TrimSpace(how.to), hookbridge.Project(folder)); to == "" {
		return req, "", usage("%s belongs to no project; name one: --to NAME", folder)
	}
	req = control.SaidBelowRequest{Space: space, Project: how.from}
	if how.from != "" {
		return req, to, nil
	}
	req.Folders = []string{folder}
	if real, err := filepath.EvalSymlinks(folder); err == nil && real != folder {
		req.Folders = append(req.Folders, real)
	}
	return req, to, nil
}

func (a *app) move(ctx context.Context, cl *client.Client, how moving) error {
	req, to, err := how.wanted(cl.Space())
	if err != nil {
		return err
	}
	if err := wantProject(ctx, cl, how.from); err != nil {
		return err
	}
	found, err := progress.Followed[control.SaidBelow](ctx, cl, "said-below", req, progress.Bar(a.io.err, -1, "looking"))
	if err != nil {
		return err
	}
	out := moved{To: to, From: map[string]int{}}
	delete(found.Projects, to)
	for from, ids := range found.Projects {
		if len(ids) > 0 {
			out.From[from] = len(ids)
		}
	}
	switch {
	case len(out.From) > 0:
	case how.from != "":
		return none("no memory goes from project %q to %q", how.from, to)
	default:
		return none("nothing that was said in %s is of another project than %q", req.Folders[0], to)
	}
	if !how.yes && !a.agree(fmt.Sprintf("give %s to %q?", out.what(), to)) {
		return none("nothing is moved")
	}
	for _, from := range slices.Sorted(maps.Keys(out.From)) {
		parts := slices.Collect(slices.Chunk(found.Projects[from], moveSlice))
		steps := []bool{false}
		if len(parts) > 1 {
			steps = []bool{true, false}
		}
		for _, more := range steps {
			for _, part := range parts {
				c, err := client.Decide[memtide.ChangeSet](ctx, cl, "move", control.MoveRequest{Space: cl.Space(), IDs: part, From: from, To: to, More: more})
				if err != nil && len(out.Changes) > 0 {
					return fmt.Errorf("%s made (memtide log --stage move), and then: %w; the same again moves the rest", memtide.Count(len(out.Changes), "change"), err)
				}
				if err != nil {
					return err
				}
				if len(c.Ops) > 0 {
					out.Changes = append(out.Changes, c.ID)
				}
			}
		}
		out.Saying = append(out.Saying, found.Saying[from]...)
	}
	named, err := nodesOf(ctx, cl, out.Saying[:min(len(out.Saying), moveNamed)])
	if err != nil {
		return err
	}
	return a.print(out, func(w io.Writer) { out.write(w, named) })
}

// write says what went where; named are the first of those that say the old name.
func (m moved) write(w io.Writer, named []*memtide.Node) {
	var ids []string
	for _, id := range m.Changes {
		ids = append(ids, control.Short(string(id)))
	}
	printPlain(w, "%s: of %q now (change %s)\n", m.what(), m.To, strings.Join(ids, ", "))
	if n := len(m.Saying); n > 0 {
		printPlain(w, "%d still %s the old name, in words that are not changed here; memtide correct ID TEXT does that:\n", n, memtide.Agree(n, "says", "say"))
		writeNodes(w, named)
		if n > moveNamed {
			fmt.Fprintf(w, "and %d more; --json lists all\n", n-moveNamed)
		}
	}
}

// nodesOf reads memories by their ids.
func nodesOf(ctx context.Context, cl *client.Client, ids []memtide.ID) (nodes []*memtide.Node, err error) {
	for _, id := range ids {
		s, err := client.Control[control.Shown](ctx, cl, "show", control.ShowRequest{Space: cl.Space(), What: id.String()})
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, s.Node)
	}
	return nodes, nil
}

// what says how many memories of which projects are moved.
func (m moved) what() string {
	var parts []string
	for _, from := range slices.Sorted(maps.Keys(m.From)) {
		parts = append(parts, fmt.Sprintf("%s of %q", memtide.Count(m.From[from], "memory"), from))
	}
	return strings.Join(parts, " and ")
}
