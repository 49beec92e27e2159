// Package llmtest is a model for tests: a server on the loopback address that
// speaks the wires of OpenAI (chat completions and embeddings) and of Anthropic
// (messages), and answers by a script in Go.
//
//	test ──script──▶ Server ◀──HTTP── llm.Models ◀── what is tested
//	                   └── Requests(): what was asked
//
// What a real server may do to us is a field of [Reply]: it can be slow, wrong,
// cut, silent in the middle of an answer, full, or without money. The test goes
// through the wire and the libraries of the product, never around them.
package llmtest
