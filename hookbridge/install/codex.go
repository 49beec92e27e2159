package install

import (
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// Codex is the Codex CLI. It hands a command line to a shell, and runs no hook before its
// user has trusted it; one that has changed it asks for again.
var Codex = Client{Name: "codex", Title: "Codex", File: "hooks.json", entries: codexEntries, cannot: codexCannot, refuses: codexRefuses, forget: Options.forget, mcp: codexMCP,
	Trust: "call /hooks in Codex once and trust those of memtide, or: memtide install codex --trust. Until then it leaves them out without a word"}

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

// codexCannot says why Codex could not run a hook at a path.
func codexCannot(hook string) error { return unspoken(hook, runtime.GOOS) }

func unspoken(hook, system string) error {
	if word := shellWord(hook, system); system == "windows" && strings.ContainsAny(word, shellMarks) {
		return fmt.Errorf("a hook of Codex goes to cmd.exe in a way that leaves no quotes around its path: put memtide and memtide-hook into a folder without blanks and without any of %s, and install again (now: %s)",
			strings.TrimSpace(shellMarks), hook)
	}
	return nil
}

// shellMarks are the characters that mean something to the shell of Windows.
const shellMarks = " \t&()^;,=!%'`\""

// shellWord quotes a path for the shell that the client hands it to. On Windows Codex puts the
// command line into quotes and a backslash before each in it, which cmd.exe does not undo: so
// a folder with a blank is named by its short name there.
func shellWord(path, system string) string {
	if system != "windows" {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	at := strings.LastIndexByte(path, '\\') + 1
	if dir := path[:at]; strings.ContainsAny(dir, shellMarks) {
		return shortName(dir) + path[at:]
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
