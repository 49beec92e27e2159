//go:build !windows

package clienttest

import (
	"os"
	"syscall"
)

// ownGroup puts the client and its children into a process group of their own.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// endGroup ends the client and its children. What has left the group, as a
// detached daemon does, stays.
func endGroup(p *os.Process) error { return syscall.Kill(-p.Pid, syscall.SIGKILL) }
