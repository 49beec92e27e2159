package bus

import "context"

// HeaderVia is the header of a request in which a client of the owner says which door of
// its own it stands for, as "dashboard" or "http". It says nothing about what is allowed.
const HeaderVia = "Memtide-Via"

// mostVia bounds the name of a door, in bytes.
const mostVia = 32

type viaKey struct{}

// Via returns the door that the request of a context came through, "" for the command line.
func Via(ctx context.Context) string {
	via, _ := ctx.Value(viaKey{}).(string)
	return via
}

// withVia notes in a context what the header of a request says. What is no plain word is
// taken for nothing: it is kept in the log and printed.
func withVia(ctx context.Context, via string) context.Context {
	if via == "" || len(via) > mostVia {
		return ctx
	}
	for _, c := range []byte(via) {
		if (c < 'a' || c > 'z') && c != '-' {
			return ctx
		}
	}
	return context.WithValue(ctx, viaKey{}, via)
}
