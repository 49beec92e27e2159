package language

import (
	"hash/maphash"
	"strings"
	"sync"
	"sync/atomic"
)

// sentence is a short text with what was read of it: each part when it is first
// asked for, and then it stays. Several goroutines may ask. Nobody changes what
// they get.
type sentence struct {
	text string

	read     lazily[*reading]
	cues     lazily[Cues]
	ruled    lazily[Cues] // by the rules alone
	act      lazily[Act]
	worth    lazily[worth]
	small    lazily[smallCount]
	terms    lazily[[]string]
	spans    lazily[[]Span]
	mentions lazily[[]Mention]
	hints    lazily[bool]
	restates lazily[bool]
	tools    lazily[[]ToolKind]
}

// lazily is found out when it is first asked for.
type lazily[T any] struct {
	once  sync.Once
	value T
}

func (l *lazily[T]) get(find func() T) T {
	l.once.Do(func() { l.value = find() })
	return l.value
}

// The sentences that were read last. On its way into the memory a sentence is asked
// a dozen things, by several stages, and each of them needs its words.
const (
	recentSlots   = 1 << 10
	longestRecent = 400 // bytes of a sentence that is remembered
)

// recent is direct mapped, as [wordMemo] is: results never depend on it.
var recent [recentSlots]atomic.Pointer[sentence]

var recentSeed = maphash.MakeSeed()

// recall returns what is known of a sentence, and remembers it.
func recall(s string) *sentence {
	if len(s) > longestRecent {
		return &sentence{text: s}
	}
	slot := &recent[maphash.String(recentSeed, s)%recentSlots]
	if x := slot.Load(); x != nil && x.text == s {
		return x
	}
	x := &sentence{text: strings.Clone(s)} // or it would keep the whole text in memory
	slot.Store(x)
	return x
}

// known is recall that remembers nothing; nil for what is not known.
func known(s string) *sentence {
	if len(s) > longestRecent {
		return nil
	}
	if x := recent[maphash.String(recentSeed, s)%recentSlots].Load(); x != nil && x.text == s {
		return x
	}
	return nil
}

// Forget lets go of the sentences that were read last, and returns how many they
// were: what is erased is not to stay in memory.
func Forget() (n int) {
	for i := range recent {
		if recent[i].Swap(nil) != nil {
			n++
		}
	}
	return n
}

// tokens is [spelled] of what may be remembered.
func tokens(s string) []token {
	if len(s) > longestRecent {
		return spelled(s)
	}
	return recall(s).reading().ts
}

// readCues reads what the wording of a sentence shows.
func (x *sentence) readCues() Cues {
	if c, ok := x.reading().ruledAbroad(); ok {
		return c
	}
	return x.reading().withCues().behindHand(x.handCues())
}

// reading returns the words of a sentence.
func (x *sentence) reading() *reading {
	return x.read.get(func() *reading {
		r := &reading{text: x.text, ts: spelled(x.text)}
		r.begin = beginOf(r.ts)
		return r
	})
}
