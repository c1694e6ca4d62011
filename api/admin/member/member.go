// Package member is the back office's list of members, and what staff does to one.
package member

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/play/game"
)

// API holds what the calls need.
type API struct {
	members *member.Service
	reports *report.Service
	games   *game.Service
}

// New returns the area's API.
func New(members *member.Service, reports *report.Service, games *game.Service) *API {
	return &API{members: members, reports: reports, games: games}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs, decides, changes := httpx.Needs(right.Member), httpx.Needs(right.Signup), httpx.Needs(right.Standing)
	return []httpx.Route{
		httpx.Post("/api/admin/member/list", httpx.Staff, a.list, needs, httpx.Searches(ListRequest.searches)),
		httpx.Post("/api/admin/member/approve", httpx.Staff, a.approve, decides),
		httpx.Post("/api/admin/member/refuse", httpx.Staff, a.refuse, decides),
		httpx.Post("/api/admin/member/lock", httpx.Staff, a.lock, changes),
		httpx.Post("/api/admin/member/unlock", httpx.Staff, a.unlock, changes),
		httpx.Post("/api/admin/member/logout", httpx.Staff, a.logout, changes),
		httpx.Post("/api/admin/member/status", httpx.Staff, a.status, changes),
		httpx.Post("/api/admin/member/card", httpx.Staff, a.card, needs),
		httpx.Post("/api/admin/member/settings", httpx.Staff, a.settings, changes),
		httpx.Post("/api/admin/member/move", httpx.Staff, a.move, changes),
		httpx.Post("/api/admin/member/test", httpx.Staff, a.test, changes),
		httpx.Post("/api/admin/member/partner", httpx.Staff, a.partner, changes, httpx.Fresh),
		httpx.Post("/api/admin/member/note", httpx.Staff, a.note, needs),
		httpx.Post("/api/admin/member/logins", httpx.Staff, a.logins, needs),
		httpx.Post("/api/admin/member/ledger", httpx.Staff, a.ledger, httpx.Needs(right.Cash)),
		httpx.Post("/api/admin/member/points", httpx.Staff, a.points, httpx.Needs(right.Gift)),
		httpx.Post("/api/admin/member/rounds", httpx.Staff, a.rounds, httpx.Needs(right.Cash)),
	}
}

// ListRequest searches members of the site.
type ListRequest struct {
	Status member.Status `json:"status,omitzero"` // pending, normal …; empty for all
	Level  int           `json:"level,omitzero"`  // 1 … 10; 0 for all
	Search string        `json:"search,omitzero"` // part of memId or nickname; a whole name, phone or account, or the last four digits of one
	paging.Request
}

// searches reports whether this is the first page of a search.
func (r ListRequest) searches() bool { return r.Search != "" && r.Page <= 1 }

// Row is a member as the back office sees it. Name, phone, account number and holder are masked; /api/admin/personal/show shows them.
type Row struct {
	MemID         string        `json:"memId"`
	MemNick       string        `json:"memNick"`
	MemName       string        `json:"memName"`
	Phone         string        `json:"phone"`
	BankName      string        `json:"bankName"`
	AccountNo     string        `json:"accountNo"`
	AccountHolder string        `json:"accountHolder"`
	Referrer      string        `json:"recommender"`
	Status        member.Status `json:"status"`
	JoinedAt      time.Time     `json:"joinedAt"`
	JoinIP        string        `json:"joinIp"`
	LastLoginAt   *time.Time    `json:"lastLoginAt"`
	CashAmt       money.Amount  `json:"cashAmt"`
	BetLocked     bool          `json:"betLocked"`
	BetPermitted  bool          `json:"betPermitted"`
	Locked        bool          `json:"locked"` // by wrong passwords or PINs
	Test          bool          `json:"test"`   // a test account
}

// ListAnswer is a page of members, the newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	page := req.Slice()
	found, total, err := a.members.Search(ctx, member.Search{
		Site: who.Site, Status: req.Status, Level: req.Level, Text: req.Search, Count: page.Count, Skip: page.Skip,
	})
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, f := range found {
		out.List[i] = Row{
			MemID: f.MemID, MemNick: f.Nick, MemName: f.Name, Phone: f.Phone, BankName: f.Bank, AccountNo: f.Number,
			AccountHolder: f.Holder, Referrer: f.Referrer, Status: f.Status, JoinedAt: f.JoinedAt, LastLoginAt: f.LastLoginAt,
			CashAmt: f.Cash, BetLocked: f.BetLocked, BetPermitted: f.BetPermitted, Locked: f.Locked, Test: f.Test,
		}
		if f.JoinIP.IsValid() {
			out.List[i].JoinIP = f.JoinIP.String()
		}
	}
	return out, nil
}

// Request names a member of the site.
type Request struct {
	MemID string `json:"memId"`
}

func (a *API) approve(ctx context.Context, who httpx.Caller, req Request) (httpx.None, error) {
	return httpx.None{}, a.members.Approve(ctx, caller.Act(who, req.MemID))
}

// RefuseRequest turns a signup down; the memo is for the back office.
type RefuseRequest struct {
	MemID string `json:"memId"`
	Memo  string `json:"memo,omitzero"`
}

func (a *API) refuse(ctx context.Context, who httpx.Caller, req RefuseRequest) (httpx.None, error) {
	return httpx.None{}, a.members.Refuse(ctx, caller.Act(who, req.MemID), req.Memo)
}

// LockRequest locks and permits a member's betting; both are given (D-34).
type LockRequest struct {
	MemID     string `json:"memId"`
	Locked    bool   `json:"locked"`
	Permitted bool   `json:"permitted"`
}

func (a *API) lock(ctx context.Context, who httpx.Caller, req LockRequest) (httpx.None, error) {
	return httpx.None{}, a.members.SetLocks(ctx, caller.Act(who, req.MemID), req.Locked, req.Permitted)
}

func (a *API) unlock(ctx context.Context, who httpx.Caller, req Request) (httpx.None, error) {
	return httpx.None{}, a.members.Unlock(ctx, caller.Act(who, req.MemID))
}

func (a *API) logout(ctx context.Context, who httpx.Caller, req Request) (httpx.None, error) {
	return httpx.None{}, a.members.ForceLogout(ctx, caller.Act(who, req.MemID))
}

// StatusRequest gives a member another status: normal, stop, suspended, black, dormant, closed or excluded.
type StatusRequest struct {
	MemID  string        `json:"memId"`
	Status member.Status `json:"status"`
	Reason string        `json:"reason"`
}

func (a *API) status(ctx context.Context, who httpx.Caller, req StatusRequest) (httpx.None, error) {
	return httpx.None{}, a.members.SetStatus(ctx, caller.Act(who, req.MemID), req.Status, req.Reason)
}

// Settings are what staff allows a member.
type Settings struct {
	Level     int  `json:"level"`     // 1 … 10
	Login     bool `json:"login"`     // may log in
	Withdraw  bool `json:"withdraw"`  // may ask for a withdrawal
	Recommend bool `json:"recommend"` // may be named as referrer at signup
}

// Note is what a member of staff wrote down about a member.
type Note struct {
	By      string    `json:"by"`
	Content string    `json:"content"`
	At      time.Time `json:"at"`
}

// CardAnswer is a member's account as staff manages it.
type CardAnswer struct {
	MemID        string        `json:"memId"`
	MemNick      string        `json:"memNick"`
	Partner      bool          `json:"partner"`
	Referrer     string        `json:"recommender"` // empty: none
	Status       member.Status `json:"status"`
	StatusAt     time.Time     `json:"statusAt"`
	StatusBy     string        `json:"statusBy"` // empty: the member, or the clock
	StatusReason string        `json:"statusReason"`
	Settings     Settings      `json:"settings"`
	Version      int64         `json:"version"`   // of the settings
	TestSince    *time.Time    `json:"testSince"` // null: no test account
	TestBy       string        `json:"testBy"`
	TestReason   string        `json:"testReason"`
	Notes        []Note        `json:"notes"` // the newest first
}

func (a *API) card(ctx context.Context, who httpx.Caller, req Request) (CardAnswer, error) {
	c, err := a.members.Card(ctx, who.Site, req.MemID)
	if err != nil {
		return CardAnswer{}, err
	}
	out := CardAnswer{
		MemID: c.MemID, MemNick: c.Nick, Partner: c.Partner, Referrer: c.Referrer, Status: c.Status, StatusAt: c.StatusAt, StatusBy: c.StatusBy, StatusReason: c.StatusReason,
		Settings: Settings(c.Settings), Version: c.Version,
		TestSince: c.TestSince, TestBy: c.TestBy, TestReason: c.TestReason, Notes: make([]Note, len(c.Notes)),
	}
	for i, n := range c.Notes {
		out.Notes[i] = Note(n)
	}
	return out, nil
}

// SettingsRequest sets what a member is allowed; version is that of the card on which it was decided.
type SettingsRequest struct {
	MemID   string `json:"memId"`
	Version int64  `json:"version"`
	Settings
	Reason string `json:"reason"`
}

func (a *API) settings(ctx context.Context, who httpx.Caller, req SettingsRequest) (httpx.None, error) {
	return httpx.None{}, a.members.Set(ctx, caller.Act(who, req.MemID), req.Version, member.Settings(req.Settings), req.Reason)
}

// MoveRequest puts a member, with its downline, under another referrer; from is the one that the card showed. U035: a second person has
// been asked.
type MoveRequest struct {
	MemID    string `json:"memId"`
	From     string `json:"from"` // empty: none
	Referrer string `json:"recommender"`
	Reason   string `json:"reason"`
}

func (a *API) move(ctx context.Context, who httpx.Caller, req MoveRequest) (httpx.None, error) {
	return httpx.None{}, a.members.MoveUnder(ctx, caller.Act(who, req.MemID), req.From, req.Referrer, req.Reason)
}

// TestRequest makes a member a test account, for good.
type TestRequest struct {
	MemID  string `json:"memId"`
	Reason string `json:"reason"`
}

func (a *API) test(ctx context.Context, who httpx.Caller, req TestRequest) (httpx.None, error) {
	return httpx.None{}, a.members.MarkTest(ctx, caller.Act(who, req.MemID), req.Reason)
}

// PartnerRequest makes a member without a referrer a head office (PTN_1), which may refer members.
type PartnerRequest struct {
	MemID  string `json:"memId"`
	Reason string `json:"reason"`
}

func (a *API) partner(ctx context.Context, who httpx.Caller, req PartnerRequest) (httpx.None, error) {
	return httpx.None{}, a.members.MakePartner(ctx, caller.Act(who, req.MemID), req.Reason)
}

// NoteRequest writes a note about a member, which staff alone reads.
type NoteRequest struct {
	MemID   string `json:"memId"`
	Content string `json:"content"`
}

func (a *API) note(ctx context.Context, who httpx.Caller, req NoteRequest) (httpx.None, error) {
	return httpx.None{}, a.members.AddNote(ctx, caller.Act(who, req.MemID), req.Content)
}
