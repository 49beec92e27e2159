// Command model is a model to measure with: a server on this machine that speaks
// OpenAI's /v1/chat/completions and knows the labels of a file of cases.
//
//	go run ./eval/model --as oracle --layers extract --cases FILE > config.toml
//
// What it answers depends on --as:
//
//	oracle   what the labels of --cases say: the most that a model can do
//	mute     nothing, in the right shape: nothing to keep, nothing to look up
//	chance   something that is allowed, drawn from the question and --seed
//	eager    keeps all, makes a standing rule of all, replaces what it can
//	garbage  no answer at all
//
// With --facts FILE the oracle's gate and extract say of the stores of --cases what
// the entries of FILE state, each of which names in refs what it was made of. That
// measures what further keys to a half-turn bring.
//
// It prints the lines of config.toml by which --layers ask it and no other layer
// asks anybody, so that `memtide eval TASK --engine model` measures those layers
// beside the rules of all others. It listens on this machine alone.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/memtide/memtide/llm/llmtest"
)

type settings struct {
	as, cases, facts, listen string
	layers                   []string
	seed                     uint64
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s, err := parse(os.Args[1:])
	if err == nil {
		err = run(ctx, s, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "model:", err)
		os.Exit(1)
	}
}

func parse(args []string) (settings, error) {
	var s settings
	var layers string
	f := flag.NewFlagSet("model", flag.ContinueOnError)
	f.StringVar(&s.as, "as", "oracle", strings.Join(minds(), ", "))
	f.StringVar(&s.cases, "cases", "", "file of cases of eval retrieval, or of labelled texts; the oracle needs it")
	f.StringVar(&s.facts, "facts", "", "file of cases whose entries were made of those of --cases: what the oracle's gate and extract take out")
	f.StringVar(&layers, "layers", "", "the layers that ask it, separated by commas")
	f.Uint64Var(&s.seed, "seed", 1, "of chance")
	f.StringVar(&s.listen, "listen", "127.0.0.1:8098", "address on this machine; port 0 is a free one")
	if err := f.Parse(args); err != nil {
		return s, err
	}
	s.layers = strings.Split(layers, ",")
	host, _, err := net.SplitHostPort(s.listen)
	switch ip := net.ParseIP(host); {
	case err != nil:
		return s, fmt.Errorf("--listen %q: %w", s.listen, err)
	case ip == nil || !ip.IsLoopback():
		return s, fmt.Errorf("--listen %q is no address of this machine alone", s.listen)
	case f.NArg() > 0:
		return s, fmt.Errorf("what is %q?", f.Arg(0))
	case s.as == "oracle" && s.cases == "":
		return s, errors.New("--cases is needed: an oracle answers out of a file of cases")
	case s.facts != "" && s.as != "oracle":
		return s, fmt.Errorf("--facts: only an oracle states them, and this one is %s", s.as)
	}
	for _, l := range s.layers {
		if _, ok := layersKnown()[l]; !ok {
			return s, fmt.Errorf("--layers: %q is no layer; there are: %s", l, strings.Join(layerNames(), ", "))
		}
	}
	return s, nil
}

func run(ctx context.Context, s settings, out io.Writer) error {
	m, err := newMind(s)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", s.listen)
	if err != nil {
		return err
	}
	fmt.Fprint(out, config(s, l.Addr().String()))
	srv := &http.Server{Handler: llmtest.New(m.answer), ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		srv.Close()
	}()
	if err = srv.Serve(l); errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return err
}

// config is what makes the layers ask the server at an address. Nothing bounds
// what they ask: nobody pays for it.
func config(s settings, addr string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "[models]\ndefault = \"\"\nprompt = \"\"\ndaily_tokens = 0\ndaily_usd = 0.0\nmax_input = 1000000\n"+
		"[models.providers.measured]\npreset = \"vllm\"\nurl = \"http://%s/v1\"\n", addr)
	for _, l := range s.layers {
		fmt.Fprintf(&b, "[models.layers.%s]\nmodel = \"measured/%s\"\n", l, s.as)
	}
	return b.String()
}
