// Kinds makes the list of kinds that package wordvec embeds beside its table, and
// the list of verbs that package language embeds.
//
//	go run ./wordvec/kinds --wordnet DIR --out wordvec/kinds.bin --verbs language/verbs.txt
//
// DIR is a checkout of Open English WordNet at the commit that wordvec/NOTICE.md
// names.
//
//	entries ──first sense as a noun──▶ synset ⇄ stem
//	synsets ──what they are a kind of, turned round──▶ up to four steps down
//	  ──both stems in table.bin, no more than 300 of a kind──▶ kinds.bin
//	entries ──verbs of one word, stem in table.bin──▶ verbs.txt
//
// Only the first sense of a word counts: WordNet has the commonest one first,
// and a rare one ("gob", a sailor) would be met in texts that mean another. What
// has thousands of kinds ("thing", "activity") says nothing about any of them.
// The same checkout and the same table give the same bytes.
package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/wordvec"
)

func main() {
	var from, vectors, out, verbs string
	cmd := &cobra.Command{
		Use:          "kinds --wordnet DIR --out FILE --verbs FILE",
		Short:        "list the kinds of things that WordNet knows",
		SilenceUsage: true,
		Args:         cobra.NoArgs,
		RunE:         func(*cobra.Command, []string) error { return run(from, vectors, out, verbs) },
	}
	cmd.Flags().StringVar(&from, "wordnet", "", "a checkout of Open English WordNet")
	cmd.Flags().StringVar(&vectors, "table", "wordvec/table.bin", "the table of word vectors")
	cmd.Flags().StringVar(&out, "out", "wordvec/kinds.bin", "the file to write")
	cmd.Flags().StringVar(&verbs, "verbs", "language/verbs.txt", "the list of verbs to write")
	if cmd.Execute() != nil {
		os.Exit(1)
	}
}

func run(from, vectors, out, verbs string) error {
	raw, err := os.ReadFile(vectors)
	if err != nil {
		return fmt.Errorf("--table: %w", err)
	}
	// The embedded list may be one for another table: it is not opened here.
	table, err := wordvec.Open(string(raw))
	if err != nil {
		return fmt.Errorf("--table %s: %w", vectors, err)
	}
	n, err := readNouns(filepath.Join(from, "src", "yaml"))
	if err != nil {
		return err
	}
	kinds := n.kinds(table.Has)
	if len(kinds) == 0 {
		return errors.New("--wordnet " + from + ": no kinds found; is it a checkout of Open English WordNet?")
	}
	file, err := wordvec.EncodeKinds(table, kinds)
	if err != nil {
		return err
	}
	things := 0
	for _, of := range kinds {
		things += len(of)
	}
	fmt.Fprintf(os.Stderr, "%d kinds, %d things, %d bytes\n", len(kinds), things, len(file))
	if err := os.WriteFile(out, file, 0o644); err != nil {
		return err
	}
	words, err := readSenses(filepath.Join(from, "src", "yaml"))
	if err != nil {
		return err
	}
	list := verbList(words, table.Has)
	fmt.Fprintf(os.Stderr, "%d verbs, %d bytes\n", strings.Count(list, "\n"), len(list))
	return os.WriteFile(verbs, []byte(list), 0o644)
}
