package web

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/fault"
	"github.com/memtide/memtide/llm"
)

// meter sums up the prompts that were answered since the API was started. It reads their
// receipts when somebody asks, so a prompt pays nothing for it.
type meter struct {
	mu      sync.Mutex
	begun   bool
	last    uint64 // sequence of TRACE up to which is counted
	prompts map[told]uint64
	tokens  map[string]uint64 // by mode
	took    map[string]*histogram
	stages  map[string]*histogram
}

// told is how a prompt was answered.
type told struct{ mode, outcome string }

// begin lets the meter count from here on.
func (m *meter) begin(ctx context.Context, cl *client.Client) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.begun {
		return nil
	}
	r, err := client.Control[control.Metrics](ctx, cl, "metrics", control.MetricsRequest{Space: cl.Space(), Begin: true})
	if err == nil {
		m.begun, m.last = true, r.Last
		m.prompts, m.tokens, m.took, m.stages = map[told]uint64{}, map[string]uint64{}, map[string]*histogram{}, map[string]*histogram{}
	}
	return err
}

// read counts what has come since, and returns the other numbers.
func (m *meter) read(c *call) (r control.Metrics, err error) {
	if err := m.begin(c.Context(), c.cl); err != nil {
		return r, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		r, err = client.Control[control.Metrics](c.Context(), c.cl, "metrics", control.MetricsRequest{Space: c.space, Behind: m.last})
		if err != nil {
			return r, err
		}
		for _, p := range r.Prompts {
			m.add(p)
		}
		m.last = r.Last
		if !r.More {
			return r, nil
		}
	}
}

func (m *meter) add(p control.PromptTold) {
	outcome := "silent"
	if p.Injected > 0 {
		outcome = "injected"
	}
	m.prompts[told{p.Mode, outcome}]++
	m.tokens[p.Mode] += uint64(max(p.Tokens, 0))
	observe(m.took, p.Mode, p.TookUS)
	for _, s := range p.Stages {
		observe(m.stages, s.Stage, s.TookUS)
	}
}

func observe(all map[string]*histogram, key string, us int64) {
	if all[key] == nil {
		all[key] = new(histogram)
	}
	all[key].observe(float64(us) / 1e6)
}

// write writes what was counted.
func (m *meter) write(e *exposition) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, k := range slices.SortedFunc(maps.Keys(m.prompts), func(a, b told) int {
		return cmp.Or(strings.Compare(a.mode, b.mode), strings.Compare(a.outcome, b.outcome))
	}) {
		e.counter("memtide_prompts_total", "Prompts and questions answered since the API was started, by what came of them: injected or silent.",
			float64(m.prompts[k]), "mode", k.mode, "outcome", k.outcome)
	}
	for _, mode := range slices.Sorted(maps.Keys(m.tokens)) {
		e.counter("memtide_injected_tokens_total", "Tokens of memory that these were given.", float64(m.tokens[mode]), "mode", mode)
	}
	for _, mode := range slices.Sorted(maps.Keys(m.took)) {
		e.histogram("memtide_retrieve_seconds", "Time from a question to its answer, in the daemon.", m.took[mode], "mode", mode)
	}
	for _, stage := range slices.Sorted(maps.Keys(m.stages)) {
		e.histogram("memtide_stage_seconds", "Time that a stage took for it.", m.stages[stage], "stage", stage)
	}
}

// metrics answers with the numbers of the daemon in the text format of Prometheus.
func (s *Server) metrics(w http.ResponseWriter, r *http.Request) {
	var c *call
	cl, err := s.Client()
	if err == nil {
		c, err = newCall(r, cl, nil)
	}
	var m control.Metrics
	if err == nil {
		m, err = s.meter.read(c)
	}
	if err != nil {
		fault.Write(w, faultOf(err))
		return
	}
	var e exposition
	numbers(&e, m)
	s.meter.write(&e)
	w.Header().Set("Content-Type", contentType)
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(e.Bytes()) // whoever has gone is told nothing
}

// numbers writes what the daemon says of itself now.
func numbers(e *exposition, m control.Metrics) {
	st := m.Status
	space := []string{"space", string(st.Space)}
	e.gauge("memtide_info", "1, with the version of the daemon.", 1, "version", st.Version)
	e.gauge("memtide_start_time_seconds", "When the daemon was started, in seconds since 1970.", float64(st.Started.Unix()))
	e.gauge("memtide_resident_memory_bytes", "Memory that the daemon has of the system.", float64(st.RSS))
	for _, kind := range memtide.Kinds {
		n := st.Memories[kind]
		for _, of := range []struct {
			state string
			n     int
		}{{"live", n.Live}, {"archived", n.Archived}, {"superseded", n.Superseded}} {
			e.gauge("memtide_memories", "Memories of the space, by kind and whether they are shown.", float64(of.n), append(slices.Clone(space), "kind", string(kind), "state", of.state)...)
		}
	}
	e.gauge("memtide_conflicts", "Contradictions that nobody has settled.", float64(st.Asks), space...)
	e.gauge("memtide_quarantine", "Memories that wait for the user to look at them.", float64(st.Doubted), space...)
	e.gauge("memtide_pending_half_turns", "Half-turns without a decision.", float64(st.Pending), space...)
	if st.Vectors != nil {
		e.gauge("memtide_vectors", "Vectors that are searched.", float64(st.Vectors.Vectors), space...)
	}
	e.counter("memtide_half_turns_total", "Half-turns that were ever heard, of all spaces.", float64(st.Turns.Last))
	e.counter("memtide_decisions_total", "Messages that LEDGER has ever held, of all spaces.", float64(st.Ledger.Last))
	e.gauge("memtide_stream_bytes", "Bytes of a log.", float64(st.Turns.Bytes), "stream", "TURNS")
	e.gauge("memtide_stream_bytes", "Bytes of a log.", float64(st.Ledger.Bytes), "stream", "LEDGER")
	e.gauge("memtide_dead_letters", "Messages that were given up.", float64(st.Dead))
	consumers(e, m.Consumers)
	models(e, st.Models)
	e.gauge("memtide_spool_half_turns", "Half-turns that hooks have kept while no daemon was there.", float64(st.Spool.Files))
	e.gauge("memtide_spool_bytes", "Bytes of these.", float64(st.Spool.Bytes))
	e.gauge("memtide_spool_aside", "Half-turns that were refused and set aside.", float64(st.Spool.Bad))
	for _, part := range slices.Sorted(maps.Keys(m.Disk)) {
		e.gauge("memtide_disk_bytes", "Bytes in the data folder, by file or folder.", float64(m.Disk[part]), "part", part)
	}
}

// consumers writes how far the stages are, each with all its lanes.
func consumers(e *exposition, all []bus.Consumer) {
	sum := map[string]bus.Consumer{}
	for _, x := range all {
		name := strings.TrimSuffix(strings.TrimRight(x.Name, "0123456789"), "-") // a lane has a number
		s := sum[name]
		sum[name] = bus.Consumer{Name: name, Stream: x.Stream, Pending: s.Pending + x.Pending, Unacked: s.Unacked + x.Unacked, Redelivered: s.Redelivered + x.Redelivered}
	}
	stages := slices.Sorted(maps.Keys(sum))
	for _, s := range stages {
		e.gauge("memtide_consumer_pending", "Messages that a stage has not been given yet.", float64(sum[s].Pending), "consumer", s, "stream", sum[s].Stream)
	}
	for _, s := range stages {
		e.gauge("memtide_consumer_unacked", "Messages that a stage has in hand.", float64(sum[s].Unacked), "consumer", s, "stream", sum[s].Stream)
	}
	for _, s := range stages {
		e.gauge("memtide_consumer_redelivered", "Messages that a stage has in hand, and not for the first time.", float64(sum[s].Redelivered), "consumer", s, "stream", sum[s].Stream)
	}
}

// models writes how the models do that layers ask.
func models(e *exposition, all []llm.LayerState) {
	for _, l := range all {
		ready := 0.0
		if l.State == llm.Ready {
			ready = 1
		}
		e.gauge("memtide_model_ready", "1 where a layer is answered by its model, 0 where the rules answer for it; state says why.", ready,
			"layer", l.Layer, "model", l.Model, "state", string(l.State))
	}
	for _, l := range all {
		e.gauge("memtide_model_tokens_today", "Tokens that went to the model of a layer and came from it.", float64(l.Today.In+l.Today.Out), "layer", l.Layer, "model", l.Model)
	}
	for _, l := range all {
		e.gauge("memtide_model_dollars_today", "What these have cost, where the price is known.", float64(l.Today.Micros)/1e6, "layer", l.Layer, "model", l.Model)
	}
}
