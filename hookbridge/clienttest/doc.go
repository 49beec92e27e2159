// Package clienttest lets tests run a real agent client against a model's API
// of their own, on this machine and with nothing else.
//
//	test ──Run──▶ client (own HOME, allow-listed environment) ──POST /v1/messages──▶ Stub ──▶ script
//	                 │                                          or /v1/responses     │
//	                 │                                                                 │
//	                 └──hooks──▶ whatever the test has installed          Messages(t): what the model was told
//
// [Start] is the API: it listens on a loopback port, answers from a script,
// streamed or not, and keeps every request. [Claude], [Codex], [Gemini] and [OpenClaw],
// with its gateway, are the clients: each starts a given binary with an environment in
// which nothing of the user is left, bounded in time. [Codex.Serve] talks to a Codex that
// goes on, as its window does. Gemini CLI speaks a third protocol to the same stub: POST
// /v1beta/models/MODEL:streamGenerateContent.
//
// It promises that no request leaves the machine by the stub, that a client
// that hangs is ended with its children, and that both are gone when the test
// ends.
//
// The protocols are those of the public documentation of the Messages API
// (https://docs.claude.com/en/api/messages and .../messages-streaming), of the
// Responses API (https://platform.openai.com/docs/api-reference/responses-streaming)
// and of the Gemini API (https://ai.google.dev/api/generate-content).
package clienttest
