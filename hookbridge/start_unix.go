//go:build !windows

package hookbridge

import "syscall"

// detached lets a child live on when the client ends its hooks' group.
func detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
