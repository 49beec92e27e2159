// Command embedder is an embedder to measure with: a server on this machine that
// speaks OpenAI's /v1/embeddings.
//
//	go run ./eval/embedder --of words|chance|URL [--kept FILE] [--slow 300ms] [--listen 127.0.0.1:8099]
//
// What it makes vectors of depends on --of:
//
//	words   the built-in table of words, as if it were a model
//	chance  a direction that is drawn from the text: the control, which knows nothing
//	URL     those of another server, up to and with its version; a text is asked for
//	        once, and kept in --kept
//
// It prints the lines of config.toml that name it, downloads nothing, and listens
// on this machine alone. --slow lets each answer wait.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/memtide/memtide/vectorindex"
	"github.com/memtide/memtide/wordvec"
)

type settings struct {
	of, kept, model, listen string
	dims                    int
	slow                    time.Duration
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	s, err := parse(os.Args[1:])
	if err == nil {
		err = run(ctx, s)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "embedder:", err)
		os.Exit(1)
	}
}

func parse(args []string) (settings, error) {
	var s settings
	f := flag.NewFlagSet("embedder", flag.ContinueOnError)
	f.StringVar(&s.of, "of", "words", "words, chance, or the address of another server")
	f.StringVar(&s.kept, "kept", "", "file in which vectors of another server are kept (default: not at all)")
	f.StringVar(&s.model, "model", "", "name of the model on the other server")
	f.StringVar(&s.listen, "listen", "127.0.0.1:8099", "address on this machine; port 0 is a free one")
	f.IntVar(&s.dims, "dims", 384, "elements of a vector; words has its own number")
	f.DurationVar(&s.slow, "slow", 0, "how long each answer waits")
	if err := f.Parse(args); err != nil {
		return s, err
	}
	host, _, err := net.SplitHostPort(s.listen)
	switch ip := net.ParseIP(host); {
	case err != nil:
		return s, fmt.Errorf("--listen %q: %w", s.listen, err)
	case ip == nil || !ip.IsLoopback():
		return s, fmt.Errorf("--listen %q is no address of this machine alone", s.listen)
	case s.dims < 2 || s.dims > 8192:
		return s, fmt.Errorf("--dims is %d; want 2 to 8192", s.dims)
	case f.NArg() > 0:
		return s, fmt.Errorf("what is %q?", f.Arg(0))
	}
	return s, nil
}

func run(ctx context.Context, s settings) error {
	source, end, err := open(s)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", s.listen)
	if err != nil {
		return errors.Join(err, end())
	}
	fmt.Printf("[models]\nembedder = \"measured/%s\"\ndims = %d\ndaily_tokens = 0\n[models.providers.measured]\npreset = \"vllm\"\nurl = \"http://%s/v1\"\n",
		source.name(), source.dims(), l.Addr())
	srv := &http.Server{Handler: &server{source: source, slow: s.slow}, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		<-ctx.Done()
		srv.Close()
	}()
	if err = srv.Serve(l); errors.Is(err, http.ErrServerClosed) {
		err = nil
	}
	return errors.Join(err, end())
}

// open returns what makes the vectors, and what is to be done at the end.
func open(s settings) (source, func() error, error) {
	end := func() error { return nil }
	switch {
	case s.of == "chance":
		return chance(s.dims), end, nil
	case s.of == "words":
		table, err := wordvec.Load()
		return words{table}, end, err
	case !strings.HasPrefix(s.of, "http://") && !strings.HasPrefix(s.of, "https://"):
		return nil, end, fmt.Errorf("--of is %q; there are: words, chance, or an address", s.of)
	case s.model == "":
		return nil, end, errors.New("--model is needed: what the other server calls it")
	}
	u := &upstream{url: strings.TrimSuffix(s.of, "/"), model: s.model, size: s.dims, client: &http.Client{Timeout: 5 * time.Minute}}
	if s.kept != "" {
		var err error
		if u.kept, err = vectorindex.OpenRecords(s.kept); err != nil {
			return nil, end, err
		}
		end = u.kept.Close
	}
	return u, end, nil
}
