package main

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"slices"
	"strings"
	"unicode"

	"github.com/memtide/memtide/daemon/control"
)

// printPlain prints like [fmt.Fprintf] what others have said or named: no text of theirs
// ends the line or the cell that it stands in.
func printPlain(w io.Writer, format string, args ...any) {
	args = slices.Clone(args)
	for i, arg := range args {
		if v := reflect.ValueOf(arg); v.Kind() == reflect.String {
			args[i] = control.Plain(v.String())
		}
	}
	fmt.Fprintf(w, format, args...)
}

// printField prints a row of a table that has names in its first column; further lines of
// the value stand below its first one.
func printField(w io.Writer, name, value string) {
	for i, line := range control.Lines(value) {
		if i > 0 {
			name = ""
		}
		printPlain(w, "%s\t%s\n", name, line)
	}
}

// shown is what may go to a terminal of a text that has lines of its own, as an error that names
// what somebody else has called so.
func shown(s string) string { return strings.Join(control.Lines(s), "\n") }

// inert is a writer of JSON in which a terminal obeys nothing: characters of a text that
// steer it, or turn the direction of writing, and that JSON need not escape, are escaped.
type inert struct{ w io.Writer }

func (i inert) Write(p []byte) (int, error) {
	if _, err := i.w.Write(inertJSON(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

func inertJSON(p []byte) []byte {
	if !bytes.ContainsFunc(p, steers) {
		return p
	}
	var b bytes.Buffer
	for _, r := range string(p) {
		if steers(r) {
			fmt.Fprintf(&b, `\u%04x`, r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.Bytes()
}

// steers reports whether a terminal does something else at a character than to show it.
// Below a space JSON has escaped it.
func steers(r rune) bool {
	return r >= 0x7f && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}
