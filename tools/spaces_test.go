package tools_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/tools"
)

// listed are spaces by their names alone.
type listed []memtide.Space

func (l listed) Has(_ context.Context, name memtide.Space) (bool, error) {
	return slices.Contains(l, name), nil
}

func (l listed) Spaces(context.Context) ([]memtide.Space, error) { return slices.Clone(l), nil }

func TestAMistypedSpaceIsToldTheNearest(t *testing.T) {
	all := listed{"default", "docks/agent", "work", "Überhang"}
	for name, want := range map[memtide.Space]string{
		"work":        "",
		"worc":        `there is no space "worc"; there are: "work", `,
		"defualt":     `there are: "default", `,
		"dock/agent":  `there are: "docks/agent", `,
		"überhang":    `there are: "Überhang", `,
		"":            "is empty",
		" work":       "white space",
		"nothing at ": "white space",
	} {
		err := tools.InSpace(t.Context(), all, name)
		if want == "" && err == nil {
			continue
		}
		if err == nil || !strings.Contains(err.Error(), want) || errors.Is(err, tools.ErrNoSpace) != strings.Contains(want, "there are") {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
	for i := range 7 {
		all = append(all, memtide.Space(fmt.Sprint("pier", i)))
	}
	if err := tools.InSpace(t.Context(), all, "pier"); err == nil || !strings.HasSuffix(err.Error(), `"pier4", and 6 more`) {
		t.Errorf("of many: %v", err)
	}
	if err := tools.InSpace(t.Context(), listed{}, "pier"); err == nil || !strings.HasSuffix(err.Error(), "nothing was said in any yet") {
		t.Errorf("of none: %v", err)
	}
}
