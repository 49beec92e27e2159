package main

import (
	"strings"
	"testing"

	"github.com/memtide/memtide/daemon/control"
)

// TestAnExportIsWhole: an export that was cut off, even between two lines, is
// refused; one of the time when there was no end is read.
func TestAnExportIsWhole(t *testing.T) {
	const (
		old  = `{"memtide_export":{"version":1,"space":"default","as_of":"2026-11-01T00:00:00Z","seq":2,"state_hash":"h"}}` + "\n"
		head = `{"memtide_export":{"version":1,"space":"default","as_of":"2026-11-01T00:00:00Z","seq":2,"state_hash":"h","ends":true}}` + "\n"
		node = `{"node":{"id":"01KAM5C0000000000000000001","kind":"fact","content":"The vole is small."}}` + "\n"
		end  = `{"memtide_export_end":{"lines":2}}` + "\n"
	)
	for name, c := range map[string]struct {
		in    string
		nodes int
		err   string
	}{
		"whole":                       {head + node + end, 1, ""},
		"without a last line feed":    {head + node + strings.TrimSpace(end), 1, ""},
		"old, without an end":         {old + node, 1, ""},
		"cut off between lines":       {head + node, 1, "cut off behind line 2"},
		"cut off behind the head":     {head, 0, "cut off behind line 1"},
		"cut off inside the end":      {head + node + end[:20], 1, "line 3: "},
		"a line is missing":           {head + end, 0, "line 2: 1 line before the end, which says 2"},
		"another export stands there": {head + node + end + head + node + end, 1, "line 4: more stands behind the end"},
	} {
		nodes := 0
		err := readExport(strings.NewReader(c.in), func(l control.ExportLine) error {
			if l.Node != nil {
				nodes++
			}
			return nil
		})
		if nodes != c.nodes || (err == nil) != (c.err == "") || err != nil && !strings.Contains(err.Error(), c.err) {
			t.Errorf("%s: %d nodes, error %v; want %d, %q", name, nodes, err, c.nodes, c.err)
		}
	}
}
