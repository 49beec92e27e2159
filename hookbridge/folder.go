package hookbridge

import (
	"os"
	"path/filepath"
	"slices"
)

// signs are what somebody puts into the folder of a project: notes for agents, the folder of
// another version control, the file of a build tool or of a package manager. What a program
// leaves in any folder it is run in (node_modules, .vscode) is none.
var signs = []string{
	"CLAUDE.md", "AGENTS.md", ".claude", ".hg", ".jj", ".svn",
	"package.json", "deno.json", "pyproject.toml", "requirements.txt", "setup.py", "environment.yml",
	"go.mod", "Cargo.toml", "pom.xml", "build.gradle", "build.gradle.kts", "build.sbt", "CMakeLists.txt", "meson.build",
	"Makefile", "justfile", "Gemfile", "composer.json", "mix.exs", "pubspec.yaml", "Package.swift", "project.godot",
	"stack.yaml", "deps.edn", "Project.toml", "flake.nix",
}

// signedFolder returns the nearest folder, dir or above it, that has a sign of a project;
// "" for none. The user's own folder and what lies above it are nobody's project: a
// package.json is soon left there, and Claude Code keeps its own folder in it.
// dir is absolute and has no links.
func signedFolder(dir string) string {
	home, err := os.UserHomeDir()
	if real, linked := filepath.EvalSymlinks(home); err == nil && linked == nil {
		home = real
	}
	for range maxUp {
		up := filepath.Dir(dir)
		if dir == home || up == dir {
			return ""
		}
		if slices.ContainsFunc(signs, func(name string) bool {
			_, err := os.Lstat(filepath.Join(dir, name))
			return err == nil
		}) {
			return dir
		}
		dir = up
	}
	return ""
}
