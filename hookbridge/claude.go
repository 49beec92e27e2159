package hookbridge

import (
	"context"

	"github.com/memtide/memtide/bus/event"
)

// handleClaude serves one hook event of Claude Code. After /compact a SubagentStop
// with an empty agent type fires for the client's own summariser; no SubagentStop is
// served, so neither is that one.
func handleClaude(ctx context.Context, h *hook) { h.event(ctx) }

// event serves one event by the names that Claude Code has given them, and Codex has
// taken over. Events of sub-agents are left alone: their answer comes back through the
// main conversation.
func (h *hook) event(ctx context.Context) {
	if h.payload.AgentID != "" {
		return
	}
	switch h.payload.Event {
	case "SessionStart":
		h.sessionStart(ctx)
	case "UserPromptSubmit":
		h.prompt(ctx)
	case "Stop":
		h.stop(ctx)
	case "PreCompact":
		h.mark(ctx, event.MarkCompacting)
	case "PostCompact":
		h.mark(ctx, event.MarkCompacted)
	case "SessionEnd":
		h.mark(ctx, event.MarkEnded)
	}
}
