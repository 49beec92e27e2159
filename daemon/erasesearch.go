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

// searchBytes looks for texts in every file of a folder, as they are and as they
// stand in JSON.
func searchBytes(dir string, texts []string) (*control.ByteSearch, error) {
	s := &control.ByteSearch{}
	var needles [][]byte
	longest := 0
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
		longest = max(longest, len(html))
	}
	m := ledger.NewMatcher(needles)
	err := filepath.WalkDir(dir, func(path string, f fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !f.Type().IsRegular() {
			return err
		}
		found, n, err := holds(path, m, longest)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		s.Files, s.Bytes = s.Files+1, s.Bytes+n
		if found {
			s.Found = append(s.Found, strings.TrimPrefix(path, dir+string(filepath.Separator)))
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("search the data folder: %w", err)
	}
	return s, nil
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
