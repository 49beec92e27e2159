package config

import (
	"fmt"
	"strings"
)

// Problem is one setting that cannot be used.
type Problem struct {
	Key   string // the key; for a file that cannot be read, its path
	Value string // what was given, shortened
	From  string // where it came from: file, MEMTIDE_…, --set key, --key; "" if built in
	Fix   string // what to write instead
}

// Error says key, value, origin and fix in one line.
func (p *Problem) Error() string {
	var b strings.Builder
	b.WriteString(p.Key)
	if p.Value != "" {
		fmt.Fprintf(&b, " = %s", p.Value)
	}
	if p.From != "" {
		fmt.Fprintf(&b, " (%s)", p.From)
	}
	return b.String() + ": " + p.Fix
}

// show quotes a value for a message, shortened to 60 characters.
func show(v any) string {
	var s string
	switch v := v.(type) {
	case string:
		s = fmt.Sprintf("%.80q", v)
	default:
		s = fmt.Sprint(v)
	}
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}
