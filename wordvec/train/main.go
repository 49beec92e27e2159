// Train makes the table of word vectors that package wordvec embeds.
//
//	go run ./wordvec/train --texts DIR… --out wordvec/table.bin
//
// Each DIR is a checkout of one of the sources in sources.go, under the name of
// its repository. A folder of another name is read too, with weight 1.
//
//	files ──readers──▶ units of text ──language.Stems──▶ words
//	  ──pairs within 10 words──▶ counts ──PPMI──▶ a sparse symmetric matrix
//	  ──its 64 strongest eigenvectors──▶ vectors ──eight bits──▶ table.bin
//
// The same texts give the same bytes, in whatever order the folders are named
// and on however many processors: files are read in the order of their names,
// counts are whole numbers, each sum has one order, and the random start is
// fixed. Another architecture may round a logarithm otherwise. Progress goes to
// stderr. The sources take half a minute on two cores, and 1.4 GB.
package main

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide/wordvec"
)

func main() {
	var texts []string
	var out string
	var opts Options
	cmd := &cobra.Command{
		Use:          "train --texts DIR… --out FILE",
		Short:        "train word vectors from checkouts of the sources",
		SilenceUsage: true,
		RunE: func(cmd *cobra.Command, more []string) error {
			start := time.Now()
			note := func(format string, args ...any) {
				fmt.Fprintf(os.Stderr, "%6.1fs  "+format+"\n", append([]any{time.Since(start).Seconds()}, args...)...)
			}
			return run(append(texts, more...), out, opts, note)
		},
	}
	f := cmd.Flags()
	f.StringArrayVar(&texts, "texts", nil, "a folder of texts; more may follow")
	f.StringVar(&out, "out", "wordvec/table.bin", "the file to write")
	f.IntVar(&opts.Words, "words", 0, "how many stems (default 20000)")
	f.IntVar(&opts.Dims, "dims", 0, "elements of a vector (default 64)")
	if err := cmd.Execute(); err != nil {
		os.Exit(1)
	}
}

// Options are what a training may be told. The zero value is what the shipped
// table was trained with.
type Options struct {
	Words    int // stems in the table; 0 is 20,000, at most 65,536
	Dims     int // elements of a vector; 0 is 64
	MinCount int // a rarer word gets no vector, in occurrences; 0 is 5
}

func (o Options) withDefaults() (Options, error) {
	if o.Words == 0 {
		o.Words = 20_000
	}
	if o.Dims == 0 {
		o.Dims = 64
	}
	if o.MinCount == 0 {
		o.MinCount = 5
	}
	if o.Words < 1 || o.Words > 1<<16 || o.Dims < 1 || o.Dims > 1024 || o.MinCount < 1 {
		return o, fmt.Errorf("words %d, dims %d, min count %d: out of range", o.Words, o.Dims, o.MinCount)
	}
	return o, nil
}

type noter func(format string, args ...any)

func run(texts []string, out string, opts Options, note noter) error {
	file, err := train(texts, opts, note)
	if err != nil {
		return err
	}
	t, err := wordvec.Open(string(file))
	if err != nil {
		return err
	}
	note("%s: %d words, %d dimensions, %d bytes", t.ID(), t.Len(), t.Dims(), len(file))
	return os.WriteFile(out, file, 0o644)
}

// train returns the file of a table.
func train(texts []string, opts Options, note noter) ([]byte, error) {
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	c, err := readAll(texts, note)
	if err != nil {
		return nil, err
	}
	v := c.vocabulary(opts)
	if len(v.stems) <= opts.Dims {
		return nil, fmt.Errorf("train on %v: %d words occur %d times or more; more than %d dimensions need more text", texts, len(v.stems), opts.MinCount, opts.Dims)
	}
	note("vocabulary: %d of %d terms", len(v.stems), len(c.terms))
	counts, err := c.pairs(v)
	if err != nil {
		return nil, err
	}
	m := ppmi(counts, len(v.stems))
	note("matrix: %d entries", len(m.values))
	rows := embed(m, opts.Dims, note)
	words := make([]wordvec.Word, len(v.stems))
	for i, s := range v.stems {
		words[i] = wordvec.Word{Stem: s, Probability: v.probability[i], Vector: rows[i]}
	}
	return wordvec.Encode(opts.Dims, words)
}
