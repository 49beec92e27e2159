package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Decode asks for an answer in JSON and reads it. A model that gets it wrong is
// shown its mistake and asked once more; then it is [ErrReply]. The Reply is
// the last one, with the usage of both; its text is what was read.
func Decode[T any](ctx context.Context, c Completer, r Request) (T, Reply, error) {
	first, err := c.Complete(ctx, r)
	if err != nil {
		var none T
		return none, first, err
	}
	v, wrong := DecodeText[T](first.Text, r.Schema)
	if wrong == nil {
		return v, first, nil
	}
	again := r
	again.Messages = append(r.Messages[:len(r.Messages):len(r.Messages)],
		Message{Role: RoleAssistant, Text: shown(first)},
		Message{Role: RoleUser, Text: repair(first, wrong)})
	second, err := c.Complete(ctx, again)
	second.Usage = second.Usage.Plus(first.Usage)
	second.Took += first.Took
	second.Recorded = second.Recorded && first.Recorded
	if err != nil {
		var none T
		return none, second, err
	}
	v, wrong = DecodeText[T](second.Text, r.Schema)
	if wrong != nil {
		return v, second, fmt.Errorf("read the answer of %s to %s, twice: %w", second.Model, r.Prompt, wrong)
	}
	return v, second, nil
}

// maxShown bounds what a model is shown of its own wrong answer, in bytes.
const maxShown = 4000

// shown is the wrong answer as the model gets it back. Servers refuse an empty
// message.
func shown(r Reply) string {
	text := strings.ToValidUTF8(r.Text, "�")
	if len(text) > maxShown {
		text = strings.ToValidUTF8(text[:maxShown], "") + " …"
	}
	if strings.TrimSpace(text) == "" {
		return "(no text)"
	}
	return text
}

func repair(r Reply, wrong error) string {
	text := "That answer cannot be used: " + wrong.Error() + "."
	if r.Cut {
		text += " It was cut off because it was too long; be shorter."
	}
	return text + " Answer the same question again with one JSON value of the required shape and nothing else: no comment, no code fence."
}

// DecodeText reads one JSON value of type T and nothing else: unknown fields,
// text after the value and what does not fit the schema are refused with
// [ErrReply]. A code fence around the value and a block of thoughts before it
// are dropped. A nil schema checks nothing more than the type.
func DecodeText[T any](text string, s *Schema) (T, error) {
	var v, none T
	raw := []byte(bare(text))
	if len(raw) == 0 {
		return none, fmt.Errorf("%w: it is empty", ErrReply)
	}
	if s != nil {
		if err := s.Check(raw); err != nil {
			return none, fmt.Errorf("%w: %w", ErrReply, err)
		}
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&v); err != nil {
		return none, fmt.Errorf("%w: %w", ErrReply, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return none, fmt.Errorf("%w: text follows the JSON value", ErrReply)
	}
	return v, nil
}

// bare returns the text without what models like to put around JSON.
func bare(text string) string {
	text = strings.TrimSpace(text)
	if rest, ok := strings.CutPrefix(text, "<think>"); ok {
		if _, after, ok := strings.Cut(rest, "</think>"); ok {
			text = strings.TrimSpace(after)
		}
	}
	rest, ok := strings.CutPrefix(text, "```")
	if !ok {
		return text
	}
	body, ok := strings.CutSuffix(rest, "```")
	if !ok {
		return text
	}
	if line, after, ok := strings.Cut(body, "\n"); ok && !strings.ContainsAny(line, "{[\"") {
		body = after // the language beside the fence
	}
	return strings.TrimSpace(body)
}
