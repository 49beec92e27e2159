package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/mcp"
	"github.com/memtide/memtide/daemon/web"
)

func serveCmd(a *app) *cobra.Command {
	var detached bool
	c := &cobra.Command{
		Use:   "serve",
		Short: "run the daemon in the foreground",
		Long: `Runs the daemon until it is interrupted. Hooks start it by themselves when they
find none, so this is for a service manager, or for looking at it.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.serve(c.Context(), detached) },
	}
	c.Flags().BoolVar(&detached, "detached", false, "log to the file instead of the terminal (hooks use this)")
	return c
}

func (a *app) serve(ctx context.Context, detached bool) error {
	cfg, err := a.config()
	if err != nil {
		return err
	}
	log, closeLog, err := openLog(cfg, a.io.err, detached)
	if err != nil {
		return err
	}
	defer closeLog()
	slog.SetDefault(log)
	return daemon.Serve(ctx, cfg, log, daemon.Options{Beside: agents(cfg)})
}

// agents lets agents ask at /mcp of the HTTP API.
func agents(cfg config.Config) daemon.Beside {
	return func(api *web.Server, projectOf func(context.Context, string) (string, error)) func() {
		door := mcp.NewDoor(mcp.Options{Connect: func(context.Context) (*client.Client, error) { return client.Dial(cfg) }, Changes: cfg.MCP.Changes, Version: client.Version()}, projectOf)
		door.Mount(api)
		return door.Close
	}
}

const maxLog = 16 << 20

// openLog returns the daemon's log. The file is cut to nothing when it has
// grown beyond 16 MiB; one old file is kept.
func openLog(cfg config.Config, terminal io.Writer, detached bool) (*slog.Logger, func(), error) {
	var level slog.Level
	if err := level.UnmarshalText([]byte(cfg.Log.Level)); err != nil {
		return nil, nil, fmt.Errorf("log.level: %w", err)
	}
	opts := &slog.HandlerOptions{Level: level}
	if !detached && cfg.Log.File == "" {
		return slog.New(slog.NewTextHandler(terminal, opts)), func() {}, nil
	}
	path := cfg.LogFile()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, nil, fmt.Errorf("make log folder: %w", err)
	}
	if st, err := os.Stat(path); err == nil && st.Size() > maxLog {
		if err := os.Rename(path, path+".1"); err != nil {
			return nil, nil, fmt.Errorf("turn log over: %w", err)
		}
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, nil, fmt.Errorf("open log: %w", err)
	}
	return slog.New(slog.NewTextHandler(f, opts)), func() { f.Close() }, nil
}
