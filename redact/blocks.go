package redact

import "strings"

// injected are the tags whose text nobody typed: memtide's own, those of the
// clients, those of other memories, and the user's own wish to keep something
// out.
var injected = wordSet(`memory memory-action-needed private
	system-reminder hook_context hook_prompt user-prompt-submit-hook session-start-hook
	local-command-caveat local-command-stdout local-command-stderr command-contents
	task-notification system_notification environment_context user_instructions
	relevant-memories relevant_memories retrieved-memories retrieved_memories memory-context claude-mem-context`)

// slash are the tags around a slash command: its message repeats its name.
var slash = wordSet("command-message command-name command-args")

// continued begins what Claude Code puts in the place of a conversation that it has
// compacted.
const continued = "This session is being continued from a previous conversation that ran out of context."

// Blocks takes out the blocks that were put into a text by memtide or by a
// client, and everything in <private>…</private>. Tags may be nested, in any
// case, or never closed: then they reach to the end of the text, unless they
// stand inside a sentence (<private> reaches there too). Of a slash command
// its name and arguments stay. A text that begins as the summary of a client does
// that has run out of context is nobody's as a whole. Lines such as "UserPromptSubmit hook additional
// context: …", sections headed "Relevant Memories" and the lines of memtide's block
// without its tags go too.
//
// own names further tags. Removed holds the names of what was taken out, once
// each, in order, and never any text. What is left is trimmed if anything was
// taken out.
func Blocks(s string, own ...string) (clean string, removed []string) {
	extra := map[string]bool{}
	for _, o := range own {
		extra[strings.ToLower(o)] = true
	}
	known := func(name string) bool { return injected()[name] || slash()[name] || extra[name] }
	if canned(s) {
		extra["user_query"], extra["timestamp"] = true, true
	}
	note := func(name string) {
		for _, r := range removed {
			if r == name {
				return
			}
		}
		removed = append(removed, name)
	}
	for range maxPasses {
		before := s
		if strings.HasPrefix(strings.TrimSpace(s), continued) {
			note("summary")
			return "", removed
		}
		s = cutLines(cutTags(s, known, note), note)
		if s == before {
			return s, removed
		}
		s = strings.TrimSpace(s)
	}
	return s, removed
}

// canned reports whether a text is a notification of Cursor and what it tells the agent to
// do about it, in the place of a prompt: it speaks of the user as of somebody else.
func canned(s string) bool {
	_, behind, found := strings.Cut(s, "</system_notification>")
	query, asked := strings.CutPrefix(strings.TrimSpace(behind), "<user_query>")
	return found && asked && strings.Contains(query, " the user")
}

func cutTags(s string, known func(string) bool, note func(string)) string {
	rs := regions(s, known, func(name string) bool { return name == "private" })
	if len(rs) == 0 {
		return s
	}
	var b strings.Builder
	at := 0
	for _, r := range rs {
		b.WriteString(s[at:r.start])
		at = r.end
		note(r.name)
		keep := ""
		if !r.stray && (r.name == "command-args" || r.name == "command-name") {
			keep = strings.TrimSpace(s[r.inner[0]:r.inner[1]])
		}
		// Nothing may grow together across the gap.
		joined := b.Len() > 0 && !is(b.String()[b.Len()-1], cSpace)
		follows := r.end < len(s) && !is(s[r.end], cSpace)
		if keep != "" && joined || keep == "" && joined && follows {
			b.WriteByte(' ')
		}
		b.WriteString(keep)
		if keep != "" && follows {
			b.WriteByte(' ')
		}
	}
	b.WriteString(s[at:])
	return b.String()
}

// cutLines takes out lines and sections that carry context in plain text.
func cutLines(s string, note func(string)) string {
	if !mentions(s) {
		return s
	}
	lines := strings.SplitAfter(s, "\n")
	out := make([]string, 0, len(lines))
	own := ownLines{lines: lines}
	for i := 0; i < len(lines); i++ {
		if n := own.cut(i); n > 0 {
			note("memory")
			i += n - 1
			continue
		}
		switch l := strings.ToLower(strings.TrimSpace(lines[i])); {
		case hookLine(l):
			note("hook-context")
		case memoryHeading(l):
			note("relevant-memories")
			i = sectionEnd(lines, i, strings.HasPrefix(l, "#")) - 1
		default:
			out = append(out, lines[i])
		}
	}
	if len(out) == len(lines) {
		return s
	}
	return strings.Join(out, "")
}

// mentions is the cheap look before the lines are taken apart.
func mentions(s string) bool {
	for i := 0; i < len(s); i++ {
		switch fold(s[i]) {
		case 'h':
			if hasPrefixFold(s[i:], "hook ") {
				return true
			}
		case 'm':
			if hasPrefixFold(s[i:], "memories") || hasPrefixFold(s[i:], "memtide in earlier") {
				return true
			}
		case ')':
			if strings.HasPrefix(s[i:], ") [") {
				return true
			}
		}
	}
	return false
}

// hookLine recognises what a client puts before the output of a hook.
func hookLine(l string) bool {
	name, rest, ok := strings.Cut(l, " hook ")
	if !ok || name == "" || strings.ContainsAny(name, " \t") {
		return false
	}
	return strings.HasPrefix(rest, "additional context:") || strings.HasPrefix(rest, "success:")
}

// memoryHeading recognises "## Relevant Memories", "[Retrieved memories]:".
func memoryHeading(l string) bool {
	l = strings.Trim(l, "#*[]:=-_ \t")
	for _, first := range []string{"relevant ", "retrieved "} {
		rest, ok := strings.CutPrefix(l, first)
		if !ok {
			continue
		}
		rest, ok = strings.CutPrefix(rest, "memories")
		return ok && (rest == "" || rest[0] == ' ' && (rest[1] == '(' || strings.HasPrefix(rest, " from ") || strings.HasPrefix(rest, " for ")) && len(rest) < 60)
	}
	return false
}

// sectionEnd returns the line after the section that line i heads: up to the
// first blank line that no list item, no indented line and, under a Markdown
// heading, no heading of a lower level follows.
func sectionEnd(lines []string, i int, heading bool) int {
	level := countHashes(lines[i])
	i++
	for i < len(lines) && strings.TrimSpace(lines[i]) == "" {
		i++
	}
	for i < len(lines) {
		l := strings.TrimSpace(lines[i])
		if h := countHashes(lines[i]); heading && h > 0 && h <= level {
			return i
		}
		if l != "" {
			i++
			continue
		}
		next := i
		for next < len(lines) && strings.TrimSpace(lines[next]) == "" {
			next++
		}
		if next == len(lines) {
			return next
		}
		if !listItem(lines[next]) && !(heading && countHashes(lines[next]) > level) {
			return i
		}
		i = next
	}
	return i
}

func countHashes(line string) int {
	line = strings.TrimSpace(line)
	n := 0
	for n < len(line) && line[n] == '#' {
		n++
	}
	if n < len(line) && n > 0 && line[n] != ' ' {
		return 0
	}
	return n
}

// listItem reports whether a line is an item of a list or belongs to one.
func listItem(line string) bool {
	if line[0] == ' ' || line[0] == '\t' {
		return true
	}
	if strings.HasPrefix(line, "- ") || strings.HasPrefix(line, "* ") || strings.HasPrefix(line, "• ") || line[0] == '[' {
		return true
	}
	n := run(line, 0, cDigit)
	return n > 0 && n+1 < len(line) && (line[n] == '.' || line[n] == ')') && line[n+1] == ' '
}
