package bus

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/nats-io/nats.go/jetstream"
)

// Format is that of what LEDGER and TURNS hold. It goes up when a program of before must not
// overlook what is written now, as a field without which a decision is another one. It stands
// with the streams, so that a backup and a server elsewhere have it, too. A log that says
// nothing of it has format 1.
const Format = 1

const formatKey = "memtide.format"

// ErrFormat says that a log has a format that this program does not know. Nothing of it has
// been changed.
var ErrFormat = errors.New("a newer memtide has written it, so install that one again; nothing has been changed")

// readable returns [ErrFormat] unless this program may write on the logs that there are, and
// else those, by their names. It comes before all that changes anything.
func (b *Bus) readable(ctx context.Context) (logs map[string]jetstream.Stream, err error) {
	logs = map[string]jetstream.Stream{}
	for _, name := range []string{StreamTurns, StreamLedger} {
		s, err := b.js.Stream(ctx, name)
		if errors.Is(err, jetstream.ErrStreamNotFound) {
			continue
		}
		if err != nil {
			// Not knowing its name is no reason to give it another: every graph would be foreign.
			return nil, fmt.Errorf("open stream %s: %w", name, err)
		}
		said := s.CachedInfo().Config.Metadata[formatKey]
		if n, err := strconv.Atoi(said); said != "" && (err != nil || n > Format) {
			return nil, fmt.Errorf("stream %s has format %.20s, and this program knows %d: %w", name, said, Format, ErrFormat)
		}
		logs[name] = s
	}
	return logs, nil
}
