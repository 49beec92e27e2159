package install

// Client is an agent client: where it reads its hooks, and what memtide wants to stand
// there.
type Client struct {
	Name  string // as memtide-hook --client has it
	Title string // as people call it
	File  string // in the client's folder
	Trust string // what its user has to do once before it runs a hook that is new or has changed; "" is nothing

	// Unread says why what was said in it before cannot be read; "" where its transcripts can.
	Unread string

	entries func(hook string) []Entry          // in the order in which they are written
	cannot  func(hook string) error            // why it could not run a hook at this path, nil where it runs any
	refuses func(doc []byte, top *place) error // what it would not read, nil where it is not strict

	// forget takes out what the client has noted of our hooks in another file, once they have
	// gone from the one at hooks, which was and is. It returns the path of that other file if
	// it has changed; nil where there is no such file.
	forget func(o Options, hooks string, was, is []byte) (string, error)

	comments bool                                // it reads comments in the file
	off      func(doc []byte, top *place) string // by which setting it runs no hook of ours; nil where there is none
	plugin   *plugin                             // in place of hooks; nil for most
	mcp      *mcp                                // how it is told of our MCP server; nil where it cannot be from here
}

// listened are the events that memtide wants to hear of. Sub-agents are not listened to.
var listened = []string{"SessionStart", "UserPromptSubmit", "Stop", "PreCompact", "PostCompact", "SessionEnd"}

// plan returns what shall stand in the settings, and the errors of [Plan].
func (c Client) plan(doc []byte, hook string) ([]byte, Undo, error) {
	if c.plugin != nil {
		return c.plugin.plan(doc, hook)
	}
	if _, err := c.check(doc); err != nil {
		return nil, Undo{}, err
	}
	return Plan(doc, c.entries(hook))
}

// remove returns the settings without what is ours.
func (c Client) remove(doc []byte, undo Undo) ([]byte, error) {
	if c.plugin != nil {
		return c.plugin.remove(doc, undo)
	}
	if !c.comments {
		if _, err := parseStrict(doc); err != nil {
			return nil, err
		}
	}
	return Remove(doc, undo)
}

// check is the parse of a document, and the error of what the client would not read.
func (c Client) check(doc []byte) (*place, error) {
	top, err := parse(doc)
	if err == nil && !c.comments {
		top, err = parseStrict(doc)
	}
	if err == nil {
		err = shape(doc, top, c.entries(""))
	}
	if err == nil && c.refuses != nil {
		err = c.refuses(doc, top)
	}
	return top, err
}
