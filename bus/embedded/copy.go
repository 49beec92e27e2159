package embedded

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/nats-io/nats.go"
)

// StreamCopy says what a stream was when it was copied, in the server's words.
type StreamCopy struct {
	Config json.RawMessage `json:"config"`
	State  json.RawMessage `json:"state"`
}

// apiReply is what the server answers to both requests.
type apiReply struct {
	StreamCopy
	Deliver string `json:"deliver_subject"`
	Error   *struct {
		Description string `json:"description"`
	} `json:"error"`
}

const (
	apiWait   = 30 * time.Second
	chunkWait = 30 * time.Second
	chunk     = 128 << 10
	// The server reads on while fewer bytes than these wait for whoever saves. The
	// default of 8 MiB is read and packed in one go on all processors, however long
	// the rests between two chunks are.
	window = chunk
)

func api(ctx context.Context, nc *nats.Conn, verb, stream string, in any) (apiReply, error) {
	var r apiReply
	body, err := json.Marshal(in)
	if err != nil {
		return r, fmt.Errorf("encode request: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, apiWait)
	defer cancel()
	msg, err := nc.RequestWithContext(ctx, "$JS.API.STREAM."+verb+"."+stream, body)
	if err != nil {
		return r, err
	}
	if err := json.Unmarshal(msg.Data, &r); err != nil {
		return r, fmt.Errorf("decode reply: %w", err)
	}
	if r.Error != nil {
		return r, errors.New(r.Error.Description)
	}
	return r, nil
}

// SaveStream writes a stream as it stands at one moment to w, in the server's
// own format, while others go on publishing. nc must be a connection of user
// core. The protocol is https://docs.nats.io/reference/jetstream/api/stream/snapshot.
func SaveStream(ctx context.Context, nc *nats.Conn, stream string, w io.Writer) (StreamCopy, error) {
	inbox := nc.NewRespInbox()
	sub, err := nc.SubscribeSync(inbox)
	if err != nil {
		return StreamCopy{}, fmt.Errorf("save stream %s: %w", stream, err)
	}
	// The connection may be closed already.
	defer func() { _ = sub.Unsubscribe() }()
	r, err := api(ctx, nc, "SNAPSHOT", stream, map[string]any{"deliver_subject": inbox, "no_consumers": true,
		"chunk_size": chunk, "window_size": window})
	if err != nil {
		return StreamCopy{}, fmt.Errorf("save stream %s: %w", stream, err)
	}
	for {
		msg, err := next(ctx, sub)
		if err != nil {
			return StreamCopy{}, fmt.Errorf("save stream %s: %w", stream, err)
		}
		if len(msg.Data) == 0 {
			if status := msg.Header.Get("Status"); status != "" && status != "204" {
				return StreamCopy{}, fmt.Errorf("save stream %s: %s %s", stream, status, msg.Header.Get("Description"))
			}
			return r.StreamCopy, nil
		}
		if _, err := w.Write(msg.Data); err != nil {
			return StreamCopy{}, fmt.Errorf("save stream %s: %w", stream, err)
		}
		if msg.Reply == "" {
			continue // the last one
		}
		if err := nc.Publish(msg.Reply, nil); err != nil {
			return StreamCopy{}, fmt.Errorf("save stream %s: %w", stream, err)
		}
	}
}

func next(ctx context.Context, sub *nats.Subscription) (*nats.Msg, error) {
	ctx, cancel := context.WithTimeout(ctx, chunkWait)
	defer cancel()
	return sub.NextMsgWithContext(ctx)
}

// LoadStream makes a stream that does not exist out of what SaveStream wrote.
func LoadStream(ctx context.Context, nc *nats.Conn, stream string, from StreamCopy, r io.Reader) error {
	reply, err := api(ctx, nc, "RESTORE", stream, from)
	if err != nil {
		return fmt.Errorf("load stream %s: %w", stream, err)
	}
	send := func(data []byte) error {
		cctx, cancel := context.WithTimeout(ctx, apiWait)
		defer cancel()
		msg, err := nc.RequestWithContext(cctx, reply.Deliver, data)
		if err != nil {
			return err
		}
		var refused apiReply
		if len(msg.Data) > 0 && json.Unmarshal(msg.Data, &refused) == nil && refused.Error != nil {
			return errors.New(refused.Error.Description)
		}
		return nil
	}
	buf := make([]byte, chunk)
	for {
		n, err := io.ReadFull(r, buf)
		if n > 0 {
			if serr := send(bytes.Clone(buf[:n])); serr != nil {
				return fmt.Errorf("load stream %s: %w", stream, serr)
			}
		}
		switch {
		case err == nil:
			continue
		case !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
			return fmt.Errorf("load stream %s: %w", stream, err)
		}
		if err := send(nil); err != nil {
			return fmt.Errorf("load stream %s: %w", stream, err)
		}
		return nil
	}
}
