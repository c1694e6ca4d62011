package member

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/core/paging"
)

// UpdateRequest changes what is given. memPass is the present password and always needed, cashPin the present PIN when it
// changes. Phone, name and bank account change through the customer centre.
type UpdateRequest struct {
	MemPass    credential.Secret `json:"memPass"`
	NewMemPass credential.Secret `json:"newMemPass,omitzero"`
	CashPIN    credential.Secret `json:"cashPin,omitzero"`
	NewCashPIN credential.Secret `json:"newCashPin,omitzero"`
	MemNick    string            `json:"memNick,omitzero"`
	Lang       string            `json:"lang,omitzero"`
}

func (a *API) update(ctx context.Context, who httpx.Caller, req UpdateRequest) (Member, error) {
	err := a.members.Update(ctx, member.Change{
		Site: who.Site, MemID: who.MemID, SID: who.SID, Password: req.MemPass, NewPassword: req.NewMemPass, PIN: req.CashPIN,
		NewPIN: req.NewCashPIN, Nick: req.MemNick, Lang: req.Lang, Origin: origin(who),
	})
	if err != nil {
		return Member{}, err
	}
	return a.info(ctx, who, httpx.None{})
}

// Device is a session that is live.
type Device struct {
	SID       string    `json:"sid"`
	Current   bool      `json:"current"` // the one that asks
	Since     time.Time `json:"since"`
	SeenAt    time.Time `json:"seenAt"`
	IP        string    `json:"ip"`
	UserAgent string    `json:"userAgent"`
}

// DevicesAnswer lists the sessions of the member, the one used last first.
type DevicesAnswer struct {
	List []Device `json:"list"`
}

func (a *API) devices(ctx context.Context, who httpx.Caller, _ httpx.None) (DevicesAnswer, error) {
	found, err := a.members.Devices(ctx, who.Site, who.MemID)
	if err != nil {
		return DevicesAnswer{}, err
	}
	out := DevicesAnswer{List: make([]Device, len(found))}
	for i, d := range found {
		out.List[i] = Device{SID: d.SID, Current: d.SID == who.SID, Since: d.Since, SeenAt: d.Seen, UserAgent: d.UserAgent}
		if d.IP.IsValid() {
			out.List[i].IP = d.IP.String()
		}
	}
	return out, nil
}

// DeviceRequest names one of the member's sessions.
type DeviceRequest struct {
	SID string `json:"sid"`
}

// EndedAnswer is how many sessions ended.
type EndedAnswer struct {
	Ended int `json:"ended"`
}

func (a *API) endDevice(ctx context.Context, who httpx.Caller, req DeviceRequest) (EndedAnswer, error) {
	n, err := a.members.EndDevice(ctx, who.MemID, req.SID, who.Trace)
	return EndedAnswer{n}, err
}

func (a *API) endOthers(ctx context.Context, who httpx.Caller, _ httpx.None) (EndedAnswer, error) {
	n, err := a.members.EndOtherDevices(ctx, who.MemID, who.SID, who.Trace)
	return EndedAnswer{n}, err
}

// LoginRow is a login that was tried.
type LoginRow struct {
	At     time.Time `json:"at"`
	IP     string    `json:"ip"`
	Result string    `json:"result"` // 200, or the code of the refusal
}

// LoginsAnswer is a page of logins, the newest first.
type LoginsAnswer struct {
	List     []LoginRow  `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) logins(ctx context.Context, who httpx.Caller, req paging.Request) (LoginsAnswer, error) {
	found, total, err := a.members.Logins(ctx, who.Site, who.MemID, paging.Days{}, req.Slice())
	if err != nil {
		return LoginsAnswer{}, err
	}
	out := LoginsAnswer{List: make([]LoginRow, len(found)), PageInfo: req.Info(total)}
	for i, l := range found {
		out.List[i] = LoginRow{At: l.At, Result: l.Result}
		if l.IP.IsValid() {
			out.List[i].IP = l.IP.String()
		}
	}
	return out, nil
}
