package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/memtide/memtide/bus/event"
	"github.com/memtide/memtide/daemon/daemontest"
	"github.com/memtide/memtide/hookbridge"
)

// letters returns n letters and digits that a name stands for, the same each
// time. They look drawn at random, and stand in no file of this repository.
func letters(name string, n int) string {
	const set = "abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	var b []byte
	for i := 0; len(b) < n; i++ {
		for _, c := range sha256.Sum256(fmt.Appendf(nil, "%s %d", name, i)) {
			b = append(b, set[int(c)%len(set)])
		}
	}
	return string(b[:n])
}

// plant is a secret in one way in: a text around it, and the parts of it that
// no file may hold.
type plant struct {
	text    string
	needles []string
}

// plants makes up a secret of every sort, other ones for each way in.
func plants(way string) []plant {
	v := func(kind string, n int) string { return letters(way+" "+kind, n) }
	row, row2, token, pw, db, user := v("row", 64), v("row2", 64), v("token", 36), v("password", 9)+"4!", v("db", 14), v("user", 20)
	drawn := func(kind string) string { return "Kx7" + v(kind, 9) }
	phrase := strings.Map(func(r rune) rune { return 'a' + r%26 }, v("one", 8)) + "-lamp-otter"
	all := []plant{
		{"The heron deploys with ghp_" + token + " from now on.", []string{token}},
		{"My password for the heron is " + pw + ".", []string{pw}},
		{"The heron signs with this:\n-----BEGIN OPENSSH PRIVATE KEY-----\n" + row + "\n" + row2 + "\n-----END OPENSSH PRIVATE KEY-----\nand nothing else.", []string{row, row2}},
		{"The heron reads from Server=db.example.org;User Id=sa;Password=" + db + ";Encrypt=true since May.", []string{db}},
		{"The heron pulls from https://" + user + ":" + v("pass", 18) + "@git.example.org/heron.git every night.", []string{v("pass", 18)}},
		{"The password of the heron there is " + drawn("there") + " since May. I changed the db password of the heron from " + drawn("old") + " to " + drawn("new") +
			". The heron's wifi password is " + phrase + ". Its credentials for grafana: admin " + drawn("grafana") + ". Always log in to the heron with admin / " + drawn("login") +
			", and put " + drawn("login") + " into its settings.", []string{drawn("there"), drawn("old"), drawn("new"), phrase, drawn("grafana"), drawn("login")}},
		{"The file heron-glpat-" + v("file", 20) + ".txt belongs to the heron.", []string{v("file", 20)}},
		{"The heron has a pin: <private>it is " + v("private", 12) + "</private> and a lid.", []string{v("private", 12)}},
	}
	for i := range all {
		all[i].text = "By " + way + ": " + all[i].text
	}
	return all
}

// ways hands every plant over in each of the ways that text comes in by.
var ways = map[string]func(t *testing.T, p *process, n int, text string){
	"prompt": func(_ *testing.T, p *process, n int, text string) { p.hook(prompt("s", fmt.Sprint("p", n), text)) },
	"answer": func(_ *testing.T, p *process, n int, text string) { p.hook(answer("s", fmt.Sprint("p", n), text)) },
	"paste": func(_ *testing.T, p *process, n int, text string) {
		p.hook(prompt("s", fmt.Sprint("q", n), "look at this: <pasted_content>\n"+text+"\n</pasted_content> what is it?"))
	},
	"tool": func(t *testing.T, p *process, n int, text string) {
		nc := dialTool(t, p.home)
		body, err := json.Marshal(map[string]any{"role": "user", "client": "ci", "session": "t", "prompt_id": fmt.Sprint(n), "text": text,
			"quotes": []map[string]any{{"start": len(text) / 3, "end": len(text) * 2 / 3, "kind": "tool"}}})
		if err != nil {
			t.Fatal(err)
		}
		m, err := nc.Request("memtide.turn", body, 5*time.Second)
		if err != nil || !strings.Contains(string(m.Data), event.TurnNew) {
			t.Errorf("%v %s", err, m.Data)
		}
	},
	"publish":  func(t *testing.T, p *process, n int, text string) { tell(t, p, "publish", fmt.Sprint("u", n), text) },
	"remember": func(t *testing.T, p *process, _ int, text string) { tell(t, p, "remember", "", text) },
	"correct": func(t *testing.T, p *process, n int, text string) {
		out, _ := p.memtide("", "remember", "--json", fmt.Sprint("The gull number ", n, " is grey."))
		var cs struct {
			Ops []struct{ Node string }
		}
		if err := json.Unmarshal([]byte(out), &cs); err != nil || len(cs.Ops) == 0 {
			t.Fatalf("%v: %s", err, out)
		}
		if out, code := p.memtide("", "correct", cs.Ops[0].Node, text); code != 0 {
			t.Errorf("exit %d: %s", code, out)
		}
	},
	"import": func(t *testing.T, p *process, n int, text string) {
		file := filepath.Join(t.TempDir(), "x.jsonl")
		said, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		line := fmt.Sprintf(`{"isSidechain":false,"promptId":"i%d","type":"user","message":{"role":"user","content":%s},"uuid":"u","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/none","sessionId":"i"}`+"\n", n, said)
		if err := os.WriteFile(file, []byte(line), 0o600); err != nil {
			t.Fatal(err)
		}
		if out, code := p.memtide("", "import", "claude-code", file); code != 0 || !strings.Contains(out, "1 new") {
			t.Errorf("exit %d: %s", code, out)
		}
	},
}

// Secrets that come in by any door, of any sort, are in no byte of the data
// folder, with the log at its most talkative.
func TestNoFileHoldsASecret(t *testing.T) {
	home := filepath.Join(t.TempDir(), "home")
	debug := filepath.Join(home, "log", "hook.log")
	t.Setenv("MEMTIDE_HOOK_DEBUG", debug)
	p := newProcess(t, home, "MEMTIDE_LOG_LEVEL=debug", "MEMTIDE_BUS_LISTEN="+freePort(t))
	for n, pl := range plants("spool") { // nobody is there yet
		p.hook(prompt("spooled", fmt.Sprint("s", n), pl.text))
	}
	noneOf(t, home, "spool", plants("spool"))
	cl := p.start()
	for way, hand := range ways {
		for n, pl := range plants(way) {
			hand(t, p, n, pl.text)
		}
	}
	names := hideNames(t, p)
	asked := plants("asked")
	for _, pl := range asked {
		p.memtide("", "ask", pl.text)
		p.memtide("", "search", pl.text)
		p.memtide("", "forget", "--dry-run", "--about", pl.text)
	}
	p.quiet(daemontest.Within(t, time.Minute), cl)
	whole(daemontest.Within(t, time.Minute), t, cl)
	cl.Close()
	p.stop()
	// A test that looks for nothing in nothing would pass as well.
	ledger := blocksOf(t, home, "LEDGER")
	for way := range ways {
		if n := strings.Count(ledger, "By "+way+": "); n < len(plants(way)) {
			t.Errorf("of what came in by %s, %d times something is stored", way, n)
		}
	}
	for way := range ways {
		noneOf(t, home, way, plants(way))
	}
	noneOf(t, home, "asked", asked)
	noneOf(t, home, "names", names)
	if raw, err := os.ReadFile(debug); err != nil || len(raw) == 0 {
		t.Errorf("the hook has logged nothing: %v", err)
	}
}

// blocksOf returns the bytes of a stream of the data folder.
func blocksOf(t *testing.T, home, stream string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(home, "nats", "jetstream", "*", "streams", stream, "msgs", "*.blk"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files of %s: %v", len(files), stream, err)
	}
	var all strings.Builder
	for _, f := range files {
		raw, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(raw)
	}
	return all.String()
}

// hideNames puts secrets where names and ids stand, and where nothing fits.
func hideNames(t *testing.T, p *process) []plant {
	t.Helper()
	var all []plant
	secret := func(name string) string {
		all = append(all, plant{needles: []string{letters("names "+name, 36)}})
		return "ghp_" + letters("names "+name, 36)
	}
	dir := filepath.Join(t.TempDir(), secret("folder"), secret("project"))
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, ".git", "HEAD"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, session := range []string{"names", secret("session")} {
		body, err := json.Marshal(map[string]string{"hook_event_name": "UserPromptSubmit", "session_id": session, "prompt_id": secret("prompt id"), "cwd": dir, "prompt": "The heron lives in this folder."})
		if err != nil {
			t.Fatal(err)
		}
		p.hook(body)
	}
	nc := dialTool(t, p.home)
	for n, field := range []string{"session", "project", "cwd", "client", "speaker", "prompt_id", "space", "role", "fact", "trust", "mark"} {
		fields := map[string]string{"role": "user", "text": fmt.Sprintf("The heron number %d is a bird.", n), "session": "names"}
		fields[field] = secret(field)
		if field == "cwd" {
			fields[field] = "/srv/" + fields[field]
		}
		body, err := json.Marshal(fields)
		if err != nil {
			t.Fatal(err)
		}
		for _, door := range []string{"memtide.turn", "memtide.ask"} {
			if _, err := nc.Request(door, body, 5*time.Second); err != nil {
				t.Errorf("%s with a secret for its %s: %v", door, field, err)
			}
		}
	}
	for _, bad := range []string{secret("no json"), `{"text":"` + secret("open") + `"`, `["` + secret("list") + `"]`} {
		if _, err := nc.Request("memtide.turn", []byte(bad), 5*time.Second); err != nil {
			t.Error(err)
		}
	}
	p.memtide("", "remember", "--project", secret("remember project"), "The heron eats frogs.")
	return all
}

// noneOf fails the test when a file below dir, or its name, has a part of a secret.
func noneOf(t *testing.T, dir, way string, plants []plant) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		var raw []byte
		if d.Type().IsRegular() {
			files++
			if raw, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		for _, pl := range plants {
			for _, n := range pl.needles {
				if at := bytes.Index(raw, []byte(n)); at >= 0 || strings.Contains(path, n) {
					t.Errorf("%s: %s holds a secret: %q", way, strings.TrimPrefix(path, dir), raw[max(0, at-80):max(0, at)])
				}
			}
		}
		return nil
	})
	if err != nil || files < 5 {
		t.Fatalf("searched %d files: %v", files, err)
	}
}

// What the user has marked as private, and what is said in a folder that is
// left out, is in no file: by hook, by import, by a tool; what is said beside
// it is kept.
func TestPrivateAndLeftOut(t *testing.T) {
	home, root := filepath.Join(t.TempDir(), "home"), t.TempDir()
	left, kept := filepath.Join(root, "diary"), filepath.Join(root, "diary2")
	for _, dir := range []string{filepath.Join(left, "2026"), kept} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	p := newProcess(t, home, "MEMTIDE_LOG_LEVEL=debug", "MEMTIDE_BUS_LISTEN="+freePort(t), "MEMTIDE_REMEMBER_OPTOUT_FOLDERS="+left)
	cl := p.start()
	var gone, stays []string
	say := func(cwd, name string, private bool) string {
		w := letters(name, 16)
		if private || strings.HasPrefix(cwd, left+string(filepath.Separator)) || cwd == left {
			gone = append(gone, w)
		} else {
			stays = append(stays, w)
		}
		if private {
			return "We keep a lynx called <private>" + w + "</private> in the yard."
		}
		return "We keep a lynx called " + w + " in the yard."
	}
	nc := dialTool(t, home)
	for n, cwd := range []string{left, filepath.Join(left, "2026"), kept, root} {
		for _, private := range []bool{false, true} {
			name := fmt.Sprint(n, private)
			for _, e := range [][2]string{{"UserPromptSubmit", "prompt"}, {"Stop", "last_assistant_message"}} {
				body, err := json.Marshal(map[string]string{"hook_event_name": e[0], "session_id": name, "prompt_id": name, "cwd": cwd, e[1]: say(cwd, name+e[0], private)})
				if err != nil {
					t.Fatal(err)
				}
				p.hook(body)
			}
			body, err := json.Marshal(map[string]string{"role": "user", "client": "ci", "session": "t" + name, "cwd": cwd, "text": say(cwd, name+"tool", private)})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := nc.Request("memtide.turn", body, 5*time.Second); err != nil {
				t.Fatal(err)
			}
			line, err := json.Marshal(map[string]any{"isSidechain": false, "promptId": "i" + name, "type": "user", "uuid": "u" + name, "timestamp": "2026-05-01T10:00:00.000Z", "cwd": cwd, "sessionId": "i",
				"message": map[string]string{"role": "user", "content": say(cwd, name+"import", private)}})
			if err != nil {
				t.Fatal(err)
			}
			file := filepath.Join(t.TempDir(), "x.jsonl")
			if err := os.WriteFile(file, append(line, '\n'), 0o600); err != nil {
				t.Fatal(err)
			}
			p.memtide("", "import", "claude-code", file)
		}
	}
	p.quiet(daemontest.Within(t, time.Minute), cl)
	turns := p.turns(daemontest.Within(t, time.Minute), cl)
	cl.Close()
	p.stop()
	noneOf(t, home, "private", []plant{{needles: gone}})
	for _, w := range stays {
		found := false
		for _, s := range turns {
			found = found || strings.Contains(s.Text, w)
		}
		if !found {
			t.Errorf("what is said beside it is lost: %s", w)
		}
	}
	if _, err := hookbridge.ReadSpool(hookbridge.NewPaths(home).Spool); err != nil || len(stays) != 8 || len(gone) != 24 {
		t.Errorf("%d stay, %d go: %v", len(stays), len(gone), err)
	}
}
