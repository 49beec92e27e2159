package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// source is a repository that the shipped table was trained from. The licences
// stand in NOTICE.md.
type source struct {
	folder string // name of the checkout
	commit string
	halves uint32 // what a word of it counts, in halves
	files  *regexp.Regexp
}

// sources are weighted so that none outweighs the rest, and that definitions
// and conversations count for more than novels.
var sources = []source{
	{"english-wordnet", "d94538ad0df3d7a4c77837bde6af69d7a6592c32", 12, regexp.MustCompile(`^src/yaml/(noun|verb|adj|adv)\..*\.yaml$`)},
	{"self_dialogue_corpus", "113a1b0ff10308f1227c13a4aaded9bc85577816", 6, regexp.MustCompile(`^corpus/.*\.csv$`)},
	{"PowerShell-Docs", "27138b21b41de3e2b43cfcac4a56861ca419d5eb", 2, regexp.MustCompile(`^reference/(7\.4|docs-conceptual)/.*\.md$`)},
	{"18f.gsa.gov", "0a55c75e6d9bc71c80136a3867dac52356177443", 2, regexp.MustCompile(`^content/.*\.md$`)},
	{"tldr", "08e345f42639f67d99282813247ac670dc6e87cb", 2, regexp.MustCompile(`^pages/.*\.md$`)},
	{"Taskmaster", "d92cb6af3005f1dc09c39e75e7daf4a04905e00b", 4, regexp.MustCompile(`^TM-4-2024/data/.*\.json$`)},
	{"ELTeC-eng", "3db3b6738a836f0e1b276b6c9703e42f4297f978", 1, regexp.MustCompile(`^level1/.*\.xml$`)},
}

// sourceOf returns the source that a folder is a checkout of, or one that reads
// all of it with weight 1.
func sourceOf(dir string) source {
	name := filepath.Base(filepath.Clean(dir))
	if i := slices.IndexFunc(sources, func(s source) bool { return s.folder == name }); i >= 0 {
		return sources[i]
	}
	return source{folder: name, halves: 2, files: regexp.MustCompile(``)}
}

// readAll reads the folders in the order of their names, whatever order they
// are given in.
func readAll(dirs []string, note noter) (*corpus, error) {
	dirs = slices.Clone(dirs)
	slices.SortFunc(dirs, func(a, b string) int {
		if c := strings.Compare(filepath.Base(filepath.Clean(a)), filepath.Base(filepath.Clean(b))); c != 0 {
			return c
		}
		return strings.Compare(a, b)
	})
	c := newCorpus()
	for _, dir := range dirs {
		s := sourceOf(dir)
		before := len(c.tokens)
		files, err := c.readFolder(dir, s)
		if err != nil {
			return nil, err
		}
		note("%s: %d files, %d terms, weight %.1f", s.folder, files, len(c.tokens)-before, float64(s.halves)/2)
	}
	return c, nil
}

// readFolder reads the files of a source and returns how many there were.
func (c *corpus) readFolder(dir string, s source) (files int, err error) {
	var paths []string
	root := os.DirFS(dir)
	err = fs.WalkDir(root, ".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() && readerOf(path) != nil && s.files.MatchString(path) {
			paths = append(paths, path)
		}
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("read texts: %w", err)
	}
	c.begin(s.halves)
	slices.Sort(paths)
	for _, path := range paths {
		raw, err := fs.ReadFile(root, path)
		if err != nil {
			return 0, fmt.Errorf("read texts: %w", err)
		}
		for unit, err := range readerOf(path)(raw) {
			if err != nil {
				return 0, fmt.Errorf("read %s: %w", filepath.Join(dir, path), err)
			}
			c.add(unit)
		}
	}
	return len(paths), nil
}
