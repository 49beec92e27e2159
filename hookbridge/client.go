package hookbridge

import "context"

// The names of clients, as they stand in half-turns and after --client.
const (
	ClientClaude   = "claude-code"
	ClientCodex    = "codex"
	ClientGemini   = "gemini"
	ClientCursor   = "cursor"
	ClientCopilot  = "copilot"
	ClientOpenCode = "opencode"
	ClientOpenClaw = "openclaw"
)

// client is one row of the table of clients.
type client struct {
	name  string
	alias string
	// env names variables that only this client sets for its hooks.
	// (CLAUDE_PROJECT_DIR is no such mark: Gemini and Cursor export it too.)
	env []string
	// shape recognises the payload.
	shape func(Payload) bool
	// handle serves a payload; nil means the client is known and not served:
	// the hook stays silent.
	handle func(context.Context, *hook)
}

// clients returns the table, in the order in which marks are looked for. A
// client that runs the hooks of another (Cursor runs those of Claude Code)
// stands before it.
func clients() []client {
	return []client{
		{name: ClientCursor, env: []string{"CURSOR_VERSION"},
			shape: func(p Payload) bool { return p.ConversationID != "" && p.GenerationID != "" }},
		{name: ClientClaude, alias: "claude", env: []string{"CLAUDE_CODE_SESSION_ID", "CLAUDECODE"},
			shape:  func(p Payload) bool { return p.Session != "" && p.PromptID != "" },
			handle: handleClaude},
		{name: ClientCopilot, env: []string{"COPILOT_CLI", "COPILOT_PLUGIN_ROOT"},
			shape: func(p Payload) bool { return p.CamelSession != "" || p.CamelTool != "" }},
		{name: ClientGemini, env: []string{"GEMINI_PROJECT_DIR"},
			shape: func(p Payload) bool {
				return p.Timestamp != "" && (p.Event == "BeforeAgent" || p.Event == "AfterAgent")
			}},
		{name: ClientCodex, shape: func(p Payload) bool { return p.TurnID != "" && p.Model != "" }},
		{name: ClientOpenCode},
		{name: ClientOpenClaw},
	}
}

// detect says who called: the flag that the installer wrote, else a variable
// of the environment, else the shape of the payload. Nobody known has an
// empty name and no handler.
func detect(flag string, env environ, p Payload) client {
	table := clients()
	if flag != "" {
		for _, c := range table {
			if flag == c.name || flag == c.alias {
				return c
			}
		}
		return client{}
	}
	for _, c := range table {
		for _, key := range c.env {
			if env.get(key) != "" {
				return c
			}
		}
	}
	for _, c := range table {
		if c.shape != nil && c.shape(p) {
			return c
		}
	}
	return client{}
}
