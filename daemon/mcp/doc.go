// Package mcp offers a memory to an agent as tools of the Model Context Protocol: for a client
// without hooks, and for who wants the model to ask by itself.
//
//	client ──JSON lines──────────────▶ Server ──tool──▶ link ──▶ daemon
//	client ──HTTP──▶ guard ──▶ Door ──▶ Server
//
// It promises:
//
//   - The protocol is answered at once, without a daemon. The first call of a tool connects, and
//     so does the first one after the daemon has gone or was replaced.
//   - What an agent is told is of its project and of the user, never what is kept from agents; it
//     is quoted as the memory block is, and has at most [MaxBytes].
//   - What an agent notes is agent-said and comes in by memtide.turn as anybody else's words do.
//     What it may change is decided in the daemon (docs/decisions/0042).
//   - A call ends within [callWithin], and nothing goes on when the client has gone.
//
// # Where to find what
//
// server (the tools, and what is common to them), door (over HTTP), link (to the daemon), shown (how a memory is
// written), search, look (one memory, a name, counts), why (a receipt), change.
package mcp
