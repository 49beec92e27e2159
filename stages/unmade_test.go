package stages_test

import (
	"fmt"
	"testing"

	"github.com/memtide/memtide"
	"github.com/memtide/memtide/language"
)

// A change that was not made, or that somebody else made, ends nothing of what is used here.
func TestAChangeThatWasNotMadeEndsNothing(t *testing.T) {
	w := newWorld(t)
	for n, c := range []struct{ holds, later string }{
		{"We deploy with Ansible.", "We are not switching from Ansible to Terraform."},
		{"We deploy with Ansible.", "We will never move from Ansible to Terraform."},
		{"We deploy with Ansible.", "We tried to move from Ansible to Terraform and gave up."},
		{"We deploy with Ansible.", "We were going to switch from Ansible to Terraform, but the budget was cut."},
		{"We deploy with Ansible.", "They replaced Ansible with Terraform at my last job."},
		{"We use Postgres for the orders.", "We use MySQL for the invoices now."},
	} {
		w.space = memtide.Space(fmt.Sprintf("made%d", n))
		w.dayOf("s1", c.holds, "Noted.")
		w.dayOf("s2", c.later, "Noted.")
		for _, m := range w.nodes(memories...) {
			if m.Content == c.holds && !m.Live() {
				t.Errorf("%q holds no longer for %q", c.holds, c.later)
			}
		}
	}
}

// What used to be so is no rule.
func TestWhatUsedToBeIsNoRule(t *testing.T) {
	for _, s := range []string{"Klaas used to lead the billing team.", "The default branch used to be master.", "The rent used to be 900 euros.", "The service used to listen on port 8080."} {
		if c := language.CuesOf(s); c.Instruction >= 0.5 {
			t.Errorf("%q: instruction %.2f, standing %v", s, c.Instruction, c.Standing)
		}
	}
}
