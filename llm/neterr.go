package llm

import (
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/url"
	"os"
	"syscall"
)

// network names what went wrong on the way to a server. Errors of the standard
// library hold the address, which is no secret; those of the libraries may
// hold more and are only named.
func network(err error) string {
	var dns *net.DNSError
	var op *net.OpError
	var at *url.Error
	var cert *x509.UnknownAuthorityError
	switch {
	case errors.As(err, &dns):
		return "no such server: " + dns.Name
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing listens at the address of the server"
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return "the server ended its answer early"
	case errors.As(err, &cert):
		return "the certificate of the server is of an unknown authority"
	case errors.Is(err, os.ErrDeadlineExceeded):
		return "the server did not answer in time"
	case errors.As(err, &op):
		return "no connection: " + op.Err.Error()
	case errors.As(err, &at):
		return "no answer of the server: " + at.Err.Error()
	}
	return "the answer of the server cannot be read"
}
