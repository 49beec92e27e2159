package config

import (
	"path/filepath"
	"strings"
)

// FileName is the name of the settings file in the data folder.
const FileName = "config.toml"

// locate fills the folders that are not set and makes ~ absolute.
func (c *Config) locate(env func(string) (string, bool), goos string) {
	user := homeOf(env, goos)
	if c.Home == "" {
		c.Home = dataFolder(env, goos, user)
	}
	for _, p := range []*string{&c.Home, &c.Log.File, &c.Bus.Credentials} {
		*p = expand(*p, user)
	}
	folders := make([]string, len(c.Remember.OptoutFolders))
	for i, f := range c.Remember.OptoutFolders {
		folders[i] = expand(f, user)
	}
	c.Remember.OptoutFolders = folders
	for name, p := range c.Models.Providers {
		p.KeyFile = expand(p.KeyFile, user)
		c.Models.Providers[name] = p
	}
}

// homeOf returns the user's own folder, or "".
func homeOf(env func(string) (string, bool), goos string) string {
	if goos == "windows" {
		return lookup(env, "USERPROFILE")
	}
	return lookup(env, "HOME")
}

// dataFolder returns the default data folder: of the XDG base directory
// specification, or what the system has in its place.
func dataFolder(env func(string) (string, bool), goos, user string) string {
	if goos == "windows" {
		if local := lookup(env, "LocalAppData"); local != "" {
			return filepath.Join(local, "memtide")
		}
		return under(user, "AppData", "Local", "memtide")
	}
	// A relative path in an XDG variable is to be ignored, says the
	// specification.
	if data := lookup(env, "XDG_DATA_HOME"); filepath.IsAbs(data) {
		return filepath.Join(data, "memtide")
	}
	if goos == "darwin" {
		return under(user, "Library", "Application Support", "memtide")
	}
	return under(user, ".local", "share", "memtide")
}

func under(user string, parts ...string) string {
	if user == "" {
		return ""
	}
	return filepath.Join(append([]string{user}, parts...)...)
}

func expand(path, user string) string {
	if path == "~" {
		return user
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok && user != "" {
		return filepath.Join(user, rest)
	}
	return path
}

func lookup(env func(string) (string, bool), name string) string {
	if env == nil {
		return ""
	}
	v, _ := env(name)
	return v
}
