package mcp

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
)

// A secret that was kept before there was a rule for it is told to nobody.
func TestAnOldSecretIsNotShown(t *testing.T) {
	secret := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	if got := itemOf(event.Item{Text: "The token is " + secret, Project: secret}).line(); strings.Contains(got, secret) || strings.Count(got, "redacted") != 2 {
		t.Error(got)
	}
}

// One session is held to its own bound, and all of a server to one together: a client names its
// session itself. An hour later there is room again.
func TestChangesAreBounded(t *testing.T) {
	s := New(Options{})
	now := time.Date(2026, 5, 1, 9, 0, 0, 0, time.UTC)
	for i := range mostChanges {
		if err := s.change("one", now); err != nil {
			t.Fatal(i, err)
		}
	}
	if err := s.change("one", now); err == nil || !strings.Contains(err.Error(), "more than 60 changes within an hour: no more is changed until 10:00:00") {
		t.Error(err)
	}
	for i := range mostOfAll - mostChanges {
		if err := s.change(fmt.Sprint(i), now.Add(time.Minute)); err != nil {
			t.Fatal(i, err)
		}
	}
	if err := s.change("another", now.Add(time.Minute)); err == nil || !strings.Contains(err.Error(), "more than 240 changes") {
		t.Error(err)
	}
	if err := s.change("one", now.Add(time.Hour+time.Second)); err != nil {
		t.Error(err)
	}
}
