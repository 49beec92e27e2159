package hookbridge

import (
	"context"
	"slices"
)

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
		{name: ClientGemini, env: []string{"GEMINI_PROJECT_DIR"}, shape: byGemini, handle: handleGemini},
		{name: ClientCodex, shape: byCodex, handle: handleCodex},
		{name: ClientOpenCode},
		{name: ClientOpenClaw, handle: handleOpenClaw},
	}
}

// marked reports whether the environment has a mark of the client.
func (c client) marked(env environ) bool {
	return slices.ContainsFunc(c.env, func(key string) bool { return env.get(key) != "" })
}

// detect says who called: the flag that the installer wrote, else a variable
// of the environment, else the shape of the payload. Nobody known has an
// empty name and no handler. The flag stands in the settings of a client, which
// others read, too: one that has left its mark, where the client of the flag has
// left none, is the one that called.
func detect(flag string, env environ, p Payload) client {
	table := clients()
	by := slices.IndexFunc(table, func(c client) bool { return c.marked(env) })
	if flag != "" {
		of := slices.IndexFunc(table, func(c client) bool { return flag == c.name || flag == c.alias })
		switch {
		case of < 0:
			return client{}
		case by >= 0 && len(table[of].env) > 0 && !table[of].marked(env):
			return table[by]
		}
		return table[of]
	}
	if by >= 0 {
		return table[by]
	}
	for _, c := range table {
		if c.shape != nil && c.shape(p) {
			return c
		}
	}
	return client{}
}
