package redact

import (
	"math"
	"strings"
	"sync"
)

// examples are parts of values that people write where a secret would stand.
func examples() []string {
	return []string{"example", "placeholder", "changeme", "change-me", "change_me", "changethis", "dummy",
		"your-", "your_", "yourkey", "yourtoken", "yourapi", "yoursecret", "yourpass", "my-secret", "-here", "_here",
		"redacted", "xxxx", "****", "....", "####", "notarealkey", "not-a-real", "insert-", "insert_", "replace-", "replace_", "goes-here"}
}

var exampleParts = examples()

// standins are whole values that stand for a secret and are none.
var standins = wordSet(`password passwd pass pw pwd passphrase secret secrets token tokens apikey api_key key auth bearer basic digest
	credential credentials user username login email admin root test testing tester foo bar baz qux foobar none null nil true false
	undefined empty string str text number int integer bool boolean any object array bytes byte char varchar void value values
	required optional hidden masked removed omitted todo tbd fixme unset default guest postgres mysql redis localhost
	something whatever anything todo placeholder sample mypassword mysecret mytoken mykey pass123 secretkey
	yes no on off enabled disabled self this env environment vault config input output prompt file stdin`)

// wordSet returns the words of a list as a set that is made when it is first
// asked for: the hook starts for every prompt, and most prompts need none.
func wordSet(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		m := map[string]bool{}
		for w := range strings.FieldsSeq(list) {
			m[w] = true
		}
		return m
	})
}

// isExample reports whether a value shows where a secret goes instead of
// being one.
func isExample(v string) bool {
	if v == "" || monotonous(v) || counted(v) {
		return true
	}
	// In a long random value any of these parts turns up by chance.
	if len(v) > 160 {
		return false
	}
	l := strings.ToLower(v)
	if standins()[l] {
		return true
	}
	for _, p := range exampleParts {
		if strings.Contains(l, p) {
			return true
		}
	}
	return isTemplate(v)
}

// monotonous reports whether one character makes up most of a value, or very
// few do.
func monotonous(v string) bool {
	if len(v) < 3 {
		return true
	}
	var count [256]int
	top, kinds := 0, 0
	for i := range len(v) {
		c := fold(v[i])
		if count[c]++; count[c] == 1 {
			kinds++
		}
		top = max(top, count[c])
	}
	return top*2 > len(v) && kinds < 8 || kinds <= 2 && len(v) > 4 || kinds <= 4 && len(v) >= 16
}

// counted reports whether most of a value runs through the alphabet or the
// digits in order, in steps of one or two: abcdef…, 1234567, acdfgh.
func counted(v string) bool {
	in, run := 0, 1
	for i := 1; i <= len(v); i++ {
		if step := stepAt(v, i); step == 1 || step == 2 {
			run++
			continue
		}
		if run >= 6 {
			in += run
		}
		run = 1
	}
	return in*10 >= len(v)*6
}

// stepAt returns how far v[i] is after the letter or digit before it.
func stepAt(v string, i int) int {
	if i >= len(v) || !is(v[i], alnum) || is(v[i], cDigit) != is(v[i-1], cDigit) {
		return 0
	}
	return int(fold(v[i])) - int(fold(v[i-1]))
}

// isTemplate reports whether a value is filled in later: $VAR, ${VAR}, {{x}},
// <token>, [token], %TOKEN%, $(command).
func isTemplate(v string) bool {
	switch {
	case strings.Contains(v, "${"), strings.Contains(v, "$("), strings.Contains(v, "{{"), strings.Contains(v, "<%"):
		return true
	case v[0] == '$':
		// A password may start with $ too, but goes on with more than a name.
		return len(v) > 1 && (all(v[1:], word) || is(v[1], cDigit) && len(v) < 4 || v[1] == '{')
	case v[0] == '%' && v[len(v)-1] == '%' || v[0] == '@' && v[len(v)-1] == '@':
		return true
	case v[0] == '%' && len(v) == 2, strings.HasPrefix(v, "%("), strings.HasPrefix(v, "!Ref"), strings.HasPrefix(v, "!Sub"):
		return true
	}
	open := strings.IndexByte("<{[(", v[0])
	if open < 0 {
		return false
	}
	inner := strings.Trim(v, "<>{}[]()")
	return inner == "" || !scattered(inner) || strings.ContainsAny(inner, " ,:(")
}

// entropy returns bits a character, 0 for the empty string.
func entropy(v string) float64 {
	var count [256]int
	for i := range len(v) {
		count[v[i]]++
	}
	bits := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(v))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}

// follows[c] lists letters that often follow the letter 'a'+c in the words
// and names that people write. About two letters in five are in a list, so a
// random string fits in two of five places, a word nearly everywhere.
var follows = [26]string{
	"bcdgilmnprstuv", "aeiloruy", "aehikloprtuy", "adeiorsuy", "abcdefglmnoprstvwxy", "aefiloru", "aegilnoru", "aeiortuy",
	"abcdefglmnoprstv", "aeou", "aeisn", "adeiklostuy", "abeimopsuy", "acdegiknostuy", "abcdfglmnoprstuvw", "aehiloprstu",
	"u", "acdegiklmnorstuy", "acehiklmopqstuw", "aehiloprstuwy", "abcdegilmnprst", "aeio", "aehinor", "aceipt", "aeiops", "aeio",
}

// wordy reports whether a value is made of words: an identifier, a path, a
// name with a number. Words are told from random letters by how often common
// pairs of letters follow each other.
func wordy(v string) bool {
	v = v[:min(len(v), maxLook)]
	pairs, common, letters := 0, 0, 0
	for i := range len(v) {
		if !is(v[i], letter) {
			continue
		}
		letters++
		if i == 0 || !is(v[i-1], letter) || is(v[i-1], lower) && is(v[i], upper) {
			continue
		}
		pairs++
		if strings.IndexByte(follows[fold(v[i-1])-'a'], fold(v[i])) >= 0 {
			common++
		}
	}
	return letters*10 >= len(v)*6 && pairs*10 >= letters*6 && common*100 >= pairs*72
}

// random reports whether v looks drawn at random: not made of words, and with
// as much entropy as its length allows.
func random(v string) bool { return !isExample(v) && scrambled(v) }

// scrambled is random for a value that is known to be no example.
func scrambled(v string) bool {
	v = v[:min(len(v), maxLook)]
	var seen set
	for i := range len(v) {
		seen |= classes[v[i]]
	}
	n := len(v)
	switch {
	case n < 8 || wordy(v):
		return false
	case all(v, cDigit|cDash|cDot):
		return false
	case seen&cDigit != 0 && seen&letter != 0:
		return entropy(v) >= min(2.2+float64(n-8)/20, 3.2)
	case seen&lower != 0 && seen&upper != 0:
		return n >= 16 && entropy(v) >= 3.3
	}
	return seen&letter != 0 && n >= 20 && entropy(v) >= 3.3
}
