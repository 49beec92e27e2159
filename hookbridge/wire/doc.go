// Package wire is the client of a NATS server that the hook needs, and no
// more: one process, one connection, two requests.
//
//	server ──INFO──▶ Open ──CONNECT SUB──▶ server      (with the first request)
//	                 Post ──PUB──▶ server ──MSG─▶ Wait
//	                 Post ──PUB──▶ server ──HMSG 503─▶ Wait: ErrNoResponders
//
// A process that lives for eight milliseconds pays for every package that it
// links and for every goroutine that it starts; docs/decisions/0009 has the
// figures. Nothing here starts a goroutine, nothing reconnects, and every read
// and write ends by the time that the caller names.
//
// The text of the protocol is that of
// https://docs.nats.io/reference/reference-protocols/nats-protocol: INFO,
// CONNECT, SUB, PUB, MSG, HMSG, PING, PONG, +OK and -ERR. Not here: TLS, keys
// and tokens, headers of our own (HPUB), other subscriptions, queue groups,
// clusters, JetStream, reconnecting. Who needs one of these takes nats.go.
//
// What the server sends is not trusted: a line has at most 32 KiB and a
// message at most 1 MiB, and no more memory is taken than that.
package wire
