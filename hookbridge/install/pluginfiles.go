package install

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/memtide/memtide/wholefile"
)

// changed returns the files of the plugin that are not there, or are not ours of today, with
// what is there. The error says that another plugin lies in the folder.
func (plugin) changed(state string) (map[string][]byte, error) {
	dir, out := pluginDir(state), map[string][]byte{}
	for _, name := range pluginFiles() {
		have, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("read plugin: %w", err)
		}
		if err != nil || !bytes.Equal(have, pluginFile(name)) {
			out[name] = have
		}
	}
	var head struct {
		Name string `json:"name"`
	}
	if have, there := out["package.json"]; there && len(have) > 0 && (json.Unmarshal(have, &head) != nil || head.Name != pluginName) {
		return nil, fmt.Errorf("%s holds another plugin; move it away and install again", dir)
	}
	return out, nil
}

// put writes the files of the plugin that differ, and returns the difference.
// Where OpenClaw has no settings yet, nothing is: with settings of ours alone it would take
// itself for set up.
func (p plugin) put(o Options, settings wholefile.Seen) (difference string, err error) {
	if !settings.Exists {
		return "", fmt.Errorf("%w: set %s up first (openclaw onboard), or name them with OPENCLAW_CONFIG_PATH", ErrAbsent, o.Client.Title)
	}
	changed, err := p.changed(o.ConfigDir)
	if err != nil {
		return "", err
	}
	dir := pluginDir(o.ConfigDir)
	var b strings.Builder
	for _, name := range pluginFiles() {
		have, ok := changed[name]
		if !ok {
			continue
		}
		path := filepath.Join(dir, name)
		b.WriteString(diff(path, have, pluginFile(name)))
		if o.DryRun {
			continue
		}
		// OpenClaw loads nothing that others may write to.
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return "", fmt.Errorf("make folder of the plugin: %w", err)
		}
		if err := wholefile.Write(path, pluginFile(name), wholefile.Options{Synced: true, Apart: true, Mode: 0o644}); err != nil {
			return "", fmt.Errorf("write plugin: %w", err)
		}
	}
	return b.String(), nil
}

// take removes the files of the plugin, and its folder where nothing else lies in it. Another
// plugin stays.
func (p plugin) take(o Options) (difference string, err error) {
	if _, err := p.changed(o.ConfigDir); err != nil {
		return "", nil
	}
	dir := pluginDir(o.ConfigDir)
	var b strings.Builder
	for _, name := range pluginFiles() {
		path := filepath.Join(dir, name)
		have, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && !o.DryRun {
			err = os.Remove(path)
		}
		if err != nil {
			return "", fmt.Errorf("remove plugin: %w", err)
		}
		b.WriteString(diff(path, have, nil))
	}
	if !o.DryRun {
		os.Remove(dir) // refuses a folder that is in use
	}
	return b.String(), nil
}
