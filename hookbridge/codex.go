package hookbridge

import (
	"context"
	"path/filepath"
	"strings"
)

// handleCodex serves one hook event of Codex. Its events have the names and the fields of
// Claude Code's; what joins the two halves of an exchange is the id of the turn. Codex ends
// the hook of a SessionEnd after 3 s, which is longer than any event may take.
func handleCodex(ctx context.Context, h *hook) {
	if ofAnotherThread(h.payload) {
		return
	}
	h.payload.PromptID = h.payload.TurnID
	h.event(ctx)
	switch h.payload.Event {
	case "SessionStart":
		h.tidy(filepath.Join(h.paths.Run, "turns"), "", oldTurn)
	case "Stop":
		h.turnOver(h.payload.TurnID)
	}
}

// ofAnotherThread reports whether an event is of a conversation that the agent holds within the
// session, as a reviewer does, and of which no field says so: its transcript has another id.
func ofAnotherThread(p Payload) bool {
	name := p.Transcript[strings.LastIndexAny(p.Transcript, `/\`)+1:]
	id, ok := strings.CutSuffix(name, ".jsonl")
	if id = id[max(0, len(id)-len(aThread)):]; !ok || len(p.Session) != len(aThread) || len(id) != len(aThread) {
		return false
	}
	return strings.HasPrefix(name, "rollout-") && !strings.EqualFold(id, p.Session)
}

const aThread = "019f0000-0000-7000-8000-000000000000" // as long as the ids of sessions are

// byCodex recognises a payload of Codex. What begins or ends a session is of no turn: there
// the name of the transcript tells, which no other client gives.
func byCodex(p Payload) bool {
	name := p.Transcript[strings.LastIndexAny(p.Transcript, `/\`)+1:]
	return p.TurnID != "" && p.Model != "" || p.Session != "" && strings.HasPrefix(name, "rollout-") && strings.HasSuffix(name, ".jsonl")
}
