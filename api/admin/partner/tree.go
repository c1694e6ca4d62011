package partner

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/partners/partner"
)

// TreeRequest opens a node of the site's tree of partners.
type TreeRequest struct {
	Node  string `json:"node,omitzero"`  // memId of a partner; empty: the head offices
	After string `json:"after,omitzero"` // next of the page before
}

// nodePage is how many accounts a page of a node has.
const nodePage = 100

// Node is an account directly below a node.
type Node struct {
	MemID        string        `json:"memId"`
	MemNick      string        `json:"memNick"`
	Partner      bool          `json:"partner"`
	PartnerLevel int           `json:"partnerLevel"` // 1 … 6 of a partner, else 0
	Status       member.Status `json:"status"`
	CashAmt      money.Amount  `json:"cashAmt"`
	Members      int64         `json:"members"` // below it, over all levels
	Partners     int64         `json:"partners"`
	Cash         money.Amount  `json:"cash"` // of all below it
	Online       int64         `json:"online"`
}

// TreeAnswer is a page of a node, partners first.
type TreeAnswer struct {
	List []Node `json:"list"`
	Next string `json:"next"` // empty: there is no further page
}

func (a *API) tree(ctx context.Context, who httpx.Caller, req TreeRequest) (TreeAnswer, error) {
	present, err := a.present(ctx, who.Site)
	if err != nil {
		return TreeAnswer{}, fault.TryLater.Wrap(err)
	}
	ids := make([]string, len(present))
	for i, p := range present {
		ids[i] = p.MemID
	}
	n, err := a.reports.Node(ctx, report.NodeSearch{Site: who.Site, Node: req.Node, After: req.After, Online: ids, Money: true, Count: nodePage})
	if err != nil {
		return TreeAnswer{}, err
	}
	out := TreeAnswer{List: make([]Node, len(n.List)), Next: n.Next}
	for i, one := range n.List {
		out.List[i] = node(one)
	}
	return out, nil
}

func node(n report.Node) Node {
	return Node{
		MemID: n.MemID, MemNick: n.Nick, Partner: n.Partner, PartnerLevel: n.PartnerLevel, Status: member.Status(n.Status), CashAmt: *n.Lower.Cash,
		Members: n.Members, Partners: n.Partners, Cash: *n.Branch.Cash, Online: n.Online,
	}
}

// Terms are rates of a partner with the time in which they hold.
type Terms struct {
	Rates       partner.RateForm `json:"rates"`
	InsuredFrom money.Amount     `json:"insuredFrom"` // the standard amount of insured bets
	InsuredPart int32            `json:"insuredPart"` // of the stake above it, basis points; 0: not insured
	Since       *time.Time       `json:"since"`       // null: there are none yet
	Until       *time.Time       `json:"until"`       // null: they hold
	LockedUntil *time.Time       `json:"lockedUntil"` // for the partner above
	By          string           `json:"by"`
	ByStaff     bool             `json:"byStaff"`
	Reason      string           `json:"reason"`
}

func terms(t partner.Terms, now time.Time) Terms {
	return Terms{
		Rates: partner.FormOf(t.Rates), InsuredFrom: money.Amount(t.Insured.From), InsuredPart: t.Insured.Part, By: t.By, ByStaff: t.ByStaff,
		Reason: t.Reason, Since: moment(t.Since), Until: moment(t.Until), LockedUntil: moment(t.LockedUntil(now)),
	}
}

func moment(at time.Time) *time.Time {
	if at.IsZero() {
		return nil
	}
	return &at
}

// Rights are what head office allows a partner.
type Rights struct {
	Pay     bool         `json:"pay"`     // to pay and recall
	DayMax  money.Amount `json:"dayMax"`  // what it may pay on a day
	Approve bool         `json:"approve"` // to decide about signups below it
	Version int32        `json:"version"`
}

// CardRequest names a partner.
type CardRequest struct {
	MemID string `json:"memId"`
}

// Login is an account of the partner area: of the partner itself, once it has logged in, or of a person of its sub-staff.
type Login struct {
	Login       string     `json:"login"` // memId or memId.name
	Name        string     `json:"name"`
	Active      bool       `json:"active"`
	Locked      bool       `json:"locked"`     // by wrong one-time codes
	EnrolledAt  *time.Time `json:"enrolledAt"` // null: it has no authenticator
	LastLoginAt *time.Time `json:"lastLoginAt"`
}

// CardAnswer is a partner with its rates, those of the partner above, what it may do, its PT and its logins.
type CardAnswer struct {
	MemID        string       `json:"memId"`
	MemNick      string       `json:"memNick"`
	PartnerLevel int          `json:"partnerLevel"`
	Upline       []string     `json:"upline"` // nearest first
	Rights       Rights       `json:"rights"`
	PT           money.Amount `json:"pt"`
	Owed         money.Amount `json:"owed"` // for commissions: it is taken from what the partner earns next, and from its PT
	Logins       []Login      `json:"logins"`
	Current      Terms        `json:"current"`
	Above        *Terms       `json:"above"`   // null: a head office
	History      []Terms      `json:"history"` // the newest first
}

// historyShown is how many changes of rates a card has.
const historyShown = 20

func (a *API) card(ctx context.Context, who httpx.Caller, req CardRequest) (CardAnswer, error) {
	p, err := a.partners.Find(ctx, by(who), req.MemID)
	if err != nil {
		return CardAnswer{}, err
	}
	now := a.partners.Now()
	out := CardAnswer{MemID: p.MemID, MemNick: p.Nick, PartnerLevel: p.PartnerLevel, Upline: append([]string{}, p.Upline...), Logins: []Login{}, History: []Terms{}}
	rights, err := a.partners.Rights(ctx, who.Site, p.MemID)
	if err != nil {
		return CardAnswer{}, err
	}
	out.Rights = Rights(rights)
	if out.Owed, err = a.partners.Owed(ctx, p.MemID); err != nil {
		return out, err
	}
	if out.PT, err = a.partners.PT(ctx, p.MemID); err != nil {
		return CardAnswer{}, err
	}
	logins, err := a.agents.LoginsOf(ctx, who.Site, p.MemID)
	if err != nil {
		return CardAnswer{}, err
	}
	for _, l := range logins {
		out.Logins = append(out.Logins, Login{Login: l.ID, Name: l.Name, Active: l.Active, Locked: l.Locked, EnrolledAt: l.EnrolledAt, LastLoginAt: l.LastLoginAt})
	}
	known, err := a.partners.Current(ctx, append([]string{p.MemID}, p.Upline...)...)
	if err != nil {
		return CardAnswer{}, err
	}
	out.Current = terms(known[p.MemID], now)
	if len(p.Upline) > 0 {
		above := terms(known[p.Upline[0]], now)
		out.Above = &above
	}
	history, err := a.partners.OwnHistory(ctx, by(who), p.MemID, now.AddDate(1, 0, 0), historyShown)
	for _, t := range history {
		out.History = append(out.History, terms(t, now))
	}
	return out, err
}

// RatesRequest sets the rates of a partner, whatever the lock of 24 hours says.
type RatesRequest struct {
	MemID       string           `json:"memId"`
	Rates       partner.RateForm `json:"rates"`
	InsuredFrom money.Amount     `json:"insuredFrom,omitzero"`
	InsuredPart int32            `json:"insuredPart,omitzero"`
	Reason      string           `json:"reason"`
}

func (a *API) setRates(ctx context.Context, who httpx.Caller, req RatesRequest) (Terms, error) {
	t, err := a.partners.SetRates(ctx, by(who), partner.RateInput{
		MemID: req.MemID, Rates: req.Rates.Rates(), Insured: waterfall.Insurance{From: int64(req.InsuredFrom), Part: req.InsuredPart}, Reason: req.Reason,
	})
	if err != nil {
		return Terms{}, err
	}
	return terms(t, a.partners.Now()), nil
}

// RightsRequest sets what a partner may do; version is that of the card on which it was decided.
type RightsRequest struct {
	MemID string `json:"memId"`
	Rights
	Reason string `json:"reason"`
}

func (a *API) setRights(ctx context.Context, who httpx.Caller, req RightsRequest) (httpx.None, error) {
	return httpx.None{}, a.partners.SetRights(ctx, by(who), req.MemID, partner.Rights(req.Rights), req.Reason)
}

func by(who httpx.Caller) partner.By { return partner.By{Actor: caller.Actor(who), Site: who.Site} }
