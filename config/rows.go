package config

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/memtide/memtide/tomledit"
)

// rows is a setting that holds tables with free names: [models.layers.NAME].
type rows[T any] struct {
	m    *map[string]T
	cols func(*T) []column
}

// named is rows of any kind.
type named interface {
	value() any
	fromText(s string) string
	fromFile(v any) string
	toFile() string
	names() []string
	cell(name, field string) any
}

func (r *rows[T]) value() any { return *r.m }

// fromText reads "NAME field=value field=value, NAME …".
func (r *rows[T]) fromText(s string) string {
	out := map[string]T{}
	for _, part := range splitList(s) {
		words := strings.Fields(part)
		var row T
		for _, w := range words[1:] {
			name, value, ok := strings.Cut(w, "=")
			if !ok {
				return "use NAME field=value field=value, several separated by commas"
			}
			if fix := r.put(&row, words[0], name, func(field any) string { return fromText(field, value) }); fix != "" {
				return fix
			}
		}
		out[words[0]] = row
	}
	*r.m = out
	return ""
}

func (r *rows[T]) fromFile(v any) string {
	tables, ok := v.(map[string]any)
	if !ok {
		return "use a table for each name"
	}
	out := map[string]T{}
	for _, name := range slices.Sorted(maps.Keys(tables)) {
		fields, ok := tables[name].(map[string]any)
		if !ok {
			return name + ": use a table, as { " + r.names()[0] + " = … }"
		}
		var row T
		for _, f := range slices.Sorted(maps.Keys(fields)) {
			if fix := r.put(&row, name, f, func(field any) string { return fromFile(field, fields[f]) }); fix != "" {
				return fix
			}
		}
		out[name] = row
	}
	*r.m = out
	return ""
}

// put fills one field of a row. It repeats no value, which may be a secret.
func (r *rows[T]) put(row *T, name, field string, set func(field any) string) string {
	for _, c := range r.cols(row) {
		if c.name == field {
			if fix := set(c.field); fix != "" {
				return name + "." + field + ": " + fix
			}
			return ""
		}
	}
	return fmt.Sprintf("%s.%.40s is not a setting; there are %s%s", name, field, strings.Join(r.names(), ", "), suggest(field, r.names()))
}

func (r *rows[T]) names() []string {
	var row T
	var out []string
	for _, c := range r.cols(&row) {
		out = append(out, c.name)
	}
	return out
}

// cell is a copy of a field of a row, zero where there is no such row; nil where rows have no
// such field.
func (r *rows[T]) cell(name, field string) any {
	row := (*r.m)[name]
	for _, c := range r.cols(&row) {
		if c.name == field {
			return c.field
		}
	}
	return nil
}

// toFile prints the rows as an inline table, without what is zero.
func (r *rows[T]) toFile() string {
	var zero T
	none := r.cols(&zero)
	var out []string
	for _, name := range slices.Sorted(maps.Keys(*r.m)) {
		row := (*r.m)[name]
		var fields []string
		for i, c := range r.cols(&row) {
			if text := toFile(c.field); text != toFile(none[i].field) {
				fields = append(fields, c.name+" = "+text)
			}
		}
		out = append(out, tomledit.Quote(name)+" = "+braces(fields))
	}
	return braces(out)
}

func braces(parts []string) string {
	if len(parts) == 0 {
		return "{}"
	}
	return "{ " + strings.Join(parts, ", ") + " }"
}
