package install

// Claude is Claude Code: its hooks run without a shell.
var Claude = Client{Name: "claude-code", Title: "Claude Code", File: "settings.json", entries: claudeEntries, mcp: claudeMCP}

func claudeEntries(hook string) (out []Entry) {
	for _, event := range listened {
		out = append(out, Entry{Event: event, Command: hook, Args: []string{"--client", "claude-code"}, Timeout: 5})
	}
	return out
}
