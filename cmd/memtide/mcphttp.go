package main

import (
	"fmt"
	"net/url"
	"path/filepath"
	"strings"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/daemon/mcp"
	"github.com/memtide/memtide/hookbridge/install"
)

// overHTTP says by which address a client shall ask the daemon.
type overHTTP struct {
	http, any bool
	project   string
}

// tokenVariable is the variable of the environment in which a client finds the token of the API.
const tokenVariable = "MEMTIDE_TOKEN"

// inShell is what a shell puts the token in the place of.
func inShell(file string) string { return "$(cat " + install.ShellLine([]string{file}) + ")" }

// callLine writes the call of a registration as one types it. The shell reads the token out of its
// file, so the argument with that stands in double quotes.
func callLine(p registration) string {
	var words []string
	for _, a := range p.Call {
		if p.Token != "" && strings.Contains(a, inShell(p.Token)) {
			words = append(words, `"`+a+`"`)
			continue
		}
		words = append(words, install.ShellLine([]string{a}))
	}
	return strings.Join(words, " ")
}

// address returns where an agent asks the daemon.
func (a *app) address(at overHTTP) (string, error) {
	cfg, err := a.config()
	if err != nil {
		return "", err
	}
	if cfg.HTTP.Listen == "" {
		return "", fmt.Errorf("http.listen is not set, so nothing can be asked over HTTP: put listen = \"127.0.0.1:4280\" below [http] into config.toml, and begin the daemon anew with memtide stop --hold 0s")
	}
	q := url.Values{}
	switch cwd, _ := here(); {
	case at.project != "" && at.project != ".":
		q.Set("project", at.project)
	case !at.any && cwd == "":
		return "", usage("this folder cannot be read; name the project with --project NAME, or give --all-projects")
	case !at.any:
		q.Set("folder", cwd)
	}
	if at.any {
		q.Set("all-projects", "true")
	}
	if a.space != "" && memtide.Space(a.space) != memtide.DefaultSpace {
		q.Set("space", a.space)
	}
	return (&url.URL{Scheme: "http", Host: cfg.HTTP.Listen, Path: mcp.Path, RawQuery: q.Encode()}).String(), nil
}

// printedAt says how a client is told of the daemon's address. Where it takes the token out of a
// file it is named, else a variable of the environment; only Claude Code has to be given it, and
// keeps it in its settings.
func (a *app) printedAt(client string, at overHTTP) (p registration, err error) {
	p.Client = client
	if p.URL, err = a.address(at); err != nil {
		return p, err
	}
	cfg, err := a.config()
	if err != nil {
		return p, err
	}
	p.Token = filepath.Join(cfg.Home, "http-token")
	server := func(address string, token string) map[string]any {
		return map[string]any{address: p.URL, "headers": map[string]string{"Authorization": "Bearer " + token}}
	}
	claude, gemini := "local", "project" // their words for: in this folder
	if at.any {
		claude, gemini = "user", "user"
	}
	switch client {
	case install.Claude.Name: // its --header takes whatever follows
		p.Call = []string{"claude", "mcp", "add", "--transport", "http", "-s", claude, install.ServerName, p.URL, "--header", "Authorization: Bearer " + inShell(p.Token)}
	case install.Codex.Name:
		p.Variable = tokenVariable
		p.Call = []string{"codex", "mcp", "add", install.ServerName, "--url", p.URL, "--bearer-token-env-var", tokenVariable}
	case install.Gemini.Name:
		p.Variable = tokenVariable
		p.Call = []string{"gemini", "mcp", "add", "-s", gemini, "-t", "http", "-H", "Authorization: Bearer $" + tokenVariable, install.ServerName, p.URL}
	case "cursor":
		p.Variable, p.File = tokenVariable, ".cursor/mcp.json"
		p.Entry = map[string]any{"mcpServers": map[string]any{install.ServerName: server("url", "${env:"+tokenVariable+"}")}}
	case "opencode":
		s := server("url", "{file:"+p.Token+"}")
		s["type"], s["oauth"] = "remote", false
		p.File, p.Entry = "opencode.json", map[string]any{"mcp": map[string]any{install.ServerName: s}}
	default:
		return p, usage("no client is named %q; there is: %s", client, strings.Join(printedClients, ", "))
	}
	return p, nil
}
