package config

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/memtide/memtide/tomledit"
)

// fromText puts a value from the environment or a flag into a field. It
// returns how to fix a value that it cannot read.
func fromText(field any, s string) string {
	s = strings.TrimSpace(s)
	switch f := field.(type) {
	case *string:
		*f = s
	case *cronField:
		f.set(s)
	case *int:
		n, err := strconv.Atoi(s)
		if err != nil {
			return "use a whole number"
		}
		*f = n
	case *int64:
		n, ok := parseSize(s)
		if !ok {
			return "use a size in bytes, or as 128MiB"
		}
		*f = n
	case *float64:
		n, err := strconv.ParseFloat(s, 64)
		if err != nil {
			return "use a number"
		}
		*f = n
	case *bool:
		b, err := strconv.ParseBool(strings.ToLower(s))
		if err != nil {
			return "use true or false"
		}
		*f = b
	case *[]string:
		*f = splitList(s)
	case *map[string]Tool:
		tools := map[string]Tool{}
		for _, part := range splitList(s) {
			name, trust, ok := strings.Cut(part, "=")
			if !ok {
				return "use name=trust, several separated by commas"
			}
			tools[strings.TrimSpace(name)] = Tool{Trust: strings.TrimSpace(trust)}
		}
		*f = tools
	case named:
		return f.fromText(s)
	}
	return ""
}

// fromFile puts a value of the TOML file into a field.
func fromFile(field, v any) string {
	switch f := field.(type) {
	case *string, *cronField:
		s, ok := v.(string)
		if !ok {
			return "use text in quotes"
		}
		return fromText(f, s)
	case *int:
		n, ok := v.(int64)
		if !ok || n < math.MinInt32 || n > math.MaxInt32 {
			return "use a whole number"
		}
		*f = int(n)
	case *int64:
		if s, ok := v.(string); ok {
			return fromText(f, s)
		}
		n, ok := v.(int64)
		if !ok {
			return "use a size in bytes, or as \"128MiB\""
		}
		*f = n
	case *float64:
		switch n := v.(type) {
		case float64:
			*f = n
		case int64:
			*f = float64(n)
		default:
			return "use a number"
		}
	case *bool:
		b, ok := v.(bool)
		if !ok {
			return "use true or false, without quotes"
		}
		*f = b
	case *[]string:
		list, ok := v.([]any)
		if !ok {
			return "use a list of texts, as [\"a\", \"b\"]"
		}
		out := []string{}
		for _, e := range list {
			s, ok := e.(string)
			if !ok {
				return "use a list of texts, as [\"a\", \"b\"]"
			}
			out = append(out, s)
		}
		*f = out
	case *map[string]Tool:
		return "use a table: [tools.NAME]"
	case named:
		return f.fromFile(v)
	}
	return ""
}

func splitList(s string) []string {
	out := []string{}
	for _, p := range strings.Split(s, ",") {
		if p = strings.TrimSpace(p); p != "" {
			out = append(out, p)
		}
	}
	return out
}

var units = []struct {
	name string
	size int64
}{{"tib", 1 << 40}, {"gib", 1 << 30}, {"mib", 1 << 20}, {"kib", 1 << 10}, {"tb", 1e12}, {"gb", 1e9}, {"mb", 1e6}, {"kb", 1e3}, {"b", 1}}

func parseSize(s string) (int64, bool) {
	l := strings.ToLower(s)
	unit := int64(1)
	for _, u := range units {
		if n, ok := strings.CutSuffix(l, u.name); ok {
			l, unit = strings.TrimSpace(n), u.size
			break
		}
	}
	n, err := strconv.ParseInt(l, 10, 64)
	if err != nil || n > math.MaxInt64/unit || n < 0 {
		return 0, false
	}
	return n * unit, true
}

func sizeText(n int64) string {
	for _, u := range units[:4] {
		if n >= u.size && n%u.size == 0 {
			return strconv.FormatInt(n/u.size, 10) + map[string]string{"tib": "TiB", "gib": "GiB", "mib": "MiB", "kib": "KiB"}[u.name]
		}
	}
	return strconv.FormatInt(n, 10)
}

// toFile prints a field as it would stand in the file.
func toFile(field any) string {
	switch f := field.(type) {
	case *string:
		return tomledit.Quote(*f)
	case *cronField:
		return tomledit.Quote(f.get())
	case *int:
		return strconv.Itoa(*f)
	case *int64:
		if s := sizeText(*f); s != strconv.FormatInt(*f, 10) {
			return tomledit.Quote(s)
		}
		return strconv.FormatInt(*f, 10)
	case *float64:
		return strconv.FormatFloat(*f, 'f', max(1, len(strconv.FormatFloat(*f, 'f', -1, 64))-2), 64)
	case *bool:
		return strconv.FormatBool(*f)
	case *[]string:
		parts := make([]string, len(*f))
		for i, s := range *f {
			parts[i] = tomledit.Quote(s)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case named:
		return f.toFile()
	case *map[string]Tool:
		names := slices.Sorted(maps.Keys(*f))
		for i, n := range names {
			names[i] = fmt.Sprintf("%s = { trust = %s }", tomledit.Quote(n), tomledit.Quote((*f)[n].Trust))
		}
		if len(names) == 0 {
			return "{}"
		}
		return "{ " + strings.Join(names, ", ") + " }"
	}
	return ""
}
