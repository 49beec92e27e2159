package config

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/memtide/memtide"
)

// Keys returns every key, in the order of the sample file.
func Keys() []KeyDoc {
	c := builtIn()
	var out []KeyDoc
	for _, row := range settings() {
		d := KeyDoc{Key: row.key, Env: envName(row.key), Doc: row.doc}
		if !row.place {
			d.Default = toFile(row.field(&c))
		}
		out = append(out, d)
	}
	return out
}

// Value is the value of one key that is in force.
type Value struct {
	Key   string `json:"key"`
	Value any    `json:"value"` // text, number, truth value, list of texts, or tools by name
	Text  string `json:"-"`     // as it would stand in the file
	From  string `json:"from"`  // "built in", profile NAME, the path of the file, MEMTIDE_…, --set key, --home or --space
}

// BuiltIn is where a value comes from that nobody has set.
const BuiltIn = "built in"

// Values returns the value of every key as [Load] finds it, in the order of
// [Keys], with the source that won. The error is that of Load; there are no
// values then.
func Values(src Sources) ([]Value, error) {
	l := read(src)
	if err := join(l.problems); err != nil {
		return nil, err
	}
	var out []Value
	for _, row := range settings() {
		field := row.field(&l.c)
		out = append(out, Value{Key: row.key, Value: valueOf(field), Text: toFile(field), From: cmp.Or(l.from[row.key], BuiltIn)})
	}
	return out, nil
}

// Texts returns the value of every key as it would stand in the file.
func (c Config) Texts() map[string]string {
	out := map[string]string{}
	for _, row := range settings() {
		out[row.key] = toFile(row.field(&c))
	}
	return out
}

// Example returns a settings file in which every key stands with its meaning
// and its default, commented out.
func Example() []byte {
	var b bytes.Buffer
	b.WriteString("# Settings of memtide. Every key is optional; what is commented out is the default.\n" +
		"# The environment wins over this file (MEMTIDE_RETRIEVE_DEADLINE_MS=500), flags win over both.\n")
	at := ""
	for _, k := range Keys() {
		table, name, ok := strings.Cut(k.Key, ".")
		if !ok {
			table, name = "", k.Key
		}
		if name == "tools" {
			toolsExample(&b, k)
			continue
		}
		if table != at {
			fmt.Fprintf(&b, "\n[%s]\n", table)
			at = table
		}
		b.WriteString("\n")
		wrap(&b, k.Doc)
		if k.Default == "" {
			fmt.Fprintf(&b, "# %s = \"…\"\n", name)
			continue
		}
		fmt.Fprintf(&b, "# %s = %s\n", name, k.Default)
	}
	return b.Bytes()
}

func toolsExample(b *bytes.Buffer, k KeyDoc) {
	b.WriteString("\n")
	wrap(b, k.Doc)
	b.WriteString("# [tools.NAME]\n# trust = \"agent\"\n")
}

// wrap writes a comment in lines of at most 100 characters.
func wrap(b *bytes.Buffer, doc string) {
	line := "#"
	for _, w := range strings.Fields(doc) {
		if len(line)+1+len(w) > 100 {
			b.WriteString(line + "\n")
			line = "#"
		}
		line += " " + w
	}
	b.WriteString(line + "\n")
}

// envName returns MEMTIDE_RETRIEVE_DEADLINE_MS for retrieve.deadline_ms.
func envName(key string) string {
	return envPrefix + strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(key))
}

// envPrefix is how the variables of settings begin.
const envPrefix = "MEMTIDE_"

func byKey() map[string]setting {
	m := map[string]setting{}
	for _, row := range settings() {
		m[row.key] = row
	}
	return m
}

func allKeys() []string {
	var keys []string
	for _, row := range settings() {
		keys = append(keys, row.key)
	}
	return keys
}

// section reports whether keys stand below name.
func section(name string) bool {
	for _, k := range allKeys() {
		if strings.HasPrefix(k, name+".") {
			return true
		}
	}
	return false
}

// sections are the tables that keys stand in.
func sections() (all []string) {
	for _, k := range allKeys() {
		if table, _, below := strings.Cut(k, "."); below && !slices.Contains(all, table) {
			all = append(all, table)
		}
	}
	return all
}

func valueOf(field any) any {
	switch f := field.(type) {
	case *string:
		return *f
	case *cronField:
		return f.get()
	case *int:
		return *f
	case *int64:
		return *f
	case *float64:
		return *f
	case *bool:
		return *f
	case *[]string:
		return *f
	case *map[string]Tool:
		return *f
	case named:
		return f.value()
	}
	return nil
}

// suggest returns "; did you mean X?" for the name that is nearest, or "".
func suggest(name string, known []string) string {
	best, least := "", max(2, len(name)/3)+1
	for _, k := range known {
		d := memtide.Distance(name, k)
		// A key under the wrong table, or without one.
		if _, last, ok := strings.Cut(k, "."); ok && (last == name || strings.HasSuffix(name, "."+last)) {
			d = min(d, 1)
		}
		if d < least {
			best, least = k, d
		}
	}
	if best == "" {
		return ""
	}
	return "; did you mean " + best + "?"
}
