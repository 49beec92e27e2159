package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"runtime"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/daemon/web"
	ui "github.com/memtide/memtide/daemon/web/pages"
)

func dashboardCmd(a *app) *cobra.Command {
	var noOpen bool
	var port int
	c := &cobra.Command{
		Use: "dashboard", Short: "look at the memory in a browser: what it holds, where it was said, what prompts were given and why", Args: cobra.NoArgs,
		Long: `Serves pages on this machine until it is interrupted, prints their address and opens
a browser where there is one. They show what the memory holds and where each thing
was said, which prompt was given what and why, the rules, conflicts, quarantine and
every change, each with a button that takes it back.

The address has a key that lets one browser in, once, within ten minutes. Nothing
is erased there: memtide erase does that.

Where http.listen is set the daemon serves the same pages, and the command only gets a
key from it and ends. The token of the API does not open them. With --port the
command serves them itself in any case.`,
		RunE: func(c *cobra.Command, _ []string) error {
			if port < 0 || port > 65535 {
				return usage("--port is %d, want 1 to 65535, or 0 for any that is free", port)
			}
			cl, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			if !c.Flags().Changed("port") {
				at, err := client.Control[control.DashboardAt](c.Context(), cl, "dashboard", struct{}{})
				if gone := control.Absent(""); err != nil && !errors.As(err, &gone) {
					cl.Close()
					return err
				}
				if err == nil && at.Space == cl.Space() {
					cl.Close()
					return a.showDashboard(c.Context(), at, noOpen, "the daemon serves it as long as it runs")
				}
			}
			return a.dashboard(c.Context(), cl, port, noOpen)
		},
	}
	c.Flags().BoolVar(&noOpen, "no-open", false, "open no browser")
	c.Flags().IntVar(&port, "port", 0, "the port to listen at on 127.0.0.1; 0 is any that is free")
	return c
}

// dashboard serves the pages until it is interrupted. The first connection is that which
// the command has; when it ends with its daemon, another is made.
func (a *app) dashboard(ctx context.Context, first *client.Client, port int, noOpen bool) error {
	space := first.Space()
	dial := func() (*client.Client, error) {
		if cl := first; cl != nil && !cl.Closed() {
			first = nil // the server closes it
			return cl, nil
		}
		return a.connect(ctx)
	}
	defer func() {
		if first != nil { // nobody has asked for a page
			first.Close()
		}
	}()
	l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
	if err != nil {
		return fmt.Errorf("listen for a browser: %w; --port 0 takes any port that is free", err)
	}
	// Nobody is told this token: programs that want the API set http.listen.
	s := web.New(web.Options{Dial: dial, Token: embedded.NewSecret()})
	defer s.Close()
	site := ui.New(ui.Options{Client: s.Client})
	site.Mount(s)
	at := control.DashboardAt{Address: ui.Address(l.Addr().String(), site.Key()), Space: space}
	if err := a.showDashboard(ctx, at, noOpen, "interrupt this command (Ctrl-C) to end it"); err != nil {
		l.Close()
		return err
	}
	return s.Serve(ctx, l)
}

// showDashboard prints where a dashboard is, and opens a browser.
func (a *app) showDashboard(ctx context.Context, at control.DashboardAt, noOpen bool, ends string) error {
	err := a.print(at, func(w io.Writer) {
		fmt.Fprintf(w, "the dashboard is at\n\n  %s\n\nthe key in it lets one browser in, once, within ten minutes; %s\n", at.Address, ends)
	})
	if err == nil && !noOpen && !a.json {
		openBrowser(ctx, at.Address)
	}
	return err
}

// openBrowser opens an address where somebody sits before a screen. That none opens is no
// error: the address is printed.
func openBrowser(ctx context.Context, address string) {
	name, args := "xdg-open", []string{address}
	switch runtime.GOOS {
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", address}
	case "darwin":
		name = "open"
	default:
		if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
			return
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return
	}
	c := exec.CommandContext(context.WithoutCancel(ctx), path, args...)
	if c.Start() == nil {
		go func() { _ = c.Wait() }() // some wait until the browser ends
	}
}
