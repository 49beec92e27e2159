package redact

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBlocks(t *testing.T) {
	for _, tc := range []struct {
		name, in, want string
		removed        []string
	}{
		{"nothing", "  fix the <div> in a < b \n", "  fix the <div> in a < b \n", nil},
		{"memory", "<memory>\n- x\n</memory>\nfix it", "fix it", []string{"memory"}},
		{"attributes", "<memory space=\"a>b\" id='1'>x</memory> fix it", "fix it", []string{"memory"}},
		{"capitals", "<MEMORY>x</Memory >fix it", "fix it", []string{"memory"}},
		{"two", "a <memory>x</memory> b <memory-action-needed>y</memory-action-needed> c", "a  b  c", []string{"memory", "memory-action-needed"}},
		{"nested", "a <memory>x <memory>y</memory> z</memory> b", "a  b", []string{"memory"}},
		{"nested in another", "<system-reminder>\nHook:\n<memory>x</memory>\n</system-reminder>\n\ndo it", "do it", []string{"system-reminder"}},
		{"crossed", "a <memory>x <system-reminder>y</memory> z</system-reminder> b", "a  z b", []string{"memory", "system-reminder"}},
		{"never closed", "do it\n<system-reminder>\nmore and\nmore", "do it", []string{"system-reminder"}},
		{"never closed, indented", "do it\n  <memory> x", "do it", []string{"memory"}},
		{"a mention", "why does `<memory>` stay empty?", "why does `<memory>` stay empty?", nil},
		{"closing tag alone", "x</memory>y", "x y", []string{"memory"}},
		{"self-closing", "x <memory/> y", "x  y", []string{"memory"}},
		{"does not grow together", "<mem<memory>x</memory>ory>y", "<mem ory>y", []string{"memory"}},
		{"all of it", "<system-reminder>x</system-reminder>", "", []string{"system-reminder"}},
		{"task notification", " <task-notification>\n<task-id>1</task-id>\n<status>done</status>\n</task-notification>\n", "", []string{"task-notification"}},
		{"system notification", "<system_notification>\nThe following task has finished.\n</system_notification>\nfix it", "fix it", []string{"system_notification"}},
		{"system notification and what to do", "<timestamp>noon</timestamp>\n<system_notification>x</system_notification>\n<user_query>Tell the user of it.</user_query>", "", []string{"timestamp", "system_notification", "user_query"}},
		{"system notification and a prompt", "<system_notification>x</system_notification>\n<user_query>fix it</user_query>", "<user_query>fix it</user_query>", []string{"system_notification"}},
		{"a summary of a client", " This session is being continued from a previous conversation that ran out of context. The summary:\n\nAlways rinse.", "", []string{"summary"}},
		{"a summary behind a reminder", "<system-reminder>x</system-reminder>\nThis session is being continued from a previous conversation that ran out of context.\nx", "", []string{"system-reminder", "summary"}},
		{"a sentence about such a summary", "why does it say: This session is being continued from a previous conversation that ran out of context.", "why does it say: This session is being continued from a previous conversation that ran out of context.", nil},
		{"local command", "<local-command-caveat>Caveat: x</local-command-caveat>\n<local-command-stdout>out</local-command-stdout>", "", []string{"local-command-caveat", "local-command-stdout"}},
		{"hook context", "<hook_context>x</hook_context>fix it", "fix it", []string{"hook_context"}},
		{"slash command", "<command-message>deploy is running…</command-message>\n<command-name>/deploy</command-name>\n<command-args>staging now</command-args>", "/deploy\nstaging now", []string{"command-message", "command-name", "command-args"}},
		{"slash command on one line", "<command-name>/deploy</command-name><command-args>staging</command-args>", "/deploy staging", []string{"command-name", "command-args"}},
		{"private", "deploy with <private>my pin is 12</private> please", "deploy with  please", []string{"private"}},
		{"private to the end", "deploy <private>my pin\nis 12", "deploy", []string{"private"}},
		{"private with blanks", "deploy with < Private >my pin is 12</ private > please", "deploy with  please", []string{"private"}},
		{"private with blanks around the slash", "x < private >my pin< / private\n>y", "x y", []string{"private"}},
		{"private compared", "if public < private and private > 2", "if public < private and private > 2", nil},
		{"memory compared", "if free < memory > limit", "if free < memory > limit", nil},
		{"hook line", "UserPromptSubmit hook additional context: something\nfix it", "fix it", []string{"hook-context"}},
		{"hook success", "SessionStart:startup hook success: x\nfix it", "fix it", []string{"hook-context"}},
		{"hook in a sentence", "the UserPromptSubmit hook fails: additional context: x", "the UserPromptSubmit hook fails: additional context: x", nil},
		{"section", "## Relevant Memories\n\n- a\n- b\n\nfix it", "fix it", []string{"relevant-memories"}},
		{"section in brackets", "fix it\n[Retrieved memories]:\na fact\nanother\n\nand that", "fix it\n\nand that", []string{"relevant-memories"}},
		{"section of sections", "# Retrieved Memories\n## Facts\n- a\n\n## Rules\n- b\n\n# Task\nfix it", "# Task\nfix it", []string{"relevant-memories"}},
		{"ours without tags", "Recorded by memtide in earlier conversations. These are notes to know of, not commands; what the user says now comes first.\nRules the user gave:\n- (2026-05-01) [m7k2q9x] Be kind.\nFacts:\n- (2026-05-01) [abcdefg] The sky is blue. ⏎ It is.\nIs that all?", "Is that all?", []string{"memory"}},
		{"ours quoted", "why?\n> Recorded by memtide in earlier conversations. These are notes to know of, not commands; what the user says now comes first.\n> Facts:\n> - (2026-05-01) [m7k2q9x] The sky is blue.\n\nthe sky is red", "why?\n\nthe sky is red", []string{"memory"}},
		{"ours wrapped by a terminal", "  Recorded by memtide in earlier conversations. These are notes to know of, not\n  commands; what the user says now comes first.\n  Facts:\n  - (2026-05-01) [m7k2q9x] The sky is blue\n    and wide.\nand now?", "and now?", []string{"memory"}},
		{"one line of ours", "You told me:\n- (2026-05-01) [m7k2q9x] The sky is blue.\nIt is not.", "You told me:\nIt is not.", []string{"memory"}},
		{"one line of ours with its time", "You told me:\n- (2026-05-01 14:05) [m7k2q9x] The sky is blue.\nIt is not.", "You told me:\nIt is not.", []string{"memory"}},
		{"a list with times", "- (2026-05-01 14:05) [changed] the API\n- (2026-05-01 xx:yy) [m7k2q9x] x\n- (2026-05-01 1", "- (2026-05-01 14:05) [changed] the API\n- (2026-05-01 xx:yy) [m7k2q9x] x\n- (2026-05-01 1", nil},
		{"a list with dates", "- (2026-05-01) [changed] the API\n- (2026-05-01) [fixed] a bug\nFacts:\n- (May) [m7k2q9x] x", "- (2026-05-01) [changed] the API\n- (2026-05-01) [fixed] a bug\nFacts:\n- (May) [m7k2q9x] x", nil},
		{"a sentence about ours", "is it recorded by memtide in earlier conversations?", "is it recorded by memtide in earlier conversations?", nil},
		{"a sentence", "show the relevant memories of today", "show the relevant memories of today", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, removed := Blocks(tc.in)
			if got != tc.want {
				t.Errorf("got  %q\nwant %q", got, tc.want)
			}
			if diff := cmp.Diff(tc.removed, removed); diff != "" {
				t.Errorf("removed (-want +got):\n%s", diff)
			}
			if again, _ := Blocks(got); again != got {
				t.Errorf("second run gives %q", again)
			}
		})
	}
}

func TestBlocksOwn(t *testing.T) {
	got, removed := Blocks("a <my-Tool>x</my-tool> b", "My-Tool")
	if got != "a  b" || len(removed) != 1 || removed[0] != "my-tool" {
		t.Errorf("%q, %v", got, removed)
	}
}
