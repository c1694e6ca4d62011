// Package lower is the members and partners below a partner: lists, tree and cards, new accounts, switches and signups.
package lower

import (
	"context"
	"net/netip"
	"slices"
	"time"

	"hubstake/api/partner/caller"
	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/partners/partner"
)

// API holds what the calls need.
type API struct {
	partners *partner.Service
	reports  *report.Service
	present  func(ctx context.Context, siteID string) ([]member.Present, error)
}

// New returns the area's API. present tells who of a site has a live connection.
func New(partners *partner.Service, reports *report.Service, present func(ctx context.Context, siteID string) ([]member.Present, error)) *API {
	return &API{partners: partners, reports: reports, present: present}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	reads, makes, acts := httpx.Needs(right.LowerRead), httpx.Needs(right.LowerWrite), httpx.Needs(right.LowerModify)
	return []httpx.Route{
		httpx.Post("/api/partner/lower/list", httpx.Partner, a.list, reads),
		httpx.Post("/api/partner/lower/list/csv", httpx.Partner, a.listFile, reads),
		httpx.Post("/api/partner/lower/tree", httpx.Partner, a.tree, reads),
		httpx.Post("/api/partner/lower/card", httpx.Partner, a.card, reads),
		httpx.Post("/api/partner/lower/ceilings", httpx.Partner, a.ceilings, makes),
		httpx.Post("/api/partner/lower/check", httpx.Partner, a.check, makes, httpx.Pace(limit.Lookup)),
		httpx.Post("/api/partner/lower/create", httpx.Partner, a.create, makes, httpx.NeedsAlso(right.RateModify, CreateRequest.partner), httpx.Pace(limit.Money)),
		httpx.Post("/api/partner/lower/switch", httpx.Partner, a.turn, acts),
		httpx.Post("/api/partner/lower/subtree", httpx.Partner, a.subtree, acts, httpx.Pace(limit.Money)),
		httpx.Post("/api/partner/lower/requests", httpx.Partner, a.requests, reads, httpx.Passive),
		httpx.Post("/api/partner/lower/approve", httpx.Partner, a.approve, acts),
		httpx.Post("/api/partner/lower/refuse", httpx.Partner, a.refuse, acts),
	}
}

// ListFilter selects accounts of the downline, in an order.
type ListFilter struct {
	Search string           `json:"search,omitzero"` // a part of memId or nickname
	Kind   string           `json:"kind,omitzero"`   // member or partner; empty: both
	Level  int              `json:"level,omitzero"`  // 1 … 6 of partners; 0: all
	Status member.Status    `json:"status,omitzero"` // empty: all that are approved
	Off    string           `json:"off,omitzero"`    // login, bet, recommend, casino or slot: where it is off
	Under  string           `json:"under,omitzero"`  // below this account of the downline
	Online bool             `json:"online,omitzero"` // only those with a live connection
	Sort   report.LowerSort `json:"sort,omitzero"`   // joined, memId, login or, with the right to see money, cash; joined when absent
}

// ListRequest asks for a page of the downline.
type ListRequest struct {
	ListFilter
	After string `json:"after,omitzero"` // next of the page before
	Count int    `json:"count_per_list,omitzero"`
}

// Row is an account of the downline. Name and phone are masked, and amounts are null without the right to see money.
type Row struct {
	MemID        string        `json:"memId"`
	MemNick      string        `json:"memNick"`
	MemName      string        `json:"memName"`
	Phone        string        `json:"phone"`
	Partner      bool          `json:"partner"`
	PartnerLevel int           `json:"partnerLevel"` // 1 … 6 of a partner, else 0
	MemLevel     int           `json:"memLevel"`
	Referrer     string        `json:"recommender"` // the partner directly above
	Status       member.Status `json:"status"`
	Login        bool          `json:"login"` // are on
	Bet          bool          `json:"bet"`
	Recommend    bool          `json:"recommend"`
	Casino       bool          `json:"casino"`
	Slot         bool          `json:"slot"`
	CashAmt      *money.Amount `json:"cashAmt"`
	PointAmt     *money.Amount `json:"pointAmt"`
	Deposits     *money.Amount `json:"deposits"`    // all that were carried out, asked for while the account was below the caller
	Withdrawals  *money.Amount `json:"withdrawals"` // the same
	JoinedAt     time.Time     `json:"joinedAt"`
	JoinIP       string        `json:"joinIp"`      // empty: not known, or the account was not below the caller then
	LastLoginAt  *time.Time    `json:"lastLoginAt"` // null: none while it was below the caller
	LastLoginIP  string        `json:"lastLoginIp"`
	Online       bool          `json:"online"`
}

func row(l report.Lower, online []string) Row {
	return Row{
		MemID: l.MemID, MemNick: l.Nick, MemName: l.Name, Phone: l.Phone, Partner: l.Partner, PartnerLevel: l.PartnerLevel, MemLevel: l.Level,
		Referrer: l.Parent, Status: member.Status(l.Status), Login: l.Login, Bet: l.Bet, Recommend: l.Recommend, Casino: l.Casino, Slot: l.Slot,
		CashAmt: l.Cash, PointAmt: l.Points, Deposits: l.Deposits, Withdrawals: l.Withdrawals, JoinedAt: l.JoinedAt, JoinIP: text(l.JoinIP),
		LastLoginAt: l.LastLoginAt, LastLoginIP: text(l.LastLoginIP), Online: slices.Contains(online, l.MemID),
	}
}

func text(ip netip.Addr) string {
	if !ip.IsValid() {
		return ""
	}
	return ip.String()
}

// Totals add up all accounts of a search.
type Totals struct {
	Members  int64         `json:"members"`
	Partners int64         `json:"partners"`
	Cash     *money.Amount `json:"cash"` // null without the right to see money
	Points   *money.Amount `json:"points"`
}

// ListAnswer is a page of the downline.
type ListAnswer struct {
	List   []Row   `json:"list"`
	Totals *Totals `json:"totals"` // with the first page, else null
	Next   string  `json:"next"`   // empty: there is no further page
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	online, err := a.online(ctx, who.Site)
	if err != nil {
		return ListAnswer{}, err
	}
	return a.page(ctx, search(who, req.ListFilter, online, req.After, list.Size(req.Count)), online)
}

func search(who httpx.Caller, f ListFilter, online []string, after string, count int32) report.LowerSearch {
	q := report.LowerSearch{
		Site: who.Site, Partner: who.MemID, Text: f.Search, Kind: f.Kind, Level: f.Level, Status: string(f.Status), Off: f.Off,
		Under: f.Under, Money: who.Has(right.MoneyRead), Sort: f.Sort, After: after, Count: count,
	}
	if f.Online {
		q.Online = append([]string{}, online...)
	}
	return q
}

func (a *API) page(ctx context.Context, q report.LowerSearch, online []string) (ListAnswer, error) {
	if q.Sort == "" {
		q.Sort = report.LowerJoined
	}
	found, next, err := a.reports.Lowers(ctx, q)
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: rows(found, online), Next: next}
	if q.After == "" {
		t, err := a.reports.LowerTotal(ctx, q)
		if err != nil {
			return ListAnswer{}, err
		}
		out.Totals = &Totals{Members: t.Members, Partners: t.Partners, Cash: t.Cash, Points: t.Points}
	}
	return out, nil
}

func rows(found []report.Lower, online []string) []Row {
	list := make([]Row, len(found))
	for i, l := range found {
		list[i] = row(l, online)
	}
	return list
}

// online returns the memIds of the site that have a live connection.
func (a *API) online(ctx context.Context, siteID string) ([]string, error) {
	present, err := a.present(ctx, siteID)
	if err != nil {
		return nil, fault.TryLater.Wrap(err)
	}
	ids := make([]string, len(present))
	for i, p := range present {
		ids[i] = p.MemID
	}
	return ids, nil
}

// TreeRequest opens a node of the tree.
type TreeRequest struct {
	Node  string `json:"node,omitzero"`  // memId of a partner of the downline; empty: the caller
	After string `json:"after,omitzero"` // next of the page before
}

// nodePage is how many accounts a page of a node has.
const nodePage = 100

// Branch is what is below a partner, over all levels.
type Branch struct {
	Members  int64         `json:"members"`
	Partners int64         `json:"partners"`
	Cash     *money.Amount `json:"cash"` // null without the right to see money
	Online   int64         `json:"online"`
}

// Node is an account directly below another one.
type Node struct {
	Row
	Branch Branch `json:"branch"` // zeros of a member
}

// TreeAnswer is a page of the accounts directly below a node, partners first.
type TreeAnswer struct {
	Self Branch `json:"self"` // of the node, with the first page
	List []Node `json:"list"`
	Next string `json:"next"` // empty: there is no further page
}

func (a *API) tree(ctx context.Context, who httpx.Caller, req TreeRequest) (TreeAnswer, error) {
	online, err := a.online(ctx, who.Site)
	if err != nil {
		return TreeAnswer{}, err
	}
	n, err := a.reports.Node(ctx, report.NodeSearch{
		Site: who.Site, Partner: who.MemID, Node: req.Node, After: req.After, Online: online, Money: who.Has(right.MoneyRead), Count: nodePage,
	})
	if err != nil {
		return TreeAnswer{}, err
	}
	out := TreeAnswer{Self: Branch(n.Self), List: make([]Node, len(n.List)), Next: n.Next}
	for i, one := range n.List {
		out.List[i] = Node{Row: row(one.Lower, online), Branch: Branch(one.Branch)}
	}
	return out, nil
}

// CreateRequest is a form of a new account. Of a partner it has a level and rates, and needs the right to set rates.
type CreateRequest struct {
	MemID         string            `json:"memId"`
	MemPass       credential.Secret `json:"memPass"`
	CashPIN       credential.Secret `json:"cashPin"`
	MemNick       string            `json:"memNick"`
	MemName       string            `json:"memName"`
	Phone         string            `json:"phone"`
	BankName      string            `json:"bankName"`
	AccountNo     string            `json:"accountNo"`
	AccountHolder string            `json:"accountHolder"`
	Code          string            `json:"code,omitzero"` // a registration code: the memId of the caller or of a partner below it
	Lang          string            `json:"lang"`
	Level         int               `json:"level,omitzero"` // of a partner; 0: a member
	Rates         partner.RateForm  `json:"rates,omitzero"`
	InsuredFrom   money.Amount      `json:"insuredFrom,omitzero"` // the standard amount of insured bets
	InsuredPart   int32             `json:"insuredPart,omitzero"` // of the stake above it, basis points
}

func (r CreateRequest) partner() bool { return r.Level != 0 }

// CreateAnswer is the account that was made.
type CreateAnswer struct {
	MemID    string        `json:"memId"`
	Referrer string        `json:"recommender"`
	Status   member.Status `json:"status"` // pending or normal
}

func (a *API) create(ctx context.Context, who httpx.Caller, req CreateRequest) (CreateAnswer, error) {
	by := caller.By(who)
	by.Told = func(ctx context.Context, head string) error {
		if err := who.Count(ctx, limit.Lookup); err != nil {
			return err
		}
		return who.CountTree(ctx, limit.Lookup, head)
	}
	made, err := a.partners.Create(ctx, by, partner.NewAccount{
		Form: member.Form{
			MemID: req.MemID, Password: req.MemPass, PIN: req.CashPIN, Nick: req.MemNick, Name: req.MemName, Phone: req.Phone,
			Bank: req.BankName, Number: req.AccountNo, Holder: req.AccountHolder, Referrer: req.Code, Lang: req.Lang,
		},
		Level: req.Level, Rates: req.Rates.Rates(), Insured: waterfall.Insurance{From: int64(req.InsuredFrom), Part: req.InsuredPart},
	})
	return CreateAnswer{MemID: made.MemID, Referrer: made.Parent, Status: made.Status}, err
}

// CheckRequest asks whether a value of the form would be accepted.
type CheckRequest struct {
	Kind  string `json:"kind,omitzero"` // memId, memNick, phone or account; empty: the code alone
	Value string `json:"value,omitzero"`
	Code  string `json:"code,omitzero"`
}

func (a *API) check(ctx context.Context, who httpx.Caller, req CheckRequest) (httpx.None, error) {
	by := caller.By(who)
	by.Told = func(ctx context.Context, head string) error { return who.CountTree(ctx, limit.Lookup, head) } // the call itself is in limit.Lookup
	return httpx.None{}, a.partners.Check(ctx, by, req.Kind, req.Value, req.Code)
}

// CeilingsAnswer is what the caller can give a partner that it makes.
type CeilingsAnswer struct {
	Levels      []int            `json:"levels"` // none: the caller can make members only
	Rates       partner.RateForm `json:"rates"`
	InsuredFrom money.Amount     `json:"insuredFrom"`
	InsuredPart int32            `json:"insuredPart"`
	Approve     bool             `json:"approve"` // new accounts are normal at once
}

func (a *API) ceilings(ctx context.Context, who httpx.Caller, _ httpx.None) (CeilingsAnswer, error) {
	c, err := a.partners.Ceilings(ctx, caller.By(who))
	if err != nil {
		return CeilingsAnswer{}, err
	}
	return CeilingsAnswer{
		Levels: append([]int{}, c.Levels...), Rates: partner.FormOf(c.Rates), InsuredFrom: money.Amount(c.Insured.From), InsuredPart: c.Insured.Part,
		Approve: c.Approve,
	}, nil
}

// SwitchRequest switches something off or on for an account.
type SwitchRequest struct {
	MemID  string         `json:"memId"`
	Switch partner.Switch `json:"switch"` // login, bet, recommend, casino, slot, lock, black or logout
	Off    bool           `json:"off"`
	Reason string         `json:"reason"`
}

// SwitchAnswer says whether that was new.
type SwitchAnswer struct {
	Changed bool `json:"changed"`
}

func (a *API) turn(ctx context.Context, who httpx.Caller, req SwitchRequest) (SwitchAnswer, error) {
	changed, err := a.partners.Turn(ctx, caller.By(who), req.MemID, req.Switch, req.Off, req.Reason)
	return SwitchAnswer{Changed: changed}, err
}

// SubtreeRequest switches something for an account and its whole downline.
type SubtreeRequest struct {
	SwitchRequest
	After string `json:"after,omitzero"` // of the answer before: it goes on there
}

// SubtreeAnswer is how far it got.
type SubtreeAnswer struct {
	Changed int    `json:"changed"`
	Same    int    `json:"same"`  // were so before
	Kept    int    `json:"kept"`  // staff, the member or a partner above has decided
	After   string `json:"after"` // empty: done
}

func (a *API) subtree(ctx context.Context, who httpx.Caller, req SubtreeRequest) (SubtreeAnswer, error) {
	r, err := a.partners.TurnAll(ctx, caller.By(who), req.MemID, req.Switch, req.Off, req.Reason, req.After)
	return SubtreeAnswer{Changed: r.Changed, Same: r.Same, Kept: r.Kept, After: r.After}, err
}

// RequestsRequest asks for signups of the downline that wait.
type RequestsRequest struct {
	After string `json:"after,omitzero"`
}

// RequestsAnswer is a page of them.
type RequestsAnswer struct {
	ListAnswer
	May bool `json:"may"` // the partner decides about them
}

func (a *API) requests(ctx context.Context, who httpx.Caller, req RequestsRequest) (RequestsAnswer, error) {
	rights, err := a.partners.Rights(ctx, who.Site, who.MemID)
	if err != nil {
		return RequestsAnswer{}, err
	}
	page, err := a.page(ctx, report.LowerSearch{
		Site: who.Site, Partner: who.MemID, Status: string(member.Pending), Money: who.Has(right.MoneyRead), After: req.After, Count: paging.MaxCount,
	}, nil)
	return RequestsAnswer{ListAnswer: page, May: rights.Approve}, err
}

// MemberRequest names an account of the downline.
type MemberRequest struct {
	MemID string `json:"memId"`
}

func (a *API) approve(ctx context.Context, who httpx.Caller, req MemberRequest) (httpx.None, error) {
	return httpx.None{}, a.partners.Approve(ctx, caller.By(who), req.MemID)
}

// RefuseRequest turns a signup down.
type RefuseRequest struct {
	MemID  string `json:"memId"`
	Reason string `json:"reason"`
}

func (a *API) refuse(ctx context.Context, who httpx.Caller, req RefuseRequest) (httpx.None, error) {
	return httpx.None{}, a.partners.Refuse(ctx, caller.By(who), req.MemID, req.Reason)
}
