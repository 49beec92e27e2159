package embedded

import (
	"fmt"
	"log/slog"
)

// serverLog hands the server's lines on. What the server calls a notice is of
// no use to a user of memtide.
type serverLog struct{ log *slog.Logger }

func (l serverLog) Noticef(f string, v ...any) { l.log.Debug("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Warnf(f string, v ...any)   { l.log.Warn("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Errorf(f string, v ...any)  { l.log.Error("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Fatalf(f string, v ...any)  { l.log.Error("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Debugf(f string, v ...any)  { l.log.Debug("nats: " + fmt.Sprintf(f, v...)) }
func (l serverLog) Tracef(f string, v ...any)  {}
