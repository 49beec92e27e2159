package web

import (
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// status is what the daemon says about itself.
func (s *Server) status(c *call) (reply, error) {
	st, err := client.Control[control.Status](c.Context(), c.cl, "status", control.SpaceRequest{Space: c.cl.Space()})
	return reply{body: st}, err
}
