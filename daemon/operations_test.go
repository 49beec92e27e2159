package daemon

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// Who leaves ends what only looks. What changes something goes on, is told of while it
// does, and nobody keeps its result.
func TestWhoLeavesAnOperation(t *testing.T) {
	for _, c := range []struct {
		name    string
		givenUp string
		late    bool // it has done its work when it is told to stop
		ended   bool
		error   string
	}{
		{"a look", "interrupted; nothing is erased", false, true, "interrupted; nothing is erased"},
		{"a copy that is there already", "interrupted; no copy is left", true, true, ""},
		{"an erasure", "", false, false, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := operations{ctx: t.Context()}
			finish := make(chan struct{})
			op := o.begin(task{verb: "erase", what: "a " + c.name, space: "work", givenUp: c.givenUp}, func(ctx context.Context, _ func(done, total uint64)) (any, error) {
				select {
				case <-ctx.Done():
				case <-finish:
				}
				if c.late {
					return "a copy", nil
				}
				return "what was said", errors.Join(ctx.Err())
			})
			if w := o.atWork(); len(w) != 1 || w[0].What != "a "+c.name || w[0].Space != "work" || w[0].Began.IsZero() {
				t.Errorf("at work: %+v", w)
			}
			got, err := o.leave(t.Context(), struct{ ID int }{op.ID})
			if err != nil || got.Ended != c.ended || got.Error != c.error || got.GivenUp != (c.error != "") {
				t.Errorf("left: %+v, %v", got, err)
			}
			if goes := len(o.atWork()) == 1; goes == c.ended {
				t.Errorf("it goes on: %v", goes)
			}
			close(finish)
			o.wg.Wait()
			if len(o.all) != 0 {
				t.Errorf("kept: %+v", o.all)
			}
		})
	}
}

// What fails when nobody waits for it any more is told of: who left was told that it
// goes on.
func TestWhatFailsUnseenIsToldOf(t *testing.T) {
	o := operations{ctx: t.Context()}
	finish := make(chan struct{})
	op := o.begin(task{verb: "erase", what: "erase", space: "work"}, func(context.Context, func(done, total uint64)) (any, error) {
		<-finish
		return nil, errors.New("something has changed since you looked")
	})
	if _, err := o.leave(t.Context(), struct{ ID int }{op.ID}); err != nil {
		t.Fatal(err)
	}
	close(finish)
	o.wg.Wait()
	if got := o.failed(); len(got) != 1 || !strings.HasPrefix(got[0], `erase of space "work", asked for at `) || !strings.HasSuffix(got[0], ", has failed: something has changed since you looked") {
		t.Errorf("told: %q", got)
	}
}

// The result of an operation whose client was killed does not stay for ever, and that of one
// that has just ended waits to be fetched.
func TestAResultThatNobodyFetchesGoes(t *testing.T) {
	o := operations{ctx: t.Context()}
	begin := func() int {
		return o.begin(task{verb: "scan"}, func(context.Context, func(done, total uint64)) (any, error) { return "much", nil }).ID
	}
	old, fresh := begin(), begin()
	o.wg.Wait()
	o.all[old].over = o.all[old].over.Add(-resultKept - time.Second)
	begin()
	o.wg.Wait()
	if _, err := o.look(t.Context(), struct{ ID int }{old}); err == nil {
		t.Error("the result of a killed client is still there")
	}
	if op, err := o.look(t.Context(), struct{ ID int }{fresh}); err != nil || op.Result != "much" {
		t.Errorf("%+v, %v", op, err)
	}
}
