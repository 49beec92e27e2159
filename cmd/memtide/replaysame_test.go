package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/daemontest"
)

// chatter says things of a few patterns about very few things, so that what one
// half-turn changes is what the next one speaks of: values that change and change
// back, rules and their opposites, preferences, answers to which of two holds.
func chatter(rnd *rand.Rand) (said, answer string) {
	pick := func(words string) string {
		all := strings.Fields(words)
		return all[rnd.IntN(len(all))]
	}
	thing, place, who, n := pick("pump crane"), pick("harbour mill"), pick("Marta Ilse"), 10*(1+rnd.IntN(4))
	patterns := []string{
		fmt.Sprintf("The %s at the %s takes %d litres a day.", thing, place, n),
		fmt.Sprintf("The %s at the %s now takes %d litres a day.", thing, place, n),
		fmt.Sprintf("The %s budget for the %s was raised to %d euros.", place, thing, n),
		fmt.Sprintf("Actually, the %s at the %s takes %d litres a day, not %d.", thing, place, n, n+1),
		fmt.Sprintf("%s decided that the %s number %d uses the %s.", who, thing, n, pick("pump crane kiln")),
		fmt.Sprintf("%s prefers the %s over the %s.", who, thing, pick("mill quarry depot")),
		fmt.Sprintf("Always use the %s for jobs at the %s.", thing, place),
		fmt.Sprintf("Never use the %s for jobs at the %s.", thing, place),
		fmt.Sprintf("My colleague %s works on the %s at the %s.", who, thing, place),
		fmt.Sprintf("What does the %s at the %s take?", thing, place),
		"The first one holds.", "ok thanks",
	}
	answer = fmt.Sprintf("The upload of the %s at the %s failed because the %s buffered it. It takes %d litres a day.", thing, place, pick("proxy cache"), n)
	return patterns[rnd.IntN(len(patterns))], answer
}

// converse holds one conversation as fast as it goes: a prompt that is asked and then
// taken, and the answer to it. Some come late.
func converse(ctx context.Context, cl *client.Client, session string, rnd *rand.Rand, prompts int) error {
	at := time.Now().Add(-time.Hour)
	for i := range prompts {
		said, answer := chatter(rnd)
		in := event.TurnRequest{Role: memtide.RoleUser, Session: session, PromptID: fmt.Sprint(session, i), Client: "claude-code", Project: session[:1], Text: said,
			Time: at.Add(time.Duration(i)*time.Minute + time.Duration(rnd.IntN(60))*time.Second)}
		if rnd.IntN(8) == 0 {
			in.Time = in.Time.Add(-10 * time.Minute)
		}
		// Who gets no answer in time is given no memory; the half-turns come all the same.
		_, silent := cl.Ask(ctx, event.AskRequest{Mode: event.ModePrompt, Prompt: said, PromptID: in.PromptID, Session: session, Client: in.Client, Project: in.Project})
		for _, in.Role = range []memtide.Role{memtide.RoleUser, memtide.RoleAgent} {
			if in.Role == memtide.RoleAgent {
				in.Text = answer
			}
			if r, err := cl.Turn(ctx, in); err != nil || r.Error != "" {
				return errors.Join(err, silent, fmt.Errorf("half-turn of %s: %q", session, r.Error))
			}
		}
	}
	return nil
}

// TestALiveStoreIsWhatItsHalfTurnsSay: conversations side by side at full speed,
// with prompts and jobs between, lead to the memories that their half-turns lead to
// when they are read again, to the last field. Summaries, which a job writes, are
// the live store's alone.
func TestALiveStoreIsWhatItsHalfTurnsSay(t *testing.T) {
	sessions, prompts := 8, 25
	if testing.Short() {
		sessions, prompts = 4, 15
	}
	seed := uint64(time.Now().UnixNano())
	if s, err := strconv.ParseUint(os.Getenv("MEMTIDE_SEED"), 10, 64); err == nil {
		seed = s
	}
	t.Logf("seed %d (MEMTIDE_SEED)", seed)
	s := newShadowed(t, config.Default())
	ctx := daemontest.Within(t, 5*time.Minute)
	var talks sync.WaitGroup
	for i := range sessions {
		talks.Go(func() {
			if err := converse(ctx, s.Client, fmt.Sprintf("%c%d", 'a'+rune(i%2), i), rand.New(rand.NewPCG(seed, uint64(i))), prompts); err != nil {
				t.Error(err)
			}
		})
	}
	talks.Wait()
	if err := s.Client.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	live := s.same(ctx, sessions*prompts/2)
	if live.gone() == 0 {
		t.Error("no memory was replaced or used: nothing is shown by that")
	}
}

// TestTheDemoIsWhatItsHalfTurnsSay: what the demo plays is the same when it is read
// again.
func TestTheDemoIsWhatItsHalfTurnsSay(t *testing.T) {
	s := newShadowed(t, config.Default())
	ctx := daemontest.Within(t, 3*time.Minute)
	if err := play(ctx, io.Discard, s.Client); err != nil {
		t.Fatal(err)
	}
	if err := s.Client.Rest(ctx, memtide.DefaultSpace); err != nil {
		t.Fatal(err)
	}
	s.same(ctx, 10)
}

// same reads the half-turns again and compares what they have led to, which is not
// less than a number of memories. It returns what lives.
func (s *shadowed) same(ctx context.Context, least int) replayed {
	s.t.Helper()
	s.call(0, nil, "replay", "--from", "turns", "--shadow", "-y")
	var d shadowDiff
	s.call(0, &d, "replay", "diff")
	if len(d.Added)+len(d.Lost)+len(d.Changed)+len(d.Hand) != 0 || d.Same < least {
		s.t.Errorf("against the live store: %d added, %d lost, %d changed, %d by hand, %d the same", len(d.Added), len(d.Lost), len(d.Changed), len(d.Hand), d.Same)
	}
	live, shadow := replayed{}, replayed{}
	if err := pages(ctx, s.Client, memtide.DefaultSpace, 0, []string{"nodes", "edges"}, live.add); err != nil {
		s.t.Fatal(err)
	}
	f, err := os.Open(shadowFile(config.Config{Home: s.Dir, Space: string(memtide.DefaultSpace)}))
	if err != nil {
		s.t.Fatal(err)
	}
	defer f.Close()
	if err := readExport(f, shadow.add); err != nil {
		s.t.Fatal(err)
	}
	if diff := cmp.Diff(live, shadow); diff != "" {
		s.t.Errorf("the live store and its shadow (-live +shadow):\n%s", diff)
	}
	return live
}

// replayed are nodes and links by id, without those of summaries.
type replayed map[memtide.ID]any

func (s replayed) add(l control.ExportLine) error {
	switch {
	case l.Node != nil && l.Node.Kind != memtide.Summary:
		s[l.Node.ID] = *l.Node
	case l.Edge != nil && s[l.Edge.From] != nil && s[l.Edge.To] != nil:
		s[l.Edge.ID] = *l.Edge
	}
	return nil
}

// gone counts the memories that were superseded or used.
func (s replayed) gone() (n int) {
	for x := range maps.Values(s) {
		if m, ok := x.(memtide.Node); ok && (!m.SupersededBy.IsZero() || m.Score > 0) {
			n++
		}
	}
	return n
}
