package bus

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

func TestWorkersAreAsManyAsAreWanted(t *testing.T) {
	const most = 3
	var atWork, highest, done atomic.Int64
	free := make(chan struct{})
	w := newWorkers(most, func(int) {
		n := atWork.Add(1)
		for h := highest.Load(); n > h && !highest.CompareAndSwap(h, n); h = highest.Load() {
		}
		<-free
		atWork.Add(-1)
		done.Add(1)
	})
	var giving sync.WaitGroup
	giving.Go(func() {
		for i := range 20 {
			w.give(i)
		}
	})
	for range 20 {
		free <- struct{}{} // each waits for one that is at work
	}
	giving.Wait()
	w.wait()
	if done.Load() != 20 || highest.Load() > most || w.left < 0 {
		t.Errorf("%d done, %d at a time at most, %d more may be started", done.Load(), highest.Load(), w.left)
	}
}

// All are at work at a time where that many are wanted: none waits behind
// another while there is room.
func TestWorkersWorkSideBySide(t *testing.T) {
	const most = 4
	var together sync.WaitGroup
	together.Add(most)
	w := newWorkers(most, func(int) {
		together.Done()
		together.Wait() // ends only when all are here
	})
	for i := range most {
		w.give(i)
	}
	w.wait()
}

// Who is done with one thing takes the next: its stack has grown already.
func TestWorkersStay(t *testing.T) {
	done := make(chan int)
	w := newWorkers(8, func(v int) { done <- v })
	w.give(1)
	<-done
	select {
	case w.todo <- 2:
	case <-time.After(20 * time.Second):
		t.Fatal("nobody takes a second thing")
	}
	if v := <-done; v != 2 {
		t.Errorf("%d is done, want 2", v)
	}
	w.wait()
}
