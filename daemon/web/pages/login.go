package pages

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"
)

// How long who looks is known.
const (
	keyFor     = 10 * time.Minute // that a key waits to be used
	visitFor   = 12 * time.Hour   // that a browser is known which asks for nothing
	mostKeys   = 16               // that wait; the oldest goes
	mostVisits = 32               // browsers that are known; who has been away longest goes
)

// visitor is a browser that has shown a key.
type visitor struct {
	csrf string // what each form of its pages brings
	seen time.Time
}

// doors are the keys that are good and the browsers that are known. Of both only hashes
// are kept, so that looking one up tells nothing of it by the time that it takes.
type doors struct {
	mu     sync.Mutex
	keys   map[[32]byte]time.Time
	visits map[[32]byte]*visitor
}

// secret returns 32 random bytes in hex.
func secret() string {
	var b [32]byte
	_, _ = rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	return hex.EncodeToString(b[:])
}

// Key returns a key that lets one browser in, once, within ten minutes: Root + "?key=" + key.
func (s *Site) Key() string {
	key := secret()
	d := &s.doors
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.keys == nil {
		d.keys = map[[32]byte]time.Time{}
	}
	now := s.opts.Now()
	oldest, at := [32]byte{}, now
	for k, made := range d.keys {
		if now.Sub(made) > keyFor {
			delete(d.keys, k)
		} else if !made.After(at) {
			oldest, at = k, made
		}
	}
	if len(d.keys) >= mostKeys {
		delete(d.keys, oldest)
	}
	d.keys[sha256.Sum256([]byte(key))] = now
	return key
}

// Address is what opens the pages of a server at HOST:PORT with a key.
func Address(host, key string) string { return "http://" + host + Root + "?key=" + key }

// spend reports whether a key is good, and it is no longer.
func (d *doors) spend(key string, now time.Time) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	h := sha256.Sum256([]byte(key))
	made, ok := d.keys[h]
	delete(d.keys, h)
	return ok && now.Sub(made) <= keyFor
}

// admit makes a browser known and returns its cookie.
func (d *doors) admit(now time.Time) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.visits == nil {
		d.visits = map[[32]byte]*visitor{}
	}
	for len(d.visits) >= mostVisits {
		oldest, at := [32]byte{}, time.Time{}
		for k, v := range d.visits {
			if at.IsZero() || v.seen.Before(at) {
				oldest, at = k, v.seen
			}
		}
		delete(d.visits, oldest)
	}
	cookie := secret()
	d.visits[sha256.Sum256([]byte(cookie))] = &visitor{csrf: secret(), seen: now}
	return cookie
}

// find returns who has a cookie.
func (d *doors) find(cookie string, now time.Time) (visitor, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	h := sha256.Sum256([]byte(cookie))
	v, ok := d.visits[h]
	if !ok {
		return visitor{}, false
	}
	if now.Sub(v.seen) > visitFor {
		delete(d.visits, h)
		return visitor{}, false
	}
	v.seen = now
	return *v, true
}

func (d *doors) dismiss(cookie string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	delete(d.visits, sha256.Sum256([]byte(cookie)))
}

// cookieName has the port in it: browsers keep one jar for all ports of a host.
func cookieName(r *http.Request) string {
	_, port, _ := net.SplitHostPort(r.Host)
	return "memtide_dashboard_" + port
}

// letIn gives the browser its cookie, and sends it to the page without the key.
func (s *Site) letIn(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: s.doors.admit(s.opts.Now()), Path: Root, HttpOnly: true, SameSite: http.SameSiteStrictMode})
	http.Redirect(w, r, Root, http.StatusSeeOther)
}

// known lets in who has a cookie; who brings a key gets one.
func (s *Site) known(next func(http.ResponseWriter, *http.Request, visitor)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		now := s.opts.Now()
		var v visitor
		ok := false
		if c, err := r.Cookie(cookieName(r)); err == nil {
			v, ok = s.doors.find(c.Value, now)
		}
		key := r.URL.Query().Get("key")
		switch {
		case ok && key != "" && r.Method == http.MethodGet: // it was opened twice: the key need not stand in the history
			s.doors.spend(key, now)
			http.Redirect(w, r, Root, http.StatusSeeOther)
		case ok:
			next(w, r, v)
		case key == "":
			s.askKey(w, http.StatusUnauthorized, "")
		case r.Method != http.MethodGet || strings.Contains(r.Header.Get("Sec-Purpose")+r.Header.Get("Purpose"), "prefetch"):
			s.askKey(w, http.StatusUnauthorized, "") // nobody has opened it yet
		case s.doors.spend(key, now):
			s.letIn(w, r)
		default:
			s.askKey(w, http.StatusUnauthorized, "This key was used already, or is older than ten minutes. If it was not you who has used it, end the dashboard: somebody else on this machine has.")
		}
	})
}

// askKey shows how one gets in.
func (s *Site) askKey(w http.ResponseWriter, status int, why string) {
	s.render(w, status, "login", view{Title: "Who is there?", Path: Root, Data: why})
}

// logout forgets the browser.
func (s *Site) logout(w http.ResponseWriter, r *http.Request, v visitor) {
	if err := v.checkForm(r); err != nil {
		s.fail(w, r, v, err)
		return
	}
	if c, err := r.Cookie(cookieName(r)); err == nil {
		s.doors.dismiss(c.Value)
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName(r), Path: Root, MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteStrictMode})
	http.Redirect(w, r, Root+"left", http.StatusSeeOther)
}

// checkForm refuses a form that none of the visitor's pages has made.
func (v visitor) checkForm(r *http.Request) error {
	if subtle.ConstantTimeCompare([]byte(r.PostFormValue("csrf")), []byte(v.csrf)) != 1 {
		return wrongForm{"the form does not come from a page of yours, or from one that was opened before you came in", "Load the page again, and send it from there."}
	}
	return nil
}
