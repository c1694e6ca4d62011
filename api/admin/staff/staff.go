// Package staff is what masters do to the accounts of other staff.
package staff

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/account/staff"
	"hubstake/internal/core/right"
)

// API holds what the calls need.
type API struct {
	staff *staff.Service
}

// New returns the area's API.
func New(staff *staff.Service) *API { return &API{staff: staff} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	master := httpx.Needs(right.Staff)
	return []httpx.Route{
		httpx.Post("/api/admin/staff/list", httpx.Staff, a.list, master),
		httpx.Post("/api/admin/staff/add", httpx.Staff, a.add, master, httpx.Fresh, httpx.Pace(limit.LogIn)),
		httpx.Post("/api/admin/staff/change", httpx.Staff, a.change, master, httpx.Fresh),
		httpx.Post("/api/admin/staff/active", httpx.Staff, a.active, master, httpx.Fresh),
		httpx.Post("/api/admin/staff/recover", httpx.Staff, a.recovery, master, httpx.Fresh, httpx.Pace(limit.LogIn)),
		httpx.Post("/api/admin/staff/review", httpx.Staff, a.review, master),
		httpx.Post("/api/admin/staff/unlock", httpx.Staff, a.unlock, master, httpx.Fresh),
	}
}

func act(who httpx.Caller, id string) staff.Act {
	return staff.Act{Actor: caller.Actor(who), Site: who.Site, ID: id}
}

// Profile is what masters set of an account.
type Profile struct {
	Name   string        `json:"name"`           // 1 to 60 characters
	Title  string        `json:"title,omitzero"` // the person's function, up to 60
	Rights []right.Right `json:"rights"`
}

func (p Profile) domain() staff.Profile { return staff.Profile(p) }

// Account is an account as masters see it (S-79).
type Account struct {
	MemID string `json:"memId"`
	Profile
	Active        bool       `json:"active"`
	Version       int32      `json:"version"`
	OneTimeUntil  *time.Time `json:"oneTimeUntil"` // it waits for its enrolment, until then; null: enrolled
	OTPLocked     bool       `json:"otpLocked"`    // by wrong one-time codes
	RecoveryCodes int        `json:"recoveryCodes"`
	CreatedAt     time.Time  `json:"createdAt"`
	PassChangedAt *time.Time `json:"passChangedAt"`
	LastLoginAt   *time.Time `json:"lastLoginAt"`
	LastLoginIP   string     `json:"lastLoginIp"` // empty: never
	ReviewedAt    *time.Time `json:"reviewedAt"`
	ReviewedBy    string     `json:"reviewedBy"`
	Looks         int        `json:"looks"` // how often personal data were shown to the account within the last 24 hours
}

// ListAnswer are the accounts of the site by ID.
type ListAnswer struct {
	List []Account `json:"list"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, _ httpx.None) (ListAnswer, error) {
	found, err := a.staff.List(ctx, who.Site)
	out := ListAnswer{List: make([]Account, len(found))}
	for i, r := range found {
		out.List[i] = Account{
			MemID: r.ID, Profile: Profile(r.Profile), Active: r.Active, Version: r.Version, OneTimeUntil: r.OneTimeUntil, OTPLocked: r.OTPLocked,
			RecoveryCodes: r.RecoveryCodes, CreatedAt: r.CreatedAt, PassChangedAt: r.PassChangedAt, LastLoginAt: r.LastLoginAt,
			ReviewedAt: r.ReviewedAt, ReviewedBy: r.ReviewedBy, Looks: r.Looks,
		}
		if r.LastLoginIP.IsValid() {
			out.List[i].LastLoginIP = r.LastLoginIP.String()
		}
	}
	return out, err
}

// AddRequest makes an account.
type AddRequest struct {
	MemID string `json:"memId"` // its ID
	Profile
}

// OneTimeAnswer is the password with which an account is enrolled. No call shows it again.
type OneTimeAnswer struct {
	Password string    `json:"password"`
	Until    time.Time `json:"until"`
}

func (a *API) add(ctx context.Context, who httpx.Caller, req AddRequest) (OneTimeAnswer, error) {
	once, err := a.staff.Add(ctx, act(who, req.MemID), req.domain())
	return OneTimeAnswer(once), err
}

// ChangeRequest sets what masters set of an account.
type ChangeRequest struct {
	MemID   string `json:"memId"`
	Version int32  `json:"version"` // of the account as it was shown; C019: it was changed since
	Profile
}

func (a *API) change(ctx context.Context, who httpx.Caller, req ChangeRequest) (httpx.None, error) {
	return httpx.None{}, a.staff.Change(ctx, act(who, req.MemID), req.Version, req.domain())
}

// ActiveRequest ends an account, or opens it again.
type ActiveRequest struct {
	MemID  string `json:"memId"`
	Active bool   `json:"active"`
	Reason string `json:"reason"` // 1 to 200 characters
}

func (a *API) active(ctx context.Context, who httpx.Caller, req ActiveRequest) (httpx.None, error) {
	return httpx.None{}, a.staff.SetActive(ctx, act(who, req.MemID), req.Active, req.Reason)
}

// RecoverRequest gives an account a new beginning whose person lost password, authenticator or both.
type RecoverRequest struct {
	MemID  string `json:"memId"`
	Reason string `json:"reason"` // 1 to 200 characters
}

func (a *API) recovery(ctx context.Context, who httpx.Caller, req RecoverRequest) (OneTimeAnswer, error) {
	once, err := a.staff.Recover(ctx, act(who, req.MemID), req.Reason)
	return OneTimeAnswer(once), err
}

// OneRequest names an account of the site.
type OneRequest struct {
	MemID string `json:"memId"`
}

// review is S-76.
func (a *API) review(ctx context.Context, who httpx.Caller, req OneRequest) (httpx.None, error) {
	return httpx.None{}, a.staff.Review(ctx, act(who, req.MemID))
}

// unlock is for an account that is locked by wrong passwords or one-time codes (S-77).
func (a *API) unlock(ctx context.Context, who httpx.Caller, req OneRequest) (httpx.None, error) {
	return httpx.None{}, a.staff.Unlock(ctx, act(who, req.MemID))
}
