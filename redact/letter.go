package redact

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	mostLetter  = 120 // lines from a salutation to a signature
	mostAddress = 5   // words of a salutation
	mostSigning = 4   // words of a closing, and of the name below it
	mostSigned  = 60  // bytes of the line with either
)

var (
	greetings = wordSet("hello hi hey dear greetings hallo liebe lieber bonjour hola")
	// agents are whom a speaker greets who speaks to an agent, or to nobody certain.
	agents = wordSet(`claude code codex copilot cursor gemini chatgpt gpt assistant agent ai bot cline aider devin windsurf
		there again mate man dude buddy friend pal you`)
	groups = wordSet("all team everyone everybody folks both colleagues sir madam guys")
	// closings are the words of which a closing is made: with kind regards, many thanks in advance.
	closings = wordSet(`kind best warm warmest regards wishes all the cheers thanks thank you many in advance sincerely yours truly
		faithfully with and take care love greetings br kr thx viele liebe grüße mit freundlichen grüßen lg mfg cordialement saludos so much`)
	// closes are those of them that a closing has one of.
	closes = wordSet("regards wishes best cheers thanks thank sincerely yours care love greetings br kr thx grüße grüßen lg mfg cordialement saludos")
)

// letterEnd reads a letter from its salutation to its signature. Without an announcement
// it is one if it greets somebody else than the agent and somebody signs it.
func letterEnd(lines []line, i int, t string) int {
	if !greetsOther(t) {
		return i
	}
	return closedEnd(lines, i, true)
}

// signedEnd reads what has been announced up to its signature, if it has one.
func signedEnd(lines []line, i int) int { return closedEnd(lines, i, false) }

// closedEnd returns the line after the closing of a letter and the paragraph of its
// signature; i if there is none. signed requires a name.
func closedEnd(lines []line, i int, signed bool) int {
	for j := i; j < len(lines) && j < i+mostLetter; j++ {
		closing, name := closingOf(strings.TrimSpace(lines[j].text))
		if !closing || j == i && signed {
			continue
		}
		end := j + 1
		if !name {
			for end < len(lines) && end <= j+2 && strings.TrimSpace(lines[end].text) == "" {
				end++
			}
			if name = end < len(lines) && isSigner(strings.TrimSpace(lines[end].text)); !name {
				end = j + 1
			}
		}
		if name {
			return paragraphEnd(lines, end)
		}
		if !signed {
			return end
		}
	}
	return i
}

// greetsOther reports whether a line greets somebody who is not the agent: Hello Jonas,
func greetsOther(t string) bool {
	if len(t) > mostSigned {
		return false
	}
	words := strings.Fields(t)
	if len(words) < 2 || len(words) > mostAddress || !greetings()[strings.ToLower(words[0])] || strings.HasSuffix(t, ".") || strings.HasSuffix(t, "?") {
		return false
	}
	for _, w := range words[1:] {
		w = strings.TrimRight(w, ",!:")
		if l := strings.ToLower(w); agents()[l] {
			return false
		} else if !groups()[l] && !capital(w) {
			return false
		}
	}
	return true
}

// closingOf reports whether a line closes a letter, and whether its name stands there, too.
func closingOf(t string) (closing, name bool) {
	if t == "" || len(t) > mostSigned {
		return false, false
	}
	words, n, closes := strings.Fields(t), 0, closes()
	for n < len(words) && n < mostSigning+1 {
		w := strings.ToLower(strings.TrimRight(words[n], ",.!"))
		if !closings()[w] {
			break
		}
		closing = closing || closes[w]
		n++
		if strings.HasSuffix(words[n-1], ",") {
			break
		}
	}
	if !closing || n == len(words) {
		return closing, false
	}
	rest := strings.Join(words[n:], " ")
	return isSigner(rest), isSigner(rest)
}

// isSigner reports whether a line is a name: one to four words with a capital.
func isSigner(t string) bool {
	words := strings.Fields(strings.TrimLeft(t, "-–— "))
	if len(words) == 0 || len(words) > mostSigning || len(t) > mostSigned || strings.ContainsAny(t[len(t)-1:], "?!:;") {
		return false
	}
	for _, w := range words {
		if l := strings.ToLower(strings.Trim(w, ",.")); agents()[l] || !capital(w) && l != "the" && l != "team" && l != "from" {
			return false
		}
	}
	return capital(words[0])
}

func capital(w string) bool {
	c, _ := utf8.DecodeRuneInString(w)
	return unicode.IsUpper(c)
}
