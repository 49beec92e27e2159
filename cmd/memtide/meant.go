package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// otherWords are the words by which other programs call what a command does.
func otherWords() map[string]string {
	return map[string]string{
		"search":     "list ls memories all facts find query lookup recall retrieve browse get-all list-memories recent top",
		"export":     "list memories get-all dump download save-all",
		"remember":   "add save store create new note write put insert memorize memorise learn add-memory",
		"forget":     "delete rm remove del archive hide drop delete-memory",
		"erase":      "delete rm purge wipe destroy reset clear delete-all gdpr shred",
		"show":       "get view read cat inspect info memory get-memory details",
		"log":        "history changes changelog audit events decisions",
		"turns":      "sessions conversations messages transcript transcripts chat episodes",
		"status":     "stats statistics health ping ps info count",
		"doctor":     "check diagnose verify validate test troubleshoot debug",
		"correct":    "update edit change modify fix rewrite",
		"serve":      "start run daemon up server server-start",
		"stop":       "quit kill down shutdown exit",
		"install":    "setup init hook hooks integrate enable",
		"uninstall":  "unhook disable",
		"config":     "settings set configure configuration options env",
		"undo":       "revert unforget unarchive",
		"import":     "load ingest sync migrate",
		"publish":    "ingest push send",
		"why":        "explain reason receipt",
		"trace":      "receipts injections spans",
		"ask":        "context inject prompt preview",
		"entity":     "entities person people graph relations merge alias",
		"rules":      "directives preferences instructions standing",
		"scan":       "secrets redact leaks",
		"costs":      "cost usage tokens price billing spend",
		"vectors":    "embed embedder embedding embeddings",
		"models":     "model llm provider providers",
		"reindex":    "rebuild index repair",
		"reinforce":  "upvote like boost good",
		"demote":     "downvote dislike bad",
		"conflicts":  "contradictions duplicates resolve",
		"quarantine": "review pending inbox approve",
		"move":       "rename project split separate relabel mv",
		"jobs":       "schedule cron consolidate decay prune dream tasks",
		"backup":     "snapshot copy",
		"bench":      "benchmark speed",
		"pin":        "star favorite favourite always",
	}
}

// hearOtherWords lets each command be suggested for its other words.
func hearOtherWords(root *cobra.Command) {
	words := otherWords()
	for _, c := range root.Commands() {
		c.SuggestFor = strings.Fields(words[c.Name()])
	}
}

// meantBy returns the commands that a word may have meant: those that do what other
// programs call so, or else those that are spelled like it.
func meantBy(root *cobra.Command, word string) (names []string) {
	for _, c := range root.Commands() {
		if slices.ContainsFunc(c.SuggestFor, func(other string) bool { return strings.EqualFold(other, word) }) {
			names = append(names, c.Name())
		}
	}
	if len(names) > 0 {
		return names
	}
	return root.SuggestionsFor(word)
}
