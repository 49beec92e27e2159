package hookbridge

import "context"

// handleOpenClaw serves one event of OpenClaw. It comes from memtide's own plugin there
// (hookbridge/install/openclaw), which gives events the names and the fields of Claude Code's:
// what joins the two halves of an exchange is the id of the run. Sub-agents, rooms of several
// people and what a machine has said the plugin leaves out: it alone knows of them.
func handleOpenClaw(ctx context.Context, h *hook) { h.event(ctx) }
