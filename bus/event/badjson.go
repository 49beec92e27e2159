package event

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"
)

// BadJSON says what is wrong with JSON that somebody else has written and that
// could not be read into a value of type In: the field, and what it wants, in words
// of JSON.
func BadJSON[In any](body []byte, err error) error {
	var syntax *json.SyntaxError
	var shape *json.UnmarshalTypeError
	switch {
	case errors.As(err, &shape) && shape.Field == "":
		return fmt.Errorf("it is a JSON %s, want one object in braces", shape.Value)
	case errors.As(err, &shape):
		return fmt.Errorf("%s is a %s, want %s", shape.Field, shape.Value, jsonName(shape.Type))
	case errors.As(err, &syntax) && strings.HasPrefix(syntax.Error(), "unexpected end"):
		return errors.New("the JSON is cut off in the middle")
	case errors.As(err, &syntax):
		return fmt.Errorf("it is no JSON: %w (byte %d)", err, syntax.Offset)
	}
	// A type that reads itself does not know the name of its field.
	name, value := misfit[In](body)
	switch {
	case name == "":
		return err
	case isMoment(reflect.TypeFor[In](), name):
		return fmt.Errorf("%s is %.60s, want RFC 3339, such as 2026-05-01T10:00:00Z", name, value)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// HasField reports whether an object that is read into a value of type In may have a
// field of that name, in either case.
func HasField[In any](name string) bool {
	in := reflect.TypeFor[In]()
	for i := range in.NumField() {
		if tag, _, _ := strings.Cut(in.Field(i).Tag.Get("json"), ","); strings.EqualFold(tag, name) {
			return true
		}
	}
	return false
}

// misfit returns the field of an object that cannot be read, "" where that is not
// one of them.
func misfit[In any](body []byte) (name string, value json.RawMessage) {
	var fields map[string]json.RawMessage
	if json.Unmarshal(body, &fields) != nil {
		return "", nil
	}
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		var in In
		one, err := json.Marshal(map[string]json.RawMessage{name: fields[name]})
		if err == nil && json.Unmarshal(one, &in) != nil {
			return name, fields[name]
		}
	}
	return "", nil
}

// isMoment reports whether a field, by its name in JSON, is a moment.
func isMoment(in reflect.Type, name string) bool {
	if in.Kind() != reflect.Struct {
		return false
	}
	for _, f := range reflect.VisibleFields(in) {
		if tag, _, _ := strings.Cut(f.Tag.Get("json"), ","); strings.EqualFold(tag, name) {
			return f.Type == reflect.TypeFor[time.Time]()
		}
	}
	return false
}

// jsonName is what JSON calls a type of Go.
func jsonName(t reflect.Type) string {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return "a text in quotes"
	}
	switch t.Kind() {
	case reflect.Slice:
		return "a list"
	case reflect.String:
		return "a text in quotes"
	case reflect.Bool:
		return "true or false"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "an object"
}
