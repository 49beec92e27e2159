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
	mostHeaders   = 16 << 10 // bytes
	endWithin     = 3 * time.Second
)

// Serve answers what comes to l until ctx ends, and closes it. Requests that are being
// answered then have three seconds.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	h := &http.Server{
		Handler: s, ReadHeaderTimeout: headersWithin, ReadTimeout: readWithin, WriteTimeout: writeWithin, IdleTimeout: idleWithin,
		MaxHeaderBytes: mostHeaders, ErrorLog: slog.NewLogLogger(s.opts.Logger.Handler(), slog.LevelDebug),
	}
	if cl, err := s.Client(); err == nil {
		_ = s.meter.begin(ctx, cl) // else the first who asks for metrics lets them begin
	}
	ended := make(chan error, 1)
	go func() { ended <- h.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
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
