package pages

import (
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/daemon/control"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/tools"
)

// wrongForm is a form that asks for what cannot be.
type wrongForm struct{ said, fix string }

// Error implements error.
func (w wrongForm) Error() string { return w.said }

// deed changes the memory as a form says, by the verb that the command line has for it. It
// returns the change, and the page to go on with where that is not the one of the form.
type deed func(c *call) (made memtide.ChangeSet, to string, err error)

// deeds are what forms can do. Nothing of it erases.
func deeds() map[string]deed {
	onNode := func(verb string, on bool) deed {
		return func(c *call) (memtide.ChangeSet, string, error) {
			made, err := decide[memtide.ChangeSet](c, verb, control.NodeRequest{Space: c.space, What: c.field("what"), On: on})
			return made, "", err
		}
	}
	return map[string]deed{
		"remember": remember, "correct": correct, "forget": forget, "restore": restore, "settle": settle, "accept": accept, "drop": drop, "undo": undo, "merge": merge, "name": name, "resend": resend,
		"confirm": onNode("confirm", false), "pin": onNode("pin", true), "unpin": onNode("pin", false), "up": onNode("vote", true), "down": onNode("vote", false),
	}
}

func decide[Out any](c *call, verb string, in any) (Out, error) {
	return client.Decide[Out](c.Context(), c.cl, verb, in)
}

// field returns what a form says, without the spaces around it.
func (c *call) field(name string) string { return strings.TrimSpace(c.PostFormValue(name)) }

// act carries a form out, and goes back to the page with the change, which that page shows
// together with a way back.
func (s *Site) act(w http.ResponseWriter, r *http.Request, v visitor) {
	if err := v.checkForm(r); err != nil {
		s.fail(w, r, v, err)
		return
	}
	do := deeds()[r.PathValue("act")]
	if do == nil {
		s.nowhere(w, r, v)
		return
	}
	c, err := s.begin(r, v)
	if err != nil {
		s.fail(w, r, v, err)
		return
	}
	made, to, err := do(c)
	s.status.forget()
	if err != nil {
		s.fail(w, r, v, err)
		return
	}
	http.Redirect(w, r, landing(cmp.Or(to, c.field("back")), made.ID), http.StatusSeeOther)
}

// landing is the page after a change: below Root, whatever the form says. Of that the path and
// the parameters alone are taken.
func landing(to string, made memtide.ChangeID) string {
	u, err := url.Parse(to)
	if err != nil || !strings.HasPrefix(u.Path, Root) || strings.Contains(u.Path, "//") || strings.Contains(u.Path, "..") {
		u = &url.URL{Path: Root}
	}
	q := u.Query()
	q.Del("done")
	if made != "" {
		q.Set("done", string(made))
	}
	return (&url.URL{Path: u.Path, RawPath: u.RawPath, RawQuery: q.Encode()}).String()
}

// made returns the memory that a change has made, the zero id for none.
func made(c memtide.ChangeSet) memtide.ID {
	for _, op := range c.Ops {
		if op.Whole() && !op.Node.IsZero() && len(op.To) > 0 {
			return op.Node
		}
	}
	return memtide.ID{}
}

// toMade is the page of the memory that a change has made.
func toMade(c memtide.ChangeSet) string {
	if id := made(c); !id.IsZero() {
		return link("memories", id)
	}
	return ""
}

func remember(c *call) (memtide.ChangeSet, string, error) {
	cs, err := decide[memtide.ChangeSet](c, "remember", control.RememberRequest{Space: c.space, Kind: memtide.Kind(c.field("kind")), Text: c.field("text"), Project: c.field("project")})
	return cs, toMade(cs), err
}

func correct(c *call) (memtide.ChangeSet, string, error) {
	cs, err := decide[memtide.ChangeSet](c, "correct", control.NodeRequest{Space: c.space, What: c.field("what"), Text: c.field("text")})
	return cs, toMade(cs), err
}

func forget(c *call) (memtide.ChangeSet, string, error) {
	req := control.ForgetRequest{Space: c.space}
	if err := c.ParseForm(); err != nil {
		return memtide.ChangeSet{}, "", wrongForm{"the form cannot be read", "Load the page again."}
	}
	for _, s := range c.PostForm["id"] {
		id, err := memtide.ParseID(s)
		if err != nil {
			return memtide.ChangeSet{}, "", wrongForm{fmt.Sprintf("%q is no memory", plain(s)), "Go back and choose one."}
		}
		req.IDs = append(req.IDs, id)
	}
	if len(req.IDs) == 0 {
		return memtide.ChangeSet{}, "", wrongForm{"no memory is chosen", "Go back and choose one."}
	}
	cs, err := decide[memtide.ChangeSet](c, "forget", req)
	return cs, "", err
}

func restore(c *call) (memtide.ChangeSet, string, error) {
	cs, err := decide[memtide.ChangeSet](c, "restore", control.RestoreRequest{Space: c.space, What: c.field("what"), Beside: c.field("beside") != ""})
	return cs, "", err
}

func settle(c *call) (memtide.ChangeSet, string, error) {
	req := control.SettleRequest{Space: c.space, What: c.field("what"), How: c.field("how"), Text: c.field("text")}
	if req.How == tools.Defer {
		days, err := strconv.Atoi(cmp.Or(c.field("days"), "7"))
		if err != nil || days < 1 || days > 3650 {
			return memtide.ChangeSet{}, "", wrongForm{"the number of days is " + plain(c.field("days")), "Give one from 1 to 3650."}
		}
		req.Days = days
	}
	cs, err := decide[memtide.ChangeSet](c, "settle", req)
	return cs, "", err
}

func accept(c *call) (memtide.ChangeSet, string, error) {
	as := memtide.Kind(c.field("as"))
	if as != "" && !slices.Contains(tools.NoteKinds(), as) {
		return memtide.ChangeSet{}, "", wrongForm{fmt.Sprintf("%q is no kind that it can have", plain(as)), "Choose one of the list."}
	}
	cs, err := decide[memtide.ChangeSet](c, "accept", control.AcceptRequest{Space: c.space, What: c.field("what"), As: as})
	return cs, "", err
}

func drop(c *call) (memtide.ChangeSet, string, error) {
	cs, err := decide[memtide.ChangeSet](c, "drop", control.DropRequest{Space: c.space, What: []string{c.field("what")}})
	return cs, "", err
}

func merge(c *call) (memtide.ChangeSet, string, error) {
	cs, err := decide[memtide.ChangeSet](c, "merge-entities", control.EntityRequest{Space: c.space, Name: c.field("what"), Other: c.field("other")})
	return cs, "", err
}

func name(c *call) (memtide.ChangeSet, string, error) {
	req := control.NamingRequest{Space: c.space, Name: c.field("what"), Type: c.field("type")}
	for field, to := range map[string]*[]string{"alias": &req.Alias, "no_alias": &req.NoAlias} {
		if s := c.field(field); s != "" {
			*to = []string{s}
		}
	}
	cs, err := decide[memtide.ChangeSet](c, "set-entity", req)
	return cs, "", err
}

// undo takes a change back. Where later ones stand on it, the page of the change shows them
// and asks what shall be done.
func undo(c *call) (memtide.ChangeSet, string, error) {
	req := control.UndoRequest{Space: c.space}
	req.Change, req.Cascade, req.Force = c.field("what"), c.field("how") == "cascade", c.field("how") == "force"
	for _, id := range c.PostForm["seen"] {
		req.Seen = append(req.Seen, memtide.ChangeID(id))
	}
	u, err := decide[tools.Undo](c, "undo", req)
	if err != nil && !req.Cascade && !req.Force && strings.Contains(err.Error(), tools.ErrLater.Error()) {
		return memtide.ChangeSet{}, link("log", req.Change), nil
	}
	if err != nil || u.Change == nil {
		return memtide.ChangeSet{}, "", err
	}
	return *u.Change, "", nil
}

// told is a change that was just made here.
type told struct {
	Change  ledger.Logged
	Effects []effect
}

// isChange reports whether a text has the form of the id of a change.
func isChange(id string) bool {
	return len(id) == 32 && strings.Trim(id, "0123456789abcdef") == ""
}

// justDone returns the change that a page was come to by, nil for none.
func justDone(c *call) (*told, error) {
	id := c.URL.Query().Get("done")
	if !isChange(id) {
		return nil, nil
	}
	all, err := ask[[]ledger.Logged](c, "log", control.LogRequest{Space: c.space, ID: id, Limit: 1})
	if err != nil || len(all) == 0 {
		return nil, nil // somebody has made the address up
	}
	words, err := c.wordsOf(nodesOf(all))
	if err != nil {
		return nil, err
	}
	return &told{all[0], effectsOf(all[0].ChangeSet, words)}, nil
}
