//go:build !windows

package daemon

import "syscall"

// giveWay is the niceness of what others go before: that of nice(1). With the
// lowest one a machine that is busy for hours would never get to it.
const giveWay = 10

func groupOfItsOwn() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// goLast lets others go before the group of a process. A whole group, since on
// Linux a process is one thread here, and new ones have the niceness of their
// maker.
func goLast(group int) {
	_ = syscall.Setpriority(syscall.PRIO_PGRP, group, giveWay) // others are slower without
}
