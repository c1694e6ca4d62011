// Package account is the back office's list of the accounts that members pay into, and of who saw which one when.
package account

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
)

// API holds what the calls need.
type API struct {
	cash *cash.Service
}

// New returns the area's API.
func New(cash *cash.Service) *API { return &API{cash: cash} }

// Routes lists the calls. Each change returns the list as it is afterwards.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Account)
	return []httpx.Route{
		httpx.Post("/api/admin/account/list", httpx.Staff, a.list, needs),
		httpx.Post("/api/admin/account/add", httpx.Staff, a.add, needs),
		httpx.Post("/api/admin/account/move", httpx.Staff, a.move, needs),
		httpx.Post("/api/admin/account/switch", httpx.Staff, a.turn, needs),
		httpx.Post("/api/admin/account/rotate", httpx.Staff, a.rotate, needs),
		httpx.Post("/api/admin/account/views", httpx.Staff, a.views, needs),
	}
}

// Row is an account to pay into. Today began at midnight on the clock of the site. A deposit counts for the account that its member was
// shown last before asking.
type Row struct {
	Idx      int64        `json:"idx"`
	Bank     string       `json:"bank"`
	Number   string       `json:"accountNo"`
	Holder   string       `json:"accountHolder"`
	Active   bool         `json:"active"`
	Version  int32        `json:"version"`
	Since    *time.Time   `json:"since"`    // when it was switched on or off; null: before this was kept
	Shown    int64        `json:"shown"`    // how often members saw it today
	Deposits int64        `json:"deposits"` // completed today
	Amount   money.Amount `json:"amount"`   // of these deposits
	Open     int64        `json:"open"`     // deposits that wait now
}

// ListAnswer is all accounts of the site: the active ones in the order of their turns, then those that are off.
type ListAnswer struct {
	List []Row `json:"list"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, _ httpx.None) (ListAnswer, error) {
	found, err := a.cash.Accounts(ctx, who.Site)
	out := ListAnswer{List: make([]Row, len(found))}
	for i, r := range found {
		out.List[i] = Row{
			Idx: r.ID, Bank: r.Bank, Number: r.Number, Holder: r.Holder, Active: r.Active, Version: r.Version, Since: r.Since,
			Shown: r.Shown, Deposits: r.Deposits, Amount: r.Amount, Open: r.Open,
		}
	}
	return out, err
}

// changed returns the list after a change.
func (a *API) changed(ctx context.Context, who httpx.Caller, err error) (ListAnswer, error) {
	if err != nil {
		return ListAnswer{}, err
	}
	return a.list(ctx, who, httpx.None{})
}

// AddRequest adds an account, which is off.
type AddRequest struct {
	Bank   string `json:"bank"`
	Number string `json:"accountNo"` // 6 to 20 digits; spaces and "-" are taken out
	Holder string `json:"accountHolder"`
}

func (a *API) add(ctx context.Context, who httpx.Caller, req AddRequest) (ListAnswer, error) {
	err := a.cash.AddDepositAccount(ctx, who.Site, caller.Actor(who), cash.Account{Bank: req.Bank, Number: req.Number, Holder: req.Holder})
	return a.changed(ctx, who, err)
}

// Request names an account as it was shown; C019: it was changed since.
type Request struct {
	Idx     int64 `json:"idx"`
	Version int32 `json:"version"`
}

func (r Request) shown() *cash.ShownAccount { return &cash.ShownAccount{ID: r.Idx, Version: r.Version} }

// MoveRequest moves an active account one turn; then the turns begin again with the first.
type MoveRequest struct {
	Request
	Forward bool `json:"forward"` // to the turn before; else to the one after
}

func (a *API) move(ctx context.Context, who httpx.Caller, req MoveRequest) (ListAnswer, error) {
	return a.changed(ctx, who, a.cash.MoveAccount(ctx, who.Site, caller.Actor(who), *req.shown(), req.Forward))
}

// SwitchRequest switches an account on or off. U035: switching on waits for a second person.
type SwitchRequest struct {
	Request
	Active   bool   `json:"active"`
	NoneLeft bool   `json:"noneLeft,omitzero"` // it is the last active one, and members cannot deposit without: agreed
	Reason   string `json:"reason"`            // up to 200 characters
}

func (a *API) turn(ctx context.Context, who httpx.Caller, req SwitchRequest) (ListAnswer, error) {
	w := cash.Switch{Off: req.shown(), NoneLeft: req.NoneLeft, Reason: req.Reason}
	if req.Active {
		w.On, w.Off = w.Off, nil
	}
	return a.changed(ctx, who, a.cash.SwitchAccounts(ctx, who.Site, caller.Actor(who), w))
}

// RotateRequest switches an account on and another one off in one step. U035: it waits for a second person.
type RotateRequest struct {
	Request
	OffIdx     int64  `json:"offIdx"`
	OffVersion int32  `json:"offVersion"`
	Reason     string `json:"reason"` // up to 200 characters
}

func (a *API) rotate(ctx context.Context, who httpx.Caller, req RotateRequest) (ListAnswer, error) {
	err := a.cash.SwitchAccounts(ctx, who.Site, caller.Actor(who), cash.Switch{
		On: req.shown(), Off: &cash.ShownAccount{ID: req.OffIdx, Version: req.OffVersion}, Reason: req.Reason,
	})
	return a.changed(ctx, who, err)
}

// ViewsRequest searches who saw which account when.
type ViewsRequest struct {
	MemID string `json:"memId,omitzero"` // of this member only
	Idx   int64  `json:"idx,omitzero"`   // of this account only
	paging.Request
}

// View is one look of a member at an account.
type View struct {
	ID     int64     `json:"id"`
	MemID  string    `json:"memId"`
	Idx    int64     `json:"idx"` // of the account
	Bank   string    `json:"bank"`
	Number string    `json:"accountNo"`
	IP     string    `json:"ip"` // empty: not known
	At     time.Time `json:"at"`
	Until  time.Time `json:"until"` // how long the account stayed the member's own
}

// ViewsAnswer is a page of looks, the newest first; the newest 10000 are found.
type ViewsAnswer struct {
	List     []View      `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) views(ctx context.Context, who httpx.Caller, req ViewsRequest) (ViewsAnswer, error) {
	found, total, err := a.cash.Views(ctx, who.Site, req.MemID, req.Idx, req.Slice())
	out := ViewsAnswer{List: make([]View, len(found)), PageInfo: req.Info(total)}
	for i, v := range found {
		out.List[i] = View{
			ID: v.ID, MemID: v.Member, Idx: v.Account, Bank: v.Bank, Number: v.Number, IP: v.IP, At: v.At, Until: v.Until,
		}
	}
	return out, err
}
