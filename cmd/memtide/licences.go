package main

import (
	_ "embed"
	"fmt"
	"io"

	"github.com/memtide/memtide/wordvec"
)

// licencesOfModules is made by go generate: our own licence, Go's, and those of all modules
// that the programs link on any system.
//
//go:embed licences.txt
var licencesOfModules string

// printLicences prints under which terms the programs, what is linked into them and what
// is embedded in them may be passed on. Who has only the program has them so, too.
func (a *app) printLicences() error {
	if a.json {
		return usage("memtide version --licences prints texts, which are no JSON; leave --json out")
	}
	if _, err := io.WriteString(a.io.out, licencesOfModules); err != nil {
		return fmt.Errorf("print licences: %w", err)
	}
	if _, err := fmt.Fprintf(a.io.out, "%s\nThe word table that is embedded in memtide\n\n%s", licenceRule, wordvec.Notice()); err != nil {
		return fmt.Errorf("print licences: %w", err)
	}
	return nil
}

const licenceRule = "================================================================================"
