package embedded

import (
	"github.com/nats-io/nats-server/v2/server"

	"github.com/memtide/memtide/bus/event"
)

// The users of the server.
const (
	UserCore = "core" // the daemon itself: everything
	UserCLI  = "cli"  // the owner at a terminal: both doors, the control door
	UserHook = "hook" // the hook binary: both doors
	UserTool = "tool" // programs that come in by bus.listen: both doors
)

// InboxPrefix returns the prefix of the inboxes that a user may subscribe to.
func InboxPrefix(user string) string { return "_INBOX_" + user }

// accounts gives each user its permissions. Passwords are plain random values:
// bcrypt would cost every hook 70 ms.
func accounts(secrets map[string]string) []*server.User {
	may := map[string][]string{
		UserCLI:  {event.SubjectAsk, event.SubjectTurn, event.SubjectControl + ".>"},
		UserHook: {event.SubjectAsk, event.SubjectTurn},
		UserTool: {event.SubjectAsk, event.SubjectTurn},
	}
	var all []*server.User
	for name, secret := range secrets {
		u := &server.User{Username: name, Password: secret}
		if name != UserCore {
			u.Permissions = &server.Permissions{
				Publish:   &server.SubjectPermission{Allow: may[name]},
				Subscribe: &server.SubjectPermission{Allow: []string{InboxPrefix(name) + ".>"}},
			}
		}
		all = append(all, u)
	}
	return all
}
