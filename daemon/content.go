package daemon

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
)

// contentLines gather what a store says, whatever its ids are.
type contentLines struct {
	nodes map[memtide.ID]string
	lines []string
}

func (c *contentLines) add(l control.ExportLine) {
	switch {
	case l.Node != nil:
		line := memtide.Hash("node", string(l.Node.Kind), l.Node.CanonicalName, l.Node.Content)
		c.nodes[l.Node.ID] = line
		c.lines = append(c.lines, line)
	case l.Edge != nil:
		c.lines = append(c.lines, memtide.Hash("edge", string(l.Edge.Kind), l.Edge.Predicate, c.nodes[l.Edge.From], c.nodes[l.Edge.To]))
	}
}

// hash is the SHA-256 of all lines, sorted.
func (c *contentLines) hash() string {
	slices.Sort(c.lines)
	h := sha256.New()
	for _, l := range c.lines {
		_, _ = io.WriteString(h, l) // a hash takes everything
	}
	return hex.EncodeToString(h.Sum(nil))
}

// content returns the content hash of a space: of kind, name and words of every
// node, and of kind, predicate and both ends, by their content, of every edge.
// Ids, times and figures are not part of it.
func (d *Daemon) content(ctx context.Context, in control.SpaceRequest) (string, error) {
	c := contentLines{nodes: map[memtide.ID]string{}}
	for _, part := range []string{"nodes", "edges"} {
		for req := (control.ExportRequest{Space: in.Space, Part: part}); ; {
			p, err := d.export(ctx, req)
			if err != nil {
				return "", err
			}
			for _, l := range p.Lines {
				c.add(l)
			}
			if req.After = p.After; len(p.Lines) == 0 {
				break
			}
		}
	}
	return c.hash(), nil
}
