package daemon

import (
	"errors"
	"strings"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/config"
	"github.com/memtide/memtide/daemon/control"
)

// A vote that the settings give no weight names the setting.
func TestAVoteWithoutWeightNamesTheSetting(t *testing.T) {
	d := &Daemon{cfg: config.Default()}
	d.cfg.Remember.Reinforce, d.cfg.Remember.Demote = 0, 0
	for up, key := range map[bool]string{true: "remember.reinforce_weight is 0", false: "remember.demote_weight is 0"} {
		if _, err := d.vote(t.Context(), control.NodeRequest{What: "x", On: up}); !errors.Is(err, memtide.ErrInvalid) || !strings.Contains(err.Error(), key) {
			t.Errorf("%v: %v", up, err)
		}
	}
}
