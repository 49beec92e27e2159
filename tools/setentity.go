package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/unicode/norm"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/graphdb"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/redact"
)

// Errors of saying what an entity is and how it is called.
var (
	ErrNoEntity = errors.New("is no person, project, place, tool …, but a memory")
	ErrCalled   = errors.New("means another one already")
)

// nameMost bounds a type and an alias, in bytes.
const nameMost = 100

// Naming says what an entity is and how else it is called.
type Naming struct {
	ID     memtide.ID
	Type   string   // "" leaves the type as it is
	Call   []string // aliases that it gets
	Uncall []string // aliases that it loses
	At     time.Time
}

// SetEntity says what an entity is and how else it is called (Y8): the guess of its type is
// put right, an alias given or taken away. What mentions it by such an alias stays a mention
// of it. What is so already is left as it is. The error is [ErrNoEntity], [ErrCalled],
// graphdb.ErrNotFound of an alias that it does not have, or memtide.ErrInvalid.
func SetEntity(ctx context.Context, l *ledger.Ledger, space memtide.Space, in Naming) (memtide.ChangeSet, error) {
	in, err := in.clean()
	if err != nil {
		return memtide.ChangeSet{}, err
	}
	at := in.At.UTC().Truncate(time.Millisecond)
	parts := slices.Concat([]string{in.ID.String(), in.Type, at.String()}, in.Call, []string{""}, in.Uncall)
	c := request("set-entity", space, memtide.Hash(parts...), at)
	return l.Decide(ctx, c, func(v ledger.View, c *memtide.ChangeSet) error {
		n, err := claim(v, in.ID)
		if err != nil {
			return err
		}
		if n.Kind != memtide.Entity {
			return fmt.Errorf("%s %w", n.ID.Short(), ErrNoEntity)
		}
		names, err := in.aliases(v, n)
		if err != nil {
			return err
		}
		w := NewWriter(v, c)
		if in.Type != "" && in.Type != n.EntityType {
			err = w.Set(n, "entity_type", in.Type)
		}
		if err == nil && !slices.Equal(names, n.Aliases) {
			err = w.Set(n, "aliases", names)
		}
		c.Reason = "the user says what " + n.ID.Short() + " is and how it is called"
		if len(c.Ops) == 0 {
			c.Reason = n.ID.Short() + " is so already"
		}
		return err
	})
}

// clean returns what is said without secrets, and a type in small letters.
func (in Naming) clean() (Naming, error) {
	word := func(what, s string) (string, error) {
		s = strings.Join(strings.Fields(redact.Name(norm.NFC.String(s))), " ")
		if s == "" || len(s) > nameMost {
			return "", fmt.Errorf("%w %s: want 1 to %d bytes", memtide.ErrInvalid, what, nameMost)
		}
		return s, nil
	}
	var err, errs error
	if in.Type != "" {
		in.Type, errs = word("type", strings.ToLower(in.Type))
	}
	for _, names := range []*[]string{&in.Call, &in.Uncall} {
		*names = slices.Clone(*names)
		for i, s := range *names {
			(*names)[i], err = word("alias", s)
			errs = errors.Join(errs, err)
		}
	}
	return in, errs
}

// aliases returns those of n as they shall be.
func (in Naming) aliases(v ledger.View, n *memtide.Node) ([]string, error) {
	left := n
	for _, name := range in.Uncall {
		key := language.Fold(name)
		if key == language.Fold(n.CanonicalName) {
			return nil, fmt.Errorf("%w alias: %q is the name of %s itself", memtide.ErrInvalid, name, n.ID.Short())
		}
		less := *left
		less.Aliases = slices.DeleteFunc(slices.Clone(left.Aliases), func(a string) bool { return language.Fold(a) == key })
		if len(less.Aliases) == len(left.Aliases) {
			return nil, fmt.Errorf("alias %q of %s: %w", name, n.CanonicalName, graphdb.ErrNotFound)
		}
		left = &less
	}
	for _, name := range in.Call {
		other, err := EntityOf(v.Graph, language.Fold(name))
		switch {
		case err != nil:
			return nil, err
		case other == nil || other.ID == n.ID:
		case language.Fold(other.CanonicalName) == language.Fold(name):
			return nil, fmt.Errorf("%q %w; if both are one: memtide entity merge %s %s", name, ErrCalled, n.ID.Short(), other.ID.Short())
		default:
			return nil, fmt.Errorf("%q %w, %s; take it from that first: memtide entity set %s --no-alias %q", name, ErrCalled, other.CanonicalName, other.ID.Short(), name)
		}
	}
	names := WithNames(left, in.Call...)
	if len(names) == 0 {
		return nil, nil
	}
	return names, nil
}
