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
	ScheduledAt time.Time     `json:"scheduled_at"`
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
