package install

import "golang.org/x/sys/windows"

// shortName returns the name of 8 and 3 characters that a folder has beside its own, or the
// path as it is, where its disk keeps none.
func shortName(dir string) string {
	from, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return dir
	}
	to := make([]uint16, windows.MAX_LONG_PATH)
	n, err := windows.GetShortPathName(from, &to[0], uint32(len(to)))
	if err != nil || n == 0 || int(n) > len(to) {
		return dir
	}
	return windows.UTF16ToString(to[:n])
}
