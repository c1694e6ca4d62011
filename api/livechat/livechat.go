// Package livechat says to the provider of live chat who a member is.
package livechat

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/support/livechat"
)

// API is the area.
type API struct {
	db      *pgxpool.Pool
	chat    *livechat.Service
	members *member.Service
}

// New returns the area's API.
func New(db *pgxpool.Pool, chat *livechat.Service, members *member.Service) *API {
	return &API{db: db, chat: chat, members: members}
}

// Routes lists the calls. The widget makes them, not the member.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/livechat/get-token", httpx.Member, a.token, httpx.Passive),
		httpx.Post("/api/livechat/get-refresh-token", httpx.Member, a.fresh, httpx.Passive),
		httpx.Post("/api/livechat/has-token", httpx.Member, a.has, httpx.Passive),
	}
}

// Request is what the widget says about itself; what is absent is that of the configuration.
type Request struct {
	ClientID    string `json:"clientId,omitzero"`
	LicenceID   string `json:"licenceId,omitzero"`
	RedirectURI string `json:"redirectUri,omitzero"` // an address of this site
}

func (r Request) widget() livechat.Widget {
	return livechat.Widget{ClientID: r.ClientID, LicenceID: r.LicenceID, Redirect: r.RedirectURI}
}

// Token is an identity that the provider can check.
type Token struct {
	AccessToken string    `json:"accessToken"`
	TokenType   string    `json:"tokenType"`  // Bearer
	CustomerID  string    `json:"customerId"` // memId@siteId
	ClientID    string    `json:"clientId"`
	LicenceID   string    `json:"licenceId"`
	IssuedAt    time.Time `json:"issuedAt"`
	ExpiresAt   time.Time `json:"expiresAt"`
	ExpiresIn   int64     `json:"expiresIn"` // seconds from its issue
}

// Answer is the session's token.
type Answer struct {
	Token Token `json:"token"`
}

// token gives the token of the session, a new one when it has none or little is left of it.
func (a *API) token(ctx context.Context, who httpx.Caller, req Request) (Answer, error) {
	return a.give(ctx, who, req, false)
}

func (a *API) fresh(ctx context.Context, who httpx.Caller, req Request) (Answer, error) {
	return a.give(ctx, who, req, true)
}

func (a *API) give(ctx context.Context, who httpx.Caller, req Request, fresh bool) (Answer, error) {
	p, err := a.members.Profile(ctx, a.db, who.MemID)
	if err != nil {
		return Answer{}, err
	}
	c := livechat.Customer{Site: who.Site, Member: who.MemID, Name: p.Nick, Session: who.SID, Ends: who.Expires}
	t, err := a.chat.Token(ctx, c, req.widget(), fresh)
	if err != nil {
		return Answer{}, err
	}
	return Answer{Token{
		t.Text, "Bearer", t.CustomerID, t.ClientID, t.LicenceID, t.IssuedAt, t.ExpiresAt, int64(t.ExpiresAt.Sub(t.IssuedAt).Seconds()),
	}}, nil
}

// HasAnswer reports whether the session has a token, and of which live chat.
type HasAnswer struct {
	HasToken  bool   `json:"hasToken"`
	Provider  string `json:"provider"` // empty: the site has no live chat
	ClientID  string `json:"clientId"`
	LicenceID string `json:"licenceId"`
	Window    string `json:"windowUrl"` // the provider's chat window, opened with #token=…; empty: there is none
}

func (a *API) has(ctx context.Context, who httpx.Caller, req Request) (HasAnswer, error) {
	s, err := a.chat.Has(ctx, who.SID, req.widget())
	return HasAnswer(s), err
}
