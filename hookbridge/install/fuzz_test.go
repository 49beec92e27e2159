package install

import (
	"bytes"
	"encoding/json"
	"testing"
)

// FuzzPlan: what comes out is JSON when what goes in is, a second plan changes
// nothing, and removing gives the first bytes back.
func FuzzPlan(f *testing.F) {
	for _, s := range documents {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		for _, want := range [][]Entry{claudeEntries("/opt/mem tide/memtide-hook"), codexEntries("/opt/mem tide's/memtide-hook"), geminiEntries("/opt/mem tide/memtide-hook")} {
			checkPlan(t, doc, want)
		}
	})
}

func checkPlan(t *testing.T, doc []byte, want []Entry) {
	once, undo, err := Plan(doc, want)
	if err != nil {
		if once != nil {
			t.Fatalf("error %v and a document", err)
		}
		return
	}
	if !json.Valid(bytes.TrimPrefix(bare(once), []byte("\xef\xbb\xbf"))) {
		t.Fatalf("not JSON any more:\n%q\n%q", doc, once)
	}
	twice, _, err := Plan(once, want)
	if err != nil || !bytes.Equal(once, twice) {
		t.Fatalf("second plan changes (%v):\n%q\n%q", err, once, twice)
	}
	top, err := parse(doc)
	if err != nil {
		t.Fatal(err)
	}
	if len(own(doc, top)) > 0 {
		return
	}
	back, err := Remove(once, undo)
	if err != nil || !bytes.Equal(back, doc) {
		t.Fatalf("install and uninstall (%v):\n%q\n%q\n%q", err, doc, once, back)
	}
}

// documents are settings in many layouts; tests of the plan and the fuzz seeds
// share them.
var documents = []string{
	"{}", "{}\n", "{ }", "{\n}\n", "{\r\n}\r\n", "\xef\xbb\xbf{}\n", " \n{\"a\":1}",
	`{"a":1,"hooks":{}}`, `{"a":1,"hooks":{"Stop":[]}}`, `{"hooks":{ "Stop" : [ ] }}`,
	"{\n  \"model\": \"opus\"\n}\n",
	"{\n\t\"model\": \"opus\",\n\t\"hooks\": {\n\t\t\"Stop\": [\n\t\t\t{\"hooks\": [{\"type\": \"command\", \"command\": \"say done\"}]}\n\t\t]\n\t}\n}",
	"{\r\n    \"permissions\": {\"allow\": [\"Bash(ls:*)\"]},\r\n    \"hooks\": {\r\n    }\r\n}\r\n",
	"{\"hooks\": {\"PreToolUse\": [\n  {\"matcher\": \"Bash\", \"hooks\": [ {\"type\":\"command\",\"command\":\"echo /x/memtide-hook\"} ]}\n]}}",
	`{"hooks":{"Stop":[]},"hooks":{"Stop":[{}]}}`, `{"hooks":{"Stop":[null,{"hooks":null},{"hooks":[1]}]}}`,
	`{"hooks":null}`, `{"hooks":{"Stop":{}}}`, `[]`, `{"a":1,}`, "", `{"h\u006foks":{"\ud83d":[]}}`,
	`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/old/memtide-hook","args":["--client","claude"],"timeout":60,"statusMessage":"x"},{"type":"command","command":"'/b c/memtide-hook' --client x"}]}],"SubagentStop":[{"hooks":[{"command":"C:\\x\\memtide-hook.exe"}]}]}}`,
	"{ // mine\n  \"a\": 1 // one\n}", "/* head */ {\n  /* in */ \"a\": \"// no\", // two\n  \"hooks\": { // none yet\n  }, /* end */\n  \"b\": []\n}\n// tail", "{/**/}", "{//\r}", "{\"a\":1/* x", "{\"hooks\":{/*a*/\"Stop\":[/*b*/]//\n}}",
	`{"n":12345678901234567890,"f":1e400,"s":"a<b>&c"}`,
}

// Whatever OpenClaw's settings are, ours comes in once, a second plan changes nothing, and it
// goes again.
func FuzzOpenClaw(f *testing.F) {
	for _, s := range []string{clawSettings, "{}", "{a:1,}", "{ // c\n}", "{plugins:{allow:['x',/* y */],entries:{memtide:{}}}}", "{'plugins':{\"entries\":{}} /* d */ , b: [1 , // e\n 2]}", "\ufeff{\r\n\tx: .5,\r\n}\r\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, doc []byte) {
		next, undo, err := OpenClaw.plan(doc, "/opt/memtide-hook")
		if err != nil {
			return
		}
		if !(plugin{}).holds(next) {
			t.Fatalf("ours is missing in %q", next)
		}
		if again, _, err := OpenClaw.plan(next, "/opt/memtide-hook"); err != nil || !bytes.Equal(again, next) {
			t.Fatalf("%v: a second plan makes %q of %q", err, again, next)
		}
		back, err := OpenClaw.remove(next, undo)
		if err != nil || (plugin{}).holds(back) {
			t.Fatalf("%v: removed: %q", err, back)
		}
		if _, err := parse5(back); err != nil {
			t.Fatalf("%v: %q became %q", err, next, back)
		}
		if json.Valid(doc) && !json.Valid(back) {
			t.Fatalf("%q became %q", doc, back)
		}
	})
}
