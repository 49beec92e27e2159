package mcp

import (
	"strings"
	"testing"

	"github.com/memtide/memtide/bus/event"
)

// A secret that was kept before there was a rule for it is told to nobody.
func TestAnOldSecretIsNotShown(t *testing.T) {
	secret := "ghp_" + strings.Repeat("aB3dE6gH9", 4)
	if got := itemOf(event.Item{Text: "The token is " + secret, Project: secret}).line(); strings.Contains(got, secret) || strings.Count(got, "redacted") != 2 {
		t.Error(got)
	}
}
