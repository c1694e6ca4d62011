// Package session lets staff in and out of the back office.
package session

import (
	"context"
	"encoding/base64"
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
)

// API holds what the calls need.
type API struct {
	staff   *staff.Service
	members *member.Service // for its sessions
}

// New returns the area's API.
func New(staff *staff.Service, members *member.Service) *API {
	return &API{staff: staff, members: members}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/login", httpx.Public, a.login, httpx.Pace(limit.LogIn)),
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

func (a *API) login(ctx context.Context, who httpx.Caller, req LoginRequest) (Session, error) {
	g, account, err := a.staff.Login(ctx, credential.Credentials{
		Site: who.Site, MemID: req.MemID, Password: req.MemPass, OTP: req.OTP,
		Origin: credential.Origin{IP: who.IP, UserAgent: who.UserAgent, Trace: who.Trace},
	})
	if err != nil {
		return Session{}, err
	}
	return session(g, account), nil
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

// LogoutAnswer takes the cookie away.
type LogoutAnswer struct{}

// SessionCookie implements httpx.SessionCookie.
func (LogoutAnswer) SessionCookie() (token.Audience, string, time.Time) {
	return token.Admin, "", time.Time{}
}

func (a *API) logout(ctx context.Context, who httpx.Caller, _ httpx.None) (LogoutAnswer, error) {
	return LogoutAnswer{}, a.members.Logout(ctx, who.SID, who.Trace)
}
