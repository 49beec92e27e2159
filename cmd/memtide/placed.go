package main

import (
	"context"
	"sync"
	"time"
)

// A folder on a disk that does not answer has no project. The disk is given two
// seconds, counted in waits and not by the clock: a process that was stopped
// meanwhile has not waited.
const (
	placeWait  = 10 * time.Millisecond
	placeWaits = 200
)

// placed returns a search for the project of a folder that ends when the disk does
// not answer.
func placed(project func(dir string) string) func(context.Context, string) (string, error) {
	return func(ctx context.Context, dir string) (string, error) {
		found := make(chan string, 1)
		go func() { found <- project(dir) }() // it ends when the disk answers
		tick := time.NewTicker(placeWait)
		defer tick.Stop()
		for range placeWaits {
			select {
			case name := <-found:
				return name, nil
			case <-tick.C:
			case <-ctx.Done():
				return "", ctx.Err()
			}
		}
		return "", nil
	}
}

// places are the projects of the folders from which clients have said something. A
// prompt that comes without its project, from a busy machine, finds it here and
// waits for no disk.
type places struct {
	mu sync.RWMutex
	by map[string]string
}

// placesKnown is how many folders are remembered.
const placesKnown = 1000

func (p *places) of(cwd string) string {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return p.by[cwd]
}

func (p *places) learn(cwd, project string) {
	if p.of(cwd) == project {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.by == nil || len(p.by) == placesKnown {
		p.by = map[string]string{} // who works there says it again
	}
	p.by[cwd] = project
}
