package install

import (
	"embed"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// OpenClaw runs no program at its events but plugins within its own process: a small one of
// ours lies in its folder and runs memtide-hook. Its settings switch the plugin on, let it
// hear what is said and tell it where memtide-hook is.
var OpenClaw = Client{Name: "openclaw", Title: "OpenClaw", File: "openclaw.json", plugin: &plugin{},
	Unread: "OpenClaw keeps its conversations in a database, which memtide does not read: it knows what is said from the install on"}

//go:embed openclaw
var openClawFiles embed.FS

// plugin is how OpenClaw is set up.
type plugin struct{}

const (
	pluginID   = "memtide" // below plugins.entries, and the name of the folder
	pluginName = "memtide-openclaw"
)

// pluginFiles are the names of the files of the plugin.
func pluginFiles() []string { return []string{"package.json", "openclaw.plugin.json", "index.mjs"} }

func pluginFile(name string) []byte {
	b, err := openClawFiles.ReadFile("openclaw/" + name)
	if err != nil {
		panic(err) // it is built in
	}
	return b
}

// wanted is what shall stand below plugins.entries.memtide.
func (plugin) wanted(hook string) []setting {
	return []setting{
		{[]string{"enabled"}, scalar("true")},
		{[]string{"hooks", "allowConversationAccess"}, scalar("true")},
		{[]string{"config", "hook"}, scalar(quoted(hook))},
	}
}

// setting is a value and the keys that lead to it.
type setting struct {
	path  []string
	value node
}

// node is the setting with the objects around it, from the i-th key on.
func (s setting) node(i int) node {
	if i == len(s.path) {
		return s.value
	}
	return object(s.path[i], s.node(i+1))
}

func (p plugin) plan(doc []byte, hook string) ([]byte, Undo, error) {
	var undo Undo
	for range 20 {
		top, err := p.parse(doc)
		if err != nil {
			return nil, Undo{}, err
		}
		next := p.step(doc, top, hook, &undo)
		if next == nil {
			return doc, undo, nil
		}
		doc = next
	}
	return nil, Undo{}, errEndless
}

// step returns the document after the first edit that is due, nil if none is.
func (p plugin) step(doc []byte, top *place, hook string, undo *Undo) []byte {
	entry := []string{"plugins", "entries", pluginID}
	for _, w := range p.wanted(hook) {
		at, path := top, append(slices.Clone(entry), w.path...)
		for i, key := range path {
			next := at.get(key)
			if next == nil {
				undo.note(strings.Join(path[:i], "."), doc, at)
				n := setting{path, w.value}.node(i + 1)
				if i < len(entry) {
					n = p.around(entry[i+1:], hook)
				}
				s := style5(doc, top)
				return append5(doc, at, s, func(indent string) []byte { return field{key, n}.render(indent, s) })
			}
			at = next
		}
		if raw := doc[at.start:at.end]; !same5(raw, at, w.value) {
			return splice(doc, at.start, at.end, []byte(w.value.scalar))
		}
	}
	if allow := top.get("plugins").get("allow"); allow.len() > 0 && !lists(doc, allow, pluginID) {
		s := style5(doc, top)
		return append5(doc, allow, s, func(string) []byte { return []byte(quoted(pluginID)) })
	}
	return nil
}

// around is our whole entry within the objects of the keys.
func (p plugin) around(keys []string, hook string) node {
	if len(keys) > 0 {
		return object(keys[0], p.around(keys[1:], hook))
	}
	n := node{open: '{'}
	for _, w := range p.wanted(hook) {
		n.keys, n.items = append(n.keys, w.path[0]), append(n.items, w.node(1))
	}
	return n
}

// same5 reports whether a scalar says what a node says, in whatever quotes.
func same5(raw []byte, v *place, n node) bool {
	if v.kind == '"' && strings.HasPrefix(n.scalar, `"`) {
		return text5(raw) == text([]byte(n.scalar))
	}
	return v.kind == 'v' && string(raw) == n.scalar
}

// lists reports whether a list has a text.
func lists(doc []byte, list *place, want string) bool {
	return list != nil && slices.ContainsFunc(list.items, func(v *place) bool { return v.kind == '"' && text5(doc[v.start:v.end]) == want })
}

// parse is the parse of OpenClaw's settings, and the error of what a splice would make worse.
func (plugin) parse(doc []byte) (*place, error) {
	top, err := parse5(doc)
	if err != nil {
		return nil, err
	}
	if top.kind != '{' {
		return nil, misshapen(doc, top.start, "the settings are not an object")
	}
	if v := top.get("meta").get("lastTouchedVersion"); v != nil && older(text5(doc[v.start:v.end]), oldestOpenClaw) {
		return nil, beyond(doc, v.start, "this OpenClaw refuses settings that let a plugin hear what is said; update it: 2026.5.7 and newer ones take them")
	}
	const elsewhere = "what plugins there are stands in another file ($include); put ours there by hand, as docs/hooks.md says"
	if i := top.index("$include"); i >= 0 && top.get("plugins") == nil {
		return nil, beyond(doc, top.members[i].start, elsewhere)
	}
	at, path := top, ""
	for _, key := range []string{"plugins", "entries", pluginID, "hooks"} {
		if at = at.get(key); at == nil {
			break
		}
		path = strings.TrimPrefix(path+"."+key, ".")
		if at.kind != '{' {
			return nil, misshapen(doc, at.start, fmt.Sprintf("%q is not an object", path))
		}
		if i := at.index("$include"); i >= 0 {
			return nil, beyond(doc, at.members[i].start, elsewhere)
		}
	}
	if v := top.get("plugins").get("entries").get(pluginID).get("config"); v != nil && v.kind != '{' {
		return nil, misshapen(doc, v.start, fmt.Sprintf(`"plugins.entries.%s.config" is not an object`, pluginID))
	}
	if v := top.get("plugins").get("allow"); v != nil && v.kind != '[' {
		return nil, misshapen(doc, v.start, `"plugins.allow" is not a list`)
	}
	return top, nil
}

// beyond is the error of what OpenClaw reads and an install does not change.
func beyond(doc []byte, at int, what string) error {
	line, column := position(doc, at+1)
	return fmt.Errorf("line %d, column %d: %s", line, column, what)
}

// reloaded is what is left to do where the files of the plugin have changed and the settings,
// which a gateway watches, have not.
const reloaded = "a gateway that runs has the older plugin until this is called: openclaw plugins reload " + pluginID

// oldestOpenClaw is the first whose settings keep allowConversationAccess, by its issues:
// before it the key is unknown or now and then refused, and with it all settings.
var oldestOpenClaw = []int{2026, 5, 7}

// older reports whether a version such as 2026.4.25-1 comes before another one. One that
// cannot be read does not.
func older(version string, than []int) bool {
	version, _, _ = strings.Cut(version, "-")
	for i, s := range strings.SplitN(version, ".", len(than)) {
		n, err := strconv.Atoi(s)
		if err != nil || n > than[i] {
			return false
		}
		if n < than[i] {
			return true
		}
	}
	return false
}

func (p plugin) remove(doc []byte, undo Undo) ([]byte, error) {
	for range 20 {
		top, err := parse5(doc)
		if err != nil {
			return nil, err
		}
		next := p.removeStep(doc, top, undo)
		if next == nil {
			return doc, nil
		}
		doc = next
	}
	return nil, errEndless
}

func (plugin) removeStep(doc []byte, top *place, undo Undo) []byte {
	plugins := top.get("plugins")
	if allow := plugins.get("allow"); lists(doc, allow, pluginID) {
		i := slices.IndexFunc(allow.items, func(v *place) bool { return v.kind == '"' && text5(doc[v.start:v.end]) == pluginID })
		return remove5(doc, allow, i, "")
	}
	path := []string{"plugins", "entries", pluginID}
	holders := []*place{top, plugins, plugins.get("entries")} // of each key
	if holders[2].get(pluginID) == nil {
		return nil
	}
	// What is left empty goes, too, unless it was there before.
	for i := len(path) - 1; ; i-- {
		inner, was := undo.Empty[strings.Join(path[:i], ".")]
		if i == 0 || was || holders[i].len() > 1 {
			return remove5(doc, holders[i], holders[i].index(path[i]), inner)
		}
	}
}

// holds reports whether our entry stands in the settings.
func (plugin) holds(doc []byte) bool {
	top, err := parse5(doc)
	return err == nil && top.get("plugins").get("entries").get(pluginID) != nil
}

func (p plugin) inspect(o Options, doc []byte, s *Status) error {
	top, err := p.parse(doc)
	if err != nil {
		return err
	}
	plugins := top.get("plugins")
	entry := plugins.get("entries").get(pluginID)
	if entry == nil {
		return nil
	}
	program := ""
	if v := entry.get("config").get("hook"); v != nil {
		program = text5(doc[v.start:v.end])
	}
	s.Commands["plugin"] = program
	if st, err := os.Stat(program); err != nil || !st.Mode().IsRegular() || runtime.GOOS != "windows" && st.Mode().Perm()&0o111 == 0 {
		s.Broken = append(s.Broken, program)
	}
	install := "memtide install " + OpenClaw.Name
	switch allow := plugins.get("allow"); {
	case is(doc, plugins.get("enabled"), "false"):
		s.Off, s.Mend = "all plugins are switched off (plugins.enabled)", "take plugins.enabled out of "+s.Path
	case lists(doc, plugins.get("deny"), pluginID):
		s.Off, s.Mend = "plugins.deny names "+pluginID, "take it out of plugins.deny in "+s.Path
	case !is(doc, entry.get("enabled"), "true"):
		s.Off, s.Mend = "the plugin is switched off", install
	case allow.len() > 0 && !lists(doc, allow, pluginID):
		s.Off, s.Mend = "plugins.allow leaves "+pluginID+" out", install
	case !is(doc, entry.get("hooks").get("allowConversationAccess"), "true"):
		s.Off, s.Mend = "the plugin may not hear what is said (hooks.allowConversationAccess)", install
	case is(doc, entry.get("hooks").get("allowPromptInjection"), "false"):
		s.Off, s.Mend = "the plugin may not tell the model anything (hooks.allowPromptInjection)", "take hooks.allowPromptInjection of "+pluginID+" out of "+s.Path
	default:
		if changed, err := p.changed(o.ConfigDir); err != nil || len(changed) > 0 {
			s.Off, s.Mend = "the plugin in "+pluginDir(o.ConfigDir)+" is not that of this memtide", install
		}
	}
	return nil
}

// pluginDir is where OpenClaw finds the plugin.
func pluginDir(state string) string { return filepath.Join(state, "extensions", pluginID) }
