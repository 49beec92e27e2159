package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	bolt "go.etcd.io/bbolt"
)

// Spent is what one layer took from one model on one day.
type Spent struct {
	Day      string `json:"day"` // 2026-11-21, UTC
	Layer    string `json:"layer"`
	Model    string `json:"model"`
	Calls    int    `json:"calls"`              // answered by the model
	Recorded int    `json:"recorded"`           // answered from the record
	Failed   int    `json:"failed"`             // without an answer
	Held     int    `json:"held,omitempty"`     // not asked: a bound was hit
	Unpriced int    `json:"unpriced,omitempty"` // of Calls, those of a model without a known price
	Usage
}

func (s Spent) plus(o Spent) Spent {
	s.Calls, s.Recorded, s.Failed = s.Calls+o.Calls, s.Recorded+o.Recorded, s.Failed+o.Failed
	s.Held, s.Unpriced = s.Held+o.Held, s.Unpriced+o.Unpriced
	s.Usage = s.Usage.Plus(o.Usage)
	return s
}

// spentKey is the row of a Spent.
type spentKey struct{ day, layer, model string }

func (k spentKey) bytes() []byte { return []byte(k.day + "\x00" + k.layer + "\x00" + k.model) }

func dayOf(t time.Time) string { return t.UTC().Format(time.DateOnly) }

func bookRow(tx *bolt.Tx, k spentKey, s Spent) error {
	b := tx.Bucket(bucketUsage)
	var old Spent
	if raw := b.Get(k.bytes()); raw != nil {
		if err := json.Unmarshal(raw, &old); err != nil {
			return fmt.Errorf("read usage of %s: %w", k.day, err)
		}
	}
	sum := old.plus(s)
	sum.Day, sum.Layer, sum.Model = k.day, k.layer, k.model
	raw, err := json.Marshal(sum)
	if err != nil {
		return fmt.Errorf("write usage of %s: %w", k.day, err)
	}
	return b.Put(k.bytes(), raw)
}

// since returns the rows from a day on, by day, layer and model.
func (s *replies) since(day string) ([]Spent, error) {
	var out []Spent
	s.swap.RLock()
	defer s.swap.RUnlock()
	err := s.view(func(tx *bolt.Tx) error {
		c := tx.Bucket(bucketUsage).Cursor()
		for k, v := c.Seek([]byte(day)); k != nil; k, v = c.Next() {
			var row Spent
			if err := json.Unmarshal(v, &row); err != nil {
				return fmt.Errorf("read usage %s: %w", bytes.ReplaceAll(k, []byte{0}, []byte(" ")), err)
			}
			if n := strings.Count(string(k), "\x00"); n == 2 {
				out = append(out, row)
			}
		}
		return nil
	})
	return out, err
}
