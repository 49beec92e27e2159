package daemon

import "syscall"

const belowNormal = 0x00004000 // creation flag BELOW_NORMAL_PRIORITY_CLASS (processthreadsapi.h)

func groupOfItsOwn() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{HideWindow: true, CreationFlags: belowNormal}
}

// goLast has nothing to do: the process begins so.
func goLast(int) {}
