// Package embedded runs a NATS server with JetStream inside this process.
//
//	clients ──▶ Unix socket 0600 ──bridge──▶ in-process connection ─┐
//	tools   ──▶ 127.0.0.1:PORT (only with Options.Listen) ──────────┼─▶ nats-server ─▶ files
//	stages  ──▶ in-process connection ──────────────────────────────┘
//
// The server opens no TCP port of its own accord; nats-server knows no Unix
// sockets, so a bridge hands each connection on. Every message of a file
// stream is synced to disk before it is acknowledged. A lock on the data
// folder is taken before the server starts: two servers on one folder lose
// data without a word.
package embedded
