package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"unicode/utf8"

	"github.com/memtide/memtide/hookbridge/install"
	"github.com/memtide/memtide/hookbridge/transcript"
)

// byteOrderMark is what some editors put before a text in UTF-8.
var byteOrderMark = []byte("\xEF\xBB\xBF")

// noText says why a file cannot be read as notes; nil if it can.
func noText(raw []byte) error {
	switch {
	case bytes.HasPrefix(raw, []byte("\xFF\xFE")), bytes.HasPrefix(raw, []byte("\xFE\xFF")):
		return errors.New("it is text in UTF-16; save it as UTF-8")
	case bytes.IndexByte(raw, 0) >= 0:
		return errors.New("it is no text")
	case !utf8.Valid(raw):
		line := 1
		for rest := raw; ; line++ {
			l, after, more := bytes.Cut(rest, []byte("\n"))
			if !utf8.Valid(l) || !more {
				break
			}
			rest = after
		}
		return fmt.Errorf("line %d is not UTF-8; save it as UTF-8", line)
	case markdownExport.Match(raw):
		return errors.New("it is what memtide export --format md has written for people; import what memtide export writes without --format")
	}
	return nil
}

// writtenBy names the client that has written a transcript, as far as its first line
// tells: Codex or Gemini CLI; "" for every other file.
func writtenBy(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return "" // who reads the file says what is wrong with it
	}
	defer f.Close()
	line, _, err := readLine(bufio.NewReader(f), transcript.MaxLine)
	if err != nil && len(line) == 0 {
		return ""
	}
	var head struct {
		Type    string          `json:"type"`
		Payload json.RawMessage `json:"payload"`
		Project string          `json:"projectHash"`
	}
	switch err := json.Unmarshal(line, &head); {
	case err != nil:
		return ""
	case head.Type == "session_meta" && head.Payload != nil:
		return install.Codex.Name
	case head.Project != "":
		return install.Gemini.Name
	}
	return ""
}
