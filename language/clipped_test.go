package language

import (
	"slices"
	"testing"
)

// A word is found whichever way it was written.
func TestWordsInShortAndInFull(t *testing.T) {
	for _, c := range [][2]string{
		{"the k8s cluster", "the Kubernetes cluster"}, {"the infra repos", "infrastructure repositories"}, {"a prod db", "the production database"},
		{"the deps", "a dependency"}, {"my mom's kids", "my mother's child"}, {"Grandpa", "grandfather"},
		{"userId", "user_id"}, {"user-id", "userId"}, {"PARSE_CONFIG", "parse-config"}, {"parseConfig", "parse_config"},
	} {
		if a, b := Terms(c[0]), Terms(c[1]); !slices.Equal(a, b) {
			t.Errorf("%q is %q, %q is %q", c[0], a, c[1], b)
		}
	}
	for _, c := range [][2]string{{"pre-commit", "precommits"}, {"gpt-4", "gpt4"}, {"user_id", "userid"}, {"parse_config", "parseconfig"}} {
		if a, b := Terms(c[0]), Terms(c[1]); a[0] != b[0] {
			t.Errorf("%q is %q, %q is %q", c[0], a, c[1], b)
		}
	}
	for short, full := range clipped {
		if _, again := clipped[full]; again {
			t.Errorf("%q is %q, which is short for another word (or for itself, and needs no row)", short, full)
		}
	}
	if got := Stems("my repo's user_id"); !slices.Equal(got, []string{"repo", "user_id", "user", "id"}) {
		t.Errorf("the table of vectors is to know words as they are written: %q", got)
	}
}

func TestWhatOnlyLooksLikeOneWord(t *testing.T) {
	for _, c := range [][2]string{{"2024-03", "202403"}, {"1-2", "12"}, {"a.b", "ab"}, {"src/lib", "srclib"}, {"x_1", "x-2"}, {"v1-2", "v12"}} {
		if a, b := Terms(c[0]), Terms(c[1]); a[0] == b[0] {
			t.Errorf("%q is %q, %q is %q", c[0], a, c[1], b)
		}
	}
}
