package daemon

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
)

// searchAtLeast is the length from which a text is searched for.
const searchAtLeast = 8

// byteSearch is a search under way.
type byteSearch struct {
	control.ByteSearch
	texts   *ledger.Matcher
	longest int
	seen    map[string]bool // folders, by their path without links
}

// searchBytes looks for texts in every file of a data folder, as they are and as they
// stand in JSON. The folder may be a link, and so may parts of it.
func searchBytes(dir string, texts []string) (*control.ByteSearch, error) {
	s := &byteSearch{seen: map[string]bool{}}
	var needles [][]byte
	for _, t := range texts {
		if len(t) < searchAtLeast {
			s.Short++
			continue
		}
		s.Texts++
		plain, err := event.Encode(t)
		if err != nil {
			return nil, err
		}
		html, err := json.Marshal(t)
		if err != nil {
			return nil, err
		}
		needles = append(needles, []byte(t), bytes.Trim(plain, `"`), bytes.Trim(html, `"`))
		s.longest = max(s.longest, len(html))
	}
	s.texts = ledger.NewMatcher(needles)
	real, err := filepath.EvalSymlinks(dir)
	if err == nil {
		err = s.folder(real, "")
	}
	if err != nil {
		return nil, fmt.Errorf("search the data folder: %w", err)
	}
	return &s.ByteSearch, nil
}

// folder looks into a folder, whose path has no link in it and which is called name
// below the data folder.
func (s *byteSearch) folder(dir, name string) error {
	return filepath.WalkDir(dir, func(path string, f fs.DirEntry, err error) error {
		name := filepath.Join(name, strings.TrimPrefix(strings.TrimPrefix(path, dir), string(filepath.Separator)))
		switch {
		case errors.Is(err, fs.ErrPermission):
			s.Unread = append(s.Unread, name)
		case err != nil:
			return notGone(err)
		case f.Type()&fs.ModeSymlink != 0:
			return s.link(path, name)
		case f.IsDir() && s.seen[path]:
			return fs.SkipDir
		case f.IsDir():
			s.seen[path] = true
		case f.Type().IsRegular():
			return s.file(path, name)
		}
		return nil
	})
}

// link looks at what a link leads to.
func (s *byteSearch) link(path, name string) error {
	end, err := filepath.EvalSymlinks(path)
	var st fs.FileInfo
	if err == nil {
		st, err = os.Stat(end)
	}
	switch {
	case err != nil:
		s.Unread = append(s.Unread, name)
	case st.IsDir() && len(oursIn[name]) > 0:
		ours, err := namedIn(end, oursIn[name])
		for _, o := range ours {
			err = errors.Join(err, s.link(o, filepath.Join(name, filepath.Base(o))))
		}
		return err
	case st.IsDir():
		return s.folder(end, name)
	case st.Mode().IsRegular():
		return s.file(end, name)
	}
	return nil
}

func (s *byteSearch) file(path, name string) error {
	found, n, err := holds(path, s.texts, s.longest)
	switch {
	case errors.Is(err, fs.ErrPermission):
		s.Unread = append(s.Unread, name)
		return nil
	case err != nil:
		return notGone(err)
	}
	s.Files, s.Bytes = s.Files+1, s.Bytes+n
	if found {
		s.Found = append(s.Found, name)
	}
	return nil
}

// notGone returns an error unless it says that something was removed meanwhile.
func notGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// holds reports whether a file holds one of the texts, the longest of which has
// so many bytes.
func holds(path string, m *ledger.Matcher, longest int) (found bool, n int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return false, 0, err
	}
	defer f.Close()
	buf := make([]byte, longest+1<<20)
	kept := 0
	for {
		read, err := io.ReadFull(f, buf[kept:])
		n += int64(read)
		part := buf[:kept+read]
		if m.Any(part) {
			return true, n, nil
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return false, n, nil
		}
		if err != nil {
			return false, n, err
		}
		kept = copy(buf, part[len(part)-min(longest, len(part)):])
	}
}
