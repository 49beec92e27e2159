package web

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// What one connection may take.
const (
	headersWithin = 5 * time.Second
	readWithin    = 30 * time.Second
	writeWithin   = time.Minute
	idleWithin    = 2 * time.Minute
	mostHeaders   = 16 << 10               // bytes
	answerWithin  = 500 * time.Millisecond // to requests that are being answered when the server ends
	endWithin     = 3 * time.Second        // for whoever reads an answer then
)

// count lets the prompts count for the metrics from here on; where that cannot be, from when
// somebody asks for these.
func (s *Server) count(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, headersWithin)
	defer cancel()
	if cl, err := s.Client(); err == nil {
		_ = s.meter.begin(ctx, cl)
	}
}

// Serve answers what comes to l until ctx ends, and closes it. Requests that are being
// answered then have half a second: a daemon that stops answers nobody any more.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	asked, letGo := context.WithCancel(context.WithoutCancel(ctx))
	defer letGo()
	h := &http.Server{
		BaseContext: func(net.Listener) context.Context { return asked },
		Handler:     s, ReadHeaderTimeout: headersWithin, ReadTimeout: readWithin, WriteTimeout: writeWithin, IdleTimeout: idleWithin,
		MaxHeaderBytes: mostHeaders, ErrorLog: slog.NewLogLogger(s.opts.Logger.Handler(), slog.LevelWarn),
	}
	s.count(ctx)
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	defer time.AfterFunc(answerWithin, letGo).Stop()
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), endWithin)
	defer cancel()
	if err := h.Shutdown(within); err != nil {
		_ = h.Close() // whoever has not read the answer by now does not get it
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
