package language

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestFold(t *testing.T) {
	for in, want := range map[string]string{
		"Hello": "hello", "ÉCOLE": "ecole", "Straße": "strasse", "Łódź": "lodz", "Ångström": "angstrom", "Ærø": "aero", "İstanbul": "istanbul",
		"ＦＵＬＬ": "full", "ﬁne": "fine", "Ёлка": "елка", "Чай": "чай", "don’t": "don't", "ΑΘΗΝΑ": "αθηνα", "東京": "東京", "ｶﾀｶﾅ": "カタカナ", "": "",
	} {
		if got := Fold(in); got != want {
			t.Errorf("Fold(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestTerms(t *testing.T) {
	tests := []struct {
		in   string
		want string // terms with blanks between
	}{
		{"The cats were running in the gardens", "cat run garden"},
		{"fooBar", "foobar foo bar"},
		{"parse_http_header", "parsehttphead pars http header"},
		{"HTTPServer", "httpserver http server"},
		{"v1.2 and 3.14", "v1.2 v1 3.14 14"},
		{"pkg/core_path", "pkg/core_path packag corepath core path"},
		{"kebab-case", "kebabcas kebab case"},
		{"1,000,000 rows", "1000000 row"},
		{"C++ or C#", "c++ c#"},
		{"std::vec", "std::vec std vec"},
		{"Anna's dog", "anna dog"},
		{"don't", ""},
		{"never always", "never alway"},
		{"APIs", "api"},
		{"Müllers Straße", "muller strass"},
		{"мы переехали в новую квартиру", "перееха нов квартир"},
		{"東京タワー", "東京 京タ タワ ワー"},
		{"猫", "猫"},
		{"日本go言語", "日本 go 言語"},
		{"___ -- !!", ""},
		{strings.Repeat("a", 200), ""},
		{"john@mail.example.com", "john@mail.example.com john mail.example.com mail exampl com"},
		{"a+b a#b C++11", "b b c 11"},
		{"1,0000 and 1,2a3", "1,0000 0000 1,2a3 2a3"},
	}
	for _, tt := range tests {
		if got := strings.Join(Terms(tt.in), " "); got != tt.want {
			t.Errorf("Terms(%q) = %q, want %q", tt.in, got, tt.want)
		}
	}
}

// A word must be found whichever way it is written.
func TestTermsMeet(t *testing.T) {
	for _, pair := range [][2]string{
		{"GitHub", "github"}, {"retries", "retry"}, {"Café", "cafe"}, {"fooBars", "foobar"}, {"rate_limits", "rate limit"}, {"квартиру", "квартира"},
		{"OpenAPIs", "openapi"}, {"deployed", "deploying"}, {"path/to/Main.go", "main.go"}, {"１２３", "123"}, {"Anna’s", "anna"},
	} {
		a, b := Terms(pair[0]), Terms(pair[1])
		if !slices.ContainsFunc(b, func(x string) bool { return slices.Contains(a, x) }) {
			t.Errorf("%q gives %q, %q gives %q: nothing in common", pair[0], a, pair[1], b)
		}
	}
}

func TestOverlap(t *testing.T) {
	tests := []struct {
		a, b string
		want float64
	}{
		{"", "", 0}, {"a", "", 0}, {"a b", "b a", 1}, {"a a b", "b b c", 1.0 / 3}, {"a b", "c d", 0}, {"a", "a a a", 1}, {"a b c d", "c d d e f", 2.0 / 6},
	}
	for _, tt := range tests {
		if got := Overlap(strings.Fields(tt.a), strings.Fields(tt.b)); got != tt.want {
			t.Errorf("Overlap(%q, %q) = %v, want %v", tt.a, tt.b, got, tt.want)
		}
	}
}

func TestCountWords(t *testing.T) {
	for in, want := range map[string]int{
		"Don't stop at foo-bar, v1.2!": 5, "": 0, " \n ": 0, "Größe – ältere Rohre": 4,
		"地下室的水泵坏了。": 4, "ポンプを直す、急いで": 5, "用brass换掉lead": 4, "보일러는 지하실에 있다": 3, "ปั๊มน้ำ": 2, "насос в подвале": 3,
	} {
		if got := CountWords(in); got != want {
			t.Errorf("%q: %d", in, got)
		}
	}
}

func TestWords(t *testing.T) {
	tests := []struct {
		in   string
		want []string
	}{
		{"Don't stop, v1.2 costs 1,5!", []string{"Don't", "stop", "v1.2", "costs", "1,5"}},
		{"foo_bar foo-bar", []string{"foo_bar", "foo", "bar"}},
		{"東京go", []string{"東京", "go"}},
		{"it's Anna’s", []string{"it's", "Anna’s"}},
		{"a.b 'x'", []string{"a", "b", "x"}},
		{"\xff\xfeabc", []string{"abc"}},
		{"", nil},
		{"٣ boats", []string{"٣", "boats"}},
	}
	for _, tt := range tests {
		var got []string
		for _, w := range Words(tt.in) {
			if w.Text != tt.in[w.Start:w.End] {
				t.Errorf("Words(%q): %+v is not what stands there", tt.in, w)
			}
			got = append(got, w.Text)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("Words(%q):\n%s", tt.in, diff)
		}
	}
}

func TestSentences(t *testing.T) {
	tests := []struct {
		in   string
		want []string
	}{
		{"One. Two! Three? Four", []string{"One.", "Two!", "Three?", "Four"}},
		{"Dr. Grey met Mr. Fox.", []string{"Dr. Grey met Mr. Fox."}},
		{"J. R. Moss wrote it. It sold.", []string{"J. R. Moss wrote it.", "It sold."}},
		{"We ship v1.2.3 today. It costs 3.50 more.", []string{"We ship v1.2.3 today.", "It costs 3.50 more."}},
		{"Edit main.go. Then README.md, please.", []string{"Edit main.go.", "Then README.md, please."}},
		{"See https://a.example/b.c?d=e. Done.", []string{"See https://a.example/b.c?d=e.", "Done."}},
		{"He lives in the U.S. now. She moved from the U.S. They met.", []string{"He lives in the U.S. now.", "She moved from the U.S.", "They met."}},
		{"Use tabs, spaces, etc. as you like. Bring milk, eggs, etc. We cook.", []string{"Use tabs, spaces, etc. as you like.", "Bring milk, eggs, etc.", "We cook."}},
		{"e.g. this, i.e. that vs. those.", []string{"e.g. this, i.e. that vs. those."}},
		{"wait... what? ok.", []string{"wait... what?", "ok."}},
		{"use tabs. i like them.", []string{"use tabs.", "i like them."}},
		{"\"Stop.\" He left (fast.) Good.", []string{"\"Stop.\"", "He left (fast.)", "Good."}},
		{"My dog Rex (4 mo.) has fleas. He naps.", []string{"My dog Rex (4 mo.) has fleas.", "He naps."}},
		{"The lamp (why?) is out (see below. It hums.) and warm.", []string{"The lamp (why?) is out (see below. It hums.) and warm."}},
		{"Wash the jugs. always! Then go.", []string{"Wash the jugs. always!", "Then go."}},
		{"Is it cold? Always. Always bring a coat.", []string{"Is it cold?", "Always.", "Always bring a coat."}},
		{"It broke. (Ole saw it.) we left.", []string{"It broke.", "(Ole saw it.)", "we left."}},
		{"It broke :( then hummed. ok (it is new) so far.", []string{"It broke :( then hummed.", "ok (it is new) so far."}},
		{"- one\n- two. three\n* four", []string{"one", "two.", "three", "four"}},
		{"1. first\n2) second\na) third", []string{"first", "second", "third"}},
		{"# Head\n\n> quoted line\n- [ ] box", []string{"Head", "quoted line", "box"}},
		{"Before\n```go\nx. y. Z\n```\nafter", []string{"Before", "```go\nx. y. Z\n```", "after"}},
		{"~~~\nopen to the end", []string{"~~~\nopen to the end"}},
		{"Run `make. Now` first. Then go.", []string{"Run `make. Now` first.", "Then go."}},
		{"an unclosed ` tick. still cut.", []string{"an unclosed ` tick.", "still cut."}},
		{"this line is long enough to have been wrapped by an\neditor before it ended. Next.", []string{"this line is long enough to have been wrapped by an\neditor before it ended.", "Next."}},
		{"short\nlines\nare apart", []string{"short", "lines", "are apart"}},
		{"今日は雨。傘を持つ？はい！", []string{"今日は雨。", "傘を持つ？", "はい！"}},
		{"  \n\t ", nil},
		{"No. 5 is out. Why? No. Really.", []string{"No. 5 is out.", "Why?", "No.", "Really."}},
		{"It begins at 5 p.m. on Monday.", []string{"It begins at 5 p.m. on Monday."}},
		{"it ends in dec. We go on after", []string{"it ends in dec.", "We go on after"}},
		{"The lease runs until 1 Oct. After that we move.", []string{"The lease runs until 1 Oct.", "After that we move."}},
		{"dec. 3 we sail. on the 3rd of dec. we ship", []string{"dec. 3 we sail.", "on the 3rd of dec. we ship"}},
		{"On the 3rd of Dec. I fly home. In Nov. Anna sails.", []string{"On the 3rd of Dec. I fly home.", "In Nov. Anna sails."}},
		{"we meet on fri. at ten", []string{"we meet on fri. at ten"}},
		{"choir is every wed. from 8, Sat. 4 May is off", []string{"choir is every wed. from 8, Sat. 4 May is off"}},
		{"The yard opens on Mon. We come by boat.", []string{"The yard opens on Mon.", "We come by boat."}},
		{"the cat sat. the dog stood in sun. then it rained", []string{"the cat sat.", "the dog stood in sun.", "then it rained"}},
	}
	for _, tt := range tests {
		var got []string
		for _, sp := range Sentences(tt.in) {
			got = append(got, tt.in[sp.Start:sp.End])
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("Sentences(%q):\n%s", tt.in, diff)
		}
	}
}

func checkSpan(t *testing.T, s string, last, start, end int) {
	t.Helper()
	if start < last || end <= start || end > len(s) {
		t.Fatalf("%d–%d after %d in %d bytes", start, end, last, len(s))
	}
	if !boundary(s, start) || !boundary(s, end) {
		t.Fatalf("%d–%d in %q is not on rune boundaries", start, end, s)
	}
}

func boundary(s string, i int) bool {
	return i == len(s) || utf8.RuneStart(s[i]) || !utf8.ValidString(s)
}
