package wire

import (
	"bytes"
	"fmt"
	"strconv"
)

// Bounds of what a server may send, in bytes.
const (
	maxLine    = 32 << 10 // of a line; that of INFO is the longest
	maxMessage = 1 << 20  // of a message with its headers; an answer has some ten thousand
	maxFrame   = maxLine + maxMessage + len(crlf)
)

const crlf = "\r\n"

// frame is one thing that the server says. Its slices point into what was
// parsed.
type frame struct {
	verb    string // upper case
	args    []byte // of a frame that is no message: the rest of the line
	subject []byte // of a message
	header  []byte // of an HMSG, with its first line
	body    []byte // of a message
}

// parse reads the frame that b begins with, which takes size bytes. A size
// above len(b) is that of the whole frame, as far as that is known: more has
// to be read first. size is never above maxFrame. The error is [ErrProtocol].
func parse(b []byte) (f frame, size int, err error) {
	end := bytes.IndexByte(b, '\n')
	if end >= maxLine || end < 0 && len(b) >= maxLine {
		return f, 0, fmt.Errorf("%w: a line of more than %d bytes", ErrProtocol, maxLine)
	}
	if end < 0 {
		return f, len(b) + 1, nil
	}
	line := bytes.TrimSuffix(b[:end], []byte("\r"))
	word, rest := line, []byte(nil)
	if i := bytes.IndexAny(line, " \t"); i >= 0 {
		word, rest = line[:i], bytes.TrimSpace(line[i:])
	}
	switch f.verb = verb(word); f.verb {
	case "MSG", "HMSG":
		return parseMessage(f, b, end+1, bytes.Fields(rest))
	case "":
		return f, 0, fmt.Errorf("%w: unknown word %.20q", ErrProtocol, word)
	}
	f.args = rest
	return f, end + 1, nil
}

// verb returns the word of the protocol that w is in any case, or "".
func verb(w []byte) string {
	for _, v := range []string{"MSG", "HMSG", "PING", "PONG", "INFO", "+OK", "-ERR"} {
		if len(w) == len(v) && bytes.EqualFold(w, []byte(v)) {
			return v
		}
	}
	return ""
}

// parseMessage reads a message whose line ends before at:
//
//	MSG subject sid [reply] size
//	HMSG subject sid [reply] size-of-headers size
func parseMessage(f frame, b []byte, at int, args [][]byte) (frame, int, error) {
	sizes := 1
	if f.verb == "HMSG" {
		sizes = 2
	}
	if n := len(args) - sizes; n != 2 && n != 3 {
		return f, 0, fmt.Errorf("%w: %s with %d arguments", ErrProtocol, f.verb, len(args))
	}
	total, err := length(args[len(args)-1], maxMessage)
	header := 0
	if err == nil && sizes == 2 {
		header, err = length(args[len(args)-2], total)
	}
	if err != nil {
		return f, 0, err
	}
	end := at + total
	if len(b) < end+len(crlf) {
		return f, end + len(crlf), nil
	}
	if string(b[end:end+len(crlf)]) != crlf {
		return f, 0, fmt.Errorf("%w: a message is longer than it says", ErrProtocol)
	}
	f.subject, f.header, f.body = args[0], b[at:at+header], b[at+header:end]
	return f, end + len(crlf), nil
}

// length reads a number of bytes from 0 to most.
func length(b []byte, most int) (int, error) {
	n, err := strconv.ParseUint(string(b), 10, 32)
	if err != nil || n > uint64(most) {
		return 0, fmt.Errorf("%w: a length of %.20q bytes, at most %d are taken", ErrProtocol, b, most)
	}
	return int(n), nil
}

// noResponders reports whether the headers are those with which the server
// says that nobody hears a request.
func noResponders(header []byte) bool {
	line, _, _ := bytes.Cut(header, []byte(crlf))
	f := bytes.Fields(line)
	return len(f) > 1 && string(f[0]) == "NATS/1.0" && string(f[1]) == "503"
}
