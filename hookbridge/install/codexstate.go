package install

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/memtide/memtide/tomledit"
	"github.com/memtide/memtide/wholefile"
)

// Codex notes in its config.toml which hooks it may run: [hooks.state."PATH:EVENT:GROUP:HOOK"],
// the last two counted from 0 as they stand in the file at PATH. So who takes a group out of
// that file moves those behind it, and what is noted of them has to go along.

// hookAt is where a hook stands in a document.
type hookAt struct {
	event       string
	group, hook int
}

// key is what Codex calls the hook of a file.
func (h hookAt) key(path string) string {
	return fmt.Sprintf("%s:%s:%d:%d", path, snake(h.event), h.group, h.hook)
}

// snake writes SessionStart as session_start.
func snake(event string) string {
	var b strings.Builder
	for i, c := range []byte(event) {
		if c >= 'A' && c <= 'Z' {
			if i > 0 {
				b.WriteByte('_')
			}
			c += 'a' - 'A'
		}
		b.WriteByte(c)
	}
	return b.String()
}

// standing lists the hooks of a document, ours and the others, by event in their order.
func standing(doc []byte) (ourOwn, others map[string][]hookAt) {
	ourOwn, others = map[string][]hookAt{}, map[string][]hookAt{}
	top, err := parse(doc)
	if err != nil {
		return ourOwn, others
	}
	hooks := top.get("hooks")
	if hooks == nil {
		return ourOwn, others
	}
	for i, m := range hooks.members {
		if hooks.index(m.key) != i {
			continue // a later member of the same name hides it
		}
		for g, group := range m.value.items {
			inner := group.get("hooks")
			if inner == nil {
				continue
			}
			for j, h := range inner.items {
				to := others
				if ours(doc, h) {
					to = ourOwn
				}
				to[m.key] = append(to[m.key], hookAt{m.key, g, j})
			}
		}
	}
	return ourOwn, others
}

// stateMoves says what becomes of the keys of a hooks.json that was before and is after: a
// new key, or "" for one that is gone. Only hooks of ours are taken out of it.
func stateMoves(path string, before, after []byte) map[string]string {
	moves := map[string]string{}
	had, stood := standing(before)
	_, stand := standing(after)
	for event, list := range stood {
		for i, h := range list {
			if now := stand[event]; len(now) == len(list) && now[i] != h {
				moves[h.key(path)] = now[i].key(path)
			}
		}
	}
	for _, list := range had {
		for _, h := range list {
			moves[h.key(path)] = ""
		}
	}
	return moves
}

var errSpliced = errors.New("the trust of hooks is written in a form that is not edited here")

// forgetTrust returns a config.toml in which the keys of moves are renamed or gone. All
// else stays as it is, to the byte. The error is that of TOML which cannot be read, or
// of a form in which Codex does not write.
func forgetTrust(doc []byte, moves map[string]string) ([]byte, error) {
	was, err := tomledit.Parse(doc)
	if err != nil {
		return nil, err
	}
	state := stateOf(was)
	if !slices.ContainsFunc(keysOf(state), func(key string) bool { _, ok := moves[key]; return ok }) {
		return doc, nil
	}
	want := map[string]any{}
	for key, v := range state {
		if to, ok := moves[key]; !ok {
			want[key] = v
		} else if to != "" {
			want[to] = v
		}
	}
	lines, err := tomledit.Lines(doc)
	if err != nil {
		return nil, err
	}
	next := tomledit.Apply(doc, spliced(doc, lines, moves))
	is, err := tomledit.Parse(next)
	if err != nil || !sameState(stateOf(is), want) || !sameBeside(was, is) {
		return nil, errSpliced
	}
	return next, nil
}

func stateOf(config map[string]any) map[string]any {
	hooks, _ := config["hooks"].(map[string]any)
	state, _ := hooks["state"].(map[string]any)
	return state
}

func keysOf(m map[string]any) (keys []string) {
	for key := range m {
		keys = append(keys, key)
	}
	return keys
}

func sameState(a, b map[string]any) bool {
	return len(a) == 0 && len(b) == 0 || reflect.DeepEqual(a, b)
}

// sameBeside reports whether two configurations are the same beside the state of hooks.
func sameBeside(a, b map[string]any) bool {
	for _, c := range []map[string]any{a, b} {
		hooks, _ := c["hooks"].(map[string]any)
		delete(hooks, "state")
		if len(hooks) == 0 {
			delete(c, "hooks")
		}
	}
	return reflect.DeepEqual(a, b)
}

// spliced lists the edits of [forgetTrust]: what is gone goes with its lines, and with the
// empty one that stands before its table. A [hooks.state] in which nothing is left goes, too.
func spliced(doc []byte, lines []tomledit.Line, moves map[string]string) (edits []tomledit.Edit) {
	left, head := 0, -1 // entries of the state that stay, and the header without any
	for i, l := range lines {
		if l.Kind == tomledit.Header && slices.Equal(l.Path, []string{"hooks", "state"}) {
			head = i
		}
		if len(l.Path) < 3 || l.Path[0] != "hooks" || l.Path[1] != "state" {
			continue
		}
		to, moved := moves[l.Path[2]]
		if moved && to == "" {
			edits = append(edits, l.Out(doc))
			continue
		}
		left++
		if third := 2 - (len(l.Path) - len(l.Keys)); moved && third >= 0 {
			edits = append(edits, tomledit.Edit{Span: l.Keys[third], With: quoted(to)})
		}
	}
	if head >= 0 && left == 0 {
		edits = append(edits, lines[head].Out(doc))
	}
	return edits
}

// forget takes what Codex has noted of our hooks out of its config.toml, once they are out
// of its hooks.json. It returns the path of the file if it has changed, or would.
func (o Options) forget(hooks string, was, is []byte) (changed string, err error) {
	err = wholefile.Change(filepath.Join(o.ConfigDir, "config.toml"), func(t wholefile.Seen) error {
		changed = ""
		if !t.Exists {
			return nil
		}
		next := t.Bytes
		// Codex resolves the links of CODEX_HOME, and not those of a home folder.
		paths := []string{filepath.Join(o.ConfigDir, o.Client.File), hooks}
		if dir, err := filepath.EvalSymlinks(o.ConfigDir); err == nil {
			paths = append(paths, filepath.Join(dir, o.Client.File))
		}
		slices.Sort(paths)
		for _, path := range slices.Compact(paths) {
			var err error
			if next, err = forgetTrust(next, stateMoves(path, was, is)); err != nil {
				return fmt.Errorf("%s: %w; take the tables [hooks.state.\"%s:…\"] of memtide-hook out by hand", t.Path, err, path)
			}
		}
		if bytes.Equal(next, t.Bytes) {
			return nil
		}
		if changed = t.Path; o.DryRun {
			return nil
		}
		return t.Replace(next)
	})
	return changed, err
}
