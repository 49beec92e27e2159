package tools

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
)

// ErrNoSpace says that there is no space with the name that was given.
var ErrNoSpace = errors.New("there is no space")

// spaces is the part of the ledger that knows which spaces there are.
type spaces interface {
	Has(ctx context.Context, name memtide.Space) (bool, error)
	Spaces(ctx context.Context) ([]memtide.Space, error)
}

// mostNamed is how many spaces or projects a person is told that there are.
const mostNamed = 5

// InSpace returns nil where there is a space with a name, and an [ErrNoSpace] that
// names those there are, the nearest first, where there is none. To read from a
// space would make it, so whoever only looks asks here before.
func InSpace(ctx context.Context, l spaces, name memtide.Space) error {
	if err := name.Validate(); err != nil {
		return err
	}
	if has, err := l.Has(ctx, name); has || err != nil {
		return err
	}
	all, err := l.Spaces(ctx)
	if err != nil {
		return err
	}
	if len(all) == 0 {
		return fmt.Errorf("%w %q: nothing was said in any yet", ErrNoSpace, name)
	}
	var names []string
	for _, s := range all {
		names = append(names, string(s))
	}
	return fmt.Errorf("%w %q; there are: %s", ErrNoSpace, name, Nearest(string(name), names))
}

// Nearest names the first few of what there is, what is spelled most like a name first.
func Nearest(name string, all []string) string {
	far := map[string]int{}
	for _, s := range all {
		far[s] = memtide.Distance(language.Fold(name), language.Fold(s))
	}
	all = slices.SortedStableFunc(slices.Values(all), func(a, b string) int { return cmp.Compare(far[a], far[b]) })
	var names []string
	for _, s := range all[:min(len(all), mostNamed)] {
		names = append(names, fmt.Sprintf("%q", s))
	}
	if n := len(all) - mostNamed; n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	return strings.Join(names, ", ")
}

// Projects returns the projects that memories belong to, by name.
func Projects(v ledger.View) []string {
	var all []string
	for p := range v.Graph.Projects {
		if p != "" {
			all = append(all, p)
		}
	}
	return all
}
