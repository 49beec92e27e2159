// Package hookbridge is what runs inside an agent client: a process that
// lives for a few milliseconds between the client and the daemon.
//
//	client ──JSON on stdin──▶ Main ──ask──▶ daemon ──<memory>──▶ stdout
//	                            │
//	                            ├──half-turn──▶ daemon (reply = durable)
//	                            └──or──▶ spool/ (temp, fsync, rename) ──Drain──▶ daemon
//
// It promises:
//
//   - Exit code 0 within the deadline (300 ms; 800 ms at a session start that
//     finds no daemon), whatever stdin holds and whatever the daemon does. A
//     watchdog ends a process that is stuck. It counts the time in which the
//     process could run, and neither that in which the client has yet to write,
//     nor that in which a text is redacted, up to a second each: a busy machine
//     may be late, and loses nothing. Of what a client has not written by
//     then the beginning is kept.
//   - Nothing on stderr, and on stdout either one complete answer in the
//     client's format or nothing.
//   - Text is scrubbed (package redact) before it reaches a disk or a wire.
//   - A half-turn that was read and scrubbed is acknowledged by the daemon or
//     stands in the spool folder when the process ends.
//   - Children of the daemon do not feed it: MEMTIDE_HOOK_DISABLE=1 ends the
//     hook at once.
//
// It links no server, no store and not nats.go: package wire speaks to the
// daemon.
//
// The daemon's side is small: it writes run.json ([event.RunInfo]) into the
// run folder, calls [Started] when it is ready, and drains the spool with a
// [Drainer].
package hookbridge
