//go:build !windows

package install

// shortName is for Windows: elsewhere a folder has one name.
func shortName(dir string) string { return dir }
