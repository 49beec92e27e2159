package main

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"time"

	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/control"
)

// examineHTTP asks the HTTP API where the settings want one, as any program may without the
// token, and looks who can read that.
func examineHTTP(ctx context.Context, cfg config.Config, st control.Status, add func(check string, err error, ok, fix string)) {
	if cfg.HTTP.Listen == "" {
		return
	}
	token := filepath.Join(cfg.Home, "http-token")
	if st.HTTP == "" {
		add("http", fmt.Errorf("http.listen is %s, and the daemon does not listen there", cfg.HTTP.Listen), "",
			"see what memtide status says of it; a daemon that was started without it has to be started anew: memtide stop --hold 0s")
		return
	}
	if info, err := os.Stat(token); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		if err == nil {
			err = fmt.Errorf("others can read %s", token)
		}
		add("http", err, "", "chmod 600 "+token+"; where it is not there: memtide stop --hold 0s, and the next start makes one")
		return
	}
	add("http", healthy(ctx, "http://"+st.HTTP+"/healthz"), "answers at http://"+st.HTTP, "see what else has that port, or set another http.listen")
}

// healthy returns why an address does not answer as the API does.
func healthy(ctx context.Context, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	// Without a proxy: this is a question to our own machine.
	res, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(res.Body, 1000))
	if err == nil && (res.StatusCode != http.StatusOK || string(raw) != "{\"ok\":true}\n") {
		err = fmt.Errorf("%s answers %s, as memtide does not", url, res.Status)
	}
	return err
}
