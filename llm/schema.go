package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Schema is a name and a JSON schema (draft 2020-12). It does not change and
// may be used by many goroutines.
type Schema struct {
	name     string
	raw      json.RawMessage
	compiled *jsonschema.Schema
}

// SchemaFor makes the schema of a Go type: structs, slices, pointers, maps of
// texts, texts, numbers and truth values. The properties stand in the order of
// the fields, so that a model gives its reason before its verdict where the
// struct does. A field without omitempty is required, one with it may be null
// or missing. Other tags:
//
//	doc:"what it means"  enum:"a|b|c"  min:"0"  max:"1"  maxitems:"20"
//
// The same type gives the same bytes. A type that has no schema is a mistake
// in the program: SchemaFor panics.
func SchemaFor[T any](name string) *Schema {
	var b bytes.Buffer
	if err := writeType(&b, reflect.TypeFor[T](), "", false, 0); err != nil {
		panic(fmt.Sprintf("schema %s: %v", name, err))
	}
	s, err := ParseSchema(name, b.Bytes())
	if err != nil {
		panic(err.Error())
	}
	return s
}

// ParseSchema takes a schema that is given as JSON. It may refer to itself but
// to no other document.
func ParseSchema(name string, raw []byte) (*Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read schema %s: %w", name, err)
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(jsonschema.SchemeURLLoader{}) // nothing is read from files or the net
	const at = "memtide:schema"
	if err := c.AddResource(at, doc); err != nil {
		return nil, fmt.Errorf("read schema %s: %w", name, err)
	}
	compiled, err := c.Compile(at)
	if err != nil {
		return nil, fmt.Errorf("compile schema %s: %w", name, err)
	}
	var small bytes.Buffer
	if err := json.Compact(&small, raw); err != nil {
		return nil, fmt.Errorf("read schema %s: %w", name, err)
	}
	return &Schema{name: name, raw: small.Bytes(), compiled: compiled}, nil
}

// Name returns the name of the schema.
func (s *Schema) Name() string { return s.name }

// JSON returns the schema. It must not be changed.
func (s *Schema) JSON() json.RawMessage { return s.raw }

// Check says what in a JSON text does not fit the schema, in one line that a
// model can read, or returns nil.
func (s *Schema) Check(text []byte) error {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("read JSON: %w", err)
	}
	if err := s.compiled.Validate(v); err != nil {
		return fmt.Errorf("check %s: %s", s.name, oneLine(err.Error()))
	}
	return nil
}

// oneLine joins the lines of a validator's message, without its first, which
// names our own address of the schema.
func oneLine(msg string) string {
	lines := strings.Split(msg, "\n")
	if len(lines) > 1 {
		lines = lines[1:]
	}
	for i, l := range lines {
		lines[i] = strings.TrimPrefix(strings.TrimSpace(l), "- ")
	}
	return strings.Join(lines, "; ")
}

// maxDepth bounds nested types; a type that holds itself has no end.
const maxDepth = 12

func writeType(b *bytes.Buffer, t reflect.Type, tag reflect.StructTag, nullable bool, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("%s holds itself", t)
	}
	for t.Kind() == reflect.Pointer {
		t, nullable = t.Elem(), true
	}
	name, err := jsonType(t)
	if err != nil {
		return err
	}
	b.WriteString(`{"type":`)
	if nullable {
		fmt.Fprintf(b, `[%q,"null"]`, name)
	} else {
		fmt.Fprintf(b, "%q", name)
	}
	if err := writeTags(b, tag, nullable); err != nil {
		return fmt.Errorf("%s: %w", t, err)
	}
	switch t.Kind() {
	case reflect.Struct:
		err = writeStruct(b, t, depth)
	case reflect.Slice, reflect.Array:
		b.WriteString(`,"items":`)
		err = writeType(b, t.Elem(), "", false, depth+1)
	case reflect.Map:
		b.WriteString(`,"additionalProperties":`)
		err = writeType(b, t.Elem(), "", false, depth+1)
	}
	b.WriteByte('}')
	return err
}

func jsonType(t reflect.Type) (string, error) {
	switch t.Kind() {
	case reflect.Struct:
		return "object", nil
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return "object", nil
		}
	case reflect.Slice, reflect.Array:
		return "array", nil
	case reflect.String:
		return "string", nil
	case reflect.Bool:
		return "boolean", nil
	case reflect.Float32, reflect.Float64:
		return "number", nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "integer", nil
	}
	return "", fmt.Errorf("%s has no JSON type", t)
}

func writeTags(b *bytes.Buffer, tag reflect.StructTag, nullable bool) error {
	if doc := tag.Get("doc"); doc != "" {
		text, err := json.Marshal(doc)
		if err != nil {
			return fmt.Errorf("write doc: %w", err)
		}
		fmt.Fprintf(b, `,"description":%s`, text)
	}
	if enum := tag.Get("enum"); enum != "" {
		b.WriteString(`,"enum":[`)
		for i, v := range strings.Split(enum, "|") {
			if i > 0 {
				b.WriteByte(',')
			}
			fmt.Fprintf(b, "%q", v)
		}
		if nullable {
			b.WriteString(",null")
		}
		b.WriteByte(']')
	}
	for _, k := range []struct{ tag, key string }{{"min", "minimum"}, {"max", "maximum"}, {"maxitems", "maxItems"}} {
		if v := tag.Get(k.tag); v != "" {
			if _, err := strconv.ParseFloat(v, 64); err != nil {
				return fmt.Errorf("tag %s: %w", k.tag, err)
			}
			fmt.Fprintf(b, ",%q:%s", k.key, v)
		}
	}
	return nil
}

func writeStruct(b *bytes.Buffer, t reflect.Type, depth int) error {
	b.WriteString(`,"properties":{`)
	var required []string
	n := 0
	for f := range fields(t) {
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" || !f.IsExported() {
			continue
		}
		if f.Anonymous {
			return fmt.Errorf("%s: embedded fields have no schema", t)
		}
		if name == "" {
			name = f.Name
		}
		if n++; n > 1 {
			b.WriteByte(',')
		}
		optional := strings.Contains(opts, "omitempty") || strings.Contains(opts, "omitzero")
		if !optional {
			required = append(required, name)
		}
		fmt.Fprintf(b, "%q:", name)
		if err := writeType(b, f.Type, f.Tag, optional, depth+1); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	b.WriteByte('}')
	if len(required) > 0 {
		fmt.Fprintf(b, `,"required":["%s"]`, strings.Join(required, `","`))
	}
	b.WriteString(`,"additionalProperties":false`)
	return nil
}

func fields(t reflect.Type) func(func(reflect.StructField) bool) {
	return func(yield func(reflect.StructField) bool) {
		for i := range t.NumField() {
			if !yield(t.Field(i)) {
				return
			}
		}
	}
}
