package token

import (
	"encoding/json"
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// errShape refuses a token that no Signer has written.
var errShape = errors.New("not of the shape of our tokens")

// payload is what a token says. Its times are in seconds; 0: not there.
type payload struct {
	issuer, subject, audience      string
	expires, notBefore, issuedAt   int64
	site, sid, topic, sealedHubKey string
	generation                     int64
	seen                           uint16 // a bit for each name that came
}

// parsePayload reads a flat JSON object of the names that a Signer writes, in any order, each at most once. It takes less than encoding/json does: no
// other names, no null, no blanks, only whole numbers that are not negative, and one audience.
func parsePayload(text string) (p payload, err error) {
	s := scanner{rest: text}
	s.expect('{')
	for first := true; !s.failed && !s.next('}'); first = false {
		if !first {
			s.expect(',')
		}
		name := s.text()
		s.expect(':')
		p.take(&s, name)
	}
	if s.failed || s.rest != "" {
		return payload{}, errShape
	}
	return p, nil
}

// take reads the value of a name.
func (p *payload) take(s *scanner, name string) {
	var text *string
	var number *int64
	var bit uint16
	switch name {
	case "iss":
		text, bit = &p.issuer, 1<<0
	case "sub":
		text, bit = &p.subject, 1<<1
	case "aud":
		text, bit = &p.audience, 1<<2
	case "exp":
		number, bit = &p.expires, 1<<3
	case "nbf":
		number, bit = &p.notBefore, 1<<4
	case "iat":
		number, bit = &p.issuedAt, 1<<5
	case "site":
		text, bit = &p.site, 1<<6
	case "sid":
		text, bit = &p.sid, 1<<7
	case "topic":
		text, bit = &p.topic, 1<<8
	case "gen":
		number, bit = &p.generation, 1<<9
	case "hk":
		text, bit = &p.sealedHubKey, 1<<10
	}
	if bit == 0 || p.seen&bit != 0 {
		s.failed = true
		return
	}
	p.seen |= bit
	list := name == "aud" && s.next('[')
	if number != nil {
		*number = s.number()
	} else {
		*text = s.text()
	}
	if list {
		s.expect(']')
	}
}

// validate reports what is wrong with the claims at that moment; nil: nothing.
func (p *payload) validate(now time.Time) error {
	at := func(seconds int64) time.Time { return time.Unix(seconds, 0) }
	switch {
	case p.issuer != issuer:
		return errors.New("issuer")
	case p.expires == 0 || p.notBefore == 0 || p.issuedAt == 0 || p.sid == "" || p.site == "" || p.audience == "":
		return errors.New("a claim is missing")
	case !now.Before(at(p.expires).Add(leeway)):
		return errors.New("expired")
	case now.Before(at(p.notBefore).Add(-leeway)) || now.Before(at(p.issuedAt).Add(-leeway)):
		return errors.New("not valid yet")
	case at(p.expires).Sub(at(p.issuedAt)) > Life:
		return errors.New("lives too long")
	}
	return nil
}

// scanner reads JSON from the left. After something that is not there it has failed, and what it returned means nothing.
type scanner struct {
	rest   string
	failed bool
}

// next reports whether a character follows, and passes over it.
func (s *scanner) next(c byte) bool {
	if s.rest == "" || s.rest[0] != c {
		return false
	}
	s.rest = s.rest[1:]
	return true
}

func (s *scanner) expect(c byte) {
	if !s.next(c) {
		s.failed = true
	}
}

// maxDigits keeps numbers where both int64 and float64 hold them exactly.
const maxDigits = 15

// number reads a whole number that is not negative.
func (s *scanner) number() int64 {
	n := 0
	for n < len(s.rest) && s.rest[n] >= '0' && s.rest[n] <= '9' {
		n++
	}
	if n == 0 || n > maxDigits || n > 1 && s.rest[0] == '0' {
		s.failed = true
		return 0
	}
	v, err := strconv.ParseInt(s.rest[:n], 10, 64)
	s.failed = s.failed || err != nil
	s.rest = s.rest[n:]
	return v
}

// text reads a string. One without escapes is a part of what is read, not a copy.
func (s *scanner) text() string {
	s.expect('"')
	escaped := false
	for i := 0; i < len(s.rest); i++ {
		switch c := s.rest[i]; {
		case c == '"':
			text := s.rest[:i]
			s.rest = s.rest[i+1:]
			if escaped {
				return s.unescape(text)
			}
			s.failed = s.failed || !utf8.ValidString(text)
			return text
		case c == '\\':
			escaped = true
			i++
		case c < ' ':
			s.failed = true
			return ""
		}
	}
	s.failed = true
	return ""
}

// unescape leaves the rare string with escapes to encoding/json.
func (s *scanner) unescape(text string) (out string) {
	var b strings.Builder
	b.WriteByte('"')
	b.WriteString(text)
	b.WriteByte('"')
	if !utf8.ValidString(text) || json.Unmarshal([]byte(b.String()), &out) != nil {
		s.failed = true
	}
	return out
}
