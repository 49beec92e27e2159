package control

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/tools"
)

// EraseRequest asks what would go (DryRun), or that what was seen goes.
type EraseRequest struct {
	Space   memtide.Space `json:"space"`
	What    string        `json:"what"`
	Cascade bool          `json:"cascade,omitempty"`
	DryRun  bool          `json:"dry_run,omitempty"`
	Seen    string        `json:"seen,omitempty"` // print of the plan that the person has agreed to
	Keep    bool          `json:"keep_backups,omitempty"`
}

// CallOffRequest names the erasures of a space that wait; What "" is all of them.
type CallOffRequest struct {
	Space memtide.Space `json:"space"`
	What  string        `json:"what,omitempty"`
}

// CalledOff is an erasure that is not made.
type CalledOff struct {
	Space memtide.Space `json:"space"`
	What  string        `json:"what"` // that was to be erased
	Asked time.Time     `json:"asked,omitzero"`
	Begun bool          `json:"begun,omitempty"` // it had begun before: where it was decided it is finished at the next start
}

// EraseReply is the plan, and the certificate once it is carried out.
type EraseReply struct {
	Plan        ErasePlan   `json:"plan"`
	Certificate Certificate `json:"certificate,omitzero"`
}

// ErasePlan is what goes, with the copies of the memory that this program has made.
type ErasePlan struct {
	tools.ErasePlan
	Copies []string `json:"backups,omitempty"` // backups and memories moved aside, in the data folder
	Keep   bool     `json:"keep_backups,omitempty"`
}

// Print names what a plan takes.
func (p ErasePlan) Print() string {
	parts := append([]string{p.Target}, p.Turns...)
	for _, id := range p.IDs() {
		parts = append(parts, id.String())
	}
	return memtide.Hash(parts...)
}

// Certificate says what an erasure has done. It holds nothing of the text.
type Certificate struct {
	ID         string        `json:"id"`
	Space      memtide.Space `json:"space"`
	Target     string        `json:"target"`
	Asked      time.Time     `json:"asked"`
	Finished   time.Time     `json:"finished"`
	Version    string        `json:"version"`
	Nodes      []memtide.ID  `json:"memories"`
	HalfTurns  []string      `json:"half_turns"`
	Turns      []uint64      `json:"turns"`  // sequences that are deleted
	Ledger     []uint64      `json:"ledger"` // what survives of them stands in erasure messages
	Dead       []uint64      `json:"dead"`
	Trace      []uint64      `json:"trace"`
	Vectors    int           `json:"vectors"`
	Replies    int           `json:"replies"`                 // answers of models that quoted it
	Unquoted   int           `json:"replies_short,omitempty"` // texts by which no quote can be told
	Spool      []string      `json:"spool"`
	Sessions   int           `json:"sessions"`
	Backups    []string      `json:"backups_removed,omitempty"`
	NoBackup   string        `json:"no_new_backup,omitempty"` // why there is none of what is left
	StateHash  string        `json:"state_hash"`
	Search     *ByteSearch   `json:"search,omitempty"`
	NotReached []string      `json:"not_reached"`
	Path       string        `json:"path,omitempty"`
}

// Text is the certificate for people.
func (c Certificate) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "Certificate of erasure %s\n\nspace       %s\ntarget      %s\nasked for   %s\nfinished    %s, memtide %s\n", c.ID, c.Space, c.Target,
		c.Asked.Format(time.RFC3339), c.Finished.Format(time.RFC3339), c.Version)
	fmt.Fprintf(&b, "\nErased: %s, %s.\n", memtide.Count(len(c.Nodes), "memory"), memtide.Count(len(c.HalfTurns), "half-turn"))
	fmt.Fprintf(&b, "Overwritten and deleted: %s of TURNS, %d of LEDGER, %d of DEAD, %d of TRACE;\n", memtide.Count(len(c.Turns), "message"), len(c.Ledger), len(c.Dead), len(c.Trace))
	fmt.Fprintf(&b, "graph, text index and recorded vectors written anew without them, the old files overwritten;\n%s of the spool removed; the state of %s dropped.\n", memtide.Count(len(c.Spool), "file"), memtide.Count(c.Sessions, "conversation"))
	fmt.Fprintf(&b, "%s of models that quoted them forgotten, the old file overwritten.\n", memtide.Count(c.Replies, "recorded answer"))
	if c.Unquoted > 0 {
		fmt.Fprintf(&b, "%s too short, or too plain, for a quote of it to be told in an answer.\n", memtide.Count(c.Unquoted, "text"))
	}
	for _, dir := range c.Backups {
		fmt.Fprintf(&b, "Overwritten and removed: %s\n", dir)
	}
	if c.NoBackup != "" {
		fmt.Fprintf(&b, "There is no new backup: %s\n", c.NoBackup)
	}
	fmt.Fprintf(&b, "State hash afterwards: %s\n\n", c.StateHash)
	switch s := c.Search; {
	case s == nil:
		b.WriteString("The erasure was cut off and finished at a start of the daemon. The text was not known any\nmore then, so the data folder was not searched for it.\n")
	default:
		fmt.Fprintf(&b, "The data folder was searched for %s: %s, %s, found in %d.\n", memtide.Count(s.Texts, "erased text"), memtide.Count(s.Files, "file"), memtide.Count(s.Bytes, "byte"), len(s.Found))
		for _, f := range s.Found {
			fmt.Fprintf(&b, "  STILL IN %s\n", f)
		}
		for _, f := range s.Unread {
			fmt.Fprintf(&b, "  NOT SEARCHED, because it cannot be read: %s\n", f)
		}
		if s.Short > 0 {
			fmt.Fprintf(&b, "Not searched for, because too short to be told from others: %s.\n", memtide.Count(s.Short, "text"))
		}
	}
	b.WriteString("\nWhat could not be reached:\n")
	for _, s := range c.NotReached {
		fmt.Fprintf(&b, "  - %s\n", s)
	}
	if c.Path != "" {
		fmt.Fprintf(&b, "\n%s\n", strings.TrimSuffix(c.Path, string(os.PathSeparator)))
	}
	return b.String()
}

// ByteSearch is what a search of the data folder for erased texts has found.
type ByteSearch struct {
	Texts int      `json:"texts"`
	Short int      `json:"short,omitempty"` // too short to be searched for
	Files int      `json:"files"`
	Bytes int64    `json:"bytes"`
	Found []string `json:"found"` // files

	Unread []string `json:"unread,omitempty"` // not to be read, and links that lead nowhere
}
