package stages_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"slices"
	"testing"

	"github.com/memtide/memtide/stages/maintain"
	"github.com/memtide/memtide/stages/remember"
	"github.com/memtide/memtide/stages/retrieve"
)

var update = flag.Bool("update", false, "add the prompts of this version to the golden file")

// TestAPromptThatChangesGetsAVersion: replies are kept under the version of the
// prompt. A text that changes without one would be answered by what was said to
// another.
func TestAPromptThatChangesGetsAVersion(t *testing.T) {
	const file = "testdata/prompts.json"
	known := map[string]string{}
	if raw, err := os.ReadFile(file); err == nil {
		if err := json.Unmarshal(raw, &known); err != nil {
			t.Fatal(err)
		}
	}
	all := slices.Concat(retrieve.Prompts(), remember.Prompts(), maintain.Prompts())
	if len(all) < 15 {
		t.Errorf("%d prompts only", len(all))
	}
	seen := map[string]bool{}
	for _, f := range all {
		name := fmt.Sprintf("%s@%d", f.Name, f.Version)
		if seen[f.Name] {
			t.Errorf("two prompts are named %s", f.Name)
		}
		seen[f.Name] = true
		sum := sha256.Sum256([]byte(f.Text))
		hash := hex.EncodeToString(sum[:8])
		if *update && known[name] == "" {
			known[name] = hash
		}
		if known[name] != hash {
			t.Errorf("the text of %s is another than before: raise its version, then run with -update", name)
		}
	}
	if *update {
		raw, err := json.MarshalIndent(known, "", "  ")
		if err == nil {
			err = os.WriteFile(file, append(raw, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
