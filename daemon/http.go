package daemon

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/web"
	"github.com/memtide/memtide/daemon/web/pages"
	"github.com/memtide/memtide/hookbridge"
)

// listenEvery is how often a port is tried again that somebody else has.
const listenEvery = 5 * time.Second

// httpDoor is what is known of the HTTP API.
type httpDoor struct {
	mu      sync.Mutex
	address string
	err     error
	site    *pages.Site // the dashboard; nil where the API does not listen
}

// open notes where the API and the dashboard are.
func (h *httpDoor) open(address string, site *pages.Site) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.address, h.err, h.site = address, nil, site
}

func (h *httpDoor) set(address string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.address, h.err, h.site = address, err, nil
}

// state returns where the API listens, "" where it does not, and why.
func (h *httpDoor) state() (address string, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.address, h.err
}

// serveHTTP answers the HTTP API once clients can come in, until ctx ends. That a port is
// taken is no reason to be without a memory: it is told by memtide status, and tried again.
func (d *Daemon) serveHTTP(ctx context.Context, announced <-chan struct{}) error {
	select {
	case <-ctx.Done():
		return nil
	case <-announced:
	}
	var logged repeats
	for {
		err := d.listenHTTP(ctx)
		if ctx.Err() != nil {
			return nil
		}
		d.http.set("", fmt.Errorf("http.listen %q: %w; it is tried again", d.cfg.HTTP.Listen, err))
		if logged.news(err, time.Now()) {
			d.log.Error("the HTTP API is not there", slog.Any("err", err))
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(listenEvery):
		}
	}
}

// listenHTTP answers the HTTP API until ctx ends or it cannot go on.
func (d *Daemon) listenHTTP(ctx context.Context) error {
	token, err := HTTPToken(d.cfg.Home)
	if err != nil {
		return err
	}
	l, err := net.Listen("tcp", d.cfg.HTTP.Listen)
	if err != nil {
		return fmt.Errorf("the port cannot be used (%w): end the program that has it, or set another one", err)
	}
	s := web.New(web.Options{Dial: func() (*client.Client, error) { return client.Dial(d.cfg) }, Token: token, Logger: d.log})
	defer s.Close()
	site := pages.New(pages.Options{Client: s.Client})
	site.Mount(s)
	if d.beside != nil {
		defer d.beside(s, asked(hookbridge.Project))()
	}
	d.http.open(l.Addr().String(), site)
	defer d.http.set("", nil)
	d.log.Info("the HTTP API listens", slog.String("address", l.Addr().String()))
	return s.Serve(ctx, l)
}

// dashboard returns where the dashboard of this daemon is, with a key that lets one browser
// in. Only the owner is told: the token of the API does not open it.
func (d *Daemon) dashboard(context.Context, struct{}) (control.DashboardAt, error) {
	d.http.mu.Lock()
	defer d.http.mu.Unlock()
	if d.http.site == nil {
		return control.DashboardAt{}, control.Absent("the daemon serves no dashboard: http.listen is not set")
	}
	return control.DashboardAt{Address: pages.Address(d.http.address, d.http.site.Key()), Space: memtide.Space(d.cfg.Space)}, nil
}
