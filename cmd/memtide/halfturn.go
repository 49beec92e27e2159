package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/redact"
)

// longestShown is how much of a half-turn is shown, in bytes: a paste may be a mebibyte.
const longestShown = 4096

// wholeText returns a text without the secrets in it.
func wholeText(s string) string {
	if len(s) > longestShown {
		s = strings.ToValidUTF8(s[:longestShown], "") + "… (--json has all of it)"
	}
	return redact.Name(s)
}

var halfTurnForm = regexp.MustCompile(`^[0-9a-f]{8,}$`)

// halfTurnID returns the id of a half-turn, or its beginning, "" for what can be none.
func halfTurnID(what string) string {
	id := strings.TrimPrefix(strings.ToLower(what), "turn:")
	if !halfTurnForm.MatchString(id) {
		return ""
	}
	return id
}

// theHalfTurn returns the one whose id begins so, nil for none.
func theHalfTurn(ctx context.Context, cl *client.Client, id string) (*control.StoredTurn, error) {
	all, err := client.Control[[]control.StoredTurn](ctx, cl, "turns", control.TurnsRequest{Space: cl.Space(), ID: id, Limit: 2})
	switch {
	case err != nil || len(all) == 0:
		return nil, err
	case len(all) > 1:
		return nil, fmt.Errorf("%q begins more than one half-turn; give more of it", id)
	}
	return &all[0], nil
}

// showHalfTurn prints a half-turn by its id or the beginning of that.
func (a *app) showHalfTurn(ctx context.Context, cl *client.Client, id string) error {
	one, err := theHalfTurn(ctx, cl, id)
	if err != nil {
		return err
	}
	if one == nil {
		return none("memory or half-turn %q: there is none; see: memtide search WORDS, memtide turns; a change is shown by memtide log %s", id, id)
	}
	t := control.ShownTurn{StoredTurn: *one}
	made, err := client.Control[control.Descent](ctx, cl, "descent", control.DescentRequest{Space: cl.Space(), From: "turn:" + t.ID})
	if gone := control.Absent(""); err != nil && !errors.As(err, &gone) {
		return err
	}
	for _, d := range made.Nodes {
		if d.Depth == 0 {
			t.Memories = append(t.Memories, d.Node)
		}
	}
	return a.print(t, func(w io.Writer) { writeHalfTurn(w, t) })
}

func writeHalfTurn(out io.Writer, t control.ShownTurn) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	for _, f := range []struct{ name, value string }{
		{"half-turn", t.ID}, {"said", t.Time.Local().Format(time.DateTime)}, {"by", strings.TrimSpace(string(t.Role) + " " + t.Speaker)}, {"client", t.Client}, {"session", t.Session},
		{"project", t.Project}, {"trust", t.Trust.String()}, {"text", wholeText(t.Text)},
	} {
		if f.value != "" {
			printField(w, f.name, f.value)
		}
	}
	w.Flush()
	if len(t.Memories) > 0 {
		fmt.Fprintln(out, "memories made of it:")
		writeNodes(out, t.Memories)
	}
}
