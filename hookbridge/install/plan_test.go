package install

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestPlanLayout(t *testing.T) {
	one := []Entry{{Event: "Stop", Command: "/opt/memtide-hook", Args: []string{"--client", "claude-code"}, Timeout: 5}}
	for _, c := range []struct{ name, old, want string }{
		{"empty object", "{}\n", `{
  "hooks": {
    "Stop": [
      {
        "hooks": [
          {
            "type": "command",
            "command": "/opt/memtide-hook",
            "args": ["--client", "claude-code"],
            "timeout": 5
          }
        ]
      }
    ]
  }
}
`},
		{"one line stays one line", `{"a":1,"b":[]}`,
			`{"a":1,"b":[],"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/opt/memtide-hook","args":["--client","claude-code"],"timeout":5}]}]}}`},
		{"tabs, after the user's own group", "{\n\t\"z\": \"<&>\",\n\t\"hooks\": {\n\t\t\"Stop\": [\n\t\t\t{\"hooks\": []}\n\t\t]\n\t}\n}", "{\n\t\"z\": \"<&>\",\n\t\"hooks\": {\n\t\t\"Stop\": [\n\t\t\t{\"hooks\": []},\n\t\t\t{\n\t\t\t\t\"hooks\": [\n\t\t\t\t\t{\n\t\t\t\t\t\t\"type\": \"command\",\n\t\t\t\t\t\t\"command\": \"/opt/memtide-hook\",\n\t\t\t\t\t\t\"args\": [\"--client\", \"claude-code\"],\n\t\t\t\t\t\t\"timeout\": 5\n\t\t\t\t\t}\n\t\t\t\t]\n\t\t\t}\n\t\t]\n\t}\n}"},
		{"moved binary, user's key kept", `{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/old dir/memtide-hook","args":["--client","claude"],"statusMessage":"m","timeout":5}]}]}}`,
			`{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"/opt/memtide-hook","args":["--client","claude-code"],"statusMessage":"m","timeout":5}]}]}}`},
		{"shell form", `{"hooks":{"Stop":[{"hooks":[{"command":"'/a b/memtide-hook' --client x"}]}]}}`,
			`{"hooks":{"Stop":[{"hooks":[{"command":"/opt/memtide-hook","type":"command","args":["--client","claude-code"],"timeout":5}]}]}}`},
		{"duplicates and retired events go, foreign entries stay",
			`{"hooks":{"SubagentStop":[{"hooks":[{"command":"memtide-hook"}]}],"Stop":[{"matcher":"x","hooks":[{"command":"echo memtide-hook"},{"command":"C:\\b\\memtide-hook.exe","args":[]}]},{"hooks":[{"command":"memtide-hook"}]}]}}`,
			`{"hooks":{"Stop":[{"matcher":"x","hooks":[{"command":"echo memtide-hook"},{"command":"/opt/memtide-hook","args":["--client","claude-code"],"type":"command","timeout":5}]}]}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, _, err := Plan([]byte(c.old), one)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, string(got)); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestPlanKeepsLineEnds(t *testing.T) {
	got, _, err := Plan([]byte("{\r\n  \"a\": 1\r\n}\r\n"), claudeEntries("/x/memtide-hook"))
	if err != nil {
		t.Fatal(err)
	}
	if n, crlf := strings.Count(string(got), "\n"), strings.Count(string(got), "\r\n"); n != crlf || n < 20 {
		t.Errorf("%d ends of line, %d of them CRLF", n, crlf)
	}
}

func TestPlanRefuses(t *testing.T) {
	for _, c := range []struct {
		old  string
		want error
		text string
	}{
		{"{\n  \"a\": 1,\n  / no\n}", ErrMalformed, "line 3, column 3"},
		{"{\n  \"ä\": 1,}", ErrMalformed, "line 2, column 10"},
		{`{"a":1`, ErrMalformed, "line 1"},
		{"", ErrMalformed, "line 1, column 1"},
		{`{"a":1}{"b":2}`, ErrMalformed, "column 8"},
		{`[]`, ErrShape, "not an object"},
		{"{\n\"hooks\": null}", ErrShape, "line 2, column 10"},
		{`{"hooks":{"Stop":{}}}`, ErrShape, `"Stop" is not a list`},
	} {
		got, _, err := Plan([]byte(c.old), claudeEntries("/x/memtide-hook"))
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) || got != nil {
			t.Errorf("%q: got %q, %v; want %v with %q", c.old, got, err, c.want, c.text)
		}
	}
}

// An edit by somebody else between install and uninstall stays.
func TestRemoveAroundEdits(t *testing.T) {
	old := "{\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n"
	doc, undo, err := Plan([]byte(old), claudeEntries("/x/memtide-hook"))
	if err != nil {
		t.Fatal(err)
	}
	edited := strings.Replace(string(doc), "{\n", "{\n  \"model\": \"opus\",\n", 1)
	got, err := Remove([]byte(edited), undo)
	if want := "{\n  \"model\": \"opus\",\n  \"hooks\": {\n    \"Stop\": []\n  }\n}\n"; err != nil || string(got) != want {
		t.Errorf("with undo: %v\n%s", err, cmp.Diff(want, string(got)))
	}
	got, err = Remove([]byte(edited), Undo{})
	if want := "{\n  \"model\": \"opus\"\n}\n"; err != nil || string(got) != want {
		t.Errorf("without undo: %v\n%s", err, cmp.Diff(want, string(got)))
	}
}
