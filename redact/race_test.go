//go:build race

package redact

// hostileSize is the length of each hostile text, in bytes. The race detector
// makes a scan ten times slower.
const hostileSize = 24 << 10
