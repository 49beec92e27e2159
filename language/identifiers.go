package language

import (
	"strings"
	"unicode"
)

// kindOf says what a token without blanks is, "" for nothing technical, and
// under which name. before is the word that stands before it, or "`" when it
// stands in back-ticks.
func kindOf(t, before string) (MentionKind, string) {
	if len(t) < 2 || len(t) > 512 {
		return "", ""
	}
	if isPlainWord(t) && before != "`" && !has(installers, before) && !has(fileNames, t) {
		return "", "" // as most are: every form below has something else in it
	}
	lower := strings.ToLower(t)
	switch {
	case strings.HasPrefix(lower, "http://"), strings.HasPrefix(lower, "https://"), strings.HasPrefix(lower, "ssh://"), strings.HasPrefix(lower, "ftp://"), strings.HasPrefix(lower, "git@"):
		return MentionURL, strings.TrimRight(t, ")")
	case isPathShape(t):
		return MentionPath, t
	case t[0] == '@':
		return handleOrScope(t)
	case strings.Contains(t, "@") && isEmail(t):
		return MentionHandle, t
	case isModulePath(lower):
		return MentionPackage, t
	case isDomain(lower):
		return MentionURL, t
	case isFile(t):
		return MentionPath, t
	case has(installers, before) && isPackageName(t):
		return MentionPackage, t
	case strings.Count(t, "/") >= 2 && isSlashed(t):
		return MentionPath, t
	case isIdentifier(t, before == "`"):
		return MentionIdentifier, t
	}
	return "", ""
}

// isPlainWord reports whether t has nothing but small letters of English, or a
// capital before them.
func isPlainWord(t string) bool {
	for i := range len(t) {
		if c := t[i]; (c < 'a' || c > 'z') && (i > 0 || c < 'A' || c > 'Z') {
			return false
		}
	}
	return true
}

// isPathShape reports whether t begins as paths do.
func isPathShape(t string) bool {
	for _, p := range []string{"./", "../", "~/", "/", `C:\`, `D:\`, `.\`, `..\`} {
		if strings.HasPrefix(t, p) && len(t) > len(p)+1 {
			r, _ := decode(t, len(p))
			return (unicode.IsLetter(r) || r == '.' || r == '_') && !strings.Contains(t, "//")
		}
	}
	return false
}

// handleOrScope says what begins with an @: a person, or a package where a slash follows.
func handleOrScope(t string) (MentionKind, string) {
	scope, name, slash := strings.Cut(t[1:], "/")
	switch {
	case !isPackageName(scope) || slash && !isPackageName(name):
		return "", ""
	case slash:
		return MentionPackage, t
	}
	return MentionHandle, scope
}

func isEmail(t string) bool {
	user, host, _ := strings.Cut(t, "@")
	return isPackageName(user) && isDomain(strings.ToLower(host))
}

// isModulePath reports whether t is a host and a path: golang.org/x/text.
func isModulePath(t string) bool {
	host, path, ok := strings.Cut(t, "/")
	return ok && isDomain(host) && isSlashed(path)
}

// isDomain reports whether t is a host name under a well-known top domain.
func isDomain(t string) bool {
	n := strings.LastIndexByte(t, '.')
	return n > 0 && has(topDomains, t[n+1:]) && isPackageName(t[:n]) && strings.IndexFunc(t[:n], unicode.IsLetter) >= 0 && !isInitials(t)
}

// isFile reports whether t has the ending of a well-known kind of file.
func isFile(t string) bool {
	if has(fileNames, t) {
		return true
	}
	n := strings.LastIndexByte(t, '.')
	if n < 0 || !has(fileEndings, strings.ToLower(t[n+1:])) || !isSlashed(strings.TrimPrefix(t, ".")) {
		return false
	}
	r, _ := decode(t, 0)
	return !(unicode.IsUpper(r) && strings.HasSuffix(t, ".js") && strings.IndexByte(t, '/') < 0) // Node.js is a name
}

// isSlashed reports whether t is made of the characters of paths.
func isSlashed(t string) bool {
	for _, part := range strings.Split(t, "/") {
		if strings.Trim(part, "*{}$") != "" && !isPackageName(strings.Trim(part, "*{}$.")) {
			return false
		}
	}
	return strings.IndexFunc(t, unicode.IsLetter) >= 0
}

// isPackageName reports whether t is made of letters, digits and - _ . + @ only
// and begins with a letter, a digit or an underscore.
func isPackageName(t string) bool {
	if !startsWord(t, 0) {
		return false
	}
	for i := range len(t) {
		if asciiClass(t[i]) == other && strings.IndexByte("-_.+@=~", t[i]) < 0 {
			return false
		}
	}
	return true
}

// isIdentifier reports whether t is a name in code. In back-ticks a single
// word is one, too.
func isIdentifier(t string, quoted bool) bool {
	call := strings.HasSuffix(t, "()")
	t = strings.TrimSuffix(t, "()")
	letters, digits, upper := 0, 0, 0
	for _, r := range t {
		switch {
		case unicode.IsLetter(r):
			letters++
			if unicode.IsUpper(r) {
				upper++
			}
		case unicode.IsDigit(r):
			digits++
		case !strings.ContainsRune("_.-:#$", r):
			return false
		}
	}
	switch {
	case letters == 0:
		return t[0] == '#' && digits > 0 && digits == len(t)-1 // an issue
	case call, quoted:
		return true
	case strings.Contains(t, "::"):
		return len(t) > 4
	case strings.Contains(strings.Trim(t, "_"), "_"):
		return true
	case isTicket(t), isHash(t):
		return true
	case strings.Contains(t, "."):
		return isDotted(t)
	case strings.Contains(t, "-"):
		return strings.Count(t, "-") >= 2 && upper == 0 && strings.HasPrefix(t, "--") || digits > 0 && upper == 0 && letters > 2 && t[0] != '-' && asciiClass(t[0]) == letter
	}
	return isCamel(t)
}

// isTicket reports whether t is a key as trackers give them: ABC-123.
func isTicket(t string) bool {
	project, number, ok := strings.Cut(t, "-")
	return ok && len(project) >= 2 && number != "" && strings.Trim(project, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == "" &&
		asciiClass(project[0]) == letter && onlyDigits(number)
}

// isHash reports whether t is a commit or another number in hex with letters
// and digits.
func isHash(t string) bool {
	if len(t) < 7 || len(t) > 64 {
		return false
	}
	digits := 0
	for i := range len(t) {
		switch c := t[i]; {
		case c >= '0' && c <= '9':
			digits++
		case c >= 'a' && c <= 'f' || c == '-' && len(t) == 36:
		default:
			return false
		}
	}
	return digits >= 2 && digits < len(t)
}

// isDotted reports whether t is words with dots between that are no sentence
// without a blank: os.Getenv, foo.bar.
func isDotted(t string) bool {
	parts := strings.Split(t, ".")
	long := 0
	for _, p := range parts {
		if !startsWord(p, 0) || strings.Contains(p, "-") {
			return false
		}
		if len(p) > 1 && asciiClass(p[0]) == letter {
			long++
		}
	}
	first, _ := decode(parts[0], 0)
	second, _ := decode(parts[1], 0)
	if unicode.IsUpper(first) && !unicode.IsUpper(second) {
		return len(parts) > 2 && long == len(parts) // Node.js is a name
	}
	if unicode.IsUpper(second) && has(openers, strings.ToLower(parts[1])) {
		return false // a blank was forgotten after a full stop
	}
	return long >= 2
}

// isCamel reports whether t is lower camel case of code, or upper camel case
// of three and more parts; GitHub and iPhone are names.
func isCamel(t string) bool {
	h := humps(t)
	first, _ := decode(t, 0)
	switch {
	case len(h) < 2:
		return false
	case unicode.IsLower(first):
		return len(h[0]) > 1 || len(h) > 2
	}
	for _, part := range h {
		if len(part) < 2 {
			return false
		}
	}
	return len(h) > 2
}

var (
	installers  = set(`npx npm_install npm_i pnpm_add yarn_add pip_install uv_add poetry_add go_get go_install cargo_add cargo_install brew_install apt_install apt-get_install gem_install dotnet_add`)
	topDomains  = set(`com org net io dev ai app co gov edu info cloud sh uk de fr ru eu ch us me tv xyz local internal test`)
	fileNames   = set(`Makefile Dockerfile Jenkinsfile Gemfile Procfile LICENSE Vagrantfile`)
	fileEndings = set(`go py rb rs js ts jsx tsx mjs cjs java kt kts c h cc cpp cxx hpp hh cs fs swift m mm scala clj ex exs erl hs ml php pl lua r jl dart
		zig nim sh bash zsh fish ps1 bat cmd html htm css scss sass less vue svelte md mdx rst txt adoc tex pdf doc docx xls xlsx ppt pptx csv tsv json jsonl
		yaml yml toml ini cfg conf env xml svg png jpg jpeg gif webp ico mp3 mp4 wav mov zip tar gz tgz bz2 xz 7z jar war whl so dll exe bin db sqlite sql
		proto graphql gql tf tfvars hcl lock log mod sum patch diff ipynb parquet avro gradle lean v sv vhd`)
)
