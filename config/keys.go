package config

import (
	"runtime"
	"strings"
)

// KeyDoc describes one key.
type KeyDoc struct {
	Key     string // as in the file: retrieve.deadline_ms
	Env     string // MEMTIDE_RETRIEVE_DEADLINE_MS
	Default string // as it would stand in the file
	Doc     string // what it does, with its unit
}

// setting is one row of the table: a key, the field it fills and its check.
type setting struct {
	key   string
	doc   string
	field func(*Config) any // pointer to the field
	check check             // says how to fix a value; nil accepts all
	place bool              // the default depends on the machine
	quiet bool              // a wrong value is not repeated: it may be a secret, or has no short form
}

// settings is the table of keys, in the order of the sample file.
func settings() []setting {
	s := append(placeSettings(), busSettings()...)
	s = append(s, httpSettings()...)
	s = append(s, flowSettings()...)
	s = append(s, modelSettings()...)
	s = append(s, jobSettings()...)
	return append(s, keepSettings()...)
}

func placeSettings() []setting {
	return []setting{
		{key: "profile", field: func(c *Config) any { return &c.Profile }, check: oneOf(Profiles()...),
			doc: "A named set of values for whatever you do not set yourself: " + strings.Join(Profiles(), ", ") + ". memtide config shows them; docs/profiles.md tells of each."},
		{key: "home", place: true, field: func(c *Config) any { return &c.Home }, check: folder,
			doc: "Data folder: log, stores, settings. Default: $XDG_DATA_HOME/memtide or ~/.local/share/memtide; on macOS ~/Library/Application Support/memtide; on Windows %LocalAppData%\\memtide. Not for the config.toml of a data folder, which hooks do not read: set MEMTIDE_HOME instead."},
		{key: "space", field: func(c *Config) any { return &c.Space }, check: spaceName,
			doc: "The space of whoever names none. Nothing crosses from one space to another."},
		{key: "keep_env", field: func(c *Config) any { return &c.KeepEnv }, check: variables, quiet: true,
			doc: "Names, not values, of variables that a daemon which a hook or a command starts gets of its environment, beside the usual ones: keys of services, SSL_CERT_FILE, TZ."},
		{key: "log.level", field: func(c *Config) any { return &c.Log.Level }, check: oneOf("debug", "info", "warn", "error"),
			doc: "Least level that is logged: debug, info, warn, error. Text of prompts and memories is logged at debug only."},
		{key: "log.file", field: func(c *Config) any { return &c.Log.File }, check: optional(folder),
			doc: "Log file. Empty: <home>/log/memtide.log."},
	}
}

func busSettings() []setting {
	return []setting{
		{key: "bus.url", quiet: true, field: func(c *Config) any { return &c.Bus.URL }, check: optional(natsURL),
			doc: "Servers of an existing NATS cluster, separated by commas. Empty: the server inside the daemon."},
		{key: "bus.credentials", field: func(c *Config) any { return &c.Bus.Credentials }, check: optional(folder),
			doc: "File with the credentials for bus.url, readable by its owner only."},
		{key: "bus.listen", field: func(c *Config) any { return &c.Bus.Listen }, check: optional(loopback),
			doc: "Loopback address and port on which other tools may reach the inner server, as 127.0.0.1:4222. Empty: off."},
		{key: "bus.max_memory", field: func(c *Config) any { return &c.Bus.MaxMemory }, check: bytesFrom(64<<20, 64<<30),
			doc: "Most memory that streams may take, in bytes or as \"128MiB\"."},
		{key: "bus.max_store", field: func(c *Config) any { return &c.Bus.MaxStore }, check: bytesFrom(256<<20, 1<<50),
			doc: "Most disk that streams may take, in bytes or as \"16GiB\". A full store refuses new half-turns and says so."},
	}
}

func httpSettings() []setting {
	return []setting{
		{key: "http.listen", field: func(c *Config) any { return &c.HTTP.Listen }, check: optional(loopbackPort),
			doc: "Loopback address and port of the HTTP API and its metrics, as 127.0.0.1:4280. Its token lies in <home>/http-token. Empty: off."},
	}
}

func flowSettings() []setting {
	return []setting{
		{key: "retrieve.deadline_ms", field: func(c *Config) any { return &c.Retrieve.DeadlineMS }, check: between(10, 60_000),
			doc: "How long a prompt waits for memory at most, in milliseconds."},
		{key: "retrieve.tokens_simple", field: func(c *Config) any { return &c.Retrieve.TokensSimple }, check: between(50, 4000),
			doc: "Tokens of memory for a simple prompt."},
		{key: "retrieve.tokens_complex", field: func(c *Config) any { return &c.Retrieve.TokensComplex }, check: between(50, 4000),
			doc: "Tokens of memory for a complex prompt; not less than for a simple one."},
		{key: "retrieve.session_start_tokens", field: func(c *Config) any { return &c.Retrieve.SessionStartTokens }, check: between(50, 4000),
			doc: "Tokens of memory when a session starts, 50 to 4000."},
		{key: "retrieve.tokens_pins", field: func(c *Config) any { return &c.Retrieve.TokensPins }, check: between(50, 4000),
			doc: "Tokens of standing directives beside the memory of a prompt: what you said shall always hold."},
		{key: "retrieve.max_bytes", field: func(c *Config) any { return &c.Retrieve.MaxBytes }, check: between(200, maxInjected),
			doc: "Bytes of UTF-8 in one injected block; clients cut what is longer than 8000."},
		{key: "retrieve.gate", field: func(c *Config) any { return &c.Retrieve.Gate }, check: ratio,
			doc: "Relevance, 0 to 1, below which nothing is injected; 0.0 is the built-in gate."},
		{key: "retrieve.inject", field: func(c *Config) any { return &c.Retrieve.Inject }, check: setOf(injected()...),
			doc: "When memory is handed over without being asked for: with a prompt, at session-start, to a subagent. An empty list is never; memtide search finds all the same."},
		{key: "retrieve.least_chars", field: func(c *Config) any { return &c.Retrieve.LeastChars }, check: between(0, 1000),
			doc: "Characters that a prompt must have to be given memory; 0 is any."},
		{key: "retrieve.ranking", field: func(c *Config) any { return &c.Retrieve.Ranking }, check: oneOf("relevance", "product", "votes", "fusion"),
			doc: "How memories are put in order: relevance, with what else is known of them as bounded factors; product of similarity, importance and recency, which must pass the gate; votes, words times e^(0.2 score) times recency; fusion of the ranks by words, vectors and links."},
		{key: "retrieve.graph", field: func(c *Config) any { return &c.Retrieve.Graph },
			doc: "Whether searches follow names and links. Without, memories are found by what they say alone."},
		{key: "remember.sources", field: func(c *Config) any { return &c.Remember.Sources }, check: setOf("user", "agent"),
			doc: "Whose words are mined for memories: user, agent, both or none."},
		{key: "remember.optout_folders", field: func(c *Config) any { return &c.Remember.OptoutFolders }, check: folders,
			doc: "Folders in which nothing is remembered, nor in what lies below them."},
		{key: "remember.source_cap", field: func(c *Config) any { return &c.Remember.SourceCap }, check: between(0, 100_000),
			doc: "Memories that an agent or a tool may bring in one session; what is beyond waits in quarantine (memtide quarantine). 0 is no bound."},
		{key: "remember.merge_from", field: func(c *Config) any { return &c.Remember.MergeFrom }, check: ratio,
			doc: "Likeness, 0 to 1, from which what is told again more fully or more shortly brings the memory that is there up to date instead of adding one: the fuller wording stays, the other is its history. Never where a number, a name or a negation differs. 0.0 never."},
		{key: "remember.newest_wins_days", field: func(c *Config) any { return &c.Remember.NewestWins }, check: between(0, 3650),
			doc: "Days after which a contradiction that you have not settled goes to what was said last; 0 never. jobs.drain looks every night."},
		{key: "remember.reinforce_weight", field: func(c *Config) any { return &c.Remember.Reinforce }, check: weight,
			doc: "What memtide reinforce adds to the score of a memory; scores go from -5 to 5."},
		{key: "remember.demote_weight", field: func(c *Config) any { return &c.Remember.Demote }, check: weight,
			doc: "What memtide demote takes from it."},
		{key: "vectors.engine", field: func(c *Config) any { return &c.Vectors.Engine }, check: engine(runtime.GOOS),
			doc: "Vector index: flat, or hnsw, a graph that costs ten times the memory and seconds of processor time at every start, and is asked only while it finds 99 of 100 true neighbours; not on Windows. memtide bench vectors says which to take."},
		{key: "vectors.embedder", field: func(c *Config) any { return &c.Vectors.Embedder }, check: oneOf("builtin", "none"),
			doc: "What turns text into vectors: builtin needs no download and no key; with none there are no vectors, and memories are found by their words alone."},
	}
}

func keepSettings() []setting {
	return []setting{
		{key: "mcp.changes", field: func(c *Config) any { return &c.MCP.Changes }, check: oneOf("none", "own", "all"),
			doc: "What an agent may change by the tools of memtide mcp: none, it only reads; own, it notes facts, and changes and forgets what agents have said; all, also what you have said, but for your rules and for confirming. memtide undo takes any of it back."},
		{key: "tools", field: func(c *Config) any { return &c.Tools },
			doc: "Trust of other tools that publish, by name: tool, agent, file or user. A tool that is not named has trust agent. In the environment: \"name=trust,name=trust\"."},
		{key: "trace.max_age_days", field: func(c *Config) any { return &c.Trace.MaxAgeDays }, check: between(1, 3650),
			doc: "Days for which receipts are kept."},
		{key: "trace.bodies", field: func(c *Config) any { return &c.Trace.Bodies },
			doc: "Whether the traces of questions to models hold what was asked and answered: personal data, for as long as you look for a fault. It stays on this machine."},
		{key: "trace.max_bytes", field: func(c *Config) any { return &c.Trace.MaxBytes }, check: bytesFrom(1<<20, 1<<50),
			doc: "Most disk for receipts, in bytes or as \"256MiB\"."},
		{key: "dead.max_age_days", field: func(c *Config) any { return &c.Dead.MaxAgeDays }, check: between(1, 3650),
			doc: "Days for which dead letters are kept."},
	}
}

// job is a maintenance job of the maintain flow and when it runs by default.
type job struct{ name, cron, doc string }

// jobs is the table of the jobs that look after a memory, in the order of a day.
func jobs() []job {
	return []job{
		{"turnover", "10 0 * * *", "plans whose time has passed become events"},
		{"consolidate", "0 3 * * *", "sessions are read again as a whole and summarised"},
		{"decay", "10 3 * * *", "memories that have faded are archived"},
		{"enrich", "20 3 * * *", "what is known of a name is summed up, from three mentions on"},
		{"infer", "30 3 * * *", "half-turns are linked with their causes, where the words say so"},
		{"link", "40 3 * * *", "memories that were of use together, or are alike, are linked"},
		{"drain", "50 3 * * *", "old contradictions are settled, when remember.newest_wins_days is set"},
		{"prune", "0 4 * * *", "the least hundredth is archived in a space above jobs.max_size"},
		{"sweep", "5 * * * *", "transcripts on disk are held against what was taken in, and what is missing is taken in"},
		{"snapshot", "0 5 * * *", "text indexes are written to disk, so that a start is short"},
		{"backup", "10 5 * * *", "the data folder is copied to backups/, checked, and the oldest copy removed"},
	}
}

// JobNames returns the names of the maintenance jobs, in the order of a day.
func JobNames() []string {
	var names []string
	for _, j := range jobs() {
		names = append(names, j.name)
	}
	return names
}

// off turns a job off.
const off = "off"

func jobSettings() []setting {
	rows := []setting{{key: "jobs.timezone", field: func(c *Config) any { return &c.Jobs.Timezone }, check: timezone,
		doc: "Time zone of the times below: an IANA name such as Europe/Berlin, UTC, or Local."}}
	for _, j := range jobs() {
		rows = append(rows, setting{key: "jobs." + j.name, check: cronSpec, doc: "When " + j.doc + ": minute hour day month weekday, @every 6h, or off.",
			field: func(c *Config) any { return &cronField{c, j.name} }})
	}
	return append(rows,
		setting{key: "jobs.idle_minutes", field: func(c *Config) any { return &c.Jobs.IdleMinutes }, check: between(0, 1440),
			doc: "Minutes without a word after which what was said is consolidated, beside the time of jobs.consolidate; 0 never. With 0 and jobs.consolidate off the end of a session consolidates nothing either."},
		setting{key: "jobs.spaces", field: func(c *Config) any { return &c.Jobs.Spaces }, check: overrides,
			doc: "Other times for one space, as [\"decay@work = off\", \"enrich@home = 0 6 * * *\"]; not of sweep and backup, which concern the machine. In the environment a line with commas cannot stand here."},
		setting{key: "jobs.max_size", field: func(c *Config) any { return &c.Jobs.MaxSize }, check: bytesFrom(0, 1<<50),
			doc: "Size of what is live in a space above which jobs.prune archives, in bytes or as \"100MiB\"; 0 is no bound."},
		setting{key: "jobs.keep_backups", field: func(c *Config) any { return &c.Jobs.KeepBackups }, check: between(1, 1000),
			doc: "Number of copies that jobs.backup leaves in backups/."},
	)
}

// cronField is the entry of one job in the map of jobs.
type cronField struct {
	c    *Config
	name string
}

func (f *cronField) get() string { return f.c.Jobs.Cron[f.name] }

func (f *cronField) set(v string) {
	if f.c.Jobs.Cron == nil {
		f.c.Jobs.Cron = map[string]string{}
	}
	f.c.Jobs.Cron[f.name] = v
}

// injected is when memory may be handed over.
func injected() []string { return []string{"prompt", "session-start", "subagent"} }

// maxInjected is the most that every client takes whole, in bytes.
const maxInjected = 8000
