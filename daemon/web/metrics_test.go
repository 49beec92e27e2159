package web_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/daemontest"
)

var (
	metricLine = regexp.MustCompile(`^([a-z_]+)((?:\{(?:[a-z_]+="(?:[^"\\\n]|\\["\\n])*",?)*\})?) (\+Inf|-?[0-9.]+(?:e[+-]?[0-9]+)?)$`)
	helpLine   = regexp.MustCompile(`^# HELP ([a-z_]+) \S`)
	typeLine   = regexp.MustCompile(`^# TYPE ([a-z_]+) (counter|gauge|histogram)$`)
)

// parse reads an exposition as strictly as its format is written down: each metric once, with
// its help and type before its samples, each series once, the buckets of a histogram in order,
// none smaller than the one before, and the last as large as the count.
func parse(t *testing.T, raw []byte) map[string]float64 {
	t.Helper()
	if !bytes.HasSuffix(raw, []byte("\n")) {
		t.Error("the last line has no end")
	}
	series, seen := map[string]float64{}, map[string]bool{}
	var name, kind, bucketsOf string
	var before float64
	for _, line := range strings.Split(strings.TrimSuffix(string(raw), "\n"), "\n") {
		if m := helpLine.FindStringSubmatch(line); m != nil {
			if name = m[1]; seen[name] {
				t.Errorf("%s comes twice", name)
			}
			seen[name], kind = true, ""
			continue
		}
		if m := typeLine.FindStringSubmatch(line); m != nil {
			if m[1] != name || kind != "" {
				t.Errorf("%q belongs to no help", line)
			}
			kind = m[2]
			continue
		}
		m := metricLine.FindStringSubmatch(line)
		if m == nil {
			t.Errorf("no line of the format: %q", line)
			continue
		}
		of := m[1]
		if kind == "histogram" {
			of = regexp.MustCompile(`_(bucket|sum|count)$`).ReplaceAllString(of, "")
		}
		if of != name || kind == "" {
			t.Errorf("%q stands below %s of type %q", line, name, kind)
		}
		if (kind == "counter") != strings.HasSuffix(name, "_total") {
			t.Errorf("a %s is called %s", kind, name)
		}
		v, err := strconv.ParseFloat(m[3], 64)
		if _, twice := series[m[1]+m[2]]; twice || err != nil {
			t.Errorf("%q: twice %v, %v", line, twice, err)
		}
		series[m[1]+m[2]] = v
		switch labels := regexp.MustCompile(`,?le="[^"]*"`).ReplaceAllString(m[2], ""); {
		case strings.HasSuffix(m[1], "_bucket"):
			if bucketsOf == labels && v < before {
				t.Errorf("%q is less than the bucket before", line)
			}
			bucketsOf, before = labels, v
		case kind == "histogram" && strings.HasSuffix(m[1], "_count") && v != before:
			t.Errorf("%q, and the last bucket has %v", line, before)
		}
	}
	return series
}

// Prometheus reads what memtide status knows, and how prompts were answered.
func TestMetrics(t *testing.T) {
	w := newWorld(t, nil)
	parse(t, w.raw("GET", "/metrics", "")) // from here on prompts count
	w.keep(`{"text":"The staging server is called wharf."}`)
	daemontest.Say(t, w.d.Client, event.TurnRequest{Role: memtide.RoleUser, Text: "The ferry leaves at nine.", Session: "s"})
	if err := w.d.Client.Settle(daemontest.Within(t, time.Minute), memtide.DefaultSpace, nil); err != nil {
		t.Fatal(err)
	}
	for i, prompt := range []string{"How is the staging server called?", "When does the ferry leave?", "What is the capital of Peru?"} {
		if _, err := w.d.Client.Ask(t.Context(), event.AskRequest{Mode: event.ModePrompt, Session: fmt.Sprint(i), Prompt: prompt, DeadlineMS: 5000}); err != nil {
			t.Fatal(err)
		}
	}
	// Receipts are written after their answers are out.
	var got map[string]float64
	count := `memtide_retrieve_seconds_count{mode="prompt"}`
	for end := time.Now().Add(30 * time.Second); got[count] < 3; time.Sleep(10 * time.Millisecond) {
		if got = parse(t, w.raw("GET", "/metrics", "")); time.Now().After(end) {
			t.Fatalf("%v prompts are counted", got[count])
		}
	}
	for series, want := range map[string]float64{
		count:                                         3,
		`memtide_half_turns_total`:                    2,
		`memtide_dead_letters`:                        0,
		`memtide_spool_half_turns`:                    0,
		`memtide_conflicts{space="default"}`:          0,
		`memtide_pending_half_turns{space="default"}`: 0,
		`memtide_prompts_total{mode="prompt",outcome="injected"}`:               2,
		`memtide_prompts_total{mode="prompt",outcome="silent"}`:                 1,
		`memtide_consumer_pending{consumer="remember-store",stream="REMEMBER"}`: 0,
	} {
		if v, there := got[series]; !there || v != want {
			t.Errorf("%s is %v (%v), want %v", series, v, there, want)
		}
	}
	for _, series := range []string{`memtide_memories{space="default",kind="fact",state="live"}`, `memtide_disk_bytes{part="nats"}`, `memtide_stream_bytes{stream="TURNS"}`,
		`memtide_resident_memory_bytes`, `memtide_start_time_seconds`, `memtide_injected_tokens_total{mode="prompt"}`, `memtide_stage_seconds_count{stage="retrieve.classify"}`} {
		if got[series] <= 0 {
			t.Errorf("%s is %v", series, got[series])
		}
	}
	// A second look counts nothing twice.
	if again := parse(t, w.raw("GET", "/metrics", "")); again[count] != 3 {
		t.Errorf("%v prompts, and there were 3", again[count])
	}
}
