package admin

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/audit"
)

func (a *API) memberRoutes() []httpx.Route {
	needs := httpx.Needs(right.Member)
	return append([]httpx.Route{
		httpx.Post("/api/admin/member/list", httpx.Staff, a.memberList, needs),
		httpx.Post("/api/admin/member/approve", httpx.Staff, a.memberApprove, needs),
		httpx.Post("/api/admin/member/refuse", httpx.Staff, a.memberRefuse, needs),
		httpx.Post("/api/admin/member/lock", httpx.Staff, a.memberLock, needs),
		httpx.Post("/api/admin/member/unlock", httpx.Staff, a.memberUnlock, needs),
		httpx.Post("/api/admin/member/logout", httpx.Staff, a.memberLogout, needs),
		httpx.Post("/api/admin/member/status", httpx.Staff, a.memberStatus, needs),
		httpx.Post("/api/admin/member/protection", httpx.Staff, a.memberProtection, needs),
		httpx.Post("/api/admin/member/protection/limit", httpx.Staff, a.memberLimit, needs),
		httpx.Post("/api/admin/member/protection/timeout", httpx.Staff, a.memberTimeout, needs),
		httpx.Post("/api/admin/staff/unlock", httpx.Staff, a.staffUnlock, httpx.Needs(right.Site)),
	}, a.blockRoutes()...)
}

// MemberListRequest searches members of the site.
type MemberListRequest struct {
	Status member.Status `json:"status,omitzero"` // pending, normal …; empty for all
	Search string        `json:"search,omitzero"` // part of memId, nickname, name or phone
	paging.Request
}

// MemberRow is a member as the back office sees it.
type MemberRow struct {
	MemID         string        `json:"memId"`
	MemNick       string        `json:"memNick"`
	MemName       string        `json:"memName"`
	Phone         string        `json:"phone"`
	BankName      string        `json:"bankName"`
	AccountNo     string        `json:"accountNo"`
	AccountHolder string        `json:"accountHolder"`
	Recommender   string        `json:"recommender"`
	Status        member.Status `json:"status"`
	JoinedAt      time.Time     `json:"joinedAt"`
	JoinIP        string        `json:"joinIp"`
	LastLoginAt   *time.Time    `json:"lastLoginAt"`
	CashAmt       money.Amount  `json:"cashAmt"`
	BetLocked     bool          `json:"betLocked"`
	BetPermitted  bool          `json:"betPermitted"`
	Locked        bool          `json:"locked"` // by wrong passwords or PINs
}

// MemberListAnswer is a page of members, the newest first.
type MemberListAnswer struct {
	List     []MemberRow `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) memberList(ctx context.Context, who httpx.Caller, req MemberListRequest) (MemberListAnswer, error) {
	page := req.Slice()
	found, total, err := a.Members.Search(ctx, member.Search{
		Site: who.Site, Status: req.Status, Text: req.Search, Count: page.Count, Skip: page.Skip,
	})
	if err != nil {
		return MemberListAnswer{}, err
	}
	out := MemberListAnswer{List: make([]MemberRow, len(found)), PageInfo: req.Info(total)}
	for i, f := range found {
		out.List[i] = MemberRow{
			MemID: f.MemID, MemNick: f.Nick, MemName: f.Name, Phone: f.Phone, BankName: f.Bank, AccountNo: f.Number,
			AccountHolder: f.Holder, Recommender: f.Recommender, Status: f.Status, JoinedAt: f.JoinedAt, LastLoginAt: f.LastLoginAt,
			CashAmt: f.Cash, BetLocked: f.BetLocked, BetPermitted: f.BetPermitted, Locked: f.Locked,
		}
		if f.JoinIP.IsValid() {
			out.List[i].JoinIP = f.JoinIP.String()
		}
	}
	return out, nil
}

// MemberRequest names a member of the site.
type MemberRequest struct {
	MemID string `json:"memId"`
}

func (a *API) memberApprove(ctx context.Context, who httpx.Caller, req MemberRequest) (httpx.None, error) {
	return httpx.None{}, a.Members.Approve(ctx, on(who, req.MemID))
}

// MemberRefuseRequest turns a sign-up down; the memo is for the back office.
type MemberRefuseRequest struct {
	MemID string `json:"memId"`
	Memo  string `json:"memo,omitzero"`
}

func (a *API) memberRefuse(ctx context.Context, who httpx.Caller, req MemberRefuseRequest) (httpx.None, error) {
	return httpx.None{}, a.Members.Refuse(ctx, on(who, req.MemID), req.Memo)
}

// MemberLockRequest locks and permits a member's betting; both are given (D-34).
type MemberLockRequest struct {
	MemID     string `json:"memId"`
	Locked    bool   `json:"locked"`
	Permitted bool   `json:"permitted"`
}

func (a *API) memberLock(ctx context.Context, who httpx.Caller, req MemberLockRequest) (httpx.None, error) {
	return httpx.None{}, a.Members.SetLocks(ctx, on(who, req.MemID), req.Locked, req.Permitted)
}

func (a *API) memberUnlock(ctx context.Context, who httpx.Caller, req MemberRequest) (httpx.None, error) {
	return httpx.None{}, a.Members.Unlock(ctx, on(who, req.MemID))
}

func (a *API) memberLogout(ctx context.Context, who httpx.Caller, req MemberRequest) (httpx.None, error) {
	return httpx.None{}, a.Members.ForceLogout(ctx, on(who, req.MemID))
}

// MemberStatusRequest gives a member another status: normal, stop, suspended, black, dormant, closed or excluded.
type MemberStatusRequest struct {
	MemID  string        `json:"memId"`
	Status member.Status `json:"status"`
	Reason string        `json:"reason"`
}

func (a *API) memberStatus(ctx context.Context, who httpx.Caller, req MemberStatusRequest) (httpx.None, error) {
	return httpx.None{}, a.Members.SetStatus(ctx, on(who, req.MemID), req.Status, req.Reason)
}

// staffUnlock: memId is a staff id, locked by wrong passwords or one-time codes (S-77).
func (a *API) staffUnlock(ctx context.Context, who httpx.Caller, req MemberRequest) (httpx.None, error) {
	return httpx.None{}, a.Members.UnlockStaff(ctx, on(who, req.MemID))
}

func on(who httpx.Caller, memID string) member.Act {
	return member.Act{Actor: audit.Actor{ID: who.MemID, IP: who.IP, Trace: who.Trace}, Site: who.Site, MemID: memID}
}
