package language

import (
	"net/netip"
	"strconv"
	"strings"
)

// addressAt reads the address of a machine, or one written in hexadecimal: 10.0.0.7,
// 0x3c. Of one sort each can take the place of the other.
func addressAt(ts []token, i int) (quantity, bool) {
	w := at(ts, i)
	if w == "." && shortAddress(ts, i) {
		return quantity{measure: ofAddress, value: "." + ts[i+1].text, unit: "address", to: i + 2}, true
	}
	if !isAddress(w) {
		return quantity{}, false
	}
	unit := "address"
	if w[1] == 'x' {
		unit = "hex"
	}
	return quantity{measure: ofAddress, value: strings.TrimRight(w, "."), unit: unit, to: i + 1}, true
}

// shortAddress reports whether ts[i:] is the last number of an address, where the words before
// say that it is one: the ip is at .40.
func shortAddress(ts []token, i int) bool {
	n, err := strconv.ParseUint(at(ts, i+1), 10, 8)
	if err != nil || n == 0 || !glued(ts, i, i+1) || i == 0 || glued(ts, i-1, i) {
		return false
	}
	for k := i - 1; k >= 0 && i-k <= nearTokens; k-- {
		if w := ts[k].text; w == "ip" || w == "address" {
			return true
		}
	}
	return false
}

// inNetOf gives the last number of an address what stands before it in an older one.
func (q valued) inNetOf(p valued) valued {
	if k := strings.LastIndexByte(p.value, '.'); q.measure == ofAddress && p.measure == ofAddress && q.value[0] == '.' && k > 0 {
		q.value = p.value[:k] + q.value
	}
	return q
}

// isAddress reports whether a word is the address of a machine or a number in
// hexadecimal.
func isAddress(w string) bool {
	if len(w) < 3 || !startsDigit(w) {
		return false
	}
	if w[0] == '0' && w[1] == 'x' {
		_, err := strconv.ParseUint(w[2:], 16, 64)
		return err == nil
	}
	a, err := netip.ParseAddr(strings.TrimRight(w, "."))
	return err == nil && a.Is4()
}

// identAt reports whether ts[k] is a part of a name that is written with marks, as
// those of hosts, files and pages are: db1.internal, /etc/seed, https://b.example/v2.
func (r *reading) identAt(k int) bool {
	for _, m := range [2]int{k - 1, k + 1} {
		if has(inIdents, at(r.ts, m)) && r.ts[m].mark && glued(r.ts, min(k, m), max(k, m)) && (m < k || m+1 < len(r.ts) && glued(r.ts, m, m+1)) {
			return true
		}
	}
	return false
}

var inIdents = set(`. / : _`)

// sameForm reports whether two values are one word each that differ in their numbers
// alone: PB12, PB13.
func sameForm(a, b []string) bool {
	if len(a) != 1 || len(b) != 1 || startsDigit(a[0]) || a[0] == b[0] {
		return false
	}
	digits := func(w string) string { return strings.Trim(w, "0123456789") }
	return digits(a[0]) != a[0] && digits(a[0]) == digits(b[0])
}
