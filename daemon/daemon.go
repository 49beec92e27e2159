// Package daemon is the one process that holds a store: it opens everything, runs the
// stages, and answers the doors.
//
//	hooks, tools ─▶ ask, turn ─┐
//	                           ├─▶ bus ─▶ stages ─▶ ledger ─▶ graph, text, vectors
//	command line ─▶ control ───┘    ▲
//	                            scheduler
//
// daemon.go is the whole system on one screen, run.go what goes on while it runs, and
// control.go the list of the verbs; behind each stands one file a topic. What a verb
// takes and gives is in daemon/control, how a command gets here in daemon/client, what can
// be told of the data folder from outside in daemon/folder.
//
// It promises: one process at a time has the folder; what is acknowledged survives a
// crash; a piece of work that was cut off is finished or taken back at the next start,
// and named. It reads its settings from a [config.Config] and from nowhere else.
//
// # Where to find what
//
//	the process daemon, run, giveback (of memory, after a start), token (of tools), http (the HTTP API of package web), serve (again where that helps), host (what jobs do beside a memory), maintenance (the table of jobs), throwaway (one for a test or an evaluation)
//	long work   operations (asked after until they are done), cutoff (what a crash interrupted)
//	folders     placed (whose project a folder is), realfolder (behind links), folders (what is known of them), sweep (of transcripts)
//	verbs       control (their list), notfound (errors of what is not there)
//	a memory    inspect, agent (what one may change), lookup, browse (page by page), entity, rules, correct, vote, bringback, archived, weak, conflicts, quarantine, move, scan (for secrets)
//	decisions   log, trace (of prompts), undo, rollback, asof (the past), status, heard (of which client), costs, metrics, decisions (on half-turns)
//	vectors     embedder (which one), vectors (which serve), migrate (to another one)
//	models      models: what the settings say of them
//	replays     replay, replayprompts, shadow (what was otherwise, into the memory), shadows (stores of replays)
//	export      export, content (its hash), bring (the import)
//	backup      backup, backupchild (a process of its own), backupcheck, restore
//	erase       erasure, erasesearch (in files), erasebackups, eraseagain (in what is put back)
package daemon

import (
	"context"
	"errors"
	"log/slog"

	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/bus"
	"github.com/memtide/memtide/bus/embedded"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/folder"
	"github.com/memtide/memtide/daemon/web"
	"github.com/memtide/memtide/hookbridge"
	"github.com/memtide/memtide/language"
	"github.com/memtide/memtide/ledger"
	"github.com/memtide/memtide/llm"
	prompts "github.com/memtide/memtide/llm/prompt"
	"github.com/memtide/memtide/scheduler"
	"github.com/memtide/memtide/stages"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/retrieve"
	"github.com/memtide/memtide/vectorindex"
	"github.com/memtide/memtide/wordvec"
)

// Daemon is the whole system: server, bus, stores, stages, scheduler.
type Daemon struct {
	cfg      config.Config
	paths    hookbridge.Paths
	log      *slog.Logger
	server   *embedded.Server
	bus      *bus.Bus
	ahead    *ledger.Ahead // of the default space
	records  *vectorindex.Records
	models   *llm.Models
	ledger   *ledger.Ledger
	sched    *scheduler.Scheduler
	started  time.Time
	now      func() time.Time
	stop     context.CancelFunc
	heals    *heals      // of spaces; nil: nobody opens this daemon anew
	ended    atomic.Bool // whether somebody has asked it to stop
	work     operations
	http     httpDoor
	copying  sync.Mutex // one backup at a time
	eraser   sync.Mutex // one erasure at a time
	inHand   inHand
	cutOff   []string   // what this start has found cut off; written before anybody can ask
	erasing  []underway // erasures among it
	wishes   []underway // erasures among it that are to be made yet
	wished   wishes
	unerased error // what was erased is there again; written before anybody can ask

	gone map[string]bool // half-turns that were erased before this start

	lately      *remember.Lately // half-turns that the stages have read
	ears        ears
	places      places
	real        realFolders
	spool       hookbridge.Drainer
	wrongModels error // why some layers do not have their models
	watch       func(*llm.Models) prompts.Model
	patience    time.Duration
	likening    time.Duration
	embeds      embedders
	beside      Beside
	figures     figures
}

// Beside puts further handlers behind the guard of the HTTP API when it begins to listen, and
// returns what ends them. projectOf returns the project of a folder, "" for none; a disk that does
// not answer within two seconds is an error.
type Beside func(api *web.Server, projectOf func(ctx context.Context, folder string) (string, error)) (end func())

// Options are for daemons that are thrown away, but for Beside; the zero value is that of one that stays.
type Options struct {
	Beside Beside // what links no package that a daemon does without; nil: the API alone

	NoSync bool             // what is written is not forced to the disk
	Parent string           // folder in which the throw-away one is made; "" is that of the system
	Now    func() time.Time // the clock; nil is that on the wall

	Models   ModelRun
	Watch    func(*llm.Models) prompts.Model // what the stages ask; nil: the models themselves
	Patience time.Duration                   // of a stage that asks a model; 0 is that of retrieve
	Likening time.Duration                   // that a prompt waits for its vector; 0 is that of retrieve
}

// Open opens everything below cfg.Home and runs nothing yet; it finishes a restore that
// was cut off. The caller closes the daemon after Run has ended.
func Open(ctx context.Context, cfg config.Config, log *slog.Logger, opts Options) (_ *Daemon, err error) {
	d := &Daemon{cfg: cfg, paths: hookbridge.NewPaths(cfg.Home), log: log, started: time.Now(), now: opts.Now, lately: remember.NewLately()}
	if d.now == nil {
		d.now = time.Now
	}
	d.patience, d.likening, d.watch, d.beside = opts.Patience, opts.Likening, opts.Watch, opts.Beside
	d.inHand.path = filepath.Join(cfg.Home, "state", "inhand.json")
	d.spool.Dir = d.paths.Spool
	defer func() {
		if err != nil {
			err = errors.Join(folder.Crowded(cfg.Home, err), d.Close())
		}
	}()
	if err := resumeRestore(cfg.Home, log); err != nil {
		return nil, err
	}
	go language.Ready() // or the first prompt would wait for it
	d.gone = erasedTurns(cfg.Home)
	token := ""
	if cfg.Bus.Listen != "" {
		if token, err = toolToken(cfg.Home); err != nil {
			return nil, err
		}
	}
	spaces := filepath.Join(cfg.Home, "spaces")
	d.server, err = embedded.Start(cfg.Home, d.paths.Run, embedded.Options{
		Logger: log, Listen: cfg.Bus.Listen, ToolToken: token,
		MaxMemory: cfg.Bus.MaxMemory, MaxStore: cfg.Bus.MaxStore, NoSync: opts.NoSync,
		Held: func() (err error) { // a second lock: the file of the first can be tidied away
			if d.records, err = openRecords(cfg.Home); err == nil {
				d.ahead = ledger.ReadAhead(spaces, memtide.Space(cfg.Space)) // what a start waits for longest
			}
			return err
		},
		Scrub: scrubFile(cfg), Found: d.paths.RunFile(), Guarded: []string{bus.StreamTurns, bus.StreamLedger},
	})
	if err != nil {
		return nil, err
	}
	if err := errors.Join(d.paths.Make(), dropUnfinished(d.paths, cfg.Home)); err != nil {
		return nil, err
	}
	if d.bus, err = bus.New(ctx, d.dial(), d.busOptions()); err != nil {
		return nil, err
	}
	if err := d.server.KeepHeads(); err != nil { // the logs are well
		log.Warn("the head of a log has no copy", slog.Any("err", err))
	}
	former, err := formerModel(d.records, wantedMaker(cfg))
	if err != nil {
		return nil, err
	}
	if d.models, d.wrongModels = OpenModels(cfg, former, log, opts.Models); d.models == nil {
		return nil, d.wrongModels
	}
	if err := d.openLedger(spaces); err != nil {
		return nil, err
	}
	d.sched, err = scheduler.New(d.bus, table(cfg), filepath.Join(cfg.Home, "state", "schedule.json"),
		scheduler.Options{Logger: log, Location: location(cfg), Now: opts.Now})
	return d, err
}

// intact looks whether every record of the logs can be read. It stands back for prompts.
func (d *Daemon) intact(ctx context.Context) error {
	return d.server.Intact(func() error { return d.bus.Quiet(ctx) })
}

// openLedger opens the ledger over the projections below dir.
func (d *Daemon) openLedger(dir string) error {
	words, err := wordvec.Load()
	if err != nil {
		return err
	}
	serving, err := d.chooseEmbedder(words)
	if err != nil {
		return err
	}
	if d.cfg.Vectors.Embedder == "none" && d.cfg.Models.Embedder == "" {
		serving = ledger.Embedder{}
	}
	d.ledger, err = ledger.Open(d.bus, dir, ledger.Options{
		Logger: d.log, Fold: language.Fold, Records: d.records, Engine: vectorindex.Engine(d.cfg.Vectors.Engine),
		Words: words, Embedder: serving, Ahead: d.ahead, Intact: d.intact,
	})
	return err
}

// dial connects to the server inside, or to the one that is configured.
func (d *Daemon) dial() bus.Dial {
	if d.cfg.Bus.Embedded() {
		return d.server.Dial
	}
	return func(name string) (*nats.Conn, error) {
		opts := []nats.Option{nats.Name("memtide " + name), nats.MaxReconnects(-1)}
		if d.cfg.Bus.Credentials != "" {
			opts = append(opts, nats.UserCredentials(d.cfg.Bus.Credentials))
		}
		return nats.Connect(d.cfg.Bus.URL, opts...)
	}
}

func (d *Daemon) busOptions() bus.Options {
	o := bus.Options{Logger: d.log, Limits: bus.Limits{
		TraceAge: days(d.cfg.Trace.MaxAgeDays), TraceBytes: d.cfg.Trace.MaxBytes, DeadAge: days(d.cfg.Dead.MaxAgeDays),
	}}
	if d.cfg.Bus.Embedded() {
		o.Storage, o.Overwrite, o.Alone = d.storage, d.server.Overwrite, true
	} else {
		o.Doors = d.server.Dial
	}
	return o
}

func days(n int) time.Duration { return time.Duration(n) * 24 * time.Hour }

// pipeline returns every stage, and the control door of the command line.
func (d *Daemon) pipeline(now func() time.Time) []bus.Stage {
	r, m := d.cfg.Retrieve, d.cfg.Remember
	all := stages.All(stages.Deps{
		Retrieve: retrieve.Deps{Bus: d.bus, Memory: d.ledger, Now: now, Notice: d.modelNotice, ProjectOf: d.places.of, Tuning: retrieve.Tuning{
			Space: memtide.Space(d.cfg.Space), Deadline: time.Duration(r.DeadlineMS)*time.Millisecond + d.wait(), TokensSimple: r.TokensSimple,
			TokensComplex: r.TokensComplex, TokensSession: r.SessionStartTokens, TokensPins: r.TokensPins, MaxBytes: r.MaxBytes, Gate: r.Gate,
			Inject: r.Inject, LeastChars: r.LeastChars, Ranking: retrieve.Ranking(r.Ranking), NoGraph: !r.Graph, Patience: d.patience, Likening: d.likening,
		}},
		Remember: remember.Deps{Bus: d.bus, Ledger: d.ledger, Now: now, Lately: d.lately, Intake: remember.Intake{
			Space: memtide.Space(d.cfg.Space), Project: d.places.search(hookbridge.Project), Placed: d.places.learn, OptOut: m.OptoutFolders, Real: d.real.of, Tools: toolTrust(d.cfg),
			Sources: roles(m.Sources), SourceCap: sourceCap(m.SourceCap),
			MergeFrom:   m.MergeFrom,
			Erased:      func(turn string) bool { return d.gone[turn] },
			NoSummaries: d.cfg.Jobs.Off("consolidate") && d.cfg.Jobs.IdleMinutes == 0,
		}},
		Maintain: d.maintenance(),
		Model:    d.asked(), Bodies: d.cfg.Trace.Bodies,
	})
	return append(all, d.control()...)
}

// asked is what the stages ask.
func (d *Daemon) asked() prompts.Model {
	if d.watch == nil {
		return d.models
	}
	return d.watch(d.models)
}

// wait is how much longer a prompt may take: nothing, unless a model is on its
// path.
func (d *Daemon) wait() time.Duration {
	if !slices.ContainsFunc(config.PromptLayers(), d.models.Has) {
		return 0
	}
	return time.Duration(d.cfg.Models.WaitMS) * time.Millisecond
}

func roles(names []string) []memtide.Role {
	var out []memtide.Role
	for _, n := range names {
		out = append(out, memtide.Role(n))
	}
	return out
}

// sourceCap turns "no bound" from the settings' form into that of the stages.
func sourceCap(n int) int {
	if n == 0 {
		return -1
	}
	return n
}

func toolTrust(cfg config.Config) map[string]memtide.Trust {
	out := map[string]memtide.Trust{}
	for name, t := range cfg.Tools {
		var trust memtide.Trust
		if err := trust.UnmarshalText([]byte(t.Trust)); err == nil { // Validate has read it
			out[name] = trust
		}
	}
	return out
}

// Bus returns what carries the messages of this daemon, for as long as it is open.
func (d *Daemon) Bus() *bus.Bus { return d.bus }

// Ledger returns the memory of this daemon, for as long as it is open.
func (d *Daemon) Ledger() *ledger.Ledger { return d.ledger }

// Models returns what asks the models of the settings, and what is wrong with those
// that cannot be asked: for them the rules answer.
func (d *Daemon) Models() (*llm.Models, error) { return d.models, d.wrongModels }

// Embedder returns the embedder that the settings want, also while another serves.
func (d *Daemon) Embedder() ledger.Embedder { return d.embeds.wanted }

// Dial connects to the server inside, as the daemon itself does. name says whose
// connection it is; the caller closes it.
func (d *Daemon) Dial(name string) (*nats.Conn, error) { return d.server.Dial(name) }

// Close ends what is open, in the order that nothing asks what is closed.
func (d *Daemon) Close() error {
	d.ahead.Close()
	var errs []error
	if d.ledger != nil {
		errs = append(errs, d.ledger.Close())
	}
	if d.models != nil {
		errs = append(errs, d.models.Close())
	}
	if d.records != nil {
		errs = append(errs, d.records.Close())
	}
	if d.bus != nil {
		d.bus.Close()
	}
	if d.server != nil {
		d.server.Stop()
	}
	return errors.Join(errs...)
}
