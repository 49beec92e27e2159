package daemon

import (
	"context"
	"path/filepath"
	"sync"
)

// realFolders follow the links in the paths of folders. Nothing is remembered: a link
// may lead elsewhere a moment later, and a disk may be mounted. What does not answer is
// waited for once, as for [places].
type realFolders struct {
	mu     sync.Mutex
	asking map[string]int // by folder, how many look
	hung   map[string]bool
}

// of returns a folder's path without links; its path as it is where the disk does not
// answer. Nobody works in such a folder.
func (r *realFolders) of(ctx context.Context, dir string) (string, error) {
	return r.follow(ctx, dir, withoutLinks)
}

func (r *realFolders) follow(ctx context.Context, dir string, look func(string) string) (string, error) {
	if !filepath.IsAbs(dir) || !r.begin(dir) {
		return dir, nil
	}
	found := make(chan string, 1)
	go func() { // it ends when the disk answers
		real := look(dir)
		r.end(dir)
		found <- real
	}()
	real, ok, err := waitForDisk(ctx, found)
	if !ok {
		r.giveUp(dir)
		return dir, err
	}
	return real, nil
}

func (r *realFolders) begin(dir string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.hung[dir] || len(r.hung) >= placesMissing {
		return false
	}
	if r.asking == nil {
		r.asking, r.hung = map[string]int{}, map[string]bool{}
	}
	r.asking[dir]++
	return true
}

func (r *realFolders) end(dir string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.hung, dir)
	if r.asking[dir]--; r.asking[dir] == 0 {
		delete(r.asking, dir)
	}
}

// giveUp notes that a disk does not answer, unless it has just done so.
func (r *realFolders) giveUp(dir string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.asking[dir] > 0 {
		r.hung[dir] = true
	}
}

// withoutLinks follows the links of a path as far as there is something under it: a
// folder may have been removed since something was said in it.
func withoutLinks(path string) string {
	for dir, rest := path, ""; ; dir, rest = filepath.Dir(dir), filepath.Join(filepath.Base(dir), rest) {
		if real, err := filepath.EvalSymlinks(dir); err == nil {
			return filepath.Join(real, rest)
		}
		if dir == filepath.Dir(dir) {
			return path
		}
	}
}
