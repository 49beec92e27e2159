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
)

// ErrNoSpace says that there is no space with the name that was given.
var ErrNoSpace = errors.New("there is no space")

// spaces is the part of the ledger that knows which spaces there are.
type spaces interface {
	Has(ctx context.Context, name memtide.Space) (bool, error)
	Spaces(ctx context.Context) ([]memtide.Space, error)
}

// spacesNamed is how many spaces an error names.
const spacesNamed = 5

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
	far := map[memtide.Space]int{}
	for _, s := range all {
		far[s] = memtide.Distance(language.Fold(string(name)), language.Fold(string(s)))
	}
	slices.SortStableFunc(all, func(a, b memtide.Space) int { return cmp.Compare(far[a], far[b]) })
	var names []string
	for _, s := range all[:min(len(all), spacesNamed)] {
		names = append(names, fmt.Sprintf("%q", s))
	}
	if n := len(all) - spacesNamed; n > 0 {
		names = append(names, fmt.Sprintf("and %d more", n))
	}
	return fmt.Errorf("%w %q; there are: %s", ErrNoSpace, name, strings.Join(names, ", "))
}
