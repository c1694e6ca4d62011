package client

import (
	"encoding/base64"
	"errors"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"hubstake/hub/seal"
	"hubstake/hub/stomp"
	"hubstake/internal/access/token"
	"hubstake/internal/core/event"
	"hubstake/internal/live"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/peer"
)

// connect handles CONNECT. The token's signature is checked before Redis is asked anything.
func (s *Client) connect(f *stomp.Frame) error {
	accept, present := f.Get("accept-version")
	version, ok := stomp.Negotiate(accept, present)
	if !ok {
		s.node.Metrics.protocol("version")
		return s.refuse(Protocol, "no version in common", f.Value("receipt"), stomp.Header{Name: "version", Value: stomp.Supported})
	}
	cx, cy, ok := heartBeat(f.Value("heart-beat"))
	if !ok {
		return s.violate("header", "heart-beat must be two numbers of milliseconds", f.Value("receipt"))
	}
	if s.openConnect(f) {
		return s.connected(identity{}, time.Time{}, seal.Key{}, nil, version, cx, cy)
	}
	who, err := s.identify(f)
	if err != nil {
		s.node.Log.Info().Str("address", s.address).Err(err).Msg("CONNECT refused")
		return s.refuse(Unauthorized, "unauthorized", f.Value("receipt"))
	}
	if who.Audience == token.Guest {
		return s.admit(who, live.Session{Key: who.HubKey}, version, cx, cy)
	}
	s.input.stage = asking
	err = s.node.Reader.Session(who.MemID, who.SID, s.node.Limits.Missing, func(rec live.Session, err error) {
		s.input.Lock()
		defer s.input.Unlock()
		if s.input.stage != asking {
			return
		}
		if !s.judge(who, rec, err) {
			return
		}
		hold := s.up.hold
		if s.admit(who, rec, version, cx, cy) == nil && len(hold) > 0 {
			s.feed(hold)
		}
	})
	if err != nil {
		return s.refuse(Unavailable, "temporarily unavailable", f.Value("receipt"))
	}
	return errWait
}

// identify finds the token that CONNECT or the upgrade carried and checks it.
func (s *Client) identify(f *stomp.Frame) (token.Claims, error) {
	audience := token.Audience(f.Value("audience"))
	text := f.Value("token")
	if text == "" {
		text = f.Value("passcode")
	}
	if bearer, ok := peer.Bearer(f.Value("authorization")); ok && text == "" {
		text = bearer
	}
	allowed := []token.Audience{audience}
	if audience == "" {
		allowed = []token.Audience{token.Member, token.Partner, token.Admin, token.Guest}
	}
	if text == "" {
		if audience == "" {
			audience, allowed = token.Member, []token.Audience{token.Member}
		}
		text = s.up.Cookies[audience]
	}
	s.up.Cookies = nil
	if text == "" {
		return token.Claims{}, errors.New("no token")
	}
	who, err := s.node.Verifier.Verify(text, allowed...)
	if err == nil && who.Audience == token.Admin && !s.fromBackOffice() {
		return token.Claims{}, errors.New("a session of the back office from outside of its networks")
	}
	return who, err
}

// fromBackOffice reports whether the client's address is one from which sessions of the back office may connect.
func (s *Client) fromBackOffice() bool {
	networks := s.node.BackOffice
	if len(networks) == 0 {
		return true
	}
	ip, err := netip.ParseAddr(s.address)
	return err == nil && slices.ContainsFunc(networks, func(p netip.Prefix) bool { return p.Contains(ip.Unmap().WithZone("")) })
}

// judge decides whether the session that a token names may connect; the input lock is held.
func (s *Client) judge(who token.Claims, rec live.Session, err error) bool {
	switch {
	case errors.Is(err, live.ErrMissing):
		_ = s.refuse(Unavailable, "the session cannot be checked now", "")
	case err != nil:
		_ = s.refuse(Unavailable, "temporarily unavailable", "")
	case rec.State == live.SessionReplaced:
		_ = s.refuse(WasReplaced, "signed in elsewhere", "")
	case rec.State != live.SessionLive, rec.Member != who.MemID, rec.Site != who.Site, rec.Topic != who.Topic,
		rec.Audience != string(who.Audience), rec.Gen > who.Gen:
		_ = s.refuse(Unauthorized, "unauthorized", "")
	default:
		return true
	}
	return false
}

// admit opens the session's key and completes the connection; the input lock is held.
func (s *Client) admit(who token.Claims, rec live.Session, version stomp.Version, cx, cy time.Duration) error {
	sessKey, err := s.node.Keys.Open(who.SID, rec.Key)
	if err != nil {
		s.node.Metrics.EncryptErrors.Inc()
		s.node.Log.Error().Err(err).Str("site", who.Site).Msg("hub key of a session")
		return s.refuse(Unavailable, "the session's key cannot be read", "")
	}
	salt := seal.NewSalt()
	key, err := seal.Derive(sessKey, salt[:], who.SID)
	if err != nil {
		s.node.Metrics.EncryptErrors.Inc()
		return s.refuse(Unavailable, "the session's key cannot be read", "")
	}
	me := identityOf(who) // what is kept of the token: a part of its text would hold all of it
	if !s.node.perSID.Enter(me.SID()) {
		return s.refuse(TooManyOpen, "too many connections of this session", "")
	}
	s.mu.Lock()
	s.rights = rightsOf(who.Audience, rec)
	s.mu.Unlock()
	return s.connected(me, who.Expires, key, salt[:], version, cx, cy)
}

// rightsOf returns what a session may see: staff and persons of the partner area by their rights, members all that is addressed to them.
func rightsOf(a token.Audience, rec live.Session) event.Rights {
	if !live.HasRights(a) {
		return event.OwnAccount
	}
	return event.ParseRights(rec.Rights)
}

// longestBeat is the longest interval, in heartbeats of ours, that a client may announce for its own. A client that announces a longer
// one is pinged like a client that announces none, so that it cannot choose when it counts as dead.
const longestBeat = 4

// connected answers CONNECT; the input lock is held. cx and cy are the client's heartbeat.
func (s *Client) connected(who identity, expires time.Time, key seal.Key, salt []byte, version stomp.Version, cx, cy time.Duration) error {
	n, now := s.node, s.node.Clock.Now()
	beat := n.Limits.Beat
	s.expects, s.pings = inMillis(beat), true
	if cx > 0 && cx <= longestBeat*beat {
		s.expects, s.pings = inMillis(max(cx, beat)), false
	}
	if cy > 0 {
		s.beats = inMillis(max(cy, beat))
	}
	since := now.Sub(s.up.At)
	s.input.stage, s.up = ready, nil
	if s.input.dec != nil {
		s.input.dec.Agree(version)
	}

	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		if who.known() {
			n.perSID.Leave(who.SID())
		}
		return errLeft
	}
	s.version, s.who, s.key = version, who, key
	if !expires.IsZero() {
		s.watch.expires = expires.UnixMilli()
	}
	ms := strconv.FormatInt(beat.Milliseconds(), 10)
	h := []stomp.Header{
		{Name: "version", Value: version.String()},
		{Name: "heart-beat", Value: ms + "," + ms},
		{Name: "server", Value: "hubstake/" + obs.Version},
	}
	if who.known() {
		h = append(h, stomp.Header{Name: "session", Value: who.SID()},
			stomp.Header{Name: "key-salt", Value: base64.RawURLEncoding.EncodeToString(salt)})
	} else {
		h = append(h, stomp.Header{Name: "session", Value: "guest-" + strconv.FormatUint(n.serial.Add(1), 10)})
	}
	if memID := who.MemID(); memID != "" {
		h = append(h, stomp.Header{Name: "user-name", Value: memID})
	}
	s.enqueue(stomp.Connected, h, nil)
	s.mu.Unlock()

	n.pending.Add(-1)
	n.Metrics.connection(&s.who, 1)
	n.Metrics.Connects.WithLabelValues("ok").Inc()
	n.Metrics.ConnectDuration.Observe(since.Seconds())
	s.spoke.Store(n.age(now))
	n.wheel.set(s, s.next(now))
	s.flush()
	return nil
}

// heartBeat reads "cx,cy" in ms; a missing header is 0,0.
func heartBeat(h string) (cx, cy time.Duration, ok bool) {
	if h == "" {
		return 0, 0, true
	}
	a, b, _ := strings.Cut(h, ",")
	x, err1 := strconv.ParseUint(strings.TrimSpace(a), 10, 31)
	y, err2 := strconv.ParseUint(strings.TrimSpace(b), 10, 31)
	return time.Duration(x) * time.Millisecond, time.Duration(y) * time.Millisecond, err1 == nil && err2 == nil
}
