package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon"
	"github.com/memtide/memtide/daemon/client"
	"github.com/memtide/memtide/llm"
	"github.com/memtide/memtide/vectorindex"
	"github.com/memtide/memtide/wholefile"
)

// modelUse is what somebody wants of models.
type modelUse struct {
	model    string // provider/model, or none
	prompt   bool
	embedder string
	dims     int
	url      string
	keyFile  string
	keyStdin bool
	untried  bool
	dry      bool
}

// modelUsed is what models use prints.
type modelUsed struct {
	settingsChange
	Trials []llm.Trial `json:"trials"` // none with --untried, --dry-run or none
}

func modelsUseCmd(a *app) *cobra.Command {
	var u modelUse
	c := &cobra.Command{
		Use: "use PROVIDER/MODEL|none", Short: "set the model, its key and its address in config.toml, once it has answered", Args: cobra.ExactArgs(1),
		Long: `Tries a model as "memtide models test" does, with two short questions that hold no word
of yours, and sets it in config.toml (models.default) when it answers: for the layers that
work after the turn. From then on what is said goes to that provider (docs/models.md).
"memtide models use none" takes the models out again; keys stay where they are.

A key comes from a variable of the environment (OPENAI_API_KEY, ANTHROPIC_API_KEY …), from
a file, or from standard input, and stands in no settings:

  memtide models use openai/gpt-4.1-nano
  memtide models use openai/gpt-4.1-nano --key-file ~/.config/openai.key
  memtide models use openai/gpt-4.1-nano --key-stdin < openai.key
  memtide models use ollama/gemma3:4b --embedder ollama/nomic-embed-text
  memtide models use work/some-model --url https://models.example.com/v1 --key-stdin < work.key

A server whose name is none that is known speaks as OpenAI's chat completions do.`,
		RunE: func(c *cobra.Command, args []string) error {
			u.model = args[0]
			return a.useModel(c.Context(), u)
		},
	}
	f := c.Flags()
	f.BoolVar(&u.prompt, "prompt", false, "also for the layers that a prompt waits for (models.prompt)")
	f.StringVar(&u.embedder, "embedder", "", "provider/model that makes vectors (models.embedder)")
	f.IntVar(&u.dims, "dims", 0, "elements of its vectors, where they are not known (models.dims)")
	f.StringVar(&u.url, "url", "", "address of the server of PROVIDER")
	f.StringVar(&u.keyFile, "key-file", "", "file of mode 0600 with the key of PROVIDER")
	f.BoolVar(&u.keyStdin, "key-stdin", false, "read the key of PROVIDER from standard input, and keep it in keys/ of the data folder")
	f.BoolVar(&u.untried, "untried", false, "ask the model nothing")
	f.BoolVar(&u.dry, "dry-run", false, "say what would change; ask nothing and write nothing")
	return c
}

const noneAtAll = "none"

func (a *app) useModel(ctx context.Context, u modelUse) error {
	provider, _, _ := strings.Cut(u.model, "/")
	switch {
	case u.model == noneAtAll && (u.prompt || u.embedder != "" || u.dims != 0 || u.url != "" || u.keyFile != "" || u.keyStdin):
		return usage("none takes the models out, and goes with --dry-run alone; name a model, or leave the other flags out")
	case u.keyFile != "" && u.keyStdin:
		return usage("--key-file and --key-stdin exclude each other")
	case u.dims != 0 && u.embedder == "":
		return usage("--dims goes with --embedder")
	case u.keyStdin && !fileName.MatchString(provider):
		return usage("--key-stdin keeps the key in a file that is named as the provider: letters, digits, . _ and -; memtide models use PROVIDER/MODEL")
	}
	cfg, err := a.config()
	if err != nil {
		return err
	}
	key, at := "", filepath.Join(cfg.Home, "keys", provider)
	if u.keyStdin {
		if key, err = a.readKey(); err != nil {
			return err
		}
		u.keyFile = at
	}
	var r modelUsed
	kept := func() {}
	r.settingsChange, err = a.editSettings(ctx, u.wishes(provider), u.dry, func(next config.Config) error {
		if u.model == noneAtAll {
			return nil
		}
		next.Models = u.alone(next.Models)
		if err := sound(next); err != nil {
			return err
		}
		if !u.dry && !u.untried {
			if r.Trials, err = a.tryUse(ctx, next, u, provider, key); err != nil {
				return err
			}
		}
		if key == "" || u.dry {
			return nil
		}
		kept, err = keepKey(at, key)
		return err
	})
	if err != nil {
		kept()
		return err
	}
	return a.print(r, func(w io.Writer) { a.writeUse(w, r, u) })
}

// wishes are what stands in config.toml then.
func (u modelUse) wishes(provider string) (all []config.Wish) {
	if u.model == noneAtAll {
		for _, key := range []string{"default", "prompt", "embedder", "dims"} { // without an embedder dims is an error
			all = append(all, config.Wish{Key: "models." + key, Out: true})
		}
		return all
	}
	set := func(key, value string) { all = append(all, config.Wish{Key: "models." + key, Value: value}) }
	set("default", u.model)
	if u.prompt {
		set("prompt", u.model)
	}
	if u.embedder != "" {
		set("embedder", u.embedder)
	}
	if u.dims != 0 {
		set("dims", strconv.Itoa(u.dims))
	}
	if u.url != "" {
		set("providers."+provider+".url", u.url)
	}
	if u.keyFile != "" {
		set("providers."+provider+".key_file", absolute(u.keyFile))
	}
	return all
}

// absolute returns a path that means the same in every folder.
func absolute(path string) string {
	if strings.HasPrefix(path, "~/") {
		return path // the settings know it
	}
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}

// fileName is a name that is one in every file system that we know, and no way out of a folder.
var fileName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

const longestSecret = 4096 // bytes of a key, as package llm takes it from a file

// readKey reads a key from standard input. It is not asked for at a terminal, which would show it.
func (a *app) readKey() (string, error) {
	in := a.io.in
	if r, ok := in.(*interruptible); ok {
		in = r.in
	}
	if f, ok := in.(*os.File); ok {
		if st, err := f.Stat(); err == nil && st.Mode()&os.ModeCharDevice != 0 {
			return "", usage("--key-stdin reads a file or a pipe, and no terminal, which would show the key: memtide models use … --key-stdin < FILE; or name the file with --key-file")
		}
	}
	raw, err := io.ReadAll(io.LimitReader(a.io.in, longestSecret+2))
	if err != nil {
		return "", fmt.Errorf("read the key from standard input: %w", err)
	}
	key := strings.TrimSpace(string(raw))
	switch {
	case key == "":
		return "", usage("standard input is empty; --key-stdin reads the key from there")
	case len(raw) > longestSecret || strings.ContainsAny(key, "\r\n"):
		return "", usage("standard input has more than one line, or more than %d bytes: that is no key", longestSecret)
	}
	return key, nil
}

// keepKey writes a key where its owner alone can read it. undo takes it away again where there
// was none before.
func keepKey(path, key string) (undo func(), err error) {
	undo = func() {}
	dir := filepath.Dir(path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return undo, err
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		return undo, err
	}
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		undo = func() { _ = os.Remove(path) } // what failed is said
	}
	return undo, wholefile.Write(path, []byte(key+"\n"), wholefile.Options{Synced: true, Apart: true, Mode: 0o600})
}

// tryLayer is on whose account a model is tried that no layer has yet.
const tryLayer = "gate"

// keyOfStdin is the name by which a key is found that stands in no file and no variable.
const keyOfStdin = "standard input"

// alone are the settings by which the models that are to be used are asked, and no others.
func (u modelUse) alone(m config.Models) config.Models {
	m = withoutLayers(m)
	m.Default, m.Embedder, m.Ask = u.model, u.embedder, []string{tryLayer}
	return m
}

// unasked is the record of models that nobody asks.
type unasked struct{ llm.Owner }

// sound says what is wrong with the settings of models, as far as it can be told without asking
// them.
func sound(cfg config.Config) error {
	m, err := llm.New(daemon.ModelsConfig(cfg), llm.Options{Owner: unasked{}})
	if err == nil {
		return m.Close()
	}
	for _, w := range llm.Wrong(err) {
		err = w.Err
	}
	switch said := err.Error(); {
	case strings.Contains(said, "an url"):
		return usage("%s: --url URL does", said)
	case strings.Contains(said, "models.dims"):
		return usage("%s: --dims N does", said)
	}
	return usage("%v", err)
}

// tryUse asks the models. The error says why they cannot be used.
func (a *app) tryUse(ctx context.Context, cfg config.Config, u modelUse, provider, key string) (all []llm.Trial, err error) {
	var run daemon.ModelRun
	if key != "" {
		own := maps.Clone(cfg.Models.Providers)
		p := own[provider]
		p.KeyFile, p.KeyEnv = "", keyOfStdin
		own[provider], cfg.Models.Providers = p, own
		run.Env = func(name string) (string, bool) {
			if name == keyOfStdin {
				return key, true
			}
			return os.LookupEnv(name)
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 10*time.Minute)
	defer cancel()
	cl, err := client.Dial(cfg)
	switch {
	case err == nil:
		defer cl.Close()
		if run.Owner, err = newLiveRecords(ctx, cl); err != nil {
			return nil, err
		}
	case !errors.Is(err, client.ErrAway):
		return nil, err
	default:
		if err := os.MkdirAll(cfg.Home, 0o700); err != nil {
			return nil, err
		}
	}
	models, wrong := daemon.OpenModels(cfg, vectorindex.Maker{}, nil, run)
	if models == nil {
		return nil, wrong
	}
	all, err = daemon.TryModels(ctx, models, wrong)
	if err = errors.Join(err, models.Close()); err != nil {
		return nil, err
	}
	for _, t := range all {
		if why := unfit(t); why != "" {
			return nil, fmt.Errorf("%s; nothing is written (--untried writes it all the same)", why)
		}
	}
	return all, nil
}

// unfit says why a model that was tried is not to be used, and what to do; "" where it is.
func unfit(t llm.Trial) string {
	is := func(kind error) bool { return errors.Is(t.Err, kind) }
	switch {
	case t.Error == "" && t.Shape == llm.Fails:
		return t.Model + ": its answers do not have the shape that is asked for, so that each would be thrown away; take another model"
	case t.Error == "":
		return ""
	case is(llm.ErrKey):
		return t.Error + "; a key comes from that variable in this shell, from --key-file FILE, or from --key-stdin < FILE"
	case is(llm.ErrNoModel):
		return t.Error + "; name one that it has"
	case is(llm.ErrBudget):
		return t.Error + "; memtide costs says who took it, where it is the cap of a day"
	}
	return t.Error + "; see to the server, or give its address with --url"
}

// writeUse says what the model did, what was changed, and what that means.
func (a *app) writeUse(w io.Writer, r modelUsed, u modelUse) {
	if len(r.Trials) > 0 {
		writeTrials(w, r.Trials)
	}
	writeChanges(w, r.settingsChange, u.dry)
	if u.dry {
		return
	}
	cfg, err := a.config()
	if err != nil {
		return // it was read before
	}
	if u.prompt {
		fmt.Fprintf(w, "a prompt waits up to %d ms longer for its layers now (models.wait_ms)\n", cfg.Models.WaitMS)
	}
	if still := layersBy(cfg.Models); u.model == noneAtAll && len(still) > 0 {
		fmt.Fprintf(w, "layers that have a model all the same: %s (memtide config)\n", strings.Join(still, ", "))
	}
}

// layersBy lists the layers that have a model.
func layersBy(m config.Models) (names []string) {
	for _, name := range config.LayerNames() {
		if m.ModelOf(name) != "" {
			names = append(names, name)
		}
	}
	return names
}

// modelLine says in one line which models the settings name.
func modelLine(m config.Models) string {
	by := map[string]int{}
	for _, name := range layersBy(m) {
		by[m.ModelOf(name)]++
	}
	if len(by) == 0 {
		return "no model is set, and rules answer; to have one: memtide models use PROVIDER/MODEL"
	}
	var parts []string
	for _, model := range slices.Sorted(maps.Keys(by)) {
		parts = append(parts, fmt.Sprintf("%s for %s", model, memtide.Count(by[model], "layer")))
	}
	return "model: " + strings.Join(parts, ", ") + "; memtide models use changes it"
}
