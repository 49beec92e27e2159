package main

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// stepMask is what of a file's life is a step: it is made, written, closed,
// named anew or removed.
const stepMask = unix.IN_CREATE | unix.IN_MODIFY | unix.IN_CLOSE_WRITE | unix.IN_MOVED_TO | unix.IN_DELETE

// steps watches what a daemon does to the files of its folder, from outside: each
// thing that it does to one of them is a step.
type steps struct {
	t       *testing.T
	f       *os.File
	fd      int
	done    chan struct{}
	mu      sync.Mutex
	dirs    map[int32]string
	stopped bool
	since   time.Time
	at      []time.Duration // of each step, from since on
	n       int             // step at which hit is called, once
	hit     func()
}

// watchSteps watches a data folder but for its log.
func watchSteps(t *testing.T, home string) *steps {
	t.Helper()
	fd, err := unix.InotifyInit1(unix.IN_CLOEXEC | unix.IN_NONBLOCK)
	if err != nil {
		t.Fatal(err)
	}
	s := &steps{t: t, f: os.NewFile(uintptr(fd), "inotify"), fd: fd, done: make(chan struct{}), dirs: map[int32]string{}, since: time.Now()}
	s.add(home)
	go s.read()
	return s
}

// add watches a folder and what is below it.
func (s *steps) add(dir string) {
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist) || err == nil && !e.IsDir():
			return nil
		case err != nil:
			return err
		case e.Name() == "log":
			return filepath.SkipDir
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.stopped { // and fd may be another file's by now
			return filepath.SkipAll
		}
		wd, err := unix.InotifyAddWatch(s.fd, path, stepMask)
		if errors.Is(err, unix.ENOENT) {
			return nil
		}
		s.dirs[int32(wd)] = path
		return err
	})
	if err != nil {
		s.t.Errorf("watch %s: %v", dir, err)
	}
}

func (s *steps) read() {
	defer close(s.done)
	buf := make([]byte, 64<<10)
	for {
		n, err := s.f.Read(buf)
		if err != nil {
			return // stopped
		}
		for b := buf[:n]; len(b) >= unix.SizeofInotifyEvent; {
			wd, mask := int32(binary.NativeEndian.Uint32(b)), binary.NativeEndian.Uint32(b[4:])
			end := unix.SizeofInotifyEvent + int(binary.NativeEndian.Uint32(b[12:]))
			name := string(b[unix.SizeofInotifyEvent:end])
			b = b[end:]
			if mask&(unix.IN_CREATE|unix.IN_MOVED_TO) != 0 && mask&unix.IN_ISDIR != 0 {
				s.mu.Lock()
				dir := s.dirs[wd]
				s.mu.Unlock()
				s.add(filepath.Join(dir, unix.ByteSliceToString([]byte(name))))
			}
			if mask&stepMask != 0 {
				s.step()
			}
		}
	}
}

func (s *steps) step() {
	s.mu.Lock()
	s.at = append(s.at, time.Since(s.since))
	hit := s.hit
	if len(s.at) < s.n || hit == nil {
		s.mu.Unlock()
		return
	}
	s.hit = nil
	s.mu.Unlock()
	hit()
}

// begin counts from here on, and calls hit at step n; nil is never.
func (s *steps) begin(n int, hit func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at, s.since, s.n, s.hit = nil, time.Now(), n, hit
}

// taken returns when each step was, from begin on.
func (s *steps) taken() []time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.at
}

// giveWay lets a daemon run after everything else on the machine: who kills it in
// a work of milliseconds comes in time on a busy machine, too. A thread that it
// starts from here on is like the one that started it.
func giveWay(t *testing.T, pid int) {
	t.Helper()
	threads, err := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range threads {
		tid, err := strconv.Atoi(e.Name())
		if err == nil {
			err = unix.Setpriority(unix.PRIO_PROCESS, tid, 19)
		}
		if err != nil && !errors.Is(err, unix.ESRCH) { // a thread may have ended
			t.Fatal(err)
		}
	}
}

func (s *steps) stop() {
	s.mu.Lock()
	s.stopped = true
	s.mu.Unlock()
	s.f.Close()
	<-s.done
}
