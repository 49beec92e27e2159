package config

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// Config is every setting. The comment of a field is short; [Keys] has the
// unit, the default and what the key costs.
type Config struct {
	Profile  string   // of [Profiles]; says what stands where nobody has set anything
	Home     string   // data folder, absolute
	Space    string   // the space of whoever names none
	KeepEnv  []string // names of variables that a daemon started by others gets beside the usual ones
	Log      Log
	Bus      Bus
	HTTP     HTTP
	Retrieve Retrieve
	Remember Remember
	Vectors  Vectors
	Models   Models
	Jobs     Jobs
	MCP      MCP
	Tools    map[string]Tool // by the name a tool publishes under
	Trace    Trace
	Dead     Dead
}

// LogFile returns where a daemon logs that is not at a terminal.
func (c Config) LogFile() string {
	if c.Log.File != "" {
		return c.Log.File
	}
	return filepath.Join(c.Home, "log", "memtide.log")
}

// Log says what is logged and where.
type Log struct {
	Level string // debug, info, warn, error
	File  string // "" is <home>/log/memtide.log
}

// Bus says which message server is used and how large it may grow.
type Bus struct {
	URL         string // "" is the embedded server
	Credentials string // file with credentials for URL
	Listen      string // "" is off; else a loopback address and port
	MaxMemory   int64  // bytes
	MaxStore    int64  // bytes
}

// Embedded reports whether the daemon runs its own message server.
func (b Bus) Embedded() bool { return b.URL == "" }

// HTTP is the API for programs that speak HTTP.
type HTTP struct {
	Listen string // "" is off; else a loopback address and port
}

// Retrieve bounds what a prompt may cost.
type Retrieve struct {
	DeadlineMS         int // milliseconds
	TokensSimple       int
	TokensComplex      int
	SessionStartTokens int
	TokensPins         int
	MaxBytes           int      // bytes of UTF-8
	Gate               float64  // relevance, 0 to 1; 0 is the built-in gate
	Inject             []string // when memory is handed over unasked: prompt, session-start, subagent
	LeastChars         int      // of a prompt that is given memory
	Ranking            string   // relevance, product, votes, fusion
	Graph              bool     // whether searches follow names and links
}

// Remember says whose words are mined.
type Remember struct {
	Sources       []string // user, agent
	OptoutFolders []string // absolute; nothing below them is kept
	NewestWins    int      // days; 0 is never
	SourceCap     int      // memories a session; 0 is no bound
	MergeFrom     float64  // likeness, 0 to 1; 0 is never
	Reinforce     float64  // what memtide reinforce adds to a score
	Demote        float64  // what memtide demote takes from it
}

// MCP says what an agent may do by the tools of memtide mcp.
type MCP struct {
	Changes string // none, own, all
}

// Vectors chooses the vector index and what fills it.
type Vectors struct {
	Engine   string // flat, hnsw
	Embedder string // builtin, none
}

// Jobs says when maintenance runs: cron expressions of five fields, or "off".
type Jobs struct {
	Timezone string            // IANA name, or Local
	Cron     map[string]string // by job; every job of [JobNames] is there

	IdleMinutes int      // 0 is never
	Spaces      []string // "job@space = cron"; [Jobs.Of] reads them
	MaxSize     int64    // bytes; 0 is no bound
	KeepBackups int
}

// Of returns the times of a job that are those of one space, "" for off.
func (j Jobs) Of(name string) map[string]string {
	out := map[string]string{}
	for _, line := range j.Spaces {
		if job, space, cron, ok := override(line); ok && job == name {
			if cron == off {
				cron = ""
			}
			out[space] = cron
		}
	}
	return out
}

// Off reports whether a job is turned off.
func (j Jobs) Off(name string) bool { return j.Cron[name] == off }

// Tool is what another tool that publishes may do.
type Tool struct {
	Trust string `json:"trust"` // the highest trust its words may have: tool, agent, file, user
}

// Trace bounds the receipts.
type Trace struct {
	MaxAgeDays int
	MaxBytes   int64
	Bodies     bool // of questions to models and their answers
}

// Dead bounds the dead letters.
type Dead struct {
	MaxAgeDays int
}

// Default returns the built-in settings, with the folders of this user on
// this system. Home is "" where the environment names no home folder.
func Default() Config {
	c := builtIn()
	c.locate(os.LookupEnv, runtime.GOOS)
	return c
}

// builtIn returns the settings that do not depend on the machine.
func builtIn() Config {
	c := Config{
		Profile: Instant, Space: "default", KeepEnv: []string{},
		Log: Log{Level: "info"},
		Bus: Bus{MaxMemory: 128 << 20, MaxStore: 16 << 30},
		Retrieve: Retrieve{
			DeadlineMS: 300, TokensSimple: 500, TokensComplex: 1500, SessionStartTokens: 1000, TokensPins: 600, MaxBytes: maxInjected,
			Inject: injected(), Ranking: "relevance", Graph: true,
		},
		Remember: Remember{Sources: []string{"user", "agent"}, OptoutFolders: []string{}, SourceCap: 50, Reinforce: 3, Demote: 1},
		Vectors:  Vectors{Engine: "flat", Embedder: "builtin"},
		Models: Models{DailyTokens: 2_000_000, DailyUSD: 1, Slots: 4, WaitMS: 1200, LateS: 60, RecordBytes: 256 << 20,
			Ask:    slices.Concat(PromptLayers(), AfterLayers()),
			Layers: map[string]ModelLayer{}, Providers: map[string]ModelProvider{}, Prices: map[string]ModelPrice{}},
		Jobs:  Jobs{Timezone: "Local", Cron: map[string]string{}, IdleMinutes: 30, Spaces: []string{}, MaxSize: 100 << 20, KeepBackups: 7},
		MCP:   MCP{Changes: "own"},
		Tools: map[string]Tool{},
		Trace: Trace{MaxAgeDays: 30, MaxBytes: 256 << 20},
		Dead:  Dead{MaxAgeDays: 30},
	}
	for _, j := range jobs() {
		c.Jobs.Cron[j.name] = j.cron
	}
	return c
}
