//go:build !race

package redact

// hostileSize is the length of each hostile text, in bytes; together they
// make some 10 MB.
const hostileSize = 228 << 10
