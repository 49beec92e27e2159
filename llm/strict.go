package llm

import (
	"bytes"
	"encoding/json"
)

// ask is the schema as a sentence, for servers that take none.
func (s *Schema) ask() string {
	return "Answer with one JSON value that fits this JSON schema, and with nothing else:\n" + string(s.raw)
}

// object reports whether the value is an object, as servers demand.
func (s *Schema) object() bool {
	var head struct {
		Type any `json:"type"`
	}
	return json.Unmarshal(s.raw, &head) == nil && head.Type == "object"
}

// noParameters is the schema of a tool without arguments.
const noParameters = `{"type":"object","properties":{},"additionalProperties":false}`

func (t Tool) parameters() json.RawMessage {
	if t.Schema == nil {
		return json.RawMessage(noParameters)
	}
	return t.Schema.raw
}

// strict returns the schema as servers take it that hold a model to it: every
// property is required, and what may be missing may be null instead. If an
// object is open, or a property that is not required may not be null, the
// schema comes back as it is, with false.
func (s *Schema) strict() (json.RawMessage, bool) {
	var b bytes.Buffer
	if !writeStrict(&b, s.raw) {
		return s.raw, false
	}
	return b.Bytes(), true
}

// pair is one member of a JSON object.
type pair struct {
	key   string
	value json.RawMessage
}

// members reads an object in its order, which a map would lose.
func members(raw json.RawMessage) ([]pair, bool) {
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != json.Delim('{') {
		return nil, false
	}
	var out []pair
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return nil, false
		}
		var v json.RawMessage
		if dec.Decode(&v) != nil {
			return nil, false
		}
		out = append(out, pair{key.(string), v})
	}
	return out, true
}

func writeStrict(b *bytes.Buffer, raw json.RawMessage) bool {
	all, ok := members(raw)
	if !ok {
		return false
	}
	var props []pair
	var required []string
	closed, object := false, false
	for _, m := range all {
		switch m.key {
		case "properties":
			if props, ok = members(m.value); !ok {
				return false
			}
			object = true
		case "required":
			if json.Unmarshal(m.value, &required) != nil {
				return false
			}
		case "additionalProperties":
			closed = string(m.value) == "false"
		case "$ref", "$defs", "anyOf", "oneOf", "allOf", "not", "if", "patternProperties":
			return false // given as JSON: not ours to change
		}
	}
	if object && !closed || !object && closed {
		return false
	}
	is := map[string]bool{}
	for _, r := range required {
		is[r] = true
	}
	b.WriteByte('{')
	first := true
	put := func(key string) {
		if !first {
			b.WriteByte(',')
		}
		first = false
		name, _ := json.Marshal(key) // a text has a JSON form
		b.Write(name)
		b.WriteByte(':')
	}
	for _, m := range all {
		switch m.key {
		case "required":
		case "items":
			put(m.key)
			if !writeStrict(b, m.value) {
				return false
			}
		case "properties":
			put(m.key)
			if !writeProperties(b, props, is) {
				return false
			}
			names := make([]string, len(props))
			for i, p := range props {
				names[i] = p.key
			}
			put("required")
			list, _ := json.Marshal(names) // so has a list of texts
			b.Write(list)
		default:
			put(m.key)
			b.Write(m.value)
		}
	}
	b.WriteByte('}')
	return !isOpenMap(all)
}

func writeProperties(b *bytes.Buffer, props []pair, required map[string]bool) bool {
	b.WriteByte('{')
	for i, p := range props {
		if i > 0 {
			b.WriteByte(',')
		}
		name, _ := json.Marshal(p.key) // a text has a JSON form
		b.Write(name)
		b.WriteByte(':')
		if !required[p.key] && !bytes.Contains(p.value, []byte(`"null"`)) {
			return false
		}
		if !writeStrict(b, p.value) {
			return false
		}
	}
	b.WriteByte('}')
	return true
}

// isOpenMap reports whether an object takes properties of any name.
func isOpenMap(all []pair) bool {
	for _, m := range all {
		if m.key == "additionalProperties" && string(m.value) != "false" {
			return true
		}
	}
	return false
}
