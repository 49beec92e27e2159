package llm

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"
)

// What a layer may take a day when the settings say nothing.
const (
	defaultTokens = 2_000_000
	defaultMicros = 1_000_000
)

// purse is what a layer has left today. What a request may take at most is put
// aside before it goes out, so that the cap holds whatever comes back.
type purse struct {
	tokens, micros int64 // caps; 0 is none
	unpriced       bool  // money is capped, and the model has no price
	now            func() time.Time

	mu    sync.Mutex
	day   string
	spent Usage
	other struct { // the day before by the clock, which may be set back to it
		day   string
		spent Usage
	}
	aside struct{ tokens, micros int64 }
	hit   string // the day on which it said no last
	why   string // it did
}

const capReached = "the day's cap is reached"

func newPurse(l Layer, priced bool, now func() time.Time) *purse {
	p := &purse{tokens: int64(l.DailyTokens), micros: int64(l.DailyUSD * 1e6), now: now}
	if l.DailyTokens == 0 {
		p.tokens = defaultTokens
	}
	if l.DailyUSD == 0 && priced {
		p.micros = defaultMicros
	}
	p.unpriced = l.DailyUSD > 0 && !priced
	p.tokens, p.micros = max(0, p.tokens), max(0, p.micros)
	return p
}

// turn begins a new day, or goes back to the one before where the clock does.
func (p *purse) turn() {
	today := dayOf(p.now())
	if today == p.day {
		return
	}
	was := p.other
	p.other.day, p.other.spent = p.day, p.spent
	if p.day, p.spent = today, (Usage{}); was.day == today {
		p.spent = was.spent
	}
}

// take puts aside what a request may take, or says why it may not.
func (p *purse) take(tokens, micros int64) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn()
	used := int64(p.spent.In + p.spent.Out)
	switch {
	case p.unpriced:
		return fmt.Errorf("%w: daily_usd is set and the model has no price; give it one in models.prices", ErrBudget)
	case p.tokens > 0 && tokens > p.tokens:
		return p.tooSmall(fmt.Sprintf("one request may take %d tokens, and %d are the cap of the day; raise daily_tokens of the layer, or of models, or lower its max_tokens", tokens, p.tokens))
	case p.micros > 0 && micros > p.micros:
		return p.tooSmall(fmt.Sprintf("one request may take %s, and %s is the cap of the day; raise daily_usd of the layer, or of models, or lower its max_tokens", usd(micros), usd(p.micros)))
	case p.tokens > 0 && used+p.aside.tokens+tokens > p.tokens:
		p.hit, p.why = p.day, capReached
		return fmt.Errorf("%w: %d of %d tokens are used, and this may take %d; daily_tokens of the layer, or of models, raises it", ErrBudget, used, p.tokens, tokens)
	case p.micros > 0 && p.spent.Micros+p.aside.micros+micros > p.micros:
		p.hit, p.why = p.day, capReached
		return fmt.Errorf("%w: %s of %s are spent, and this may take %s; daily_usd of the layer, or of models, raises it", ErrBudget, usd(p.spent.Micros), usd(p.micros), usd(micros))
	}
	p.aside.tokens += tokens
	p.aside.micros += micros
	return nil
}

// tooSmall says that a cap would never let a request pass, on no day.
func (p *purse) tooSmall(why string) error {
	p.hit, p.why = p.day, why
	return smallCap(why)
}

// smallCap is an [ErrBudget] of which nothing is used up.
type smallCap string

func (s smallCap) Error() string { return "the budget of the layer is too small: " + string(s) }
func (smallCap) Unwrap() error   { return ErrBudget }

// settle puts back what was put aside, and takes what was used.
func (p *purse) settle(tokens, micros int64, used Usage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn()
	p.aside.tokens -= tokens
	p.aside.micros -= micros
	p.spent = p.spent.Plus(used)
}

// state returns what was spent today, and why a request was held back; "" where none was.
func (p *purse) state() (spent Usage, held string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn()
	if p.hit != p.day {
		return p.spent, ""
	}
	return p.spent, p.why
}

// adopt takes over what was used today by all who are on this account.
func (p *purse) adopt(used Usage) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn()
	p.spent = used
}

// taken returns what was used today, with what is put aside.
func (p *purse) taken() Usage {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn()
	used := p.spent
	used.In, used.Micros = used.In+int(p.aside.tokens), used.Micros+p.aside.micros
	return used
}

// usd prints millionths of a dollar.
func usd(micros int64) string { return fmt.Sprintf("$%.4f", float64(micros)/1e6) }

// tokensOf guesses how many tokens a text has, and rather too many: three
// bytes each, where English has four.
func tokensOf(bytes int) int { return bytes/3 + 16 }

// budgeted holds the day's caps of a layer.
func (m *Models) budgeted(next ask) ask {
	return func(ctx, run context.Context, c *call) (Reply, error) {
		most := Usage{In: tokensOf(c.bytes), Out: c.out}
		tokens, micros := int64(most.In+most.Out), c.layer.price.Cost(most)
		if err := c.layer.purse.take(tokens, micros); err != nil {
			return Reply{}, err
		}
		r, err := next(ctx, run, c)
		c.layer.purse.settle(tokens, micros, r.Usage)
		return r, err
	}
}

// loadPurses takes from the record what was spent today.
func (m *Models) loadPurses() error {
	rows, err := m.record.since(dayOf(m.opts.Now()))
	if err != nil {
		return errors.Join(ErrReplies, err)
	}
	for _, l := range m.layers {
		l.purse.load(l.name, rows)
	}
	switch {
	case m.embeds != nil: // on one account with the former
		m.embeds.l.purse.load(EmbedLayer, rows)
	case m.former != nil:
		m.former.l.purse.load(EmbedLayer, rows)
	}
	return nil
}

func (p *purse) load(layer string, rows []Spent) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.turn()
	for _, r := range rows {
		if r.Layer == layer && r.Day == p.day {
			p.spent = p.spent.Plus(r.Usage)
		}
	}
}
