package install

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// Codex is the Codex CLI. It hands a command line to a shell, and runs no hook before its
// user has trusted it; one that has changed it asks for again.
var Codex = Client{Name: "codex", Title: "Codex", File: "hooks.json", entries: codexEntries, refuses: codexRefuses,
	Trust: "call /hooks in Codex once and trust those of memtide: until then it leaves them out without a word"}

func codexEntries(hook string) (out []Entry) {
	for _, event := range listened {
		e := Entry{Event: event, Command: shellWord(hook, runtime.GOOS) + " --client codex", Timeout: 5}
		if event == "SessionEnd" {
			e.Timeout = 3 // it gives no more
		}
		out = append(out, e)
	}
	return out
}

// shellWord quotes a path for the shell that the client hands it to. That of Windows takes
// no quotes around what needs none.
func shellWord(path, system string) string {
	switch {
	case system != "windows":
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	case strings.ContainsAny(path, " \t&()^;,=!%'`"):
		return `"` + path + `"`
	}
	return path
}

// codexRefuses names what makes Codex read nothing of the whole file.
func codexRefuses(doc []byte, top *place) error {
	for _, m := range top.members {
		if !slices.Contains([]string{"hooks", "description"}, m.key) {
			return misshapen(doc, m.start, fmt.Sprintf(`Codex reads no file with %q beside "hooks" and "description"`, m.key))
		}
	}
	hooks := top.get("hooks")
	if hooks == nil {
		return nil
	}
	for _, m := range hooks.members {
		for _, group := range m.value.items {
			inner := group.get("hooks")
			if inner == nil {
				continue
			}
			for _, h := range inner.items {
				if kind := h.get("type"); is(doc, kind, `"http"`) {
					return misshapen(doc, kind.start, `Codex reads no file with a hook of type "http"`)
				}
			}
		}
	}
	return nil
}
