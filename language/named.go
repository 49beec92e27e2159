package language

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// SpeaksOfNamed reports whether a sentence names somebody or something that has a name of
// its own. Parts of the work at hand have none: identifiers, what is written in capitals,
// files. They count where the sentence ends with them and says that they are what a thing
// is, or where: "the linter is ESLint", "our queue is on AWS".
func SpeaksOfNamed(s string) bool {
	return slices.ContainsFunc(Mentions(s, nil), func(m Mention) bool {
		if m.Kind == MentionName && (plainName(m.Text) || atWorkOn.MatchString(s)) {
			return true
		}
		if m.Kind != MentionName && m.Kind != MentionIdentifier && m.Kind != MentionPath {
			return true
		}
		return saysWhatItIs.MatchString(s[:m.Start]) && strings.Trim(s[m.End:], "`'\"). !") == ""
	})
}

// SaysWho reports whether the first clause of a sentence says by a name who or what a certain one
// is, and nothing else: "the contractor is Henk de Wit, he is slow but good".
func SaysWho(s string) bool {
	return slices.ContainsFunc(Mentions(s, nil), func(m Mention) bool {
		if m.Kind != MentionName || !plainName(m.Text) || !saysWhatItIs.MatchString(s[:m.Start]) {
			return false
		}
		rest := strings.TrimLeft(s[m.End:], "`'\")")
		return rest == "" || strings.IndexByte(",;.!", rest[0]) >= 0
	})
}

// atWorkOn matches how the speaker says what they are at for a while.
var atWorkOn = regexp.MustCompile(`(?i)^(i'm|i am|we're|we are) (trying|planning|working|building|writing|learning|designing)\b`)

// saysWhatItIs matches what stands before the name of what a certain thing is, or where.
var saysWhatItIs = regexp.MustCompile("(?i)^(the|our|my) [^,;:]* (is|are|lives|live|runs|run|sits|sit)( in| on| at| under| called)? [`'\"]?$")

// plainName reports whether a name is written like one: a large letter, then small ones.
func plainName(s string) bool {
	for w := range strings.FieldsSeq(s) {
		r := []rune(w)
		if len(r) > 1 && unicode.IsUpper(r[0]) && !slices.ContainsFunc(r[1:], func(c rune) bool { return unicode.IsUpper(c) || unicode.IsDigit(c) || c == '_' }) {
			return true
		}
	}
	return false
}
