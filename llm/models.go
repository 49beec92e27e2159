package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"os"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Config says which layer asks which model. It is checked by [New].
type Config struct {
	Replies   string              // path of replies.db
	Layers    map[string]Layer    // by name; a layer that is not there has no model
	Providers map[string]Provider // by name; those of [Presets] need not be there
	Prices    map[string]Price    // by provider/model; wins over the list
	Embedder  string              // provider/model; "" is none
	Dims      int                 // of the embedder's vectors; 0 is what is known of the model
	Former    string              // provider/model whose vectors still serve; "" is none
	FormerDim int                 // of its vectors, as Dims
}

// Layer is one purpose that asks a model.
type Layer struct {
	Model       string  // provider/model, or provider for its usual model; "" is none
	DailyTokens int     // in and out, a UTC day; 0 is 2,000,000; negative is no bound
	DailyUSD    float64 // 0 is 1.00, for a model with a price; negative is no bound
	MaxTokens   int     // of an answer, for requests that say nothing; 0 is 2,048
	MaxInput    int     // bytes of a request; 0 is 200,000, or 12,000 for Ollama
}

// Options of [New]. The zero value works.
type Options struct {
	Logger      *slog.Logger
	Now         func() time.Time
	Env         func(string) (string, bool) // nil is os.LookupEnv
	Transport   http.RoundTripper           // nil is one of its own
	Late        time.Duration               // how long a request may go on without its caller; 0 is 60 s
	Wait        time.Duration               // how long a caller waits for an answer, at most; 0 is as long as its own time and the request go on
	Slots       int                         // requests on their way to one server; 0 is 4
	Attempts    int                         // of one request; 0 is 3
	Backoff     time.Duration               // before the second attempt, doubled before the next; 0 is 500 ms
	Pause       time.Duration               // of an open breaker; 0 is 30 s
	RetryKey    time.Duration               // after which a wrong key is tried again; 0 is 1 h
	CallsAnHour int                         // of one layer that are paid; 0 is 3,000
	RecordBytes int64                       // of replies.db; 0 is DefaultRecordBytes
	Owner       Owner                       // who has the record, where another process has it open; nil: Config.Replies is opened
}

// DefaultRecordBytes is how much of what models said is kept: 256 MiB.
const DefaultRecordBytes = 256 << 20

func (o Options) filled() Options {
	if o.Logger == nil {
		o.Logger = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Env == nil {
		o.Env = os.LookupEnv
	}
	if o.Transport == nil {
		t := http.DefaultTransport.(*http.Transport).Clone()
		t.MaxIdleConnsPerHost, t.IdleConnTimeout = 4, 30*time.Second
		o.Transport = t
	}
	o.Late, o.Slots, o.Attempts = cmp.Or(o.Late, time.Minute), cmp.Or(o.Slots, 4), cmp.Or(o.Attempts, 3)
	o.Backoff, o.Pause = cmp.Or(o.Backoff, 500*time.Millisecond), cmp.Or(o.Pause, 30*time.Second)
	o.RetryKey, o.CallsAnHour = cmp.Or(o.RetryKey, time.Hour), cmp.Or(o.CallsAnHour, 3000)
	o.RecordBytes = cmp.Or(o.RecordBytes, DefaultRecordBytes)
	return o
}

// Models is every model that is configured. It is a [Completer], and may be
// used by many goroutines. Close it.
type Models struct {
	opts   Options
	layers map[string]*layer
	embeds *embedder
	former *embedder // nil: there is none, or the settings do not know its provider any more
	record keeper    // nil where no layer has a model
	path   string
	chain  ask

	opening sync.Mutex
	replies *replies // nil: not open, or another process has it
	born    string   // names this run
	forgets atomic.Uint64

	base   context.Context // ends with Close
	cancel context.CancelFunc
	wg     sync.WaitGroup

	mu      sync.Mutex
	closed  bool
	flights map[[32]byte]*flight
	counts  map[spentKey]Spent // not written yet
	trouble string             // why the record cannot be written
}

// keeper is the record: a file of one's own, or that of another process.
type keeper interface {
	look(ctx context.Context, layer string, key [32]byte) (seen, error)
	keep(ctx context.Context, e entry) error
	since(day string) ([]Spent, error)
}

// layer is a Layer with its model.
type layer struct {
	name string
	Layer
	at     resolved
	end    *endpoint
	price  Price
	priced bool
	purse  *purse
	loop   *meter
	late   *breaker
}

func (l *layer) ref() string { return l.at.ref() }

// New checks the settings and, where a layer has a model, opens the record;
// nothing is asked yet. The error joins a [WrongLayers] for each thing that is
// wrong with the settings, or is [ErrReplies].
func New(cfg Config, opts Options) (*Models, error) {
	opts = opts.filled()
	m := &Models{opts: opts, layers: map[string]*layer{}, flights: map[[32]byte]*flight{}, counts: map[spentKey]Spent{}}
	var wrong mistakes
	net := newWire(opts.Transport, opts.Now)
	doors, ends := map[string]*door{}, map[string]*endpoint{}
	for _, name := range slices.Sorted(maps.Keys(cfg.Layers)) {
		l, err := m.newLayer(name, cfg, net, doors, ends)
		if err != nil {
			wrong.add(name, err)
			continue
		}
		if l != nil {
			m.layers[name] = l
		}
	}
	if cfg.Embedder != "" {
		l, err := m.newLayer(EmbedLayer, cfg, net, doors, ends)
		if err == nil {
			m.embeds, err = m.newEmbedder(cfg, l)
		}
		if err != nil {
			wrong.add(EmbedLayer, err)
		}
	}
	if err := wrong.join(); err != nil {
		return nil, err
	}
	m.former = m.newFormer(cfg, net, doors, ends)
	m.path, m.born = cfg.Replies, opts.Now().UTC().Format(time.RFC3339Nano)
	if len(m.layers) > 0 || m.embeds != nil || m.former != nil {
		if err := m.open(); err != nil {
			return nil, err
		}
	}
	m.base, m.cancel = context.WithCancel(context.Background())
	m.chain = sized(looped(m.budgeted(keyed(slotted(m.retried(broken(send)))))))
	return m, nil
}

// mistakes are the reasons for which layers cannot have a model, each once
// however many layers it meets.
type mistakes struct {
	errs []error
	of   map[string][]string // layers by the text of the reason
}

func (w *mistakes) add(layer string, err error) {
	if w.of == nil {
		w.of = map[string][]string{}
	}
	text := err.Error()
	if len(w.of[text]) == 0 {
		w.errs = append(w.errs, err)
	}
	if !slices.Contains(w.of[text], layer) {
		w.of[text] = append(w.of[text], layer)
	}
}

func (w *mistakes) join() error {
	var out []error
	for _, err := range w.errs {
		out = append(out, &WrongLayers{Layers: w.of[err.Error()], Err: err})
	}
	return errors.Join(out...)
}

// open opens the record, or leaves it to its owner.
func (m *Models) open() error {
	if m.opts.Owner != nil {
		m.record = &borrowed{owner: m.opts.Owner, rows: map[spentKey]Spent{}}
		return nil
	}
	s, err := m.own(true)
	if err != nil {
		return err
	}
	m.record = s
	if err := m.loadPurses(); err != nil {
		return errors.Join(err, s.close())
	}
	return nil
}

func (m *Models) newLayer(name string, cfg Config, net *wire, doors map[string]*door, ends map[string]*endpoint) (*layer, error) {
	set := cfg.Layers[name]
	if name == EmbedLayer {
		set.Model = cfg.Embedder
	}
	if set.Model == "" {
		return nil, nil
	}
	at, err := resolve(set.Model, cfg.Providers)
	if err != nil {
		return nil, err
	}
	d := doors[at.name]
	if d == nil {
		d = &door{slots: make(chan struct{}, m.opts.Slots), env: m.opts.Env, now: m.opts.Now, retry: m.opts.RetryKey, wrong: map[string]refused{}}
		doors[at.name] = d
	}
	end := ends[at.ref()]
	if end == nil {
		end = &endpoint{at: at, door: d, breaker: newBreaker(at.ref(), 5, m.opts.Pause), provider: newProvider(net, at)}
		ends[at.ref()] = end
	}
	l := &layer{name: name, Layer: set, at: at, end: end, loop: &meter{limit: m.opts.CallsAnHour, now: m.opts.Now}, late: newBreaker(name, 3, m.opts.Pause)}
	l.price, l.priced = priceOf(cfg.Prices, at.name, at.preset, at.model)
	l.MaxTokens, l.MaxInput = cmp.Or(set.MaxTokens, 2048), cmp.Or(set.MaxInput, at.preset.window, 200_000)
	l.purse = newPurse(set, l.priced, m.opts.Now)
	return l, nil
}

func newProvider(net *wire, at resolved) provider {
	if at.preset.Wire == Anthropic {
		return &anthropicWire{wire: net, at: at}
	}
	return &openaiWire{wire: net, at: at}
}

// newEmbedder fills in the number of dimensions that models are known to have.
func (m *Models) newEmbedder(cfg Config, l *layer) (*embedder, error) {
	if l.at.preset.Wire == Anthropic {
		return nil, fmt.Errorf("model %s: Anthropic has no embeddings; use voyage, openai or ollama", l.ref())
	}
	e := &embedder{m: m, l: l, dims: cfg.Dims, ask: cfg.Dims > 0}
	if e.dims == 0 {
		e.dims = dimsOf(l.at.model)
	}
	if e.dims < 2 || e.dims > 8192 {
		return nil, fmt.Errorf("model %s: say how many elements its vectors have, in models.dims", l.ref())
	}
	if cfg.Layers[EmbedLayer].MaxInput == 0 {
		l.MaxInput = 24_000 // a text; most models read 8,192 tokens
	}
	return e, nil
}

// Has reports whether a layer has a model.
func (m *Models) Has(layer string) bool { return m.layers[layer] != nil }

// Local reports whether a layer's model is one that runs on one's own machine
// (Ollama, LM Studio, vLLM, llama.cpp): probably small, and without a price.
func (m *Models) Local(layer string) bool {
	l := m.layers[layer]
	return l != nil && l.at.preset.Local
}

// newFormer returns the embedder whose vectors still serve. It is on the same
// account as the one that takes its place.
func (m *Models) newFormer(cfg Config, net *wire, doors map[string]*door, ends map[string]*endpoint) *embedder {
	if cfg.Former == "" {
		return nil
	}
	cfg.Embedder, cfg.Dims = cfg.Former, cfg.FormerDim
	l, err := m.newLayer(EmbedLayer, cfg, net, doors, ends)
	if err != nil {
		return nil // its provider is gone from the settings: nobody can ask it
	}
	if m.embeds != nil {
		l.purse, l.loop = m.embeds.l.purse, m.embeds.l.loop
	}
	e, err := m.newEmbedder(cfg, l)
	if err != nil {
		return nil
	}
	return e
}

// Former returns the embedder whose vectors still serve, or [ErrNoModel].
func (m *Models) Former() (Embedder, error) {
	if m.former == nil {
		return nil, fmt.Errorf("embed as before: %w", ErrNoModel)
	}
	return m.former, nil
}

// Embedder returns the model that makes vectors, or [ErrNoModel].
func (m *Models) Embedder() (Embedder, error) {
	if m.embeds == nil {
		return nil, fmt.Errorf("embed: %w", ErrNoModel)
	}
	return m.embeds, nil
}

// Close ends the requests that are on their way, waits for them, and closes
// the record.
func (m *Models) Close() error {
	m.mu.Lock()
	if m.closed {
		m.mu.Unlock()
		return nil
	}
	m.closed = true
	m.mu.Unlock()
	m.cancel()
	m.wg.Wait()
	var err error
	if m.record != nil {
		err = m.flush()
	}
	if t, ok := m.opts.Transport.(interface{ CloseIdleConnections() }); ok {
		t.CloseIdleConnections()
	}
	m.opening.Lock()
	defer m.opening.Unlock()
	if m.replies != nil {
		err = errors.Join(err, m.replies.close())
	}
	return err
}
