package language

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// aliases is a registry of folded names.
type aliases map[string]string

func (a aliases) Lookup(folded string) (string, bool) {
	name, ok := a[folded]
	return name, ok
}

func show(ms []Mention) string {
	var out []string
	for _, m := range ms {
		out = append(out, string(m.Kind)+":"+m.Name)
	}
	return strings.Join(out, " | ")
}

// A verb behind a full stop, an acronym in the plural and a part of the body are no names, and
// the years of a child are no part of one.
func TestWhatIsNoName(t *testing.T) {
	for text, want := range map[string]string{
		"the boat sails by 3 nov. Call no one before": "",
		"it is due in dec. Ask at the pier":           "",
		"met Dr. Grant":                               "Grant",
		"the hull is by Kelp. Mark is out":            "Kelp Mark",
		"the PCBs arrive on monday":                   "",
		"Our GPUs are slow":                           "",
		"the PCB is by Ines":                          "PCB Ines",
		"Shoulder is sore again.":                     "",
		"Runa is sore again.":                         "Runa",
		"our daughters Mia 5 and Lea 9 sail":          "Mia Lea",
		"my sons Ben 12 and Tom 3":                    "Ben Tom",
		"the twins Pia 4, Ole 4":                      "Pia Ole",
		"the ferry stops at Pier 7":                   "Pier 7",
		"my sons sail with Pier 7":                    "Pier 7",
		"my son sails to Dock 1200":                   "Dock 1200",
	} {
		var names []string
		for _, m := range Mentions(text, nil) {
			if m.Kind == MentionName {
				names = append(names, m.Name)
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// A form of a verb is the name that the store has for something only where it is written as one.
func TestAFormOfAVerbIsNoKnownName(t *testing.T) {
	reg := aliases{"failed": "Failed", "running": "Running", "heron": "Heron"}
	for text, want := range map[string]string{"the run failed again, is it running on heron?": "registry:Heron", "who plays in Running?": "registry:Running"} {
		if got := show(Mentions(text, reg)); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestMentions(t *testing.T) {
	reg := aliases{"billing service": "Billing", "anna": "Anna Berg", "go": "Go", "next.js": "Next.js", "kafka": "Apache Kafka", "cafe noir": "Café Noir", "the lighthouse": "Lighthouse"}
	tests := []struct {
		in, want string
		reg      Registry
	}{
		{"Yesterday Nora met Tim Burke in Oslo.", "name:Nora | name:Tim Burke | name:Oslo", nil},
		{"Deploys happen on Friday in May.", "", nil},
		{"Fixed the parser. Running tests now. Also cleaned the cache.", "", nil},
		{"Ahmed handles invoices.", "name:Ahmed", nil},
		{"Mark is away. Mark the issue as done.", "name:Mark", nil},
		{"Storage is slow. We pay Storage too much.", "name:Storage | name:Storage", nil},
		{"I think I'm late, said Priya's boss.", "name:Priya", nil},
		{"The University of Oslo and the Bank of England", "name:University of Oslo | name:Bank of England", nil},
		{"Ludwig van Beethoven wrote it", "name:Ludwig van Beethoven", nil},
		{"Support requests flood the inbox", "", nil},
		{"We moved to GitHub and iPhone 15 works with PostgreSQL", "name:GitHub | name:iPhone 15 | name:PostgreSQL", nil},
		{"PLEASE READ THIS WHOLE THING NOW", "", nil},
		{"The API and the CI use AWS", "name:AWS", nil},
		{"Bryn-mawr is Slack-like", "name:Bryn-mawr | name:Slack", nil},
		{"Ask Rosa about it", "name:Rosa", nil},
		{"call parse_header() or os.Getenv, then fooBar", "identifier:parse_header() | identifier:os.Getenv | identifier:fooBar", nil},
		{"`token` in `a b c` is HttpRequestHandler", "identifier:token | identifier:HttpRequestHandler", nil},
		{"see ABC-123, #45 and 1f3a9c2e", "identifier:ABC-123 | identifier:#45 | identifier:1f3a9c2e", nil},
		{"edit ./cmd/run.go, main.py and /etc/hosts", "path:./cmd/run.go | path:main.py | path:/etc/hosts", nil},
		{"src/core/io/reader and and/or", "path:src/core/io/reader", nil},
		{"github.com/acme/tool and @acme/ui, npm install left-pad", "package:github.com/acme/tool | package:@acme/ui | package:left-pad", nil},
		{"(https://a.example/x?y=1). Also example.com!", "url:https://a.example/x?y=1 | url:example.com", nil},
		{"ping @nora, mail tim@acme.io", "handle:nora | handle:tim@acme.io", nil},
		{"Node.js is fine. e.g. this one.", "name:Node.js", nil},
		{"the billing service told anna", "registry:Billing | registry:Anna Berg", reg},
		{"Anna’s billing  service", "registry:Anna Berg | registry:Billing", reg},
		{"Go ahead. We write Go. go on", "registry:Go", reg},
		{"next.js and KAFKA at Café Noir", "registry:Next.js | registry:Apache Kafka | registry:Café Noir", reg},
		{"Anna Lee", "registry:Anna Berg", reg},
		{"We met at The Lighthouse.", "registry:Lighthouse", reg},
		{"How did you get Luna? Horses have grace. Baking can help. Glad you came.", "name:Luna", nil},
		{"the Berlin Writers’ Guild met", "name:Berlin Writers’ Guild", nil},
		{"go get golang.org/x/text; pip install requests", "package:golang.org/x/text | package:requests", nil},
		{"```\nFoo Bar\n```", "", nil},
		{"", "", nil},
		{"ask @-x about @x/-y", "", nil},
		{"see src/-x/a.go", "", nil},
		{"run std::vector", "identifier:std::vector", nil},
		{"call foo-b.bar", "", nil},
		{"it broke.Then we left", "", nil},
		{"the Isle of  Man", "name:Isle | name:Man", nil},
		{"the Battle of 1066 was lost", "name:Battle", nil},
		{"met Anna April 5", "name:Anna", nil},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, show(Mentions(tt.in, tt.reg))); diff != "" {
			t.Errorf("Mentions(%q):\n%s", tt.in, diff)
		}
	}
}

func TestRoles(t *testing.T) {
	tests := []struct{ in, want string }{
		{"my sister Anna lives in Rome", "sister=Anna [my sister Anna]"},
		{"Our CTO, Bob Marsh, said no", "cto=Bob Marsh [Our CTO, Bob Marsh]"},
		{"Anna, my sister, is a nurse", "sister=Anna [Anna, my sister]"},
		{"Priya is our accountant", "accountant=Priya [Priya is our accountant]"},
		{"my dog is called Rex", "dog=Rex [my dog is called Rex]"},
		{"my daughter's name is Ida", "daughter=Ida [my daughter's name is Ida]"},
		{"our project manager Lea's plan", "project manager=Lea [our project manager Lea]"},
		{"I have a new landlord, Ms. Keller.", "landlord=Keller [a new landlord, Ms. Keller]"},
		{"We've got a new accountant: Priya", "accountant=Priya [a new accountant: Priya]"},
		{"I have a new landlord.", ""},
		{"They have a new landlord, Ms. Keller.", ""},
		{"I need a new dentist, Anna says", ""},
		{"my wife and I", ""},
		{"my boss said Friday", ""},
		{"her brother Tom and his friend Max", "brother=Tom [her brother Tom] friend=Max [his friend Max]"},
		{"My supervisor is Prof. Almeida.", "supervisor=Almeida [My supervisor is Prof. Almeida]"},
		{"our adviser is Prof. Dr. Ana Vik", "adviser=Ana Vik [our adviser is Prof. Dr. Ana Vik]"},
		{"our new backend engineer Yusuf starts", "backend engineer=Yusuf [our new backend engineer Yusuf]"},
		{"my laptop is slow", ""},
		{"my sister is called griet", "sister=griet [my sister is called griet]"},
		{"our dog's name is rex, he barks", "dog=rex [our dog's name is rex]"},
		{"my sister is called daily", ""},
		{"my sister is called every time", ""},
		{"my service is called twice", ""},
		{"my sister is named after a boat", ""},
		{"her sister is called griet", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, r := range Roles(tt.in) {
			got = append(got, r.Role+"="+r.Name+" ["+tt.in[r.Start:r.End]+"]")
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " ")); diff != "" {
			t.Errorf("Roles(%q):\n%s", tt.in, diff)
		}
	}
}

func TestChanges(t *testing.T) {
	tests := []struct{ in, want string }{
		{"We moved from Jenkins to Buildkite last week", "Jenkins → Buildkite"},
		{"Use pnpm instead of npm", "npm → pnpm"},
		{"The standup is on Tuesday, not Monday", "Monday → Tuesday"},
		{"It was not Redis but Valkey", "Redis → Valkey"},
		{"We replaced Webpack with Vite", "Webpack → Vite"},
		{"The wiki was replaced by Notion", "wiki → Notion"},
		{"The limit is now 80%", "limit → 80%"},
		{"We no longer use Travis", "Travis → "},
		{"The rate increased from 3.5 to 4 percent", "3.5 → 4 percent"},
		{"The deadline is May 3 not May 5", "May 5 → May 3"},
		{"I prefer tea rather than coffee", "coffee → tea"},
		{"We drove from Rome to Bari", ""},
		{"We did not sleep", ""},
		{"Coverage must be 80+, not 70", "70 → 80"},
		{"I used to live in Lyon but now in Lille", "live in Lyon → in Lille"},
		{"we ship brass instead of tin", "tin → brass"},
		{"We use brass instead of", ""},
		{"not only brass but tin", ""},
		{"The kiln is now", ""},
	}
	for _, tt := range tests {
		var got []string
		for _, c := range Changes(tt.in) {
			got = append(got, c.Old+" → "+c.New)
		}
		if diff := cmp.Diff(tt.want, strings.Join(got, " | ")); diff != "" {
			t.Errorf("Changes(%q):\n%s", tt.in, diff)
		}
	}
}
