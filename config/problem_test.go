package config

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestProblems(t *testing.T) {
	for _, tc := range []struct {
		name string
		file string
		env  map[string]string
		set  map[string]string
		want []string // keys, in order
		say  []string // what the error must say
	}{
		{name: "unknown key", file: "retreive = 1\n", want: []string{"retreive"}},
		{name: "unknown key in a table", file: "[retrieve]\ndeadline = 1\n", want: []string{"retrieve.deadline"}, say: []string{"did you mean retrieve.deadline_ms?"}},
		{name: "misspelt", file: "[vectors]\nengin = \"flat\"\n", want: []string{"vectors.engin"}, say: []string{"did you mean vectors.engine?"}},
		{name: "without its table", file: "gate = 0.5\n", want: []string{"gate"}, say: []string{"did you mean retrieve.gate?"}},
		{name: "unknown table", file: "[llm]\nmodel = \"x\"\n", want: []string{"llm"}},
		{name: "misspelt table", file: "[retreive]\ngate = 0.2\nretries = 1\n", want: []string{"retreive"}, say: []string{"retreive (", "is no table of settings; did you mean retrieve?"}},
		{name: "misspelt table of a key", file: "vector.engine = \"flat\"\n", want: []string{"vector"}, say: []string{"did you mean vectors?"}},
		{name: "a value for a table", file: "retrieve = 3\n", want: []string{"retrieve"}, say: []string{"retrieve = 3", "is a table of settings; write them below [retrieve]"}},
		{name: "unknown job", file: "[jobs]\nconsolidat = \"0 3 * * *\"\n", want: []string{"jobs.consolidat"}, say: []string{"did you mean jobs.consolidate?"}},
		{name: "unknown flag", set: map[string]string{"space_": "x"}, want: []string{"space_"}, say: []string{"did you mean space?", "--set space_"}},
		{name: "not TOML", file: "space = \n[", say: []string{"line 1"}, want: []string{"FILE"}},
		{name: "types", file: "space = 1\nhome = {}\n[retrieve]\ndeadline_ms = \"fast\"\ngate = \"high\"\n[remember]\nsources = \"user\"\n[bus]\nmax_store = 1.5\n",
			want: []string{"home", "space", "bus.max_store", "retrieve.deadline_ms", "retrieve.gate", "remember.sources"}},
		{name: "ranges", set: map[string]string{"retrieve.deadline_ms": "0", "retrieve.gate": "1.5", "retrieve.max_bytes": "9000", "bus.max_memory": "1KiB", "dead.max_age_days": "-1"},
			want: []string{"bus.max_memory", "retrieve.deadline_ms", "retrieve.max_bytes", "retrieve.gate", "dead.max_age_days"}, say: []string{"from 200 to 8000", "from 0 to 1", "64MiB"}},
		{name: "not a number", set: map[string]string{"retrieve.gate": "NaN"}, want: []string{"retrieve.gate"}},
		{name: "listen to the world", set: map[string]string{"bus.listen": "0.0.0.0:4222"}, want: []string{"bus.listen"}, say: []string{"loopback"}},
		{name: "http to the world", set: map[string]string{"http.listen": "0.0.0.0:4280"}, want: []string{"http.listen"}, say: []string{"loopback", "no other machine"}},
		{name: "http and tools at one port", set: map[string]string{"bus.listen": "127.0.0.1:4280", "http.listen": "127.0.0.1:4280"}, want: []string{"http.listen"}, say: []string{"another port"}},
		{name: "listen by name", set: map[string]string{"bus.listen": "localhost:4222"}, want: []string{"bus.listen"}},
		{name: "listen without port", set: map[string]string{"bus.listen": "127.0.0.1"}, want: []string{"bus.listen"}},
		{name: "an engine that is not there", set: map[string]string{"vectors.engine": "faiss"}, want: []string{"vectors.engine"}, say: []string{"use flat or hnsw"}},
		{name: "a job that is not there", file: "[jobs]\ndream = \"0 3 * * *\"\n", want: []string{"jobs.dream"}, say: []string{"is not a setting"}},
		{name: "a day that never comes", set: map[string]string{"jobs.backup": "10 5 31 2 *"}, want: []string{"jobs.backup"}, say: []string{"never comes"}},
		{name: "an interval of seconds", set: map[string]string{"jobs.sweep": "@every 10s"}, want: []string{"jobs.sweep"}, say: []string{"@every 1m"}},
		{name: "a space without a job", set: map[string]string{"jobs.spaces": "work = off"}, want: []string{"jobs.spaces"}, say: []string{"job@space = cron"}},
		{name: "a job of the machine in a space", set: map[string]string{"jobs.spaces": "backup@work = off"}, want: []string{"jobs.spaces"}, say: []string{"decay"}},
		{name: "a bad time of a space", set: map[string]string{"jobs.spaces": "decay@work = at night"}, want: []string{"jobs.spaces"}, say: []string{"five fields"}},
		{name: "a space twice", set: map[string]string{"jobs.spaces": "decay@w = off, decay@w = 0 3 * * *"}, want: []string{"jobs.spaces"}, say: []string{"say it once"}},
		{name: "each wrong line of a space", file: "[jobs]\nspaces = [\"work = off\", \"dacay@work = off\", \"link@work = off\", \"enrich@work = at night\"]\n", want: []string{"jobs.spaces"}, say: []string{"\"work = off\"", "did you mean decay?", "in \"enrich@work"}},
		{name: "elements of no vectors", set: map[string]string{"models.dims": "256"}, want: []string{"models.dims"}, say: []string{"set models.embedder, too"}},
		{name: "an engine for no vectors", set: map[string]string{"vectors.engine": "hnsw", "vectors.embedder": "none"}, want: []string{"vectors.engine"}, say: []string{"there are no vectors"}},
		{name: "an engine for no vectors, by a profile", set: map[string]string{"vectors.engine": "hnsw", "profile": "koshi"}, want: []string{"vectors.engine"}},
		{name: "contradictions that nobody settles", set: map[string]string{"remember.newest_wins_days": "30", "jobs.drain": "off"}, want: []string{"remember.newest_wins_days"}, say: []string{"give jobs.drain a time"}},
		{name: "contradictions that nobody settles anywhere", set: map[string]string{"remember.newest_wins_days": "30", "jobs.drain": "off", "jobs.spaces": "drain@work = off"}, want: []string{"remember.newest_wins_days"}},
		{name: "misspelt variables", env: map[string]string{"MEMTIDE_RETRIEVE_GATEE": "0.3", "MEMTIDE_BUS_LISEN": "x", "MEMTIDE_HOOK_DEBUG": "1", "MEMTIDE_RETRIEVE_DEADLINE": ""}, want: []string{"MEMTIDE_BUS_LISEN", "MEMTIDE_RETRIEVE_GATEE"}, say: []string{"did you mean MEMTIDE_RETRIEVE_GATE?", "MEMTIDE_BUS_LISTEN?"}},
		{name: "start is not a setting", file: "[start]\nauto = false\n", want: []string{"start"}},
		{name: "no session start", set: map[string]string{"retrieve.session_start_tokens": "0"}, want: []string{"retrieve.session_start_tokens"}, say: []string{"from 50 to 4000"}},
		{name: "url", env: map[string]string{"MEMTIDE_BUS_URL": "http://x"}, want: []string{"bus.url"}, say: []string{"MEMTIDE_BUS_URL", "nats://"}},
		{name: "url with password", env: map[string]string{"MEMTIDE_BUS_URL": "nats://u:p@x:4222"}, want: []string{"bus.url"}, say: []string{"bus.credentials"}},
		{name: "credentials for nobody", set: map[string]string{"bus.credentials": absolute("nats.creds")}, want: []string{"bus.credentials"}, say: []string{"set bus.url"}},
		{name: "credentials for a wrong url", set: map[string]string{"bus.credentials": absolute("nats.creds"), "bus.url": "http://x"}, want: []string{"bus.url"}},
		{name: "an unknown preset", file: "[models.providers.work]\npreset = \"opnai\"\n", want: []string{"models.providers"}, say: []string{"work: preset", "did you mean openai?"}},
		{name: "a provider without an address", file: "[models.providers.antropic]\nkey_env = \"X\"\n", want: []string{"models.providers"}, say: []string{"antropic: give it an url", "did you mean anthropic?"}},
		{name: "cron", file: "[jobs]\nconsolidate = \"at night\"\ntimezone = \"Mars\"\n", want: []string{"jobs.timezone", "jobs.consolidate"}},
		{name: "cron with a zone", set: map[string]string{"jobs.consolidate": "TZ=UTC"}, want: []string{"jobs.consolidate"}, say: []string{"jobs.timezone"}},
		{name: "cron of four fields", set: map[string]string{"jobs.consolidate": "0 3 * *"}, want: []string{"jobs.consolidate"}},
		{name: "trust", file: "[tools.codex]\ntrust = \"usr\"\n[tools.other]\nlevel = 1\n", want: []string{"tools.codex.trust", "tools.other.level", "tools.other.trust"}, say: []string{"did you mean user?"}},
		{name: "tools as a list", file: "tools = [\"codex\"]\n", want: []string{"tools"}},
		{name: "sources", env: map[string]string{"MEMTIDE_REMEMBER_SOURCES": "user,tool"}, want: []string{"remember.sources"}},
		{name: "relative folders", file: "home = \"data\"\n[remember]\noptout_folders = [\"x\"]\n", want: []string{"home", "remember.optout_folders"}},
		{name: "no home", env: map[string]string{"HOME": "", "USERPROFILE": "", "LocalAppData": ""}, want: []string{"home"}},
		{name: "budgets the wrong way round", set: map[string]string{"retrieve.tokens_simple": "900", "retrieve.tokens_complex": "500"}, want: []string{"retrieve.tokens_complex"}},
		{name: "all sources at once", file: "spce = 1\n", env: map[string]string{"MEMTIDE_LOG_LEVEL": "loud"}, set: map[string]string{"vectors.engine": "falt"},
			want: []string{"spce", "log.level", "vectors.engine"}, say: []string{"did you mean space?", "did you mean flat?", "debug or info"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			src := Sources{Env: mapEnv(tc.env), Set: tc.set}
			for name, value := range tc.env {
				src.All = append(src.All, name+"="+value)
			}
			if tc.file != "" {
				src.File = writeFile(t, tc.file)
			}
			_, err := Load(src)
			if err == nil {
				t.Fatal("accepted")
			}
			var got []string
			for _, p := range problems(err) {
				if p.Fix == "" {
					t.Errorf("%s has no fix", p.Key)
				}
				if p.Key == src.File {
					p.Key = "FILE"
				}
				got = append(got, p.Key)
			}
			if diff := cmp.Diff(tc.want, got); diff != "" {
				t.Errorf("keys (-want +got):\n%s\n%v", diff, err)
			}
			for _, s := range tc.say {
				if !strings.Contains(err.Error(), s) {
					t.Errorf("error does not say %q:\n%v", s, err)
				}
			}
		})
	}
}

// What has an effect beside the other key is no mistake, nor is a variable of ours that
// has nothing to do with settings.
func TestNoProblem(t *testing.T) {
	for _, src := range []Sources{
		{Set: map[string]string{"models.dims": "256", "models.embedder": "voyage/voyage-4"}},
		{Set: map[string]string{"vectors.engine": "hnsw"}},
		{Set: map[string]string{"vectors.engine": "hnsw", "vectors.embedder": "none", "models.embedder": "voyage/voyage-4"}},
		{Set: map[string]string{"remember.newest_wins_days": "30"}},
		{Set: map[string]string{"remember.newest_wins_days": "30", "jobs.drain": "off", "jobs.spaces": "drain@work = 0 6 * * *"}},
		{Set: map[string]string{"jobs.drain": "off"}},
		{All: []string{"MEMTIDE_HOOK_DEBUG=1", "MEMTIDE_NO_START=1", "MEMTIDE_MINE=1", "MEMTIDE_RETRIEVE_GATE=0.3", "MEMTIDE_JOBS_MAX_SIZE=1", "RETRIEVE_GATEE=1", "MEMTIDE_TOOLS=a=user"}},
	} {
		src.Env = mapEnv(nil)
		if _, err := Load(src); err != nil {
			t.Errorf("%+v: %v", src, err)
		}
	}
}

// Who writes a key where its name belongs does not read it again in a log.
func TestAValueForANameIsNotRepeated(t *testing.T) {
	for _, src := range []Sources{
		{Set: map[string]string{"keep_env": "MY_KEY=s3cret"}},
		{File: writeFile(t, `keep_env = ["MY_KEY", "s3cret-1"]`)},
		{File: writeFile(t, `keep_env = "MY_KEY=s3cret"`)},
	} {
		src.Env = mapEnv(nil)
		_, err := Load(src)
		if ps := problems(err); len(ps) == 0 || ps[0].Key != "keep_env" || ps[0].Fix == "" || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%+v: %v", src, err)
		}
	}
}

// Of a wrong value that has no short form only its place is named, and of an
// address with a password nothing.
func TestAWrongValueIsShownAsAPersonWroteItOrNotAtAll(t *testing.T) {
	for text, says := range map[string]string{
		"[models.layers.foo]\nmodel = \"x/y\"":                 "\"foo\" is no layer; there are classify",
		"[models.layers.gate]\nmodell = \"off\"":               "gate.modell is not a setting",
		"[models.prices]\n\"a/b\" = { in = -1 }":               "a/b: use dollars",
		"[models.prices]\n\"a/b\" = { inn = 1 }":               "a/b.inn is not a setting",
		"[bus]\nurl = \"nats://ann:s3cret@host.example:4222\"": "take the user and password out",
	} {
		_, err := Load(Sources{File: writeFile(t, text), Env: mapEnv(nil)})
		if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "map[") || strings.Contains(err.Error(), "s3cret") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestValidateSaysTheSame(t *testing.T) {
	c := Default()
	c.Home = absolute("h")
	if err := c.Validate(); err != nil {
		t.Fatal(err)
	}
	c.Bus.Listen, c.Space = "10.0.0.1:1", ""
	c.Jobs.Cron = map[string]string{"dacay": "0 0 * * *"}
	n := len(problems(c.Validate()))
	if want := 2 + len(JobNames()) + 1; n != want {
		t.Errorf("%d problems, want %d: %v", n, want, c.Validate())
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{"1": 1, "64 KiB": 64 << 10, "128mib": 128 << 20, "2GB": 2e9, "1TiB": 1 << 40, "5 b": 5} {
		if got, ok := parseSize(text); !ok || got != want {
			t.Errorf("%q is %d, %v; want %d", text, got, ok, want)
		}
	}
	for _, text := range []string{"", "MiB", "-1", "1.5MiB", "9999999999GiB", "1 potato"} {
		if got, ok := parseSize(text); ok {
			t.Errorf("%q was read as %d", text, got)
		}
	}
}

func FuzzLoad(f *testing.F) {
	f.Add(Example())
	f.Add([]byte("space = \"x\"\n[jobs]\nconsolidate = \"TZ=\"\n"))
	f.Add([]byte("[tools.\"a b\"]\ntrust = \"user\"\n[bus]\nmax_store = \"9EiB\"\n"))
	f.Add([]byte("retrieve.gate = nan\nretrieve = 3\n"))
	f.Add([]byte("a.b.c = [[[{x = 1}]]]\n\x00\xff"))
	f.Add([]byte("[jobs]\nconsolidate = \"*/0 * * * *\"\n"))
	f.Add([]byte("[jobs]\nconsolidate = \"@every 1s\"\n"))
	load := func(data []byte) (Config, error) {
		l := loader{c: builtIn(), from: map[string]string{}, bad: map[string]bool{}}
		l.toml(data, "x.toml")
		l.c.locate(mapEnv(nil), "linux")
		l.problems = append(l.problems, l.c.problems(l.from, l.bad)...)
		return l.c, join(l.problems)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := load(data)
		if err != nil {
			if len(problems(err)) == 0 || fmt.Sprint(err) == "" {
				t.Fatalf("an error without a problem: %#v", err)
			}
			return
		}
		if err := c.Validate(); err != nil {
			t.Fatalf("loaded and invalid: %v", err)
		}
		again, err := load([]byte(render(c)))
		if err != nil {
			t.Fatalf("what was loaded cannot be written: %v\n%s", err, render(c))
		}
		if diff := cmp.Diff(c, again); diff != "" {
			t.Fatalf("round trip:\n%s", diff)
		}
	})
}

func TestEngineOfASystem(t *testing.T) {
	for _, tc := range []struct{ goos, engine, want string }{
		{"linux", "flat", ""}, {"linux", "hnsw", ""}, {"darwin", "hnsw", ""}, {"windows", "flat", ""},
		{"windows", "hnsw", "use flat: hnsw is not in the program for Windows"},
		{"linux", "hnws", "use flat or hnsw; did you mean hnsw?"},
	} {
		if got := engine(tc.goos)(tc.engine); got != tc.want {
			t.Errorf("%s on %s: %q, want %q", tc.engine, tc.goos, got, tc.want)
		}
	}
}

// problems returns those in an error of [Load] or [Config.Validate], in order.
func problems(err error) []*Problem {
	var joined interface{ Unwrap() []error }
	if errors.As(err, &joined) {
		var out []*Problem
		for _, e := range joined.Unwrap() {
			out = append(out, problems(e)...)
		}
		return out
	}
	var p *Problem
	if errors.As(err, &p) {
		return []*Problem{p}
	}
	return nil
}
