package hookbridge

import (
	"context"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync/atomic"
	"time"
)

// The deadlines, counted from the start of the process, without the time in which
// its client has yet to write.
const (
	hardLimit  = 290 * time.Millisecond  // the watchdog; the promise is 300 ms, what remains is the start of the runtime
	startWait  = 500 * time.Millisecond  // what a session start adds to it, to wait for a starting daemon
	modelWait  = 4000 * time.Millisecond // what a prompt adds at most where a model is on its path, as models.wait_ms says; clients wait 5 s
	inputWait  = 1000 * time.Millisecond // what a client may take to write its payload; clients wait 5 s
	scrubWait  = 1000 * time.Millisecond // what redacting a text adds to it at most; a long one takes 20 to 90 ms of a processor
	connectBy  = 100 * time.Millisecond
	beginBy    = 160 * time.Millisecond // what a session begins with is there, where the first prompt brings it
	alongBy    = 200 * time.Millisecond // a half-turn beside a question is written; then the answer is read
	askBy      = 215 * time.Millisecond
	turnBy     = 245 * time.Millisecond
	spoolBy    = 250 * time.Millisecond // from here on what is not acknowledged is spooled
	lastGrace  = 200 * time.Millisecond // what the watchdog leaves to a prompt until it is written, if not synced: for this alone, and on a disk that is busy, the user waits longer
	replyGrace = 600 * time.Millisecond // what it leaves to a reply, for which nobody waits, on a disk that is busy
	maxPayload = 16 << 20               // bytes of stdin
	maxBlock   = 8_000                  // bytes of injected text; above it clients show a file name instead
	maxAsk     = 32 << 10               // bytes of prompt that the daemon searches with
)

// Options says what one run of the hook works with. The zero value is the
// process itself.
type Options struct {
	Client  string           // --client; "" means find out
	Stdin   io.Reader        // nil means os.Stdin
	Stdout  io.Writer        // nil means os.Stdout
	Env     []string         // KEY=value; nil means os.Environ()
	Now     func() time.Time // the clock of half-turns; nil means time.Now
	Exit    func(code int)   // called by the watchdog, from a goroutine of its own; nil means os.Exit
	KeepEnv []string         // names of variables that a started daemon gets beside the usual ones
}

// hook is one run.
type hook struct {
	Options
	base    time.Time // deadlines count from here
	env     environ
	dog     *watchdog
	debug   *debugLog
	paths   Paths
	payload Payload
	client  string
	writing chan error // of a print that goes on, see printed
	place   *place     // found once
	begins  string     // the session has begun so, and this prompt is its first; "" where that is of no matter
	begun   string     // the block that such a session begins with
	held    atomic.Pointer[parcel]

	projectOf func(dir string) string // [Project]
}

// Main handles one hook payload and returns the exit code, which is always 0:
// a memory that is not there must never stop an agent. It writes to Stdout at
// most once.
func Main(ctx context.Context, o Options) int {
	h := &hook{Options: o, base: time.Now(), projectOf: Project}
	h.defaults()
	h.debug = &debugLog{path: h.env.get("MEMTIDE_HOOK_DEBUG"), began: h.base}
	if h.env.get("MEMTIDE_HOOK_DISABLE") == "1" {
		return 0
	}
	h.dog = newWatchdog(hardLimit, h.bite)
	defer h.dog.stop()
	defer h.recovered()
	h.run(ctx)
	return 0
}

// bite ends the process. What is held is written down first: its own timer may be
// due at the same moment.
func (h *hook) bite() {
	h.debug.last("watchdog")
	if p := h.held.Load(); p != nil {
		done := make(chan struct{})
		go func() {
			defer close(done)
			p.spool()
		}()
		wait(p.settled(done), p.grace())
	}
	h.Exit(0)
}

// recovered is deferred in every goroutine: a mistake of ours is not the
// client's.
func (h *hook) recovered() {
	if r := recover(); r != nil {
		h.debug.note("panic", "stack", firstLines(string(debug.Stack()), 12))
	}
}

func (h *hook) defaults() {
	if h.Stdin == nil {
		h.Stdin = os.Stdin
	}
	if h.Stdout == nil {
		h.Stdout = os.Stdout
	}
	if h.Env == nil {
		h.Env = os.Environ()
	}
	if h.Now == nil {
		h.Now = time.Now
	}
	if h.Exit == nil {
		h.Exit = os.Exit
	}
	h.env = h.Env
}

func (h *hook) run(ctx context.Context) {
	b, err := h.given()
	var p Payload
	if err == nil {
		p, err = h.decoded(b)
	}
	if err != nil {
		h.debug.note("no payload", "error", err.Error())
		return
	}
	h.payload = p
	c := detect(h.Client, h.env, p)
	h.client = c.name
	h.debug.name(c.name, p.Event)
	if c.handle == nil {
		h.debug.note("client is not served")
		return
	}
	h.paths, err = FindPaths(h.env.get)
	if err == nil {
		err = h.paths.Make()
	}
	if err != nil {
		h.debug.note("no folder", "error", err.Error())
		return
	}
	c.handle(ctx, h)
	h.printed()
	h.debug.note("done")
}

// until returns a context that ends d after the base.
func (h *hook) until(ctx context.Context, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithDeadline(ctx, h.base.Add(d))
}

// extend moves every deadline back by d.
func (h *hook) extend(d time.Duration) {
	h.base = h.base.Add(d)
	h.dog.extend(d)
}

// environ is a list of KEY=value; the last value of a key counts.
type environ []string

func (e environ) get(key string) string {
	for i := len(e) - 1; i >= 0; i-- {
		k, v, ok := strings.Cut(e[i], "=")
		if ok && (k == key || runtime.GOOS == "windows" && strings.EqualFold(k, key)) {
			return v
		}
	}
	return ""
}

func firstLines(s string, n int) string {
	lines := strings.SplitN(s, "\n", n+1)
	return strings.Join(lines[:min(n, len(lines))], " | ")
}
