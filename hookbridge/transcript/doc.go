// Package transcript reads the transcripts of agent clients as half-turns: for
// importing what was said before memtide was there, and for finding what a
// hook has missed.
//
//	projects/*/*.jsonl, sessions/*/*/*/rollout-*.jsonl, tmp/*/chats/session-*.jsonl ──Find──▶ files ──Read──▶ line ▸ fields ▸ turn ──yield──▶ event.TurnRequest
//
// It promises:
//
//   - A half-turn has the prompt id that the hook saw, so the daemon knows it
//     again; the same line in two files (a forked session copies them) counts
//     once for one [Reader].
//   - Only what was said comes out, scrubbed: no tool output, no attachments,
//     no sub-agents, no summaries of the client, no text that a machine put in
//     the user's place.
//   - An answer that is still being written is left for a later read.
//   - Memory is bounded by the longest line that is read ([MaxLine]); a line
//     that is torn, too long or not understood is counted and skipped.
//
// Which client has written a transcript its lines say: line.go knows those of Claude
// Code, codex.go those of Codex, gemini.go those of Gemini CLI. The formats are internal to the clients and change between
// versions; what is read here was seen in Claude Code 2.1.197 to 2.1.329, in Codex
// 0.169.0 and in Gemini CLI 0.61.0. Of older rollouts of Codex, whose lines name no turn, a text of the user begins
// one. A transcript of Gemini CLI names no folder: [Root] finds it.
package transcript
