package server

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // RFC 6455 says so
	"encoding/base64"
	"slices"
	"strings"

	"hubstake/hub/stomp"
)

// plainRequest is an upgrade request as every browser and client library writes it. Its texts are parts of what was read.
type plainRequest struct {
	size      int // bytes
	key       []byte
	protocols string
	origin    string
	cookies   string
	forwarded string
}

// The least that a plain request has.
const (
	hasHost = 1 << iota
	hasUpgrade
	hasConnection
	hasKey
	hasVersion
	hasProtocols
	hasOrigin
	hasCookies
	hasForwarded

	hasAll = hasHost | hasUpgrade | hasConnection | hasKey | hasVersion
)

// parsePlain reads an upgrade request that came in one piece. It returns ok false for an unusual request, which Fiber then judges:
// another path or method, a body, a repeated header that a decision depends on, a name or a value with other characters, a
// continued line.
func parsePlain(b []byte) (r plainRequest, ok bool) {
	end := bytes.Index(b, []byte("\r\n\r\n"))
	if end < 0 || end+4 > maxHandshake {
		return r, false
	}
	r.size = end + 4
	line, rest, _ := strings.Cut(string(b[:end]), "\r\n")
	if !plainTarget(line) {
		return r, false
	}
	seen := 0
	for rest != "" {
		line, rest, _ = strings.Cut(rest, "\r\n")
		name, value, found := strings.Cut(line, ":")
		if !found || !isToken(name) || !isPrintable(value) {
			return r, false
		}
		bit, ok := r.take(name, strings.Trim(value, " "))
		if !ok || bit&seen != 0 {
			return r, false
		}
		seen |= bit
	}
	return r, seen&hasAll == hasAll
}

// plainTarget reports whether a request line asks for /hub, with or without a query.
func plainTarget(line string) bool {
	target, ok := strings.CutPrefix(line, "GET /hub")
	if !ok {
		return false
	}
	target, ok = strings.CutSuffix(target, " HTTP/1.1")
	return ok && (target == "" || target[0] == '?') && isPrintable(target) && !strings.ContainsAny(target, " #")
}

// take reads one header. bit is 0 for those that decide nothing.
func (r *plainRequest) take(name, value string) (bit int, ok bool) {
	switch strings.ToLower(name) {
	case "host":
		return hasHost, value != ""
	case "upgrade":
		return hasUpgrade, strings.EqualFold(value, "websocket")
	case "connection":
		return hasConnection, slices.ContainsFunc(strings.Split(value, ","), func(s string) bool { return strings.EqualFold(strings.Trim(s, " "), "upgrade") })
	case "sec-websocket-version":
		return hasVersion, value == "13"
	case "sec-websocket-key":
		r.key = []byte(value)
		random, err := base64.StdEncoding.Strict().DecodeString(value)
		return hasKey, err == nil && len(random) == 16
	case "sec-websocket-protocol":
		r.protocols = value
		return hasProtocols, true
	case "origin":
		r.origin = value
		return hasOrigin, value != ""
	case "cookie":
		r.cookies = value
		return hasCookies, true
	case "x-forwarded-for":
		if r.forwarded != "" {
			value = r.forwarded + "," + value
		}
		r.forwarded = value
		return hasForwarded, true
	case "content-length", "transfer-encoding", "expect", "trailer", "te":
		return 0, false
	}
	return 0, true
}

// cookie returns a cookie whose value is made of what tokens are made of. Anything else by that name, or two of it, is unusual: ok is false.
func (r *plainRequest) cookie(name string) (value string, ok bool) {
	found := false
	for pair := range strings.SplitSeq(r.cookies, ";") {
		n, v, hasValue := strings.Cut(strings.Trim(pair, " "), "=")
		if !strings.EqualFold(strings.Trim(n, " "), name) {
			continue
		}
		if found || n != name || !hasValue || !isTokenText(v) {
			return "", false
		}
		value, found = v, true
	}
	return value, true
}

// answer is the response that upgrades. The subprotocol is the first of ours that the client offers.
func (r *plainRequest) answer() []byte {
	sum := sha1.Sum(append(r.key, "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"...)) //nolint:gosec // RFC 6455 says so
	b := make([]byte, 0, 192)
	b = append(b, "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: "...)
	b = base64.StdEncoding.AppendEncode(b, sum[:])
	offered := strings.Split(r.protocols, ",")
	for i := range offered {
		offered[i] = strings.Trim(offered[i], " ")
	}
	for _, ours := range stomp.Subprotocols() {
		if slices.Contains(offered, ours) {
			b = append(append(b, "\r\nSec-WebSocket-Protocol: "...), ours...)
			break
		}
	}
	return append(b, "\r\n\r\n"...)
}

// isToken reports whether a text is a token of RFC 9110, as names of headers are.
func isToken(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("!#$%&'*+-.^_`|~", c)
	})
}

// isPrintable reports whether a text is of printable ASCII and blanks.
func isPrintable(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool { return c < ' ' || c > '~' })
}

// isTokenText reports whether a text is of the characters of our tokens; it may be empty.
func isTokenText(s string) bool {
	return !strings.ContainsFunc(s, func(c rune) bool {
		return (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && c != '-' && c != '_' && c != '.'
	})
}
