package config

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Every profile is valid as it stands, and each but the first says something.
func TestProfilesAreValid(t *testing.T) {
	for _, name := range Profiles() {
		c, err := Load(Sources{Env: mapEnv(nil), Set: map[string]string{"profile": name}})
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		plain, _ := Load(Sources{Env: mapEnv(nil)})
		plain.Profile = name
		if same := cmp.Equal(plain, c); same != (name == Instant) {
			t.Errorf("%s: changes nothing: %v", name, same)
		}
	}
	if _, err := Load(Sources{Env: mapEnv(map[string]string{"MEMTIDE_PROFILE": "oktybot"})}); err == nil || len(problems(err)) != 1 {
		t.Errorf("an unknown profile: %v", err)
	}
}

// What the user sets stands above a profile, wherever it is set, and what the
// profile has said is told as its own.
func TestTheUserStandsAboveAProfile(t *testing.T) {
	file := writeFile(t, "profile = \"memory-agent\"\n[retrieve]\ngate = 0.2\n[jobs]\ndecay = \"10 3 * * *\"\n")
	values, err := Values(Sources{File: file, Env: mapEnv(map[string]string{"MEMTIDE_RETRIEVE_RANKING": "votes"})})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][2]string{
		"profile": {`"memory-agent"`, file}, "retrieve.gate": {"0.2", file}, "jobs.decay": {`"10 3 * * *"`, file},
		"retrieve.ranking": {`"votes"`, "MEMTIDE_RETRIEVE_RANKING"}, "retrieve.tokens_complex": {"500", "profile memory-agent"},
		"jobs.consolidate": {`"off"`, "profile memory-agent"}, "retrieve.deadline_ms": {"300", BuiltIn},
	}
	got := map[string][2]string{}
	for _, v := range values {
		if _, ok := want[v.Key]; ok {
			got[v.Key] = [2]string{v.Text, v.From}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("values (-want +got):\n%s", diff)
	}
}

// A profile says which layers ask a model, and the user which model.
func TestAProfileSaysWhichLayersAsk(t *testing.T) {
	for profile, want := range map[string][]string{
		Instant:           AfterLayers(),
		"octybot":         {"classify", "followup", "plan", "toolloop", "curate", "gate", "extract", "filter", "reconcile", "storeloop"},
		"memory-agent":    {"gate", "extract"},
		"koshi":           {"consolidate"},
		"yodoca":          {"consolidate", "enrich", "infer"},
		"automatic-layer": {"extract", "store"},
	} {
		for _, own := range []string{"", "novelty model=ollama/gemma3:4b"} {
			set := map[string]string{"profile": profile, "models.default": "openai/gpt-4.1-nano"}
			if own != "" {
				set["models.layers"] = own
				want = append(slices.Clone(want), "novelty")
			}
			c, err := Load(Sources{Env: mapEnv(nil), Set: set})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, l := range LayerNames() {
				if c.Models.ModelOf(l) != "" {
					got = append(got, l)
				}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: layers with a model (-want +got):\n%s", profile, diff)
			}
		}
	}
	c, err := Load(Sources{Env: mapEnv(nil), Set: map[string]string{"profile": "octybot", "models.default": "openai/gpt-4.1-nano", "models.prompt": "openai/gpt-4.1-mini"}})
	if err != nil || c.Models.ModelOf("plan") != "openai/gpt-4.1-mini" {
		t.Errorf("the prompt path asks %q: %v", c.Models.ModelOf("plan"), err)
	}
}
