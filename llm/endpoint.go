package llm

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

// provider is a wire to a server.
type provider interface {
	complete(ctx context.Context, key string, r Request) (Reply, error)
	embed(ctx context.Context, key string, e embedding, texts []string) ([][]float32, Usage, error)
}

// endpoint is one model of one server, with what is known of its state.
type endpoint struct {
	at      resolved
	door    *door
	breaker *breaker
	provider
}

// door is what all models at one address share: how many requests may be on
// their way, and until when none is wanted.
type door struct {
	slots chan struct{}
	env   func(string) (string, bool)
	now   func() time.Time
	retry time.Duration // how long a wrong key is not tried again

	mu     sync.Mutex
	until  time.Time // of Retry-After
	wrong  map[string]refused
	cached cachedKey
}

// refused is an answer that will not change by itself: a wrong key, an account
// without money, a model that the server does not have.
type refused struct {
	at  time.Time
	why *fault
	key [32]byte
}

type cachedKey struct {
	path string
	mod  time.Time
	key  string
}

// key returns the key of a provider, read anew when its file has changed. The
// error names where the key is looked for and never what was found.
func (d *door) key(r resolved) (string, error) {
	if r.keyFile != "" {
		return d.fromFile(r)
	}
	if r.keyEnv == "" {
		return "", nil
	}
	v, _ := d.env(r.keyEnv)
	v = strings.TrimSpace(v)
	switch {
	case v == "":
		return "", fmt.Errorf("%w: set %s, or key_file of [models.providers.%s]", ErrKey, r.keyEnv, r.name)
	case strings.ContainsAny(v, "\r\n"):
		return "", fmt.Errorf("%w: %s holds more than one line", ErrKey, r.keyEnv)
	}
	return v, nil
}

func (d *door) fromFile(r resolved) (string, error) {
	info, err := os.Stat(r.keyFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("%w: there is no file %s", ErrKey, r.keyFile)
	case err != nil:
		return "", fmt.Errorf("%w: %s cannot be read", ErrKey, r.keyFile)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return "", fmt.Errorf("%w: others may read %s; chmod 600 it", ErrKey, r.keyFile)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if c := d.cached; c.path == r.keyFile && c.mod.Equal(info.ModTime()) {
		return c.key, nil
	}
	raw, err := os.ReadFile(r.keyFile)
	if err != nil {
		return "", fmt.Errorf("%w: %s cannot be read", ErrKey, r.keyFile)
	}
	key := strings.TrimSpace(string(raw))
	if key == "" || len(key) > 4096 || strings.ContainsAny(key, "\r\n") {
		return "", fmt.Errorf("%w: %s must hold the key on one line and nothing else", ErrKey, r.keyFile)
	}
	d.cached = cachedKey{r.keyFile, info.ModTime(), key}
	return key, nil
}

// known returns what a model's server has refused for good with this key, if
// that was less than an hour ago.
func (d *door) known(model, key string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, scope := range []string{"", model} {
		r, ok := d.wrong[scope]
		if !ok {
			continue
		}
		if r.key != sha256.Sum256([]byte(key)) || d.now().Sub(r.at) >= d.retry {
			delete(d.wrong, scope)
			continue
		}
		return r.why
	}
	return nil
}

// learn keeps a refusal that will not change by itself, and the wish to be
// left alone for a while.
func (d *door) learn(model, key string, err error) {
	var f *fault
	if !errors.As(err, &f) {
		return
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if f.after > 0 && f.after <= maxPause {
		d.until = d.now().Add(f.after)
	}
	if f.status == 0 || !errors.Is(f.kind, ErrKey) && !errors.Is(f.kind, ErrBudget) && !errors.Is(f.kind, ErrNoModel) {
		return
	}
	scope := ""
	if errors.Is(f.kind, ErrNoModel) {
		scope = model
	}
	d.wrong[scope] = refused{at: d.now(), why: &fault{status: f.status, kind: f.kind, what: f.what, final: true}, key: sha256.Sum256([]byte(key))}
}

// maxPause is the longest Retry-After that is believed.
const maxPause = time.Hour

// paused returns how long the server wants to be left alone.
func (d *door) paused() time.Duration {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.until.Sub(d.now())
}

// problem is what the server has refused for good, or nil.
func (d *door) problem(model string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, scope := range []string{"", model} {
		if r, ok := d.wrong[scope]; ok && d.now().Sub(r.at) < d.retry {
			return r.why
		}
	}
	return nil
}
