// Package clienttest lets tests run a real agent client against a Messages API
// of their own, on this machine and with nothing else.
//
//	test ──Run──▶ client (own HOME, allow-listed environment) ──POST /v1/messages──▶ Stub ──▶ script
//	                 │                                                                 │
//	                 └──hooks──▶ whatever the test has installed          Messages(t): what the model was told
//
// [Start] is the API: it listens on a loopback port, answers from a script,
// streamed or not, and keeps every request. [Claude] is the client: it starts
// a given binary of Claude Code with an environment in which nothing of the
// user is left, bounded in time. [OpenClaw] is another one, with its gateway.
//
// It promises that no request leaves the machine by the stub, that a client
// that hangs is ended with its children, and that both are gone when the test
// ends.
//
// The protocol is that of the public documentation of the Messages API:
// https://docs.claude.com/en/api/messages and .../messages-streaming.
package clienttest
