package embedded

import (
	"crypto/subtle"
	"fmt"
	"sync/atomic"

	"github.com/nats-io/nats-server/v2/server"

	"github.com/memtide/memtide/bus/event"
)

// The users of the server.
const (
	UserCore = "core" // the daemon itself: everything
	UserCLI  = "cli"  // the owner at a terminal: both doors, that of tools, the control door
	UserHook = "hook" // the hook binary: both doors
	UserTool = "tool" // programs that come in by bus.listen: both doors, in an account of their own
)

// toolAccount holds the tools: what they publish meets the rest of the system
// nowhere but at the two doors, and there under subjects that tell them apart.
const toolAccount = "TOOLS"

// InboxPrefix returns the prefix of the inboxes that a user may subscribe to.
func InboxPrefix(user string) string { return "_INBOX_" + user }

// guard lets users in. Passwords are plain random values: bcrypt would cost
// every hook 70 ms.
type guard struct {
	secrets map[string]string
	tools   atomic.Pointer[server.Account]
}

// Check compares a client's password and gives it its permissions.
func (g *guard) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	want, known := g.secrets[o.Username]
	if !known || subtle.ConstantTimeCompare([]byte(want), []byte(o.Password)) != 1 {
		return false
	}
	u := &server.User{Username: o.Username, Permissions: permissions(o.Username)}
	if o.Username == UserTool {
		if u.Account = g.tools.Load(); u.Account == nil {
			return false // the server is still starting
		}
	}
	c.RegisterUser(u)
	return true
}

func permissions(user string) *server.Permissions {
	may := map[string][]string{
		UserCLI:  {event.SubjectAsk, event.SubjectTurn, event.SubjectToolTurn, event.SubjectControl + ".>"},
		UserHook: {event.SubjectAsk, event.SubjectTurn},
		UserTool: {event.SubjectAsk, event.SubjectTurn},
	}
	if user == UserCore {
		return nil
	}
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: may[user]},
		Subscribe: &server.SubjectPermission{Allow: []string{InboxPrefix(user) + ".>"}},
	}
}

// openTools makes the account of the tools: it knows the two doors only.
func (g *guard) openTools(ns *server.Server) error {
	acc, _ := ns.LookupOrRegisterAccount(toolAccount)
	main := ns.GlobalAccount()
	for door, subject := range map[string]string{event.SubjectAsk: event.SubjectAsk, event.SubjectTurn: event.SubjectToolTurn} {
		if err := main.AddServiceExport(subject, nil); err != nil {
			return fmt.Errorf("export %s: %w", subject, err)
		}
		if err := acc.AddServiceImport(main, door, subject); err != nil {
			return fmt.Errorf("import %s: %w", door, err)
		}
	}
	g.tools.Store(acc)
	return nil
}
