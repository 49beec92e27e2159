package fault_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/memtide/memtide/daemon/fault"
)

func TestAFaultSaysWhatIsWrong(t *testing.T) {
	w := httptest.NewRecorder()
	fault.Write(w, &fault.Fault{Status: http.StatusServiceUnavailable, After: 2, Err: "it is away", Field: "body", Fix: "send it again"})
	if got, want := w.Body.String(), `{"error":"it is away","field":"body","fix":"send it again"}`+"\n"; got != want || w.Code != http.StatusServiceUnavailable {
		t.Errorf("%d %s, want %s", w.Code, got, want)
	}
	for name, want := range map[string]string{"Retry-After": "2", "Content-Type": "application/json; charset=utf-8", "X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"} {
		if got := w.Header().Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
	w = httptest.NewRecorder()
	fault.Write(w, fault.Invalid("limit", "it is no number", "use 3"))
	if _, there := w.Header()["Retry-After"]; there || w.Code != http.StatusBadRequest {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	w = httptest.NewRecorder()
	fault.WriteJSON(w, http.StatusOK, func() {})
	if w.Code != http.StatusInternalServerError || !strings.Contains(w.Body.String(), "error") {
		t.Errorf("what is no JSON: %d %s", w.Code, w.Body)
	}
}

func TestABodyIsRead(t *testing.T) {
	for name, c := range map[string]struct {
		kind, body string
		status     int
	}{
		"well":          {"application/json; charset=utf-8", "{}", 0},
		"of other kind": {"text/plain", "{}", http.StatusUnsupportedMediaType},
		"of no kind":    {"", "{}", http.StatusUnsupportedMediaType},
		"too large":     {"application/json", "{        }", http.StatusRequestEntityTooLarge},
	} {
		r := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(c.body))
		r.Header.Set("Content-Type", c.kind)
		r.Body = http.MaxBytesReader(httptest.NewRecorder(), r.Body, 5)
		raw, err := fault.Body(r, "send less")
		var f *fault.Fault
		if errors.As(err, &f) != (c.status > 0) || f != nil && f.Status != c.status || err == nil && string(raw) != c.body {
			t.Errorf("%s: %q, %v", name, raw, err)
		}
	}
}
