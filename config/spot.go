package config

import (
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/memtide/memtide/tomledit"
)

// spot is what an edit speaks of: a setting, a field of a row of one, or such a row.
type spot struct {
	row         setting
	name, field string   // of a row; "" for the whole of what they are of
	path        []string // in the file
}

// hasRows reports whether a setting holds tables with free names.
func (s setting) hasRows() bool { return len(s.fields()) > 0 }

// fields are those that each row of a setting has.
func (s setting) fields() []string {
	c := builtIn()
	switch f := s.field(&c).(type) {
	case named:
		return f.names()
	case *map[string]Tool:
		return []string{"trust"}
	}
	return nil
}

// cell returns a copy of a field of a row as c has it, nil where rows have no such field.
func (s setting) cell(c *Config, name, field string) any {
	switch f := s.field(c).(type) {
	case named:
		return f.cell(name, field)
	case *map[string]Tool:
		if trust := (*f)[name].Trust; field == "trust" {
			return &trust
		}
	}
	return nil
}

// spotOf reads a key as people write it: retrieve.gate, models.prices."openai/x".in, also
// without the quotes. What is only taken out may be a whole row, or no setting at all.
func spotOf(key string, out bool) (spot, *Problem) {
	if isKey(key) {
		return spot{}, secretKey()
	}
	if strings.TrimSpace(key) == "" {
		return spot{}, &Problem{Key: "the key", Fix: "is empty; memtide config lists them"}
	}
	rows := byKey()
	if row, ok := rows[key]; ok {
		return spot{row: row, path: strings.Split(key, ".")}, nil
	}
	for _, row := range settings() {
		if rest, below := strings.CutPrefix(key, row.key+"."); below && row.hasRows() {
			return rowSpot(row, rest, out)
		}
	}
	if path, err := tomledit.Path(key); err == nil && out {
		return spot{row: setting{key: key}, path: path}, nil
	}
	return spot{}, &Problem{Key: key, Fix: "is not a setting" + suggest(key, allKeys())}
}

func secretKey() *Problem {
	return &Problem{Key: "the key", Fix: "has the form of a secret, which has no place there; the name of a setting stands first, as models.default"}
}

// rowSpot reads what stands behind the key of a setting with rows: NAME.field. A name may
// have dots, a field has none.
func rowSpot(row setting, rest string, out bool) (spot, *Problem) {
	fields := row.fields()
	i := strings.LastIndexByte(rest, '.')
	name, field := rest[:max(i, 0)], rest[i+1:]
	if known := slices.Contains(fields, field) && name != ""; !known && out {
		name, field = rest, ""
	} else if !known {
		return spot{}, &Problem{Key: row.key + "." + rest, Fix: "is no field: write " + row.key + ".NAME and one of ." + strings.Join(fields, ", .") + suggest(field, fields)}
	}
	if strings.HasPrefix(name, `"`) || strings.HasPrefix(name, "'") {
		if keys, err := tomledit.Path(name); err == nil && len(keys) == 1 {
			name = keys[0]
		}
	}
	if isKey(name) {
		return spot{}, secretKey()
	}
	s := spot{row: row, name: name, field: field, path: append(strings.Split(row.key, "."), name)}
	if field != "" {
		s.path = append(s.path, field)
	}
	return s, nil
}

func (s spot) String() string { return tomledit.Dotted(s.path) }

// whole reports whether it is a setting itself.
func (s spot) whole() bool { return s.name == "" && s.row.field != nil }

// in returns the field of a configuration that it is, nil where that has none.
func (s spot) in(c *Config) any {
	switch {
	case s.whole():
		return s.row.field(c)
	case s.field != "":
		return s.row.cell(c, s.name, s.field)
	}
	return nil
}

// read reads a value as it would stand in the environment. The problem does not repeat one
// that may be a secret.
func (s spot) read(value string) (v any, text string, p *Problem) {
	wrong := func(fix string) *Problem {
		p := &Problem{Key: s.String(), Fix: fix}
		if !s.row.quiet {
			p.Value = show(value)
		}
		return p
	}
	switch {
	case secret(value):
		return nil, "", &Problem{Key: s.String(), Fix: "this has the form of a key, and none stands in settings: it belongs into a variable of the environment, or into a file of mode 0600 that models.providers.NAME.key_file names (memtide models use --key-stdin makes one)"}
	case !utf8.ValidString(value):
		return nil, "", &Problem{Key: s.String(), Fix: "use text in UTF-8"}
	}
	scratch := builtIn()
	field := s.in(&scratch)
	if fix := fromText(field, value); fix != "" {
		return nil, "", wrong(fix)
	}
	return valueOf(field), toFile(field), nil
}

// secret reports whether a value has the form of a key. A path and an address may have long
// names in them.
func secret(value string) bool {
	if filepath.IsAbs(value) || strings.HasPrefix(value, "~/") || strings.HasPrefix(value, "https://") || strings.HasPrefix(value, "http://") {
		return keyBegins.MatchString(value)
	}
	return isKey(value)
}
