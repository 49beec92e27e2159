package daemon

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/memtide/memtide/redact"
)

// A folder on a disk that does not answer has no project. The disk is given two
// seconds, counted in waits and not by the clock: a process that was stopped
// meanwhile has not waited.
const (
	placeWait  = 10 * time.Millisecond
	placeWaits = 200
)

// places are the projects of the folders from which clients have said something. A
// prompt that comes without its project, from a busy machine, finds it here and
// waits for no disk.
type places struct {
	mu        sync.RWMutex
	by        map[string]string
	searching map[string]bool // folders whose disk has not answered yet
}

const (
	placesKnown   = 1000 // how many folders are remembered
	placesMissing = 8    // how many folders may wait for their disks at a time
)

func (p *places) of(cwd string) string {
	name, _ := p.known(cwd)
	return name
}

// known returns the project of a folder; false where nobody has said it, and it was
// not found out. One without a project has the name "".
func (p *places) known(cwd string) (name string, ok bool) {
	p.mu.RLock()
	defer p.mu.RUnlock()
	name, ok = p.by[cwd]
	return name, ok
}

func (p *places) learn(cwd, project string) {
	if name, known := p.known(cwd); known && name == project {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.keep(cwd, project)
}

func (p *places) keep(cwd, project string) {
	if p.by == nil || len(p.by) >= placesKnown {
		p.by = map[string]string{} // who works there says it again
	}
	p.by[cwd] = project
}

// search returns a search for the project of a folder that ends when the disk does
// not answer. Such a disk is waited for once: until it answers, its folder has no
// project, and nobody waits for it or asks it again.
func (p *places) search(project func(dir string) string) func(context.Context, string) (string, error) {
	return func(ctx context.Context, dir string) (string, error) {
		if name, known := p.known(dir); known || !p.begin(dir) {
			return name, nil
		}
		found := make(chan string, 1)
		go func() { // it ends when the disk answers
			name := redact.Name(project(dir))
			p.found(dir, name)
			found <- name
		}()
		name, _, err := waitForDisk(ctx, found)
		return name, err
	}
}

// errDisk says that the disk of a folder has not answered in time.
var errDisk = errors.New("the disk of the folder does not answer")

// asked returns a search for the project of a folder that asks the disk each time, and does not
// take a disk that is silent for a folder without a project: for who names a folder and then says
// something in it, which would be of no project and shown in all. The error is errDisk, or that
// of the context.
func asked(project func(dir string) string) func(context.Context, string) (string, error) {
	asking := make(chan struct{}, placesMissing)
	return func(ctx context.Context, dir string) (string, error) {
		found := make(chan string, 1)
		select {
		case asking <- struct{}{}:
		case <-time.After(placeWait * placeWaits):
			return "", errDisk
		case <-ctx.Done():
			return "", ctx.Err()
		}
		go func() { // it ends when the disk answers
			defer func() { <-asking }()
			found <- redact.Name(project(dir))
		}()
		name, ok, err := waitForDisk(ctx, found)
		if err == nil && !ok {
			err = errDisk
		}
		return name, err
	}
}

// waitForDisk waits for what a disk answers, and no longer than for placeWaits.
func waitForDisk(ctx context.Context, found <-chan string) (answer string, ok bool, err error) {
	tick := time.NewTicker(placeWait)
	defer tick.Stop()
	for range placeWaits {
		select {
		case answer := <-found:
			return answer, true, nil
		case <-tick.C:
		case <-ctx.Done():
			return "", false, ctx.Err()
		}
	}
	return "", false, nil
}

// begin reports whether a disk may be asked for a folder, which is noted.
func (p *places) begin(dir string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.searching[dir] || len(p.searching) >= placesMissing {
		return false
	}
	if p.searching == nil {
		p.searching = map[string]bool{}
	}
	p.searching[dir] = true
	return true
}

// found notes what a disk has answered. What a client has said meanwhile is newer.
func (p *places) found(dir, project string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.searching, dir)
	if _, known := p.by[dir]; !known {
		p.keep(dir, project)
	}
}
