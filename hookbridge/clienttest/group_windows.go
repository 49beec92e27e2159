package clienttest

import (
	"os"
	"os/exec"
	"strconv"
	"syscall"
)

// ownGroup asks for nothing: Windows knows who started whom.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{} }

// endGroup ends the client and its children.
func endGroup(p *os.Process) error {
	if err := exec.Command("taskkill", "/T", "/F", "/PID", strconv.Itoa(p.Pid)).Run(); err != nil {
		return p.Kill()
	}
	return nil
}
