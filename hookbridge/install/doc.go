// Package install puts memtide-hook into the settings of agent clients and
// takes it out again.
//
//	settings ──parse──▶ places ──plan──▶ spliced bytes ──▶ temp, fsync, compare, rename
//	                                                   └──▶ backup, state/install.json
//
// It promises:
//
//   - A file is spliced, not rewritten: every byte that is not part of an
//     entry of ours stays, with its order, indentation and line ends.
//   - A file that is not valid JSON, or not of the expected shape, is not
//     touched; the error says where.
//   - A second install changes nothing. An install followed by an uninstall
//     gives the same bytes.
//   - Entries of ours are those that run a program called memtide-hook, in
//     whatever folder. No other entry is ever changed.
//   - Links are followed, the mode is kept, and a file that changed between
//     reading and writing is read again.
//
// A client is one file: [Claude], [Codex], [Gemini], [OpenClaw]. The last runs no program at its events:
// the plugin in openclaw/ is put into its folder, and its settings, which are JSON5, name it.
// Of our MCP server a client is told by its own program ([AddServer], [RemoveServer]); its settings are read alone.
// Planning ([Plan], [Remove]) is pure; [Install], [Uninstall] and [Inspect]
// touch the disk. [CodexHooks] and [TrustCodex] start Codex itself, which alone says and notes what it trusts.
package install
