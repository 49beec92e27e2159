package language

import "strings"

// Meant returns the words that a word in lower case may have been typed for, by what
// the fingers did: two neighbouring letters changed places (prot: port); a letter was
// left out or came twice, or once for a double one elsewhere (tabls, tarrif); a letter
// beside it was struck, or another vowel written (flsg, seperate). The first letter is
// right, but where it changed places. Most of what is returned is no word. There is
// nothing for what has fewer than four letters, and of four the first list only: they
// are too near to each other.
func Meant(w string) (swapped, slipped, struck []string) {
	if len(w) < 4 || len(w) > longestMeant {
		return nil, nil, nil
	}
	for i := range len(w) {
		if w[i] < 'a' || w[i] > 'z' {
			return nil, nil, nil
		}
	}
	for i := range len(w) - 1 {
		if w[i] != w[i+1] {
			swapped = append(swapped, w[:i]+string(w[i+1])+string(w[i])+w[i+2:])
		}
	}
	if len(w) < shortestSlip {
		return swapped, nil, nil
	}
	for i := 1; i <= len(w); i++ {
		for c := byte('a'); c <= 'z'; c++ {
			slipped = append(slipped, w[:i]+string(c)+w[i:])
		}
	}
	for i := 1; i < len(w); i++ {
		if w[i] != w[i-1] {
			continue
		}
		single := w[:i] + w[i+1:]
		slipped = append(slipped, single)
		for k := 1; k <= len(single); k++ {
			slipped = append(slipped, single[:k]+single[k-1:])
		}
	}
	for i := 1; i < len(w); i++ {
		if w[i] != w[i-1] {
			struck = append(struck, w[:i]+w[i+1:])
		}
		for _, c := range beside(w[i]) {
			struck = append(struck, w[:i]+string(c)+w[i+1:])
		}
	}
	return swapped, slipped, struck
}

// longestMeant bounds the words that are looked at, in letters.
const longestMeant = 20

// beside returns the letters that are struck or written for another one.
func beside(c byte) string {
	near := onKeyboard[c-'a']
	if strings.IndexByte(vowels, c) >= 0 {
		near += vowels
	}
	return near
}

const vowels = "aeiou"

// onKeyboard are the neighbours of the letters a to z on a keyboard.
var onKeyboard = [26]string{"qwsz", "vghn", "xdfv", "serfcx", "wsdr", "drtgvc", "ftyhbv", "gyujnb", "ujko", "huikmn", "jiolm", "kop", "njk",
	"bhjm", "iklp", "ol", "wa", "edft", "awedxz", "rfgy", "yhji", "cfgb", "qase", "zsdc", "tghu", "asx"}
