//go:build !windows

package daemon

import "syscall"

// backgroundNice is the niceness of what others go before: that of nice(1). With the
// lowest one a machine that is busy for hours would never get to it.
const backgroundNice = 10

// ownProcessGroup lets a command begin in a group of its own.
func ownProcessGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// lowerPriority lets others go before the group of a process. A whole group, since on
// Linux a process is one thread here, and new ones have the niceness of their
// maker.
func lowerPriority(group int) {
	_ = syscall.Setpriority(syscall.PRIO_PGRP, group, backgroundNice) // others are slower without
}
