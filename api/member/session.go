package member

import (
	"context"
	"encoding/base64"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/event"
	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
)

// Member is the member as it sees itself: phone and account are masked (S-98).
type Member struct {
	MemID          string       `json:"memId"`
	MemNick        string       `json:"memNick"`
	MemName        string       `json:"memName"`
	SiteID         string       `json:"siteId"`
	MemLevel       int          `json:"memLevel"`
	CashAmt        money.Amount `json:"cashAmt"`
	PointAmt       money.Amount `json:"pointAmt"`
	RecommendYn    string       `json:"recommendYn"` // Y: a partner who may refer
	Currency       string       `json:"currency"`
	PhoneMasked    string       `json:"phoneMasked"`
	BankName       string       `json:"bankName"`
	AccountMasked  string       `json:"accountMasked"`
	AccountHolder  string       `json:"accountHolder"`
	JoinedAt       time.Time    `json:"joinedAt"`
	BetLocked      bool         `json:"betLocked"`
	BetPermitted   bool         `json:"betPermitted"`
	BalanceVersion int64        `json:"balanceVersion"` // of cash and points
	InBreak        bool         `json:"inBreak"`        // in a timeout or self-excluded: bets and deposits are U033 (D-64)
	BreakUntil     *time.Time   `json:"breakUntil"`     // null: no end of its own
}

func shown(v member.View) Member {
	return Member{
		MemID: v.MemID, MemNick: v.Nick, MemName: v.Name, SiteID: v.Site, MemLevel: v.Level, CashAmt: v.Cash, PointAmt: v.Points,
		RecommendYn: event.YN(v.Partner && v.MayRefer), Currency: v.Currency, PhoneMasked: personal.Mask(v.Phone), BankName: v.Bank,
		AccountMasked: personal.Mask(v.Number), AccountHolder: v.Holder, JoinedAt: v.JoinedAt, BetLocked: v.BetLocked,
		BetPermitted: v.BetPermitted, BalanceVersion: v.Version, InBreak: v.InBreak, BreakUntil: v.BreakUntil,
	}
}

// MsgInfo is the number of unread messages.
type MsgInfo struct {
	NewMsg int `json:"newMsg"`
}

// Session is what a page needs to act and to listen. The browser gets the token as a cookie as well.
type Session struct {
	Token     string    `json:"token"`
	ExpiresAt time.Time `json:"expiresAt"`
	Topic     string    `json:"topic"`  // /topic/{topic} of the hub is the session's own
	HubKey    string    `json:"hubKey"` // base64url of 32 bytes
	Shard     string    `json:"shard"`
	SID       string    `json:"sid"`
	Member    Member    `json:"member"`
	MsgInfo   MsgInfo   `json:"msgInfo"`

	Documents []Agreement `json:"documents"` // whose newest version the member has not agreed to; the page asks, nothing is blocked
}

// SessionCookie implements httpx.SessionCookie.
func (s Session) SessionCookie() (token.Audience, string, time.Time) {
	return token.Member, s.Token, s.ExpiresAt
}

func (a *API) session(ctx context.Context, g member.Grant) (Session, error) {
	v, err := a.members.View(ctx, g.MemID)
	if err != nil {
		return Session{}, err
	}
	pending, err := a.content.Pending(ctx, v.Site, g.MemID)
	if err != nil {
		return Session{}, err
	}
	documents := make([]Agreement, len(pending))
	for i, p := range pending {
		documents[i] = Agreement(p)
	}
	return Session{
		Documents: documents,
		Token:     g.Token, ExpiresAt: g.Expires, Topic: g.Topic, HubKey: base64.RawURLEncoding.EncodeToString(g.HubKey),
		Shard: id.Shard(g.MemID), SID: g.SID, Member: shown(v), MsgInfo: MsgInfo{v.Unread},
	}, nil
}

// LoginRequest is the form of the login popup.
type LoginRequest struct {
	MemID   string            `json:"memId"`
	MemPass credential.Secret `json:"memPass"`
}

// LastLogin is the login before this one (S-07).
type LastLogin struct {
	At time.Time `json:"at"`
	IP string    `json:"ip"`
}

// LoginAnswer is a new session.
type LoginAnswer struct {
	Session
	LastLogin *LastLogin `json:"lastLogin"`
}

func (a *API) login(ctx context.Context, who httpx.Caller, req LoginRequest) (LoginAnswer, error) {
	g, err := a.members.Login(ctx, credential.Credentials{Site: who.Site, MemID: req.MemID, Password: req.MemPass, Origin: origin(who)})
	if err != nil {
		return LoginAnswer{}, err
	}
	s, err := a.session(ctx, g)
	out := LoginAnswer{Session: s}
	if g.Last != nil {
		out.LastLogin = &LastLogin{At: g.Last.At}
		if g.Last.IP.IsValid() {
			out.LastLogin.IP = g.Last.IP.String()
		}
	}
	return out, err
}

// RenewRequest asks for the present token, or with force for a new one whatever time is left.
type RenewRequest struct {
	Force bool `json:"force,omitzero"`
}

func (a *API) renew(ctx context.Context, who httpx.Caller, req RenewRequest) (Session, error) {
	g, err := a.members.Renew(ctx, member.Renewal{SID: who.SID, Gen: who.Gen, Force: req.Force, Trace: who.Trace})
	if err != nil {
		return Session{}, httpx.Gone(err)
	}
	return a.session(ctx, g)
}

func (a *API) info(ctx context.Context, who httpx.Caller, _ httpx.None) (Member, error) {
	v, err := a.members.View(ctx, who.MemID)
	if err != nil {
		return Member{}, err
	}
	return shown(v), nil
}

// LogoutAnswer takes the cookie away.
type LogoutAnswer struct{}

// SessionCookie implements httpx.SessionCookie.
func (LogoutAnswer) SessionCookie() (token.Audience, string, time.Time) {
	return token.Member, "", time.Time{}
}

func (a *API) logout(ctx context.Context, who httpx.Caller, _ httpx.None) (LogoutAnswer, error) {
	return LogoutAnswer{}, a.members.Logout(ctx, who.SID, who.Trace)
}

// GuestAnswer opens the topics of the site to a visitor. No cookie is set.
type GuestAnswer struct {
	Token     string    `json:"token"`
	ExpiresAt time.Time `json:"expiresAt"`
	HubKey    string    `json:"hubKey"`
	SID       string    `json:"sid"`
	Shard     string    `json:"shard"` // empty: a guest has no personal events
}

func (a *API) guest(_ context.Context, who httpx.Caller, _ httpx.None) (GuestAnswer, error) {
	p, err := a.members.Guest(who.Site)
	if err != nil {
		return GuestAnswer{}, err
	}
	return GuestAnswer{Token: p.Token, ExpiresAt: p.Expires, HubKey: base64.RawURLEncoding.EncodeToString(p.HubKey), SID: p.SID}, nil
}
