package daemon

import "syscall"

const belowNormal = 0x00004000 // creation flag BELOW_NORMAL_PRIORITY_CLASS (processthreadsapi.h)

// ownProcessGroup lets a command begin without a window, below normal priority.
func ownProcessGroup() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: belowNormal}
}

// lowerPriority has nothing to do: the process begins so.
func lowerPriority(int) {}
