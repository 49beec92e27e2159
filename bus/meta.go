package bus

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
)

// Headers of every message.
const (
	headerKind     = "Memtide-Kind"
	headerSpace    = "Memtide-Space"
	headerTrace    = "Memtide-Trace"
	headerCause    = "Memtide-Cause"
	headerDeadline = "Memtide-Deadline" // Unix nanoseconds
	headerSent     = "Memtide-Sent"     // Unix nanoseconds
	headerReply    = "Memtide-Reply"    // subject of who waits for the answer
	headerTrail    = "Memtide-Trail"    // stage:wait:took,… in microseconds
	headerError    = "Memtide-Error"    // of an answer: why there is none
)

// Meta travels in the headers, beside the body.
type Meta struct {
	ID       string        // a second publish with the same id is dropped while the server remembers it
	Space    memtide.Space // which memory
	Trace    string        // the same for every message that one request led to
	Cause    string        // id of the message that this one answers
	Deadline time.Time     // zero: none
	Reply    string        // where an answer goes
	Trail    []event.StageTime
	Sent     time.Time
	Seq      uint64 // in its stream; set on delivery
	Attempt  int    // 1 for the first; set on delivery
}

type metaKey struct{}

// MetaOf returns the headers of the message that is being handled.
func MetaOf(ctx context.Context) Meta {
	m, _ := ctx.Value(metaKey{}).(Meta)
	return m
}

func withMeta(ctx context.Context, m Meta) context.Context {
	return context.WithValue(ctx, metaKey{}, m)
}

func (m Meta) header(kind string) nats.Header {
	h := nats.Header{}
	set := func(k, v string) {
		if v != "" {
			h[k] = []string{v}
		}
	}
	set(headerKind, kind)
	set(nats.MsgIdHdr, m.ID)
	set(headerSpace, string(m.Space))
	set(headerTrace, m.Trace)
	set(headerCause, m.Cause)
	set(headerReply, m.Reply)
	set(headerSent, strconv.FormatInt(time.Now().UnixNano(), 10))
	if !m.Deadline.IsZero() {
		set(headerDeadline, strconv.FormatInt(m.Deadline.UnixNano(), 10))
	}
	set(headerTrail, encodeTrail(m.Trail))
	return h
}

func readMeta(h nats.Header) Meta {
	// Header.Get folds the case of keys; ours are written in one case only.
	get := func(k string) string {
		if v := h[k]; len(v) > 0 {
			return v[0]
		}
		return ""
	}
	return Meta{
		ID: get(nats.MsgIdHdr), Space: memtide.Space(get(headerSpace)), Trace: get(headerTrace),
		Cause: get(headerCause), Reply: get(headerReply),
		Deadline: unixNano(get(headerDeadline)), Sent: unixNano(get(headerSent)),
		Trail: decodeTrail(get(headerTrail)),
	}
}

func unixNano(s string) time.Time {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n <= 0 {
		return time.Time{}
	}
	return time.Unix(0, n)
}

func encodeTrail(ts []event.StageTime) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, "%s:%d:%d", t.Stage, t.WaitUS, t.TookUS)
	}
	return b.String()
}

func decodeTrail(s string) []event.StageTime {
	if s == "" {
		return nil
	}
	var ts []event.StageTime
	for part := range strings.SplitSeq(s, ",") {
		f := strings.Split(part, ":")
		if len(f) != 3 {
			continue
		}
		wait, err1 := strconv.ParseInt(f[1], 10, 64)
		took, err2 := strconv.ParseInt(f[2], 10, 64)
		if err1 == nil && err2 == nil {
			ts = append(ts, event.StageTime{Stage: f[0], WaitUS: wait, TookUS: took})
		}
	}
	return ts
}
