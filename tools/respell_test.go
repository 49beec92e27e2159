package tools_test

import (
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus/bustest"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
	"github.com/memtide/memtide/wordvec"
)

// TestRespell: a word that neither the store nor the language has is read as the one
// that it was typed for, and anything else stays as it is.
func TestRespell(t *testing.T) {
	words, err := wordvec.Load()
	if err != nil {
		t.Fatal(err)
	}
	h := bustest.Start(t)
	l, err := ledger.Open(h.Bus, t.TempDir(), ledger.Options{Words: words})
	if err != nil {
		t.Fatal(err)
	}
	said(t, l, memtide.Node{Content: "The importer listens on port 4100 and serves Tallinn."},
		memtide.Node{Content: "when do resevrations expire?"}, // it was asked before
		memtide.Node{Content: "Reservations of seats expire. The kelpd table is in the tariff of Vilja."},
		memtide.Node{Content: "Each save file of a run is signed. The barge log lies open."},
		memtide.Node{Content: "We mend a barge with a net from the run of May."})
	read(t, l, func(v ledger.View) error {
		for asked, want := range map[string]string{
			"which prot does the imoprter use":        "which port does the importer use",
			"when do resevrations expire?":            "when do reservations expire?",
			"who tends to the taable of Talinn":       "who tends to the table of Tallinn",
			"what is in the tarrif":                   "what is in the tariff",
			"who wrote teh kepld tables":              "who wrote teh kelpd tables",
			"how is the inporter started":             "how is the importer started",
			"where is the savefile":                   "where is the save file",
			"how many savefiles are there":            "how many save files are there",
			"who writes the bargelog":                 "who writes the barge log",
			"what is the bargenet for":                "what is the bargenet for",        // has both, but apart
			"is the filesave signed":                  "is the filesave signed",          // and the other way round
			"is the savepile signed":                  "is the savepile signed",          // one of them is not in the store
			"which file is the savefile":              "which file is the savefile",      // and speaks of one of them by itself
			"does the save keep the savefile":         "does the save keep the savefile", // or of the other
			"read x/savefile":                         "read x/savefile",
			"can you explian the seats":               "can you explain the seats",
			"which port does the importer use":        "which port does the importer use",  // all is known
			"is kafka faster than the importer":       "is kafka faster than the importer", // a word of the trade, and near to none
			"ask Villja":                              "ask Vilja",
			"ask Marja":                               "ask Marja",                         // another name
			"moin":                                    "moin",                              // no word, but the ending of one
			"run ./imoprter.sh and read a/prot":       "run ./imoprter.sh and read a/prot", // a path
			"`prot` is what I mean":                   "`prot` is what I mean",             // code
			"wo ist der imoprter":                     "wo ist der imoprter",               // another language
			"xqv zzkl wpfh gtrm brnk of the imoprter": "xqv zzkl wpfh gtrm brnk of the imoprter",
		} {
			if got := tools.Respell(v, asked); got != want {
				t.Errorf("%q is read as %q, want %q", asked, got, want)
			}
		}
		return nil
	})
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
