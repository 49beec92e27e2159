// Package event holds every message that may travel on the bus, one file a
// flow.
//
// A message is a plain struct with JSON tags. It says what happened, in the
// past tense, and carries no transport: id, trace, cause and deadline are
// headers. Its Kind is its address and its version.
//
//	doors.go     what clients send and get: AskRequest, TurnRequest, marks
//	log.go       TURNS and LEDGER: TurnRecorded, ChangeDecided
//	retrieve.go  a prompt on its way to the memory that it is shown
//	remember.go  a half-turn on its way to a decision
//	maintain.go  what is due
//	trace.go     receipts
//
// A compatible change adds an optional field. Anything else is a new type with
// a new kind, and an upgrade function beside the old type, kept as long as a
// stored message may exist. testdata/golden holds one message a kind, which
// must decode for ever.
//
//go:generate go run gen.go
package event
