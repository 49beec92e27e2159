package client

import (
	"fmt"
	"runtime/debug"
	"slices"
)

// Version returns the version of this build.
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	v := info.Main.Version
	if v == "" || v == "(devel)" {
		v = "devel"
		if i := slices.IndexFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "vcs.revision" }); i >= 0 {
			v += "-" + info.Settings[i].Value[:min(12, len(info.Settings[i].Value))]
		}
	}
	return v
}

// Other says that the daemon is of another version than this program, nil where it is
// not: a program that is exchanged while its daemon runs meets the old one.
func (c *Client) Other() error {
	if c.version == "" || c.version == Version() {
		return nil
	}
	return fmt.Errorf("the daemon is of version %s, this program of %s; memtide stop --hold 0s ends it, and the next prompt or command starts the new one", c.version, Version())
}
