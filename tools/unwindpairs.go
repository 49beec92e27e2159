package tools

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/ledger"
)

// inEffect leaves out of change sets, the newest first, each that one of them has taken
// back, together with that one and what it has taken back besides: nobody who takes an
// earlier change back has to agree to those, for nothing is left of them.
func inEffect(sets []ledger.Logged) []ledger.Logged {
	at := map[memtide.ChangeID]int{}
	for i, c := range sets {
		at[c.ID] = i
	}
	gone := map[int]bool{}
	for i, c := range sets {
		first, known := at[memtide.ChangeID(c.Cause.ID)]
		if c.Cause.Stage != stageUndo || !known || gone[i] || gone[first] {
			continue
		}
		d := newStanding()
		d.add(sets[first].Ops)
		with := []int{first}
		for k := first - 1; k > i; k-- {
			if !gone[k] && d.take(sets[k].Ops) {
				with = append(with, k)
			}
		}
		group := append(with, i)
		if !comesToNothing(sets, group) {
			continue
		}
		for _, k := range group {
			gone[k] = true
		}
	}
	var left []ledger.Logged
	for i, c := range sets {
		if !gone[i] {
			left = append(left, c)
		}
	}
	return left
}

// comesToNothing reports whether change sets, by their places, the oldest first, leave all
// that they touch as it was before the first of them.
func comesToNothing(sets []ledger.Logged, group []int) bool {
	whole := map[memtide.ID]bool{}
	for _, k := range group {
		for _, op := range sets[k].Ops {
			whole[targetOf(op)] = whole[targetOf(op)] || op.Whole()
		}
	}
	was, is := map[touchedField]memtide.Op{}, map[touchedField]memtide.Op{}
	total := map[touchedField]float64{}
	for _, k := range group {
		for _, op := range sets[k].Ops {
			key := touchedField{targetOf(op), op.Field}
			if whole[key.id] {
				key.field = ""
			} else if sums(op) {
				total[key] += number(op.To) - number(op.From)
				continue
			}
			if _, known := was[key]; !known {
				was[key] = op
			}
			is[key] = op
		}
	}
	for key, first := range was {
		last := is[key]
		if whole[key.id] && (!first.Whole() || !last.Whole()) || !bytes.Equal(first.From, last.To) {
			return false
		}
	}
	for _, sum := range total {
		if sum != 0 {
			return false
		}
	}
	return true
}

// number is a value of a field that is added to, 0 where it is not set.
func number(raw json.RawMessage) (x float64) {
	if json.Unmarshal(raw, &x) != nil {
		return 0
	}
	return x
}

// shorter takes out of the plan of a cascade what has been taken back before, where the
// plan does the same without, and then what stood on the change through that alone: a move
// of a whole project that was taken back ties all of its memories to each other no more.
func (u *Undo) shorter(ctx context.Context, l *ledger.Ledger, space memtide.Space) error {
	last := len(u.Takes) - 1
	short := Undo{Takes: append(inEffect(u.Takes[:last]), u.Takes[last]), Later: u.Later}
	if len(short.Takes) == len(u.Takes) {
		return nil
	}
	if err := short.unwind(ctx, l, space, false); err != nil {
		return err
	}
	if len(short.Left) > 0 || !slices.EqualFunc(ordered(short.ops), ordered(u.ops), equalOps) {
		return nil
	}
	*u = short
	last = len(u.Takes) - 1
	alone := Undo{Takes: append(standOn(u.Takes[last], u.Takes[:last]), u.Takes[last]), Later: u.Later}
	if len(alone.Takes) == len(u.Takes) {
		return nil
	}
	err := alone.unwind(ctx, l, space, false)
	if err == nil && len(alone.Left) == 0 && len(alone.ops) > 0 {
		*u = alone
	}
	return err
}

func ordered(ops []memtide.Op) []memtide.Op {
	return slices.SortedFunc(slices.Values(ops), func(x, y memtide.Op) int {
		return cmp.Or(targetOf(x).Compare(targetOf(y)), strings.Compare(x.Field, y.Field), bytes.Compare(x.To, y.To))
	})
}

func equalOps(x, y memtide.Op) bool {
	return x.Node == y.Node && x.Edge == y.Edge && x.Field == y.Field && bytes.Equal(x.From, y.From) && bytes.Equal(x.To, y.To)
}
