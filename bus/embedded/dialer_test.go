package embedded_test

import "net"

// socketDialer dials one Unix socket, whatever address it is asked for.
type socketDialer string

func (d socketDialer) Dial(string, string) (net.Conn, error) { return net.Dial("unix", string(d)) }
