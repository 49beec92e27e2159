package bus

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats.go/jetstream"
)

// A log of a later format is refused before anything is changed, also what only a start
// throws away; one that says nothing of it, as all did once, and one of today are read on,
// under the name that they have.
func TestALogOfALaterFormatIsLeftAsItIs(t *testing.T) {
	for _, c := range []struct {
		stream, format string
		refused        bool
	}{{StreamLedger, "", false}, {StreamLedger, "1", false}, {StreamLedger, "2", true}, {StreamTurns, "2", true}, {StreamLedger, "two", true}} {
		s, b := started(t)
		cfg := b.streams[c.stream].CachedInfo().Config
		if got := cfg.Metadata[formatKey]; got != "1" {
			t.Fatalf("%s was made with format %q", c.stream, got)
		}
		if cfg.Metadata[formatKey] = c.format; c.format == "" {
			delete(cfg.Metadata, formatKey)
		}
		cfg.Description = "as the newer one wants it"
		if _, err := b.js.UpdateStream(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
		before := described(t, b.js)
		again, err := New(t.Context(), s.Dial, Options{})
		if again != nil {
			defer again.Close()
		}
		if errors.Is(err, ErrFormat) != c.refused || !c.refused && err != nil {
			t.Errorf("%s of format %q: %v", c.stream, c.format, err)
		}
		if diff := cmp.Diff(before, described(t, b.js)); c.refused && diff != "" {
			t.Errorf("%s of format %q was changed: %s", c.stream, c.format, diff)
		}
		if !c.refused && err == nil && again.Incarnation() != b.Incarnation() {
			t.Errorf("format %q has given LEDGER another name", c.format)
		}
	}
}

// described returns how each stream is kept, and when it was made.
func described(t *testing.T, js jetstream.JetStream) map[string]any {
	t.Helper()
	all := map[string]any{}
	for i := range js.ListStreams(t.Context()).Info() {
		all[i.Config.Name] = []any{i.Created.String(), i.Config.Description, i.Config.Metadata[formatKey], i.Config.Metadata[incarnationKey]}
	}
	return all
}
