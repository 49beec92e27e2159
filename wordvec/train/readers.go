package main

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"iter"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// reader returns the units of a file: stretches of text whose words belong
// together, such as a conversation or a section. An error is the last pair.
type reader func(raw []byte) iter.Seq2[string, error]

// readerOf returns the reader for a file by its name, nil for one that is not
// read.
func readerOf(name string) reader {
	switch strings.ToLower(path.Ext(name)) {
	case ".txt":
		return plain
	case ".md":
		return markdown
	case ".csv":
		return csvDialogues
	case ".json":
		return jsonDialogues
	case ".yaml":
		return wordnet
	case ".xml":
		return tei
	}
	return nil
}

// plain reads text whose paragraphs are divided by empty lines.
func plain(raw []byte) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for par := range strings.SplitSeq(unixLines(raw), "\n\n") {
			if strings.TrimSpace(par) != "" && !yield(par, nil) {
				return
			}
		}
	}
}

func unixLines(raw []byte) string {
	return strings.ReplaceAll(string(bytes.TrimPrefix(raw, []byte("\xef\xbb\xbf"))), "\r\n", "\n")
}

var answer = regexp.MustCompile(`^Answer\.sentence(\d+)$`)

// csvDialogues reads one conversation a row, from the columns Answer.sentence1
// and so on. Rows that were rejected are left out.
func csvDialogues(raw []byte) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		r := csv.NewReader(bytes.NewReader(raw))
		r.FieldsPerRecord, r.LazyQuotes, r.ReuseRecord = -1, true, true
		head, err := r.Read()
		if err != nil {
			if !errors.Is(err, io.EOF) {
				yield("", err)
			}
			return
		}
		order := map[int]int{} // number of the sentence → column
		reject := slices.Index(head, "Reject")
		for col, name := range head {
			if m := answer.FindStringSubmatch(name); m != nil {
				if n, err := strconv.Atoi(m[1]); err == nil {
					order[n] = col
				}
			}
		}
		var columns []int
		for _, n := range slices.Sorted(maps.Keys(order)) {
			columns = append(columns, order[n])
		}
		for {
			row, err := r.Read()
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				yield("", err)
				return
			}
			if reject >= 0 && reject < len(row) && row[reject] != "" {
				continue
			}
			var said []string
			for _, col := range columns {
				if col < len(row) && row[col] != "{}" {
					said = append(said, row[col])
				}
			}
			if len(said) > 0 && !yield(strings.Join(said, "\n"), nil) {
				return
			}
		}
	}
}

// jsonDialogues reads an array of conversations with their utterances.
func jsonDialogues(raw []byte) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		var all []struct {
			Utterances []struct {
				Text string `json:"text"`
			} `json:"utterances"`
		}
		if err := json.Unmarshal(raw, &all); err != nil {
			yield("", err)
			return
		}
		for _, conversation := range all {
			var said []string
			for _, u := range conversation.Utterances {
				said = append(said, u.Text)
			}
			if len(said) > 0 && !yield(strings.Join(said, "\n"), nil) {
				return
			}
		}
	}
}

// tei reads the text of a TEI document, not its header: one unit a division or
// part with a heading.
func tei(raw []byte) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		d := xml.NewDecoder(bytes.NewReader(raw))
		var unit strings.Builder
		flush := func() bool {
			s := unit.String()
			unit.Reset()
			return strings.TrimSpace(s) == "" || yield(s, nil)
		}
		text := 0
		for {
			tok, err := d.Token()
			if errors.Is(err, io.EOF) {
				flush()
				return
			}
			if err != nil {
				yield("", err)
				return
			}
			switch tok := tok.(type) {
			case xml.StartElement:
				if tok.Name.Local == "text" {
					text++
				}
				if tok.Name.Local == "head" && !flush() {
					return
				}
			case xml.EndElement:
				if tok.Name.Local == "text" {
					text--
				}
				if tok.Name.Local == "div" && !flush() {
					return
				}
				if slices.Contains([]string{"head", "p", "l"}, tok.Name.Local) {
					unit.WriteByte('\n')
				}
			case xml.CharData:
				if text > 0 {
					unit.Write(tok)
				}
			}
		}
	}
}
