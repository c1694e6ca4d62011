// Package commission has head office pay the commissions of partners, or keep them.
package commission

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/partners/commission"
)

// API holds what the calls need.
type API struct{ commissions *commission.Service }

// New returns the area's API.
func New(c *commission.Service) *API { return &API{commissions: c} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/admin/commission/days", httpx.Staff, a.days, httpx.Needs(right.Cash)),
		httpx.Post("/api/admin/commission/list", httpx.Staff, a.list, httpx.Needs(right.Cash)),
		httpx.Post("/api/admin/commission/decide", httpx.Staff, a.decide, httpx.Needs(right.Cash)),
		httpx.Post("/api/admin/commission/pay", httpx.Staff, a.pay, httpx.Needs(right.Cash)),
	}
}

// The rows of a page.
const (
	daysPage = 31
	listPage = 100
)

// DaysRequest asks for a page of settled days.
type DaysRequest struct {
	Before string `json:"before,omitzero"` // yyyy-MM-dd: the last row of the page before
}

// Day is a settled day.
type Day struct {
	Day        string       `json:"day"` // yyyy-MM-dd
	Statements int64        `json:"statements"`
	Open       int64        `json:"open"` // of those, how many wait for a decision
	Amount     money.Amount `json:"amount"`
	Paid       money.Amount `json:"paid"`
	Waiting    money.Amount `json:"waiting"` // of the open statements
	MadeAt     time.Time    `json:"madeAt"`
}

// Job is how far the settlement of the site is.
type Job struct {
	Settled   string    `json:"settled"`   // yyyy-MM-dd: the last day whose statements are written
	SummedAt  time.Time `json:"summedAt"`  // what was decided before is in the sums
	Unsettled int       `json:"unsettled"` // days that should be settled and are not
	Open      int64     `json:"open"`      // statements of all days that wait for a decision
}

// DaysAnswer is a page, newest first.
type DaysAnswer struct {
	List []Day `json:"list"`
	More bool  `json:"more"`
	Job  *Job  `json:"job"` // null: the site has not been settled yet
}

func (a *API) days(ctx context.Context, who httpx.Caller, req DaysRequest) (DaysAnswer, error) {
	before := time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
	if req.Before != "" {
		var err error
		if before, err = parse(req.Before); err != nil {
			return DaysAnswer{}, err
		}
	}
	rows, err := a.commissions.Days(ctx, who.Site, before, daysPage+1)
	if err != nil {
		return DaysAnswer{}, err
	}
	out := DaysAnswer{List: make([]Day, min(len(rows), daysPage)), More: len(rows) > daysPage}
	for i := range out.List {
		r := rows[i]
		out.List[i] = Day{Day: r.Day.Format(time.DateOnly), Statements: r.Statements, Open: r.Open, Amount: r.Amount, Paid: r.Paid, Waiting: r.Waiting, MadeAt: r.MadeAt}
	}
	p, known, err := a.commissions.OfSite(ctx, who.Site)
	if known {
		out.Job = &Job{Settled: p.Settled.Format(time.DateOnly), SummedAt: p.Summed, Unsettled: p.Unsettled, Open: p.Open}
	}
	return out, err
}

func parse(text string) (time.Time, error) {
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() < 2000 || day.Year() > 2200 {
		return day, fault.Failed
	}
	return day, nil
}

// ListRequest asks for a page of the statements of a day.
type ListRequest struct {
	Day    string           `json:"day"`
	State  commission.State `json:"state,omitzero"`  // open, paid or kept; empty: all
	Behind string           `json:"behind,omitzero"` // the partner of the last row of the page before
}

// Statement is what a partner earned on the day.
type Statement struct {
	MemID      string           `json:"memId"`
	MemNick    string           `json:"memNick"`
	Level      int              `json:"partnerLevel"` // 1 to 6
	No         int              `json:"no"`
	Bets       int64            `json:"bets"`
	Stake      money.Amount     `json:"stake"`
	Payout     money.Amount     `json:"payout"`
	Valid      money.Amount     `json:"valid"`
	Bonus      money.Amount     `json:"bonus"`
	Rolling    money.Amount     `json:"rolling"`
	Losing     money.Amount     `json:"losing"`
	CarriedIn  money.Amount     `json:"carriedIn"` // of the losing share, whole minor units
	CarriedOut money.Amount     `json:"carriedOut"`
	OwedIn     money.Amount     `json:"owedIn"`
	Repaid     money.Amount     `json:"repaid"` // of owedIn, what was taken from the partner's PT
	OwedOut    money.Amount     `json:"owedOut"`
	Offset     money.Amount     `json:"offset"` // rolling of corrected bets that belong to statements which are kept
	Amount     money.Amount     `json:"amount"`
	Left       money.Amount     `json:"left"` // of the amount, what was paid or is kept: corrections of its bets are taken from what is kept, or added
	State      commission.State `json:"state"`
	DecidedBy  string           `json:"decidedBy"`
	DecidedAt  *time.Time       `json:"decidedAt"`
	Reason     string           `json:"reason"`
	// Debts are those of the partner and of the partners above it. While there are any, the statement is paid by two persons.
	Debts []commission.Debt `json:"debts"`
}

// ListAnswer is a page, by memId.
type ListAnswer struct {
	List []Statement `json:"list"`
	More bool        `json:"more"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	day, err := parse(req.Day)
	if err != nil {
		return ListAnswer{}, err
	}
	rows, err := a.commissions.OfDay(ctx, who.Site, day, req.State, req.Behind, listPage+1)
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Statement, min(len(rows), listPage)), More: len(rows) > listPage}
	for i := range out.List {
		r := rows[i]
		out.List[i] = Statement{
			MemID: r.Partner, MemNick: r.Nick, Level: r.Level, No: r.No, Bets: r.Bets, Stake: r.Stake, Payout: r.Payout, Valid: r.Valid, Bonus: r.Bonus,
			Rolling: r.Rolling, Losing: r.Losing, CarriedIn: r.CarriedIn, CarriedOut: r.CarriedOut, OwedIn: r.OwedIn, Repaid: r.Repaid, OwedOut: r.OwedOut, Offset: r.Offset, Amount: r.Amount, Left: r.Left,
			State: r.State, DecidedBy: r.DecidedBy, DecidedAt: r.DecidedAt, Reason: r.Reason, Debts: append([]commission.Debt{}, r.Debts...),
		}
	}
	return out, nil
}

// DecideRequest pays a statement, or keeps it with a reason. One that is kept is paid with a reason.
type DecideRequest struct {
	MemID   string           `json:"memId"` // of the partner
	Day     string           `json:"day"`
	Was     commission.State `json:"was,omitzero"` // open, which empty is as well, or kept
	Becomes commission.State `json:"becomes"`      // paid or kept
	Amount  *money.Amount    `json:"amount"`       // of a payment: what is paid, as the list shows it; null: none
	Reason  string           `json:"reason,omitzero"`
}

func (a *API) decide(ctx context.Context, who httpx.Caller, req DecideRequest) (httpx.None, error) {
	day, err := parse(req.Day)
	if err != nil {
		return httpx.None{}, err
	}
	if req.Becomes == commission.Paid && req.Amount == nil {
		return httpx.None{}, fault.Failed
	}
	return httpx.None{}, a.commissions.Decide(ctx, commission.Decision{
		Actor: caller.Actor(who), Site: who.Site, Partner: req.MemID, Day: day, Was: req.Was, Becomes: req.Becomes, Reason: req.Reason, Seen: req.Amount,
	})
}

// PayRequest pays all open statements of a day.
type PayRequest struct {
	Day string `json:"day"`
}

// PayAnswer says what became of the open statements.
type PayAnswer struct {
	Paid  int `json:"paid"`
	Asked int `json:"asked"` // those that wait for a second person
}

func (a *API) pay(ctx context.Context, who httpx.Caller, req PayRequest) (PayAnswer, error) {
	day, err := parse(req.Day)
	if err != nil {
		return PayAnswer{}, err
	}
	paid, asked, err := a.commissions.DecideAll(ctx, caller.Actor(who), who.Site, day)
	return PayAnswer{Paid: paid, Asked: asked}, err
}
