package main

import (
	"fmt"
	"io"
	"reflect"
	"slices"

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
