package hookbridge

import (
	"context"
	"strings"
)

// handleCodex serves one hook event of Codex. Its events have the names and the fields of
// Claude Code's; what joins the two halves of an exchange is the id of the turn. Codex ends
// the hook of a SessionEnd after 3 s, which is longer than any event may take.
func handleCodex(ctx context.Context, h *hook) {
	h.payload.PromptID = h.payload.TurnID
	h.event(ctx)
}

// byCodex recognises a payload of Codex. What begins or ends a session is of no turn: there
// the name of the transcript tells, which no other client gives.
func byCodex(p Payload) bool {
	name := p.Transcript[strings.LastIndexAny(p.Transcript, `/\`)+1:]
	return p.TurnID != "" && p.Model != "" || p.Session != "" && strings.HasPrefix(name, "rollout-") && strings.HasSuffix(name, ".jsonl")
}
