// Package config reads the settings of memtide: one struct, filled from a
// TOML file, the environment and flags.
//
//	built-in ◀── config.toml ◀── MEMTIDE_… ◀── flags      the right one wins
//	                   └───────────┴──────────┴──▶ Config, or all problems at once
//
// It promises that a Config from [Load] without an error is valid as a whole,
// that an unknown key is an error and never ignored, and that an error names
// every problem with its key and what to write instead. One table lists the
// keys; the documentation ([Keys]), the sample file ([Example]), the names in
// the environment and the checks are all made from it.
//
// [Edit] changes keys of the text of such a file, and leaves the rest of it as it is.
//
// Only cmd reads this package; everything else is given what it needs.
package config
