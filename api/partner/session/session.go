// Package session is how persons get in to the partner area and out of it, and what they see of their own logins.
package session

import (
	"context"
	"encoding/base64"
	"errors"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/access/token"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/agent"
)

// API holds what the calls need.
type API struct {
	agents  *agent.Service
	members *member.Service // for its sessions
	sites   *site.Service
}

// New returns the area's API.
func New(agents *agent.Service, members *member.Service, sites *site.Service) *API {
	return &API{agents: agents, members: members, sites: sites}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/partner/login", httpx.Public, a.login, httpx.Pace(limit.LogIn)),
		httpx.Post("/api/partner/enrol/begin", httpx.Public, a.beginEnrolment, httpx.Pace(limit.LogIn)),
		httpx.Post("/api/partner/enrol", httpx.Public, a.enrol, httpx.Pace(limit.LogIn)),
		httpx.Post("/api/partner/getToken", httpx.Partner, a.renew, httpx.Passive),
		httpx.Post("/api/partner/logout", httpx.Partner, a.logout, httpx.Passive),
		httpx.Post("/api/partner/security", httpx.Partner, a.security),
		httpx.Post("/api/partner/security/codes", httpx.Partner, a.codes, httpx.Pace(limit.LogIn)),
		httpx.Post("/api/partner/session/end", httpx.Partner, a.end),
	}
}

// Person is who is logged in to the partner area.
type Person struct {
	AgentID  string         `json:"agentId"` // memId of the partner itself, or memId.name of its sub-staff
	Name     string         `json:"name"`    // of the person; the nickname of the partner itself
	MemID    string         `json:"memId"`   // the partner
	Level    int            `json:"partnerLevel"`
	SiteID   string         `json:"siteId"`
	TimeZone string         `json:"timeZone"`
	Currency string         `json:"currency"`
	Rights   []right.OfArea `json:"rights"`
}

// Session is what a page of the partner area needs to act and to listen.
type Session struct {
	Token     string    `json:"token"`
	ExpiresAt time.Time `json:"expiresAt"`
	Topic     string    `json:"topic"`
	HubKey    string    `json:"hubKey"`
	Shard     string    `json:"shard"`
	SID       string    `json:"sid"`
	Agent     Person    `json:"agent"`
	Enrol     bool      `json:"enrol,omitzero"` // at a login: the account has no authenticator yet, and there is no session
}

// SessionCookie implements httpx.SessionCookie.
func (s Session) SessionCookie() (token.Audience, string, time.Time) {
	return token.Partner, s.Token, s.ExpiresAt
}

func (a *API) session(ctx context.Context, g member.Grant, p agent.Account) (Session, error) {
	st, err := a.sites.Get(ctx, p.Site)
	if err != nil {
		return Session{}, err
	}
	return Session{
		Token: g.Token, ExpiresAt: g.Expires, Topic: g.Topic, HubKey: base64.RawURLEncoding.EncodeToString(g.HubKey), Shard: id.Shard(g.MemID), SID: g.SID,
		Agent: Person{
			AgentID: p.ID, Name: p.Name, MemID: p.Partner, Level: p.Level, SiteID: p.Site, TimeZone: st.Options.TimeZone, Currency: st.Options.Currency,
			Rights: right.ToWire(p.Rights),
		},
	}, nil
}

// LoginRequest is password and one-time code.
type LoginRequest struct {
	MemID   string            `json:"memId"` // the partner, or memId.name
	MemPass credential.Secret `json:"memPass"`
	OTP     credential.Secret `json:"otp"`
}

// login answers the right password of an account without an authenticator with Enrol and without a session: the account is enrolled first.
func (a *API) login(ctx context.Context, who httpx.Caller, req LoginRequest) (Session, error) {
	g, account, err := a.agents.Login(ctx, credentials(who, req.MemID, req.MemPass, req.OTP))
	if errors.Is(err, agent.ErrEnrol) {
		return Session{Enrol: true, Agent: Person{Rights: []right.OfArea{}}}, nil
	}
	if err != nil {
		return Session{}, err
	}
	return a.session(ctx, g, account)
}

func credentials(who httpx.Caller, agentID string, password, otp credential.Secret) credential.Credentials {
	return credential.Credentials{
		Site: who.Site, MemID: agentID, Password: password, OTP: otp,
		Origin: credential.Origin{IP: who.IP, UserAgent: who.UserAgent, Trace: who.Trace},
	}
}

// BeginRequest is the password of an account without an authenticator.
type BeginRequest struct {
	MemID   string            `json:"memId"`
	MemPass credential.Secret `json:"memPass"`
}

// BeginAnswer is what an authenticator needs, to be typed or to be scanned.
type BeginAnswer struct {
	Secret  string `json:"secret"`  // base32
	Address string `json:"address"` // otpauth://
	NewPass bool   `json:"newPass"` // the password is a one-time one: Enrol takes another
}

func (a *API) beginEnrolment(ctx context.Context, who httpx.Caller, req BeginRequest) (BeginAnswer, error) {
	st, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return BeginAnswer{}, err
	}
	e, sub, err := a.agents.BeginEnrolment(ctx, credentials(who, req.MemID, req.MemPass, ""), st.Name)
	return BeginAnswer{Secret: e.Secret, Address: e.Address, NewPass: sub}, err
}

// EnrolRequest ends an enrolment with the first code of the authenticator and, of sub-staff, a password of the person's own.
type EnrolRequest struct {
	MemID   string            `json:"memId"`
	MemPass credential.Secret `json:"memPass"`
	NewPass credential.Secret `json:"newPass,omitzero"` // 12 to 72 characters; of the partner itself none
	OTP     credential.Secret `json:"otp"`
}

// EnrolAnswer is a session, and the recovery codes, which no call shows again.
type EnrolAnswer struct {
	Session
	RecoveryCodes []string `json:"recoveryCodes"`
}

func (a *API) enrol(ctx context.Context, who httpx.Caller, req EnrolRequest) (EnrolAnswer, error) {
	g, account, codes, err := a.agents.Enrol(ctx, credentials(who, req.MemID, req.MemPass, req.OTP), req.NewPass)
	if err != nil {
		return EnrolAnswer{}, err
	}
	s, err := a.session(ctx, g, account)
	return EnrolAnswer{Session: s, RecoveryCodes: codes}, err
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
	account, ok, err := a.agents.Account(ctx, who.Site, who.Agent)
	if err != nil {
		return Session{}, err
	}
	if !ok {
		return Session{}, httpx.Unauthorized(fault.NoAccess)
	}
	return a.session(ctx, g, account)
}

// LogoutAnswer takes the cookie away.
type LogoutAnswer struct{}

// SessionCookie implements httpx.SessionCookie.
func (LogoutAnswer) SessionCookie() (token.Audience, string, time.Time) {
	return token.Partner, "", time.Time{}
}

func (a *API) logout(ctx context.Context, who httpx.Caller, _ httpx.None) (LogoutAnswer, error) {
	return LogoutAnswer{}, a.members.Logout(ctx, who.SID, who.Trace)
}

// Device is a live session of the own login.
type Device struct {
	SID       string    `json:"sid"`
	Current   bool      `json:"current"` // the one of this call
	Since     time.Time `json:"since"`
	SeenAt    time.Time `json:"seenAt"` // to the minute
	IP        string    `json:"ip"`
	UserAgent string    `json:"userAgent"`
}

// SecurityAnswer is what a person sees of the own login.
type SecurityAnswer struct {
	EnrolledAt    *time.Time `json:"enrolledAt"`    // since when the authenticator is in use; null: there is none
	RecoveryCodes int        `json:"recoveryCodes"` // those that are not used
	Sessions      []Device   `json:"sessions"`      // the one used last first
}

func (a *API) security(ctx context.Context, who httpx.Caller, _ httpx.None) (SecurityAnswer, error) {
	found, err := a.agents.Security(ctx, who.Site, who.Agent)
	if err != nil {
		return SecurityAnswer{}, err
	}
	out := SecurityAnswer{EnrolledAt: found.EnrolledAt, RecoveryCodes: found.RecoveryCodes, Sessions: make([]Device, len(found.Sessions))}
	for i, d := range found.Sessions {
		out.Sessions[i] = Device{SID: d.SID, Current: d.SID == who.SID, Since: d.Since, SeenAt: d.Seen, UserAgent: d.UserAgent}
		if d.IP.IsValid() {
			out.Sessions[i].IP = d.IP.String()
		}
	}
	return out, nil
}

// CodesRequest is a code of the authenticator.
type CodesRequest struct {
	OTP credential.Secret `json:"otp"`
}

// CodesAnswer is the recovery codes, which no call shows again.
type CodesAnswer struct {
	RecoveryCodes []string `json:"recoveryCodes"`
}

func (a *API) codes(ctx context.Context, who httpx.Caller, req CodesRequest) (CodesAnswer, error) {
	codes, err := a.agents.NewRecoveryCodes(ctx, credentials(who, who.Agent, "", req.OTP))
	return CodesAnswer{RecoveryCodes: codes}, err
}

// EndRequest names a session of the own login.
type EndRequest struct {
	SID string `json:"sid"`
}

func (a *API) end(ctx context.Context, who httpx.Caller, req EndRequest) (httpx.None, error) {
	return httpx.None{}, a.agents.EndSession(ctx, who.Agent, req.SID, who.Trace)
}
