package stages_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/vectorindex"
)

// shaky is a remember flow on a server that outlives it: it can be cut off
// between two stages, whose messages are then lost, and begin again.
type shaky struct {
	t      *testing.T
	h      *bustest.Harness
	dir    string
	bus    *bus.Bus
	ledger *ledger.Ledger
	stop   context.CancelFunc
	ended  chan error
}

func newShaky(t *testing.T) *shaky {
	s := &shaky{t: t, h: bustest.Start(t), dir: filepath.Join(t.TempDir(), "spaces")}
	s.begin()
	t.Cleanup(s.cut)
	return s
}

// begin does what the daemon does when it starts.
func (s *shaky) begin() {
	s.t.Helper()
	var err error
	if s.bus, err = bus.New(s.t.Context(), s.h.Server.Dial, bus.Options{}); err != nil {
		s.t.Fatal(err)
	}
	emb := vectorindex.NewHashed(language.Terms, vectorindex.HashedOptions{})
	s.ledger, err = ledger.Open(s.bus, s.dir, ledger.Options{
		Fold: language.Fold, Embedder: ledger.Embedder{ID: emb.ID(), Dims: emb.Dims(), Embed: emb.Embed},
	})
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.stop, s.ended = cancel, make(chan error, 1)
	ready := make(chan struct{})
	all := remember.Stages(remember.Deps{Bus: s.bus, Ledger: s.ledger, Now: func() time.Time { return disturbedAt.Add(24 * time.Hour) }})
	go func() {
		s.ended <- s.bus.Run(ctx, all, bus.RunOptions{TurnsFrom: s.ledger.TurnsFrom(ctx), Ready: func() { close(ready) }})
	}()
	select {
	case <-ready:
	case err := <-s.ended:
		s.t.Fatalf("run ended: %v", err)
	}
}

// cut ends the flow wherever it is. What lies between two stages is lost.
func (s *shaky) cut() {
	if s.stop == nil {
		return
	}
	s.stop()
	s.stop = nil
	if err := <-s.ended; err != nil {
		s.t.Error(err)
	}
	if err := s.ledger.Close(); err != nil {
		s.t.Error(err)
	}
	s.bus.Close()
}

// tell hands half-turn i over.
func (s *shaky) tell(i int, client string) {
	s.t.Helper()
	in := disturbedTurn(i)
	in.Client = client
	body, err := json.Marshal(in)
	if err != nil {
		s.t.Fatal(err)
	}
	msg, err := s.h.Conn().Request(event.SubjectTurn, body, 10*time.Second)
	if err != nil {
		s.t.Fatal(err)
	}
	var r event.TurnReply
	if err := json.Unmarshal(msg.Data, &r); err != nil || r.Error != "" {
		s.t.Fatalf("half-turn %d: %v %s", i, err, r.Error)
	}
}

// again delivers messages between the stages once more, as a server does that
// has not heard the acknowledgement; every so often, until the test ends.
func (s *shaky) again(rnd *rand.Rand) {
	s.t.Helper()
	seen := map[string]bool{}
	conn := s.h.Conn()
	sub, err := conn.Subscribe("remember.>", func(m *nats.Msg) {
		id := m.Header.Get(nats.MsgIdHdr)
		if seen[id] || rnd.IntN(3) > 0 {
			return
		}
		copied := nats.NewMsg(m.Subject)
		copied.Data, copied.Header = m.Data, nats.Header{}
		for k, v := range m.Header {
			copied.Header[k] = slices.Clone(v)
		}
		copied.Header.Set(nats.MsgIdHdr, id+"-again")
		seen[id+"-again"] = true
		if err := conn.PublishMsg(copied); err != nil {
			s.t.Error(err)
		}
	})
	if err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		if err := sub.Unsubscribe(); err != nil {
			s.t.Error(err)
		}
	})
}

// hash waits until everything is decided and returns the state.
func (s *shaky) hash() string {
	s.t.Helper()
	for end := time.Now().Add(60 * time.Second); ; time.Sleep(2 * time.Millisecond) {
		n, err := s.ledger.Pending(s.t.Context(), memtide.DefaultSpace)
		if err != nil {
			s.t.Fatal(err)
		}
		if n == 0 {
			break
		}
		if time.Now().After(end) {
			s.t.Fatalf("%d half-turns are not decided", n)
		}
	}
	if found, err := s.ledger.Check(s.t.Context(), memtide.DefaultSpace); err != nil || len(found) > 0 {
		s.t.Errorf("check: %v %v", found, err)
	}
	h, _, err := s.ledger.Hash(s.t.Context(), memtide.DefaultSpace)
	if err != nil {
		s.t.Fatal(err)
	}
	return h
}

var disturbedAt = time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)

// disturbedTurn is half-turn i of a conversation with changes, repetitions,
// contradictions, names and words of the agent.
func disturbedTurn(i int) event.TurnRequest {
	said := []string{"My colleague Nora prefers tabs over spaces.", "Our ORM is Prisma.", "We moved from Prisma to Drizzle.", "The rent of the barn is 400 euros.",
		"The rent of the barn was raised to 450 euros.", "Our ORM is Prisma.", "ok thanks", "Always squash the commits before merging a branch.",
		"Never squash the commits before merging a branch.", "My sister Ruth lives in Oslo. She works for Globex.", "Ruth has moved to Bergen.",
		"I prefer planes over trains.", "I prefer trains over planes."}
	in := event.TurnRequest{Role: memtide.RoleUser, Session: "s", Project: "shop", PromptID: fmt.Sprint(i), Time: disturbedAt.Add(time.Duration(i) * time.Minute),
		Text: said[i%len(said)]}
	if i%5 == 4 {
		in.Role, in.Text = memtide.RoleAgent, fmt.Sprintf("The upload %d failed because the proxy buffered it.", i)
	}
	return in
}

// Duplicates, second deliveries and cuts between the stages lead to the same
// graph as a quiet run: every half-turn is decided once.
func TestADisturbedRunEndsInTheSameGraph(t *testing.T) {
	const turns = 40
	runs := 6
	if testing.Short() {
		runs = 2
	}
	seed := uint64(time.Now().UnixNano())
	if s, err := strconv.ParseUint(os.Getenv("MEMTIDE_SEED"), 10, 64); err == nil {
		seed = s
	}
	t.Logf("seed %d (MEMTIDE_SEED)", seed)
	quiet := newShaky(t)
	for i := range turns {
		quiet.tell(i, "claude-code")
	}
	want := quiet.hash()
	quiet.cut()
	for n := range runs {
		rnd := rand.New(rand.NewPCG(seed, uint64(n)))
		s := newShaky(t)
		s.again(rand.New(rand.NewPCG(seed, uint64(100+n))))
		cuts := 0
		for i := range turns {
			s.tell(i, "claude-code")
			for rnd.IntN(3) == 0 {
				s.tell(rnd.IntN(i+1), []string{"claude-code", "codex"}[rnd.IntN(2)])
			}
			if rnd.IntN(6) == 0 {
				time.Sleep(time.Duration(rnd.IntN(4000)) * time.Microsecond) // somewhere between two stages
				if rnd.IntN(2) == 0 {
					if err := s.ledger.Mark(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				s.cut()
				s.begin()
				cuts++
			}
		}
		if got := s.hash(); got != want {
			t.Errorf("run %d with %d cuts: state %s, want %s", n, cuts, got, want)
		}
		s.cut()
	}
}
