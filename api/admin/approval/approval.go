// Package approval is the second person's part of the back office: what other staff asked for, and the decision about it.
package approval

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/account/member"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/funds/cash"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/settings"
	"hubstake/internal/operator/site"
	"hubstake/internal/partners/commission"
	"hubstake/internal/partners/partner"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/settle"
	"hubstake/internal/play/sports"
)

// API holds what the calls need.
type API struct {
	approvals *approval.Service
	cash      *cash.Service
	reports   *report.Service
}

// New returns the area's API.
func New(approvals *approval.Service, cash *cash.Service, reports *report.Service) *API {
	return &API{approvals: approvals, cash: cash, reports: reports}
}

// Routes lists the calls. Staff without the right see and cancel what they asked for themselves.
func (a *API) Routes() []httpx.Route {
	needs := httpx.Needs(right.Approve)
	return []httpx.Route{
		httpx.Post("/api/admin/approval/list", httpx.Staff, a.list),
		httpx.Post("/api/admin/approval/approve", httpx.Staff, a.approve, needs, httpx.Fresh),
		httpx.Post("/api/admin/approval/refuse", httpx.Staff, a.refuse, needs),
		httpx.Post("/api/admin/approval/cancel", httpx.Staff, a.cancel),
		httpx.Post("/api/admin/approval/rules", httpx.Staff, a.rules),
	}
}

// ListRequest selects requests of the site.
type ListRequest struct {
	Over bool `json:"over,omitzero"` // those that are over; else those that wait
	Own  bool `json:"own,omitzero"`  // those of the caller only; always so without the right
	paging.Request
}

// Row is a request.
type Row struct {
	Idx       int64             `json:"idx"`
	Kind      site.ApprovalKind `json:"kind"`   // payout, deposit, correction, settings, account, promo, gift, reset, details, move, head, partner, result, bets, commission, win or provider
	Target    string            `json:"target"` // of a payout: the idx of the withdrawal
	MemID     string            `json:"memId"`  // whom it concerns
	Currency  string            `json:"currency"`
	Unit      string            `json:"unit"`   // cash or point
	Amount    money.Amount      `json:"amount"` // negative: taken from the member
	Reason    string            `json:"reason"` // of who asked
	State     approval.State    `json:"state"`  // open, approved, refused, cancelled, expired or failed
	Version   int32             `json:"version"`
	AskedBy   string            `json:"askedBy"`
	AskedAt   time.Time         `json:"askedAt"`
	ExpiresAt time.Time         `json:"expiresAt"`
	DecidedBy string            `json:"decidedBy"` // empty: not decided, or expired
	DecidedAt *time.Time        `json:"decidedAt"`
	Note      string            `json:"note"` // of who decided
	Code      string            `json:"code"` // why it failed
	// Before and After are what a change of settings replaces, of one level (1 to 10) or of the site (0); nothing for other kinds. At is from when it
	// holds; null: from the approval.
	At     *time.Time      `json:"at"`
	Before settings.Values `json:"before"`
	After  settings.Values `json:"after"`
	// Account is the one to pay into that is switched on, Replaces the one that is switched off with it, if any; null for other kinds.
	Account  *Account `json:"account"`
	Replaces *Account `json:"replaces"`
	// Promo is the change of bonuses, attendance or wheel; null for other kinds.
	Promo *promo.Change `json:"promo"`
	// Coupons are those that are issued; null for other kinds, and for a gift of points.
	Coupons *Coupons `json:"coupons"`
	// Reset is the request for a new secret that is confirmed; null for other kinds.
	Reset *Reset `json:"reset"`
	// Details is the change of a member's phone, name or bank account; null for other kinds.
	Details *Details `json:"details"`
	// Move puts the member under another referrer; null for other kinds.
	Move *member.Move `json:"move"`
	// Power is what a partner may earn or pay, before and after; null for other kinds.
	Power *partner.AskedPower `json:"power"`
	// Result is how a match ended, by staff, unless Market is the market of a match that becomes void; null for other kinds.
	Result *sports.EnteredResult `json:"result"`
	Market *sports.VoidedMarket  `json:"market"`
	// Correction ends bets of the sportsbook otherwise than they ended; null for other kinds.
	Correction *settle.Asked `json:"correction"`
	// Win is the held win of a provider that is paid or refused; null for other kinds.
	Win *casino.Decision `json:"win"`
	// Provider is the change of providers or their keys; null for other kinds.
	Provider *Provider `json:"provider"`
	// Debts are those of the partners in whose branches a statement of commissions is that is paid, as the first person saw them; empty for other kinds.
	Debts []commission.Debt `json:"debts"`
	// Cash is the deposit or withdrawal that is completed, as the first person saw it; null for other kinds, and for one that is not there any more.
	Cash *CashFacts `json:"cash"`
}

// CashFacts are what a deposit or withdrawal is decided by. Name, depositor, account and holder are masked; /api/admin/personal/show shows them.
type CashFacts struct {
	Idx           int64        `json:"idx"`
	MemName       string       `json:"memName"`
	Depositor     string       `json:"depositor"`
	Bank          string       `json:"bank"`
	AccountNo     string       `json:"accountNo"`
	AccountHolder string       `json:"accountHolder"`
	NameDiffers   bool         `json:"nameDiffers"`
	RequestedAt   time.Time    `json:"requestedAt"`
	MemberCash    money.Amount `json:"memberCash"`
	Turnover      money.Amount `json:"turnover"` // what the member must still play
	Reopened      money.Amount `json:"reopened"` // turnover that is open again since the withdrawal was asked for
	Owed          money.Amount `json:"owed"`
	Bonuses       []Bonus      `json:"bonuses"` // of a deposit that is approved now
}

// Bonus is what the approval of a deposit gives.
type Bonus struct {
	Rule     string       `json:"rule"` // new, first, again or weekend
	Unit     wallet.Unit  `json:"unit"` // cash or point
	Amount   money.Amount `json:"amount"`
	Turnover money.Amount `json:"turnover"` // what must be played for it
}

// cashFacts returns what a deposit or withdrawal is decided by, as it is now.
func (a *API) cashFacts(ctx context.Context, who httpx.Caller, target string) (*CashFacts, error) {
	id, err := strconv.ParseInt(target, 10, 64)
	if err != nil {
		return nil, fmt.Errorf("approval of request %q: %w", target, err)
	}
	r, err := a.reports.CashRequest(ctx, who.Site, id)
	if err != nil {
		return nil, err
	}
	b, err := a.cash.Background(ctx, who.Site, id, who.MemID, who.Lang)
	if err != nil {
		return nil, err
	}
	out := &CashFacts{
		Idx: id, MemName: r.MemName, Depositor: r.Depositor, Bank: r.Bank, AccountNo: r.AccountNo, AccountHolder: r.Holder, NameDiffers: r.NameDiffers,
		RequestedAt: r.RequestedAt, MemberCash: r.MemberCash, Turnover: b.Turnover, Reopened: b.Reopened, Owed: b.Owed, Bonuses: make([]Bonus, len(b.Bonuses)),
	}
	for i, g := range b.Bonuses {
		out.Bonuses[i] = Bonus{g.Rule, g.Unit, g.Amount, g.Turnover}
	}
	return out, nil
}

// Provider is a new provider, a new key of one, or the end of a key.
type Provider struct {
	Act          provider.Act     `json:"act"` // add, rotate or end
	Vendor       string           `json:"vendor"`
	Family       string           `json:"family"`   // of a new provider: its protocol
	Networks     []string         `json:"networks"` // that a new provider calls from; empty: any
	Key          string           `json:"key"`      // its ID
	Kind         provider.KeyKind `json:"kind"`     // hmac, rsa or rsa-own
	Print        string           `json:"print"`    // the first 16 digits of the SHA-256 of a new key
	OverlapHours int              `json:"overlapHours"`
}

func providerOf(c provider.Change) *Provider {
	out := &Provider{
		Act: c.Act, Vendor: c.Vendor, Family: c.Family, Networks: make([]string, len(c.Networks)), Key: c.Key, Kind: c.Kind, Print: c.Print,
		OverlapHours: int(c.Overlap / time.Hour),
	}
	for i, n := range c.Networks {
		out.Networks[i] = n.String()
	}
	return out
}

// Details is a change that a member asked for. Only what changes is filled, and all but the bank is masked.
type Details struct {
	Idx    int64              `json:"idx"`
	Kind   member.DetailsKind `json:"kind"` // phone or account
	Before caller.Details     `json:"before"`
	After  caller.Details     `json:"after"`
}

// Reset names a member's request for a new secret.
type Reset struct {
	Idx    int64            `json:"idx"`
	Secret member.Forgotten `json:"secret"` // password or pin: the one that was forgotten
}

// Coupons are what one approval issues.
type Coupons struct {
	Count   int          `json:"count"`
	Members []string     `json:"members"` // one to each; empty: any holder of a code may use it
	Amount  money.Amount `json:"amount"`  // of each
	Rolling int64        `json:"rolling"` // basis points of the amount that must be played
	Days    int          `json:"days"`    // until they expire
}

// Account is an account to pay into, with its whole number: the second person compares it.
type Account struct {
	Bank   string `json:"bank"`
	Number string `json:"accountNo"`
	Holder string `json:"accountHolder"`
}

// ListAnswer is a page of requests, newest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	q := approval.Query{Open: !req.Over, Slice: req.Slice()}
	if req.Own || !who.Has(right.Approve) {
		q.AskedBy = who.MemID
	}
	found, total, err := a.approvals.List(ctx, who.Site, q)
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, r := range found {
		out.List[i] = Row{
			Idx: r.ID, Kind: r.Kind, Target: r.Target, MemID: r.Member, Currency: r.Currency, Unit: r.Unit, Amount: r.Amount, Reason: r.Reason,
			State: r.State, Version: r.Version, AskedBy: r.AskedBy, AskedAt: r.AskedAt, ExpiresAt: r.ExpiresAt, DecidedBy: r.DecidedBy,
			DecidedAt: r.DecidedAt, Note: r.Note, Code: r.Code, Debts: []commission.Debt{},
		}
		if r.Kind == site.Payout || r.Kind == site.DepositCredit {
			if out.List[i].Cash, err = a.cashFacts(ctx, who, r.Target); err != nil {
				return ListAnswer{}, err
			}
		}
		if r.Kind == site.MoneySettings {
			asked, err := settings.Asked(r)
			if err != nil {
				return ListAnswer{}, err
			}
			out.List[i].At, out.List[i].Before, out.List[i].After = asked.At, asked.Before, asked.After
		}
		if r.Kind == site.DepositAccount {
			opens, replaces, err := cash.OpensAccount(r.Detail)
			if err != nil {
				return ListAnswer{}, err
			}
			out.List[i].Account, out.List[i].Replaces = (*Account)(&opens), (*Account)(replaces)
		}
		if r.Kind == site.ResetByFacts {
			id, secret, err := member.AskedReset(r.Detail)
			if err != nil {
				return ListAnswer{}, err
			}
			out.List[i].Reset = &Reset{Idx: id, Secret: secret}
		}
		if r.Kind == site.MemberDetails {
			asked, err := member.ReadAskedDetails(r.Detail)
			if err != nil {
				return ListAnswer{}, err
			}
			out.List[i].Details = &Details{
				Idx: asked.ID, Kind: asked.Kind, Before: caller.DetailsOf(asked.Before), After: caller.DetailsOf(asked.After),
			}
		}
		if r.Kind == site.MoveMember {
			asked, err := member.AskedMove(r.Detail)
			if err != nil {
				return ListAnswer{}, err
			}
			out.List[i].Move = &asked
		}
		if r.Kind == site.PartnerPower {
			asked, err := partner.ReadAskedPower(r.Detail)
			if err != nil {
				return ListAnswer{}, err
			}
			out.List[i].Power = &asked
		}
		if r.Kind == site.SportsResult {
			if err := out.List[i].readDecided(r.Detail); err != nil {
				return ListAnswer{}, err
			}
		}
		if r.Kind == site.BetCorrection {
			asked, err := settle.AskedCorrection(r.Detail)
			if err != nil {
				return ListAnswer{}, err
			}
			out.List[i].Correction = &asked
		}
		if r.Kind == site.HeldWin {
			asked, err := casino.AskedDecision(r.Detail)
			if err != nil {
				return ListAnswer{}, err
			}
			out.List[i].Win = &asked
		}
		if r.Kind == site.ProviderAccess {
			asked, err := provider.AskedChange(r.Detail)
			if err != nil {
				return ListAnswer{}, err
			}
			out.List[i].Provider = providerOf(asked)
		}
		if r.Kind == site.Commission {
			asked, err := commission.AskedDebts(r.Detail)
			if err != nil {
				return ListAnswer{}, err
			}
			out.List[i].Debts = append(out.List[i].Debts, asked...)
		}
		if r.Kind == site.PromoSettings {
			asked, err := promo.AskedChange(r.Detail)
			if err != nil {
				return ListAnswer{}, err
			}
			out.List[i].Promo = &asked
		}
		if r.Kind == site.Gift {
			issue, err := promo.AskedCoupons(r.Detail)
			if err != nil {
				return ListAnswer{}, err
			}
			if issue != nil {
				out.List[i].Coupons = &Coupons{
					Count: max(issue.Count, len(issue.Members)), Members: append([]string{}, issue.Members...), Amount: issue.Amount,
					Rolling: issue.Rolling, Days: issue.Days,
				}
			}
		}
	}
	return out, nil
}

// readDecided fills in what a request wants to decide of a match.
func (r *Row) readDecided(detail json.RawMessage) (err error) {
	if r.Market, err = sports.AskedMarket(detail); err != nil || r.Market != nil {
		return err
	}
	asked, err := sports.AskedResult(detail)
	r.Result = &asked
	return err
}

// Request names a request as it was shown; C019: it was decided or changed since.
type Request struct {
	Idx     int64 `json:"idx"`
	Version int32 `json:"version"`
}

func (r Request) by(who httpx.Caller) approval.Decision {
	return approval.Decision{Actor: caller.Actor(who), Site: who.Site, ID: r.Idx, Version: r.Version}
}

func (a *API) approve(ctx context.Context, who httpx.Caller, req Request) (httpx.None, error) {
	return httpx.None{}, a.approvals.Approve(ctx, req.by(who))
}

// RefuseRequest refuses a request; who asked reads the reason.
type RefuseRequest struct {
	Request
	Reason string `json:"reason"` // up to 200 characters
}

func (a *API) refuse(ctx context.Context, who httpx.Caller, req RefuseRequest) (httpx.None, error) {
	return httpx.None{}, a.approvals.Refuse(ctx, req.by(who), req.Reason)
}

func (a *API) cancel(ctx context.Context, who httpx.Caller, req Request) (httpx.None, error) {
	return httpx.None{}, a.approvals.Cancel(ctx, req.by(who))
}
