package remember

import (
	"slices"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/tools"
)

// handOver takes from who had a role, by a memory that holds no longer, what they are
// called by it, where its successor gives it to somebody else: from then on "my manager"
// is the new one.
func (r *reconciler) handOver(n, old *memtide.Node) error {
	if err := r.leave(n, old); err != nil {
		return err
	}
	had := language.Roles(old.Content)
	if len(had) == 0 {
		return nil
	}
	has := language.Roles(n.Content)
	for _, was := range had {
		i := slices.IndexFunc(has, func(is language.Role) bool { return is.Role == was.Role })
		if i < 0 {
			continue
		}
		from, err := tools.EntityOf(r.v.Graph, language.Fold(was.Name))
		if err != nil {
			return err
		}
		to, err := tools.EntityOf(r.v.Graph, language.Fold(has[i].Name))
		if err != nil {
			return err
		}
		if from == nil || to == nil || from.ID == to.ID {
			continue
		}
		r.w.Now(from)
		key := language.Fold(aliasOf(was.Role))
		if rest := slices.DeleteFunc(slices.Clone(from.Aliases), func(a string) bool { return language.Fold(a) == key }); len(rest) < len(from.Aliases) {
			if err := r.w.Set(from, "aliases", rest); err != nil {
				return err
			}
		}
		if from.Content == calledBy(from.CanonicalName, was.Role) {
			if err := r.w.Set(from, "content", from.CanonicalName+", formerly the user's "+was.Role); err != nil {
				return err
			}
		}
	}
	return nil
}
