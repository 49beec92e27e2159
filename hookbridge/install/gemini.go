package install

import (
	"runtime"
	"slices"
	"strings"
)

// Gemini is Gemini CLI. It hands a command line to a shell, and counts time in milliseconds.
// Its settings may hold comments.
var Gemini = Client{Name: "gemini", Title: "Gemini CLI", File: "settings.json", entries: geminiEntries, comments: true, off: geminiOff, mcp: geminiMCP}

// geminiName is what its users see of an entry, and switch it off by.
const geminiName = "memtide"

func geminiEntries(hook string) (out []Entry) {
	for _, event := range []string{"SessionStart", "BeforeAgent", "AfterAgent", "PreCompress", "SessionEnd"} {
		e := Entry{Event: event, Name: geminiName, Command: geminiCommand(hook, runtime.GOOS) + " --client gemini", Timeout: 5000}
		if event == "PreCompress" {
			e.Matcher = "manual" // else it is called before each request
		}
		out = append(out, e)
	}
	return out
}

// geminiCommand quotes a path for bash, or for PowerShell, to which a path in quotes is no
// command by itself.
func geminiCommand(path, system string) string {
	if system != "windows" {
		return shellWord(path, system)
	}
	if strings.ContainsAny(path, " \t&(){}[];,'`$@#") {
		return "& '" + strings.ReplaceAll(path, "'", "''") + "'"
	}
	return path
}

// geminiOff says by which setting Gemini runs no hook of memtide, "" where it does.
func geminiOff(doc []byte, top *place) string {
	settings := top.get("hooksConfig")
	if is(doc, settings.get("enabled"), "false") {
		return "hooksConfig.enabled is false"
	}
	off := settings.get("disabled")
	if off == nil {
		return ""
	}
	if slices.ContainsFunc(off.items, func(v *place) bool {
		name := text(doc[v.start:v.end])
		return name == geminiName || runs(firstWord(name))
	}) {
		return "hooksConfig.disabled names the hooks of memtide"
	}
	return ""
}
