package config

import (
	"fmt"
	"maps"
	"net"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/robfig/cron/v3"
)

// check returns how to fix a value, or "" if it is good.
type check func(v any) string

func optional(c check) check {
	return func(v any) string {
		if v == "" {
			return ""
		}
		return c(v)
	}
}

func oneOf(names ...string) check {
	return func(v any) string {
		if slices.Contains(names, v.(string)) {
			return ""
		}
		return "use " + strings.Join(names, " or ") + suggest(v.(string), names)
	}
}

// engine checks the name of a vector index on a system.
func engine(goos string) check {
	known := oneOf("flat", "hnsw")
	return func(v any) string {
		if v == "hnsw" && goos == "windows" {
			return "use flat: hnsw is not in the program for Windows"
		}
		return known(v)
	}
}

func setOf(names ...string) check {
	return func(v any) string {
		seen := map[string]bool{}
		for _, s := range v.([]string) {
			if !slices.Contains(names, s) || seen[s] {
				return "list " + strings.Join(names, " and ") + ", each once at most"
			}
			seen[s] = true
		}
		return ""
	}
}

func between(low, high int) check {
	return func(v any) string {
		if n := v.(int); n < low || n > high {
			return fmt.Sprintf("use a whole number from %d to %d", low, high)
		}
		return ""
	}
}

func bytesFrom(low, high int64) check {
	return func(v any) string {
		if n := v.(int64); n < low || n > high {
			return fmt.Sprintf("use a size from %s to %s", sizeText(low), sizeText(high))
		}
		return ""
	}
}

func ratio(v any) string {
	if f := v.(float64); !(f >= 0 && f <= 1) {
		return "use a number from 0 to 1"
	}
	return ""
}

func weight(v any) string {
	if f := v.(float64); !(f >= 0 && f <= 10) {
		return "use a number from 0 to 10"
	}
	return ""
}

func folder(v any) string {
	switch p := v.(string); {
	case p == "":
		return "is empty and no home folder is known; set it, or HOME"
	case !filepath.IsAbs(p) || strings.ContainsRune(p, 0):
		return "use an absolute path, or one that starts with ~/"
	}
	return ""
}

func folders(v any) string {
	for _, p := range v.([]string) {
		if folder(p) != "" {
			return "use absolute paths, or ones that start with ~/; this one is not: " + show(p)
		}
	}
	return ""
}

func variables(v any) string {
	for _, name := range v.([]string) {
		if !variable.MatchString(name) {
			return "list names of variables, as MY_KEY: letters, digits and _, and never their values"
		}
	}
	return ""
}

var variable = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,99}$`)

func spaceName(v any) string {
	s := v.(string)
	if s == "" || len(s) > 200 || !utf8.ValidString(s) || strings.ContainsFunc(s, unicode.IsControl) || strings.TrimSpace(s) != s {
		return "use 1 to 200 bytes of text without control characters, and no blanks at its ends"
	}
	return ""
}

func natsURL(v any) string {
	const fix = "use nats://host:port or tls://host:port, several separated by commas"
	for _, part := range strings.Split(v.(string), ",") {
		u, err := url.Parse(strings.TrimSpace(part))
		if err != nil || u.Hostname() == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, u.Scheme) {
			return fix
		}
		if u.User != nil {
			return "take the user and password out of the address; name a file in bus.credentials"
		}
	}
	return ""
}

func loopback(v any) string {
	return onLoopback(v.(string), "4222", "; for other machines run a NATS server and set bus.url")
}

func loopbackPort(v any) string {
	return onLoopback(v.(string), "4280", "; no other machine may reach it")
}

// onLoopback checks HOST:PORT; elsewhere is what is said of an address that is reached
// from other machines.
func onLoopback(listen, example, elsewhere string) string {
	fix := "use a loopback address and a port from 1 to 65535, as 127.0.0.1:" + example
	host, port, err := net.SplitHostPort(listen)
	if err != nil {
		return fix
	}
	if n, err := strconv.Atoi(port); err != nil || n < 1 || n > 65535 {
		return fix
	}
	// A name may resolve to anything, so only addresses are taken.
	if ip := net.ParseIP(host); ip == nil || !ip.IsLoopback() {
		return fix + elsewhere
	}
	return ""
}

func timezone(v any) string {
	s := v.(string)
	if _, err := time.LoadLocation(s); err != nil || s == "" {
		return "use an IANA time zone such as Europe/Berlin, UTC, or Local"
	}
	return ""
}

func cronSpec(v any) string {
	s := v.(string)
	if s == off {
		return ""
	}
	// The parser takes a time zone in the expression, and panics on half of
	// one; ours has its own key.
	if strings.Contains(s, "TZ=") {
		return "leave the time zone out; it is set in jobs.timezone"
	}
	when, err := cron.ParseStandard(s)
	if err != nil {
		return fmt.Sprintf("use five fields, minute hour day month weekday, as \"0 3 * * *\", or @every 6h, or off (%v)", err)
	}
	if every, ok := when.(cron.ConstantDelaySchedule); ok && every.Delay < time.Minute {
		return "use @every 1m or more"
	}
	if when.Next(time.Date(2001, 1, 1, 0, 0, 0, 0, time.UTC)).IsZero() { // it looks five years ahead: a leap day comes
		return "name a day that some month has, or off: that one never comes"
	}
	return ""
}

// machineJobs are those that no space can have a time of its own for.
func machineJobs() []string { return []string{"sweep", "backup"} }

// override reads "job@space = cron".
func override(line string) (job, space, cron string, ok bool) {
	job, rest, at := strings.Cut(line, "@")
	i := strings.LastIndexByte(rest, '=')
	if !at || i < 0 {
		return "", "", "", false
	}
	return strings.TrimSpace(job), strings.TrimSpace(rest[:i]), strings.TrimSpace(rest[i+1:]), true
}

// overrides names every line that is wrong.
func overrides(v any) string {
	var wrong []string
	seen := map[string]bool{}
	for _, line := range v.([]string) {
		if fix := overrideFix(line, seen); fix != "" {
			wrong = append(wrong, fix)
		}
	}
	return strings.Join(wrong, "; ")
}

func overrideFix(line string, seen map[string]bool) string {
	job, space, cron, ok := override(line)
	known := slices.DeleteFunc(JobNames(), func(n string) bool { return slices.Contains(machineJobs(), n) })
	twice := seen[job+"@"+space]
	seen[job+"@"+space] = true
	switch {
	case !ok:
		return "write each as \"job@space = cron\", as \"decay@work = off\"; this one is not: " + show(line)
	case !slices.Contains(known, job):
		return "name one of " + strings.Join(known, ", ") + " in " + show(line) + suggest(job, known)
	case spaceName(space) != "":
		return "name a space in " + show(line)
	case cronSpec(cron) != "":
		return cronSpec(cron) + " in " + show(line)
	case twice:
		return "say it once: " + show(job+"@"+space)
	}
	return ""
}

// toolTrust are the levels of trust that a tool may be given.
func toolTrust() []string { return []string{"tool", "agent", "file", "user"} }

// toolProblems checks the tools, in the order of their names.
func toolProblems(tools map[string]Tool, from string) (out []*Problem) {
	for _, name := range slices.Sorted(maps.Keys(tools)) {
		trust := tools[name].Trust
		switch {
		case name == "" || strings.ContainsAny(name, "=,") || strings.TrimSpace(name) != name:
			out = append(out, &Problem{Key: "tools." + name, From: from, Fix: "name the tool as it publishes, without = and ,"})
		case !slices.Contains(toolTrust(), trust):
			out = append(out, &Problem{Key: "tools." + name + ".trust", Value: show(trust), From: from,
				Fix: "use " + strings.Join(toolTrust(), ", ") + suggest(trust, toolTrust())})
		}
	}
	return out
}
