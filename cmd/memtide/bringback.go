package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/tools"
)

// bringBack lets a memory be found again.
func (a *app) bringBack(c *cobra.Command, what string, beside bool) error {
	cl, err := a.connect(c.Context())
	if err != nil {
		return err
	}
	defer cl.Close()
	cs, err := client.Decide[memtide.ChangeSet](c.Context(), cl, "restore", control.RestoreRequest{Space: cl.Space(), What: what, Beside: beside})
	if err != nil {
		return err
	}
	return a.print(cs, func(w io.Writer) {
		printPlain(w, "restored %s: %s (change %s)\n", what, cs.Reason, control.Short(string(cs.ID)))
		if strings.Contains(cs.Reason, tools.StillForgotten) {
			printPlain(w, "memtide restore ID brings each of them back, too\n")
		}
	})
}
