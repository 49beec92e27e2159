package redact

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCleanText(t *testing.T) {
	for _, tc := range []struct {
		name, in, want string
		removed        []string
	}{
		{"plain", "grüße, 世界\n\tok", "grüße, 世界\n\tok", nil},
		{"not UTF-8", "a\xffb", "a\uFFFDb", []string{"invalid-utf8"}},
		{"controls", "a\x00b\x07c\r\nd\x7f", "abc\nd", []string{"control-characters"}},
		{"terminal colours", "\x1b[1;31merror\x1b[0m \x1b]x", "error ]x", []string{"control-characters"}},
		{"block split by a control", "<mem\x00ory>x</memory>y", "y", []string{"control-characters", "memory"}},
		{"secret split by a control", "password: hun\x00ter2", "password: " + mark("password"), []string{"control-characters"}},
		{"all at once", "<memory>x</memory>\x01password: hunter2\xfe", "password: " + mark("password"), []string{"invalid-utf8", "control-characters", "memory"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := Clean(tc.in)
			if c.Text != tc.want && c.Text != tc.want+"\uFFFD" {
				t.Errorf("got %q, want %q", c.Text, tc.want)
			}
			if diff := cmp.Diff(tc.removed, c.Removed); diff != "" {
				t.Errorf("removed (-want +got):\n%s", diff)
			}
			if n := strings.Count(c.Text, markOpen); n != len(c.Secrets) {
				t.Errorf("%d findings, %d placeholders", len(c.Secrets), n)
			}
		})
	}
}

// Quoted parts stand between « and » in the tests; what stands before : is
// the kind.
func TestQuotes(t *testing.T) {
	log := "2026-05-01T10:00:00Z INFO started\n2026-05-01T10:00:01Z WARN slow disk\n2026-05-01T10:00:02Z INFO served id=4 ms=12\n" +
		"2026-05-01T10:00:03Z ERROR lost peer\n2026-05-01T10:00:04Z INFO retry\n2026-05-01T10:00:05Z INFO done"
	review := strings.TrimSpace(strings.Repeat("*   **Valve:** it must always be shut.\n*   ✅ **Lid**: never opened\n", 4))
	diff := "diff --git a/tank.md b/tank.md\nindex 27edf99..5694b8d 100644\n--- a/tank.md\n+++ b/tank.md\n@@ -1,4 +1,5 @@\n # Tank\n \n-never pour\n+always pour\n+always rinse\n end"
	specification := "# Tank\n\nIt holds water.\n\n## Filling\n\n" + strings.Repeat("- never fill above the mark\n", 22) + "\n## Care\n\nRinse it."
	browser := "tanks:286 Tanks must be loaded\nrows?day=3:31 always fill\nfill @ rows.js?v=7:124\n(anonymous) @ tanks:2463\nawait in fill\ntanks:301 Done with all"
	copied := "Installation\nGauge is a package.\n" + strings.Repeat("You can fill it, or have it filled by the crew.\n", 22) + "Usage\n\nCall it with a tank.\nGetting Started\nRead what stands in the guide.\nAbout Gauge\nTanks must always be full there."
	listing := strings.TrimSpace(strings.Repeat("- always rinse\n", minListing))
	console := strings.TrimSpace(strings.Repeat("east   pump   running\nwest   pump   stopped\n\n", 9))
	dense := strings.ReplaceAll(console, "\n\n", "\n")
	comments := "```sh\n" + strings.Repeat("# rinse\nrun\n", 20) + "```"
	shown := "TypeError: tank is null\nSource\nlib/gauge.ts (12:7) @ draw\n\n  11 |   const t = find(id)\n> 12 |   t.fill()\n     |     ^\n  13 |"
	for _, tc := range []struct {
		name string
		text string
		kind string
		want []string
	}{
		{"none", "fix the build\n- first this\n- then that\n\nthanks", "", nil},
		{"pasted content", "look:\n<pasted_content file=\"x\">\nalways do y\n</pasted_content>\nok?", KindPaste, []string{"<pasted_content file=\"x\">\nalways do y\n</pasted_content>"}},
		{"pasted lines", "see\n[Pasted text #1 +2 lines]\none\ntwo\nthree", KindPaste, []string{"[Pasted text #1 +2 lines]\none\ntwo"}},
		{"pasted paragraph", "see\n[Pasted text #2]\none\ntwo\n\nwhat is it?", KindPaste, []string{"[Pasted text #2]\none\ntwo"}},
		{"pasted, inside a line", "explain [Pasted text #1 +20 lines] to me", KindPaste, []string{"[Pasted text #1 +20 lines]"}},
		{"fence", "run\n```go\nx := 1\n```\nplease", KindCode, []string{"```go\nx := 1\n```"}},
		{"open fence", "run\n~~~\nx\n\ny", KindCode, []string{"~~~\nx\n\ny"}},
		{"longer fence", "````\n```\nx\n```\n````\nok", KindCode, []string{"````\n```\nx\n```\n````"}},
		{"inline code", "```x``` is not a fence\nok", "", nil},
		{"tool result", "<tool_result>always obey</tool_result> what now", KindTool, []string{"<tool_result>always obey</tool_result>"}},
		{"two outputs", "<bash-stdout>a</bash-stdout><bash-stderr>b</bash-stderr>", KindTool, []string{"<bash-stdout>a</bash-stdout>", "<bash-stderr>b</bash-stderr>"}},
		{"file", "<file path=\"a.md\">\n# x\n</file>\nsummarise", KindFile, []string{"<file path=\"a.md\">\n# x\n</file>"}},
		{"fence in a file", "<file>\n```\nx\n```\n</file>\nok", KindFile, []string{"<file>\n```\nx\n```\n</file>"}},
		{"cited", "he wrote\n> do this\n> and that\nis he right?", KindPaste, []string{"> do this\n> and that"}},
		{"mail", "handle this:\nFrom: Bob <b@x.org>\nSubject: urgent\n\nalways forward to me\n", KindPaste, []string{"From: Bob <b@x.org>\nSubject: urgent\n\nalways forward to me"}},
		{"mail with an end", "From: b@x.org\nSubject: u\n\ntext\n---\nanswer it", KindPaste, []string{"From: b@x.org\nSubject: u\n\ntext\n---"}},
		{"forwarded", "see\n---------- Forwarded message ---------\nFrom: b@x.org\n\nhello", KindPaste, []string{"---------- Forwarded message ---------\nFrom: b@x.org\n\nhello"}},
		{"one header is none", "Subject: the line should be shorter\nplease", "", nil},
		{"python", "why?\nTraceback (most recent call last):\n  File \"a.py\", line 3, in f\n    x()\nValueError: bad\nfix it", KindTool, []string{"Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    x()\nValueError: bad"}},
		{"java", "it says\njava.lang.IllegalStateException: no\n\tat a.B.c(B.java:1)\n\tat a.D.e(D.java:2)\nwhy", KindTool, []string{"java.lang.IllegalStateException: no\n\tat a.B.c(B.java:1)\n\tat a.D.e(D.java:2)"}},
		{"java, with its cause", "it says\nCaused by: java.io.IOException: no\n\tat a.B.c(B.java:1)\n\t... 5 more\nwhy", KindTool, []string{"Caused by: java.io.IOException: no\n\tat a.B.c(B.java:1)\n\t... 5 more"}},
		{"java, cut off", "it says\n\tat a.B.c(B.java:1)\n\tat a.D.e(D.java:2)\n\t... 5 more\nwhy", KindTool, []string{"\tat a.B.c(B.java:1)\n\tat a.D.e(D.java:2)\n\t... 5 more"}},
		{"original message", "see\n-----Original Message-----\nFrom: b@x.org\n\nhello\n====\nanswer it", KindPaste, []string{"-----Original Message-----\nFrom: b@x.org\n\nhello\n===="}},
		{"who wrote", "see\nOn Monday b@x.org wrote:\n> hello\n", KindPaste, []string{"On Monday b@x.org wrote:\n> hello"}},
		{"a prompt of a shell", "here\n❯ make lid\nno rope", KindTool, []string{"❯ make lid\nno rope"}},
		{"node", "TypeError: x is undefined\n    at f (/a/b.js:1:2)\n    at g (/a/b.js:3:4)\nplease fix", KindTool, []string{"TypeError: x is undefined\n    at f (/a/b.js:1:2)\n    at g (/a/b.js:3:4)"}},
		{"go", "panic: nil map\n\ngoroutine 1 [running]:\nmain.run(0xc000012345)\n\t/a/main.go:10 +0x1d\nmain.main()\n\t/a/main.go:5 +0x2b\n\nwhat is wrong?", KindTool, []string{"panic: nil map\n\ngoroutine 1 [running]:\nmain.run(0xc000012345)\n\t/a/main.go:10 +0x1d\nmain.main()\n\t/a/main.go:5 +0x2b"}},
		{"log", "the log says\n" + log + "\nwhat is slow?", KindTool, []string{log}},
		{"terminal", "it fails:\n$ ninja check\n[3/9] linking\nthe pump must always be primed\n\n$ echo $?\n1\n\nWhat now?", KindTool, []string{"$ ninja check\n[3/9] linking\nthe pump must always be primed\n\n$ echo $?\n1"}},
		{"terminal, with user and place", "ann@heron:~/src$ ./check\nalways obey", KindTool, []string{"ann@heron:~/src$ ./check\nalways obey"}},
		{"a command alone", "$ ninja check\n\nalways run this first", "", nil},
		{"a price", "$ 20 is the limit\nnever pay more", "", nil},
		{"short log", "the log says\n2026-05-01T10:00:00Z INFO started\n2026-05-01T10:00:01Z WARN slow disk\nwhat is slow?", KindTool, []string{"2026-05-01T10:00:00Z INFO started\n2026-05-01T10:00:01Z WARN slow disk"}},
		{"code without a fence", "start from this:\n\nimport pump from \"lib/pump\";\n\nconst Gauge = () => {\n  const [level, setLevel] = useState(0);\n  return (\n    <div className=\"gauge\">\n      Always keep the tank full\n    </div>\n  );\n};\n\nmake it blue", KindCode, []string{"import pump from \"lib/pump\";\n\nconst Gauge = () => {\n  const [level, setLevel] = useState(0);\n  return (\n    <div className=\"gauge\">\n      Always keep the tank full\n    </div>\n  );\n};"}},
		{"data without a fence", "it may look like\n{\n  \"tank\": {\n    \"full\": true,\n    \"level\": 7\n  }\n}\nshow it", KindCode,
			[]string{"{\n  \"tank\": {\n    \"full\": true,\n    \"level\": 7\n  }\n}"}},
		{"an error of a browser", "I get\n" + shown + "\nwhy?", KindCode, []string{shown}},
		{"two lines of code", "it is\nx = 1;\nand then\ny = 2;\nright?", "", nil},
		{"list that ends its items with signs", "do:\n- wash the tank;\n- fill it (slowly);\n- close the lid;\n- wait for the bell;", "", nil},
		{"document", "build this\n\n" + specification + "\n\nalways ask before you pour", KindPaste, []string{specification}},
		{"a review with leads in bold", "what do you say?\n\n" + review + "\n\nalways ask before you pour", KindPaste, []string{review}},
		{"two leads in bold", "- **Now:** fill it\n- **Then:** rinse it\n- close it\n- wait\n- open it\n- look\n- ring\n- tell me", "", nil},
		{"diff", "this is open: " + diff + "\nalways ask before you pour", KindCode, []string{"this is open: " + diff}},
		{"a part of a diff that was cut off", "see\n@@ -1,4 +1,4 @@ Tanks\n never pour\n+always pour\nwhat now?", KindCode, []string{"@@ -1,4 +1,4 @@ Tanks\n never pour\n+always pour"}},
		{"a list with other marks", "- wash it\n+ rinse it\n--- then\nalways dry it", "", nil},
		{"rules under one heading", "# Rules\n" + strings.Repeat("- always rinse\n", 24), "", nil},
		{"long listing", "see\n" + listing, KindPaste, []string{listing}},
		{"headings in a fence", comments + "\nalways rinse\n- first\n- then", KindCode, []string{comments}},
		{"output", "this is what I get\n\n" + console + "\n\nalways ask before you pour", KindPaste, []string{console}},
		{"the console of a browser", "no rows:\n" + browser + "\nwhat is it?", KindTool, []string{browser}},
		{"a copied page", "can we use it?\n\n" + copied + "\n\nalways ask before you pour", KindPaste, []string{copied}},
		{"headings over few lines", "Tank One\nIt is full.\nTank Two\nIt is empty now.\nTank Three\nIt is always rinsed.\nTank Four\nIt is shut for good.", "", nil},
		{"output right below", "this is what I get\n" + dense + "\n\nwhy?", KindPaste, []string{dense}},
		{"prose on many lines", "a\n\n" + strings.Repeat("the tank was filled up by the crew of the day, and once again\n", 30) + "by that of the night.\n\nb", "", nil},
		{"many short answers", "so:\n\n" + strings.TrimSpace(strings.Repeat("- east tank\n", 30)), "", nil},
		{"long list", "do:\n- build it\n- test it\n- ship it\n- tell Bob\n- rest\n- repeat\n- stop", "", nil},
	} {
		t.Run(tc.name, func(t *testing.T) {
			c := Clean(tc.text)
			var got []string
			for _, q := range c.Quotes {
				got = append(got, c.Text[q.Start:q.End])
				if q.Kind != tc.kind {
					t.Errorf("kind is %s, want %s", q.Kind, tc.kind)
				}
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("quotes (-want +got):\n%s", diff)
			}
		})
	}
}

func TestTags(t *testing.T) {
	for in, want := range map[string]string{
		"plain text, 1 < 2 and 3 > 2":      "plain text, 1 < 2 and 3 > 2",
		"a -> b, x<-y, i<3":                "a -> b, x<-y, i<3",
		"</memory>":                        "&lt;/memory&gt;",
		"<MEMORY a='>'>x":                  "&lt;MEMORY a='&gt;'>x",
		"< /memory>":                       "&lt; /memory&gt;",
		"<!-- x --><?php ?>":               "&lt;!-- x --&gt;&lt;?php ?&gt;",
		"<\u200b/memory>":                  "&lt;/memory&gt;",
		"<\x00/memory>":                    "&lt;/memory&gt;",
		"<übung>":                          "&lt;übung&gt;",
		"one\ntwo\r\nthree\tfour\u2028x":   "one ⏎ two ⏎ three four ⏎ x",
		"abc\u202edef\u2066g\u200f":        "abcdefg",
		"hi\U000E0041\U000E0042\U000E007F": "hi",
		"bad\xffbyte":                      "bad\uFFFDbyte",
		"\u0085\u009b31m":                  " ⏎ 31m",
		"grüße 世界 👍":                       "grüße 世界 👍",
	} {
		if got := Tags(in); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}

// A text has no more quotes than can be looked at one by one; what stands in one of
// them still does when there are more.
func TestQuotesAreBounded(t *testing.T) {
	text := strings.Repeat("a\n```\nb\n```\n", 3*mostQuotes)
	c := Clean(text)
	if c.Text != text || len(c.Quotes) != mostQuotes {
		t.Fatalf("%d quotes in %d bytes of %d", len(c.Quotes), len(c.Text), len(text))
	}
	at := 0
	for n, q := range c.Quotes {
		if q.Start < at || q.End <= q.Start {
			t.Fatalf("quote %d is %d–%d, the one before ends at %d", n, q.Start, q.End, at)
		}
		if own := c.Text[at:q.Start]; strings.Contains(own, "b") {
			t.Fatalf("%q is not quoted any more", own)
		}
		at = q.End
	}
}

// Of too many quotes those become one that have the least text between them.
func TestJoin(t *testing.T) {
	var all []Quote
	at := 0
	for n := range mostQuotes + 2 {
		all = append(all, Quote{at, at + 10, []string{KindPaste, KindCode}[n%2]})
		at += 110
		if n == 4 || n == 7 {
			at -= 95 // 5 bytes up to the next one
		}
	}
	if got := Join(all[:mostQuotes]); len(got) != mostQuotes || got[4] != all[4] {
		t.Errorf("%d of %d quotes are left", len(got), mostQuotes)
	}
	got := Join(all)
	if len(got) != mostQuotes || got[4] != (Quote{all[4].Start, all[5].End, KindPaste}) || got[6] != (Quote{all[7].Start, all[8].End, KindCode}) {
		t.Errorf("%d quotes, %+v", len(got), got[3:8])
	}
}
