// Package session lets staff in and out of the back office.
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
	"hubstake/internal/account/staff"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
)

// API holds what the calls need.
type API struct {
	staff   *staff.Service
	members *member.Service // for its sessions
	sites   *site.Service
}

// New returns the area's API.
func New(staff *staff.Service, members *member.Service, sites *site.Service) *API {
	return &API{staff: staff, members: members, sites: sites}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/login", httpx.Public, a.login, httpx.Pace(limit.LogIn)),
		httpx.Post("/api/admin/enrol/begin", httpx.Public, a.beginEnrolment, httpx.Pace(limit.LogIn)),
		httpx.Post("/api/admin/enrol", httpx.Public, a.enrol, httpx.Pace(limit.LogIn)),
		httpx.Post("/api/admin/confirm", httpx.Staff, a.confirm, httpx.Pace(limit.LogIn)),
		httpx.Post("/api/admin/getToken", httpx.Staff, a.renew, httpx.Passive),
		httpx.Post("/api/admin/logout", httpx.Staff, a.logout, httpx.Passive),
	}
}

// Admin is who is logged in at the back office.
type Admin struct {
	MemID  string        `json:"memId"`
	Name   string        `json:"name"`
	SiteID string        `json:"siteId"`
	Rights []right.Right `json:"rights"`
}

// Session is what a page of the back office needs to act and to listen.
type Session struct {
	Token     string    `json:"token"`
	ExpiresAt time.Time `json:"expiresAt"`
	Topic     string    `json:"topic"`
	HubKey    string    `json:"hubKey"`
	Shard     string    `json:"shard"`
	SID       string    `json:"sid"`
	Admin     Admin     `json:"admin"`
	Enrol     bool      `json:"enrol,omitzero"` // at a login: the password is a one-time one, and there is no session yet
}

// SessionCookie implements httpx.SessionCookie.
func (s Session) SessionCookie() (token.Audience, string, time.Time) {
	return token.Admin, s.Token, s.ExpiresAt
}

func session(g member.Grant, s staff.Account) Session {
	return Session{
		Token: g.Token, ExpiresAt: g.Expires, Topic: g.Topic, HubKey: base64.RawURLEncoding.EncodeToString(g.HubKey),
		Shard: id.Shard(g.MemID), SID: g.SID, Admin: Admin{MemID: s.ID, Name: s.Name, SiteID: s.Site, Rights: s.Rights},
	}
}

// LoginRequest is password and one-time code.
type LoginRequest struct {
	MemID   string            `json:"memId"`
	MemPass credential.Secret `json:"memPass"`
	OTP     credential.Secret `json:"otp"`
}

// login answers a one-time password with Enrol and without a session: the account is enrolled first.
func (a *API) login(ctx context.Context, who httpx.Caller, req LoginRequest) (Session, error) {
	g, account, err := a.staff.Login(ctx, credentials(who, req.MemID, req.MemPass, req.OTP))
	if errors.Is(err, staff.ErrEnrol) {
		return Session{Enrol: true, Admin: Admin{Rights: []right.Right{}}}, nil
	}
	if err != nil {
		return Session{}, err
	}
	return session(g, account), nil
}

func credentials(who httpx.Caller, memID string, password, otp credential.Secret) credential.Credentials {
	return credential.Credentials{
		Site: who.Site, MemID: memID, Password: password, OTP: otp,
		Origin: credential.Origin{IP: who.IP, UserAgent: who.UserAgent, Trace: who.Trace},
	}
}

// BeginRequest is a one-time password.
type BeginRequest struct {
	MemID   string            `json:"memId"`
	MemPass credential.Secret `json:"memPass"`
}

// BeginAnswer is what an authenticator needs, to be typed or to be scanned.
type BeginAnswer struct {
	Secret  string `json:"secret"`  // base32
	Address string `json:"address"` // otpauth://
}

func (a *API) beginEnrolment(ctx context.Context, who httpx.Caller, req BeginRequest) (BeginAnswer, error) {
	st, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return BeginAnswer{}, err
	}
	e, err := a.staff.BeginEnrolment(ctx, credentials(who, req.MemID, req.MemPass, ""), st.Name)
	return BeginAnswer(e), err
}

// EnrolRequest ends an enrolment: with the one-time password, a password of the person's own and the first code of the authenticator.
type EnrolRequest struct {
	MemID   string            `json:"memId"`
	MemPass credential.Secret `json:"memPass"`
	NewPass credential.Secret `json:"newPass"` // 12 to 72 characters
	OTP     credential.Secret `json:"otp"`
}

// EnrolAnswer is a session, and the recovery codes, which no call shows again.
type EnrolAnswer struct {
	Session
	RecoveryCodes []string `json:"recoveryCodes"`
}

func (a *API) enrol(ctx context.Context, who httpx.Caller, req EnrolRequest) (EnrolAnswer, error) {
	g, account, codes, err := a.staff.Enrol(ctx, credentials(who, req.MemID, req.MemPass, req.OTP), req.NewPass)
	if err != nil {
		return EnrolAnswer{}, err
	}
	return EnrolAnswer{Session: session(g, account), RecoveryCodes: codes}, nil
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
	account, ok, err := a.staff.Account(ctx, who.MemID)
	if err != nil {
		return Session{}, err
	}
	if !ok {
		return Session{}, httpx.Unauthorized(fault.NoAccess)
	}
	return session(g, account), nil
}

// ConfirmRequest is a one-time code of the authenticator.
type ConfirmRequest struct {
	OTP credential.Secret `json:"otp"`
}

// ConfirmAnswer says until when calls that need a fresh code are let through in this session.
type ConfirmAnswer struct {
	Until time.Time `json:"until"`
}

// confirm takes the one-time code again, before an action that a stolen session must not be able to do (S-85).
func (a *API) confirm(ctx context.Context, who httpx.Caller, req ConfirmRequest) (ConfirmAnswer, error) {
	until, err := a.staff.Confirm(ctx, who.SID, credentials(who, who.MemID, "", req.OTP))
	if err != nil {
		return ConfirmAnswer{}, httpx.Gone(err)
	}
	return ConfirmAnswer{Until: until}, nil
}

// LogoutAnswer takes the cookie away.
type LogoutAnswer struct{}

// SessionCookie implements httpx.SessionCookie.
func (LogoutAnswer) SessionCookie() (token.Audience, string, time.Time) {
	return token.Admin, "", time.Time{}
}

func (a *API) logout(ctx context.Context, who httpx.Caller, _ httpx.None) (LogoutAnswer, error) {
	return LogoutAnswer{}, a.members.Logout(ctx, who.SID, who.Trace)
}
