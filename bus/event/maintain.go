package event

import (
	"time"

	"github.com/memtide/memtide"
)

// JobDue says that a job shall run on a space. Its id is the hash of job,
// space and scheduled time, so that a second firing of the same is dropped
// or decides what the first decided.
type JobDue struct {
	Job         string        `json:"job"`
	Space       memtide.Space `json:"space"`
	ScheduledAt time.Time     `json:"scheduled_at"`      // in the zone of the user's clock
	Session     string        `json:"session,omitempty"` // consolidate one session only
	Cause       string        `json:"cause"`             // cron, caught-up, session-switch, idle, compacting, ended, request
}

// Kind names the message.
func (JobDue) Kind() string { return "job.due.v1" }

// Flow is MAINTAIN.
func (JobDue) Flow() Flow { return Maintain }

// JobID returns the id of a due job.
func (j JobDue) JobID() string {
	return memtide.Hash("job", j.Job, string(j.Space), j.Session, j.ScheduledAt.UTC().Format(time.RFC3339))
}

// What came of a job.
const (
	JobDone    = "done"
	JobIdle    = "idle"    // there was nothing to do
	JobRefused = "refused" // a change set would have broken what no job may break; the others are made
	JobFailed  = "failed"  // given up after all attempts
	JobCutOff  = "cut off" // the process ended in the middle; what was decided stands
)

// JobEnded says what came of a job: how many change sets it has made on the
// space, and what they do. The ledger has them.
type JobEnded struct {
	Due        JobDue   `json:"due"`
	Outcome    string   `json:"outcome"`
	Changes    int      `json:"changes,omitempty"` // change sets
	Made       int      `json:"made,omitempty"`    // nodes
	Linked     int      `json:"linked,omitempty"`  // edges made or taken away
	Archived   int      `json:"archived,omitempty"`
	Superseded int      `json:"superseded,omitempty"`
	Refused    []string `json:"refused,omitempty"` // why, at most 20
	Note       string   `json:"note,omitempty"`    // what a job has done beside the space
	Error      string   `json:"error,omitempty"`
}

// Kind names the message.
func (JobEnded) Kind() string { return "job.ended.v1" }

// Flow is MAINTAIN.
func (JobEnded) Flow() Flow { return Maintain }
