// Package llm asks language models and embedders, within bounds, and records
// what they say.
//
//	Request ─▶ record ─▶ size ─▶ loop ─▶ budget ─▶ key ─▶ slots ─▶ retries ─▶ breaker ─▶ provider
//	             │                                                                         │
//	Reply ◀──────┴──────────────── replies.db (bbolt) ◀────────────────────────────────────┘
//
// A layer is the name of a purpose ("extract"); the settings give each its
// model, and a layer without one is answered by the rules.
//
// It promises:
//   - A reply is stored under the hash of model, prompt and request before it
//     is returned; the same request is never paid twice, not even after a crash.
//   - [Models.Complete] returns when its context ends. A reply that comes later,
//     within a bound of its own, is recorded all the same.
//   - Each bound has an error of its own, which says that the rules are to
//     answer: [ErrNoModel], [ErrBudget], [ErrOpen], [ErrDeadline], [ErrKey],
//     [ErrReply], [ErrTooLong], [ErrRefused].
//   - [Models.Forget] takes answers that quote a text out of the record for good.
//   - A process that finds replies.db open elsewhere asks its [Owner]: one
//     record, one account, and one place from which things are forgotten.
//   - A key is in no error, log line, record or status.
package llm
