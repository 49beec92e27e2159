package web

import (
	"strings"

	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
)

// status is what the daemon says about itself.
func (s *Server) status(c *call) (reply, error) {
	st, err := client.Control[control.Status](c.Context(), c.cl, "status", control.SpaceRequest{Space: c.cl.Space()})
	return reply{body: st}, err
}

// extractLayer is the layer of the models that reads facts out of what is said.
const extractLayer = "extract"

// providerOf divides PROVIDER/MODEL, as the settings name a model.
func providerOf(name string) (provider, model string) {
	provider, model, ok := strings.Cut(name, "/")
	if !ok {
		return "", name
	}
	return provider, model
}
