package tools

import (
	"cmp"
	"math"
	"time"

	"github.com/memtide/memtide"
)

// The curve of confidence.
const (
	fadingPower = 0.8  // exponent of the days: fading slows down (Y13)
	usedBoost   = 0.05 // share added for each e-fold of use (Y14)
	usedScale   = 20   // accesses that count as one (Y14)
)

// Confidence returns how sure a memory is at a moment, 0 to 1: base ·
// e^(−rate · days^0.8) with days since it was made or confirmed, and a boost
// for use (Y13, Y14). It is computed when read and never stored: a nightly job
// that multiplies the stored value prunes on run 9 what should live 71 days.
func Confidence(n *memtide.Node, now time.Time) float64 {
	days := max(now.Sub(Assured(n)).Hours()/24, 0)
	c := base(n)*math.Exp(-n.DecayRate*math.Pow(days, fadingPower)) + used(n)
	return max(0, min(1, c))
}

// base is how sure a memory was when it was made or confirmed.
func base(n *memtide.Node) float64 { return cmp.Or(n.BaseConfidence, 1) }

// used is what a memory gains by its use (Y14).
func used(n *memtide.Node) float64 { return usedBoost * math.Log1p(float64(n.AccessCount)/usedScale) }

// Assured returns when a memory was made or last confirmed: from then on it
// decays.
func Assured(n *memtide.Node) time.Time {
	if n.ConfirmedAt.After(n.CreatedAt) {
		return n.ConfirmedAt
	}
	return n.CreatedAt
}
