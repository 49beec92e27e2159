package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"
)

// Sources says where settings are read from. The zero value is the built-in
// settings.
type Sources struct {
	File  string                      // TOML file; "" or a file that does not exist is none
	Text  []byte                      // what is taken in the place of what File holds; nil reads it
	Must  bool                        // File was asked for: it has to be there, and may name any data folder
	Env   func(string) (string, bool) // usually os.LookupEnv; nil is an empty environment
	All   []string                    // usually os.Environ(); looked through for names that no setting has
	Set   map[string]string           // by key, from --set KEY=VALUE: retrieve.gate → "0.3"
	Flags map[string]string           // by key, from a flag that has its name: space → "work" from --space
}

// Load reads the settings. Flags win over Set, Set over the environment, the environment
// over the file, the file over what the profile says, that over what is built in. If anything is wrong, the
// error joins one [Problem] for each thing that is, and the Config is not to
// be used.
func Load(src Sources) (Config, error) {
	l := read(src)
	return l.c, join(l.problems)
}

// read takes in every source and collects what is wrong.
func read(src Sources) loader {
	l := loader{c: builtIn(), from: map[string]string{}, bad: map[string]bool{}}
	l.file(src)
	l.env(src.Env)
	l.misspelt(src.All)
	l.given(src.Set, "--set ")
	l.given(src.Flags, "--")
	l.profile()
	l.c.locate(src.Env, runtime.GOOS)
	l.elsewhere(src)
	l.problems = append(l.problems, l.c.problems(l.from, l.bad)...)
	return l
}

// elsewhere refuses a data folder whose settings name another one: hooks read no
// file, so they would fill the first, and commands the second.
func (l *loader) elsewhere(src Sources) {
	in := filepath.Dir(src.File)
	if src.Must || src.File == "" || l.from["home"] != src.File || l.bad["home"] || sameFolder(in, l.c.Home) {
		return
	}
	l.problem("home", l.c.Home, src.File, "leave it out, and set MEMTIDE_HOME where your shells and clients start: hooks read no file, and use "+in)
}

func sameFolder(a, b string) bool {
	x, aerr := os.Stat(a)
	y, berr := os.Stat(b)
	return filepath.Clean(a) == filepath.Clean(b) || aerr == nil && berr == nil && os.SameFile(x, y)
}

// Validate reports everything that is wrong with the settings, as Load does.
func (c Config) Validate() error { return join(c.problems(nil, nil)) }

type loader struct {
	c        Config
	problems []*Problem
	from     map[string]string // key → where its value came from
	bad      map[string]bool   // keys that are reported already
}

func (l *loader) problem(key string, value any, from, fix string) {
	p := &Problem{Key: key, From: from, Fix: fix}
	if value != nil {
		p.Value = show(value)
	}
	l.problems = append(l.problems, p)
	l.bad[key] = true
}

// file reads the TOML file.
func (l *loader) file(src Sources) {
	if src.File == "" {
		return
	}
	if src.Text != nil {
		l.toml(src.Text, src.File)
		return
	}
	data, err := readWhole(src.File)
	switch {
	case errors.Is(err, errNoFile):
		l.problem(src.File, nil, "", "is no file, but "+err.Error()+", which may never end: put a file there, or name another")
		return
	case errors.Is(err, fs.ErrNotExist) && !src.Must:
		// Who keeps settings elsewhere does not mean the built-in ones where they are lost.
		if to, lerr := os.Readlink(src.File); lerr == nil {
			l.problem(src.File, nil, "", fmt.Sprintf("is a link to %s, which is not there: put the file there, or remove the link", to))
		}
		return
	case err != nil:
		from := ""
		if src.Must {
			from = "--config"
		}
		l.problem(src.File, nil, from, fmt.Sprintf("make the file readable, or name another (%v)", err))
		return
	}
	l.toml(data, src.File)
}

// errNoFile is wrapped by what stands in the place of a file: a pipe, a device, a socket.
var errNoFile = errors.New("")

// readWhole is [os.ReadFile] for what has an end. A folder has the error that the system
// gives, and what every system has for an empty file is one.
func readWhole(path string) ([]byte, error) {
	st, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if kind := special(st.Mode()); kind != "" && path != os.DevNull {
		return nil, fmt.Errorf("%s%w", kind, errNoFile)
	}
	return os.ReadFile(path)
}

func special(m fs.FileMode) string {
	switch {
	case m&fs.ModeNamedPipe != 0:
		return "a pipe"
	case m&fs.ModeDevice != 0:
		return "a device"
	case m&fs.ModeSocket != 0:
		return "a socket"
	}
	return ""
}

func (l *loader) toml(data []byte, name string) {
	var tree map[string]any
	if _, err := toml.Decode(string(data), &tree); err != nil {
		var parse toml.ParseError
		if errors.As(err, &parse) {
			l.problem(name, nil, "", fmt.Sprintf("line %d: %s", parse.Position.Line, parse.Message))
			return
		}
		l.problem(name, nil, "", err.Error())
		return
	}
	rows := byKey()
	var walk func(prefix string, t map[string]any)
	walk = func(prefix string, t map[string]any) {
		for _, n := range slices.Sorted(maps.Keys(t)) {
			key := prefix + n
			row, known := rows[key]
			sub, table := t[n].(map[string]any)
			switch {
			case known && key == "tools" && table:
				l.tools(sub, name)
			case known:
				l.put(row, t[n], name, func(field any) string { return fromFile(field, t[n]) })
			case table && section(key):
				walk(key+".", sub)
			case section(key):
				l.problem(key, t[n], name, "is a table of settings; write them below ["+key+"], one a line")
			case table:
				l.problem(key, nil, name, "is no table of settings"+suggest(key, sections()))
			default:
				l.problem(key, nil, name, "is not a setting"+suggest(key, allKeys()))
			}
		}
	}
	walk("", tree)
}

// tools reads [tools.NAME] tables, whose names are free.
func (l *loader) tools(t map[string]any, file string) {
	l.from["tools"] = file
	for name, v := range t {
		key := "tools." + name
		fields, ok := v.(map[string]any)
		if !ok {
			l.problem(key, v, file, `use { trust = "agent" }`)
			continue
		}
		for f := range fields {
			if f != "trust" {
				l.problem(key+"."+f, nil, file, "is not a setting; did you mean "+key+".trust?")
			}
		}
		trust, ok := fields["trust"].(string)
		if !ok {
			l.problem(key+".trust", fields["trust"], file, "use "+strings.Join(toolTrust(), ", "))
			continue
		}
		l.c.Tools[name] = Tool{Trust: trust}
	}
}

func (l *loader) put(row setting, value any, from string, set func(field any) string) {
	l.from[row.key] = from
	delete(l.bad, row.key)
	if fix := set(row.field(&l.c)); fix != "" {
		if row.quiet {
			value = nil
		}
		l.problem(row.key, value, from, fix)
	}
}

// env reads MEMTIDE_… of every key.
func (l *loader) env(env func(string) (string, bool)) {
	if env == nil {
		return
	}
	for _, row := range settings() {
		name := envName(row.key)
		if v, ok := env(name); ok && v != "" {
			l.put(row, v, name, func(field any) string { return fromText(field, v) })
		}
	}
}

// misspelt names the variables that begin as those of a table do, and that no setting
// has. Others with our prefix are the business of hooks, tests and whoever has them.
func (l *loader) misspelt(environ []string) {
	var known []string
	for _, key := range allKeys() {
		known = append(known, envName(key))
	}
	for _, line := range slices.Sorted(slices.Values(environ)) {
		name, value, _ := strings.Cut(line, "=")
		rest, ours := strings.CutPrefix(name, envPrefix)
		table, _, below := strings.Cut(rest, "_")
		if ours && below && value != "" && section(strings.ToLower(table)) && !slices.Contains(known, name) {
			l.problem(name, nil, "", "is the variable of no setting"+suggest(name, known))
		}
	}
}

// given reads what stands on the command line; flag and key name it there.
func (l *loader) given(values map[string]string, flag string) {
	rows := byKey()
	for _, n := range slices.Sorted(maps.Keys(values)) {
		row, ok := rows[n]
		if !ok {
			l.problem(n, nil, flag+n, "is not a setting"+suggest(n, allKeys()))
			continue
		}
		l.put(row, values[n], flag+n, func(field any) string { return fromText(field, values[n]) })
	}
}

// problems checks every field by itself, then what two must be together.
func (c Config) problems(from map[string]string, skip map[string]bool) []*Problem {
	var out []*Problem
	for _, row := range settings() {
		if row.check == nil || skip[row.key] {
			continue
		}
		field := row.field(&c)
		if fix := row.check(valueOf(field)); fix != "" {
			p := &Problem{Key: row.key, From: from[row.key], Fix: fix}
			if !row.quiet {
				p.Value = show(valueOf(field))
			}
			out = append(out, p)
		}
	}
	out = append(out, toolProblems(c.Tools, from["tools"])...)
	out = append(out, c.together(from, skip)...)
	for _, name := range slices.Sorted(maps.Keys(c.Jobs.Cron)) {
		if !slices.Contains(JobNames(), name) {
			out = append(out, &Problem{Key: "jobs." + name, Fix: "is not a setting" + suggest("jobs."+name, allKeys())})
		}
	}
	return out
}

// join sorts problems by the order of the keys and joins them.
func join(problems []*Problem) error {
	order := map[string]int{}
	for i, k := range allKeys() {
		order[k] = i + 1
	}
	slices.SortStableFunc(problems, func(a, b *Problem) int {
		if d := order[a.Key] - order[b.Key]; d != 0 {
			return d
		}
		return strings.Compare(a.Key, b.Key)
	})
	errs := make([]error, len(problems))
	for i, p := range problems {
		errs[i] = p
	}
	return errors.Join(errs...)
}
