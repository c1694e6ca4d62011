package stomp

import (
	"slices"
	"strconv"
)

// Command is the first line of a frame.
type Command uint8

// The commands of a client, then those of a server. Other stands for any other line.
const (
	Other Command = iota
	Connect
	Stomp
	Send
	Subscribe
	Unsubscribe
	Ack
	Nack
	Begin
	Commit
	Abort
	Disconnect
	Connected
	Message
	Receipt
	Error
	commands
)

var names = [commands]string{
	"", "CONNECT", "STOMP", "SEND", "SUBSCRIBE", "UNSUBSCRIBE", "ACK", "NACK", "BEGIN", "COMMIT", "ABORT",
	"DISCONNECT", "CONNECTED", "MESSAGE", "RECEIPT", "ERROR",
}

// String is the command as it stands on the wire; empty for Other.
func (c Command) String() string { return names[c] }

// Client reports whether the command is one that clients send.
func (c Command) Client() bool { return c >= Connect && c <= Disconnect }

// CommandNames lists the names of the commands that clients send, for metrics.
func CommandNames() []string { return slices.Clone(names[Connect : Disconnect+1]) }

func commandOf(line []byte) Command {
	for c := Connect; c < commands; c++ {
		if string(line) == names[c] {
			return c
		}
	}
	return Other
}

// plain reports whether header names and values of the frame are not escaped, in any version: the frames of
// the handshake are read before a version is agreed.
func (c Command) plain() bool { return c == Connect || c == Stomp || c == Connected }

// mayHaveBody reports whether a body is allowed (1.1 and 1.2; 1.0 is silent).
func (c Command) mayHaveBody() bool { return c == Send || c == Message || c == Error }

// Field is one header line of a decoded frame.
type Field struct {
	Name, Value []byte
}

// Frame is a decoded frame. It points into the decoder's buffer: it is valid only during the call that
// hands it out, and what is needed longer has to be copied (Get copies).
type Frame struct {
	Command Command
	Fields  []Field // unescaped, in the order of the wire
	Body    []byte
}

// Get returns a copy of the first header of that name, as the protocol wants it when one is repeated.
func (f *Frame) Get(name string) (value string, ok bool) {
	for i := range f.Fields {
		if string(f.Fields[i].Name) == name {
			return string(f.Fields[i].Value), true
		}
	}
	return "", false
}

// Value is Get without the flag.
func (f *Frame) Value(name string) string {
	v, _ := f.Get(name)
	return v
}

// Header is one header to be written.
type Header struct {
	Name, Value string
}

// Append writes a frame. A body is announced by content-length unless the headers contain one.
func Append(dst []byte, v Version, c Command, headers []Header, body []byte) []byte {
	dst = append(dst, names[c]...)
	dst = append(dst, '\n')
	measured := false
	for _, h := range headers {
		dst = AppendHeader(dst, v, c, h.Name, h.Value)
		measured = measured || h.Name == "content-length"
	}
	if len(body) > 0 && !measured {
		dst = append(dst, "content-length:"...)
		dst = strconv.AppendInt(dst, int64(len(body)), 10)
		dst = append(dst, '\n')
	}
	dst = append(dst, '\n')
	dst = append(dst, body...)
	return append(dst, 0)
}

// AppendHeader appends one header line of a frame c, escaped as the version wants it. Characters that a version cannot express (NUL
// in all of them, line ends in the frames that are not escaped) become a blank, so that a value can never begin another header.
func AppendHeader(dst []byte, v Version, c Command, name, value string) []byte {
	dst = appendEscaped(dst, v, c.plain(), name, true)
	dst = append(dst, ':')
	dst = appendEscaped(dst, v, c.plain(), value, false)
	return append(dst, '\n')
}

func appendEscaped(dst []byte, v Version, plain bool, s string, name bool) []byte {
	if v < V11 {
		plain = true
	}
	for i := range len(s) {
		b := s[i]
		switch {
		case b > '\\' || b > ':' && b < '\\' || b >= ' ' && b < ':':
			dst = append(dst, b)
		case b == 0:
			dst = append(dst, ' ')
		case plain && (b == '\n' || b == '\r' || b == ':' && name):
			dst = append(dst, ' ')
		case plain:
			dst = append(dst, b)
		case b == '\n':
			dst = append(dst, '\\', 'n')
		case b == '\r' && v == V12:
			dst = append(dst, '\\', 'r')
		case b == ':':
			dst = append(dst, '\\', 'c')
		case b == '\\':
			dst = append(dst, '\\', '\\')
		default:
			dst = append(dst, b)
		}
	}
	return dst
}
