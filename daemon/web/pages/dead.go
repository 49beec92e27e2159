package pages

import (
	"strconv"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/control"
)

// deadLetters lists what stages have given up, of all spaces: the count of the overview is of all.
func deadLetters(c *call) (page, error) {
	q := c.URL.Query()
	req := control.DeadRequest{Limit: perPage + 1} // one more shows that there is a next page
	if s := q.Get("before"); s != "" {
		var err error
		if req.Before, err = strconv.ParseUint(s, 10, 64); err != nil {
			return page{}, wrongForm{plain(s) + " is not the number of a dead letter", "Begin at the first page."}
		}
	}
	all, err := ask[[]control.DeadReply](c, "dead", req)
	if err != nil {
		return page{}, err
	}
	var next uint64
	if len(all) > perPage {
		all = all[:perPage]
		next = all[perPage-1].Seq
	}
	sent, _ := strconv.ParseUint(q.Get("sent"), 10, 64) // anything else is none
	return page{name: "dead", title: "Dead letters", here: "dead", live: req.Before == 0, data: map[string]any{
		"All": all, "Next": next, "Sent": sent, "Begins": req.Before == 0,
	}}, nil
}

// numbered returns a dead letter by its number, whole.
func (c *call) numbered(s string) (control.DeadReply, error) {
	seq, err := strconv.ParseUint(s, 10, 64)
	if err != nil || seq == 0 {
		return control.DeadReply{}, wrongForm{plain(s) + " is not the number of a dead letter", "Choose one of the list."}
	}
	all, err := ask[[]control.DeadReply](c, "dead", control.DeadRequest{Seq: seq})
	if err != nil {
		return control.DeadReply{}, err
	}
	if len(all) == 0 {
		return control.DeadReply{}, control.Absent("there is no dead letter " + s)
	}
	return all[0], nil
}

// deadLetter shows one whole.
func deadLetter(c *call) (page, error) {
	d, err := c.numbered(c.PathValue("seq"))
	if err != nil {
		return page{}, err
	}
	return page{name: "deadletter", title: "Dead letter " + strconv.FormatUint(d.Seq, 10), here: "dead", data: d}, nil
}

// resend puts a job back on its queue, as memtide dead resend does. It is no change of a memory:
// what the job makes is one of its own.
func resend(c *call) (memtide.ChangeSet, string, error) {
	d, err := c.numbered(c.field("what"))
	if err != nil {
		return memtide.ChangeSet{}, "", err
	}
	if _, err := decide[bool](c, "resend", struct{ Seq uint64 }{d.Seq}); err != nil {
		return memtide.ChangeSet{}, "", err
	}
	return memtide.ChangeSet{}, Root + "dead?sent=" + strconv.FormatUint(d.Seq, 10), nil
}
