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
	var to string
	var yes bool
	c := &cobra.Command{
		Use: "move [FOLDER]", Short: "give what was said in a folder to another project", Args: cobra.MaximumNArgs(1),
		Long: `Gives the memories of what was said in FOLDER, and below it, to the project that
--to names, else to the one of which the folder is now. Without FOLDER it is the
folder you are in; it need not be there any longer.

That takes two repositories apart which shared a project because their folders
have the same name:

  git -C /work/globex/api config memtide.project globex-api
  memtide move /work/globex/api

and brings along what was known of a repository whose folder has got another name:

  memtide move /work/backend-old --to backend

What was said in worktrees elsewhere is moved by their folders. What belongs to no
project, names, and memories without a half-turn (memtide remember) stay as they
are; what memtide correct has put in the place of a memory goes with it. What a
memory that goes and one that stays have ended of each other holds again. A summary
of a session names the new project; other words are not changed, and what says the
old name in them is listed. Up to 500 memories are one change, and memtide undo
takes it back.`,
		RunE: a.asks(func(ctx context.Context, cl *client.Client, args []string) error {
			return a.move(ctx, cl, append(args, ".")[0], to, yes)
		}),
	}
	c.Flags().StringVar(&to, "to", "", "the name of the project (default: that of the folder now)")
	c.Flags().BoolVarP(&yes, "yes", "y", false, "do not ask")
	return c
}

func (a *app) move(ctx context.Context, cl *client.Client, folder, to string, yes bool) error {
	folder, err := filepath.Abs(folder)
	if err != nil {
		return err
	}
	if to = cmp.Or(strings.TrimSpace(to), hookbridge.Project(folder)); to == "" {
		return usage("%s belongs to no project; name one: --to NAME", folder)
	}
	req := control.SaidBelowRequest{Space: cl.Space(), Folders: []string{folder}}
	if real, err := filepath.EvalSymlinks(folder); err == nil && real != folder {
		req.Folders = append(req.Folders, real)
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
	if len(out.From) == 0 {
		return none("nothing that was said in %s is of another project than %q", folder, to)
	}
	if !yes && !a.agree(fmt.Sprintf("give %s to %q?", out.what(), to)) {
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
	return a.print(out, func(w io.Writer) {
		var ids []string
		for _, id := range out.Changes {
			ids = append(ids, control.Short(string(id)))
		}
		printPlain(w, "%s: of %q now (change %s)\n", out.what(), to, strings.Join(ids, ", "))
		if n := len(out.Saying); n > 0 {
			printPlain(w, "%d still %s the old name, in words that are not changed here; memtide correct ID TEXT does that:\n", n, memtide.Agree(n, "says", "say"))
			writeNodes(w, named)
			if n > moveNamed {
				fmt.Fprintf(w, "and %d more; --json lists all\n", n-moveNamed)
			}
		}
	})
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
