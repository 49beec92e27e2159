package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

func (a *app) searchArchive(ctx context.Context, cl *client.Client, req control.FindRequest) error {
	all, err := client.Control[[]control.Archived](ctx, cl, "archived", req)
	if err != nil {
		return err
	}
	empty := "nothing of what is archived fits"
	if strings.TrimSpace(req.What) == "" {
		empty = "nothing is archived"
	}
	return printSome(a, all, func(w io.Writer) { writeArchived(w, all) }, "%s", empty)
}

func writeArchived(out io.Writer, all []control.Archived) {
	w := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(w, "id\tarchived\tkind\tby\ttext")
	for _, n := range all {
		printPlain(w, "%s\t%s\t%s\t%s\t%s\n", n.ID.Short(), n.ArchivedAt.Local().Format(time.DateOnly), n.Kind, n.By+behind(": ", n.Reason), control.FirstWords(n.Content))
	}
	w.Flush()
}
