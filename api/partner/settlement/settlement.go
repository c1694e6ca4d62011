// Package settlement shows a partner the statements of its commissions, and gives the files that prove them.
package settlement

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
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
		httpx.Post("/api/partner/settlement/list", httpx.Partner, a.list, httpx.Needs(right.CommissionRead)),
		httpx.Post("/api/partner/settlement/file", httpx.Partner, a.file, httpx.Needs(right.CommissionRead)),
		httpx.Post("/api/partner/settlement/differs", httpx.Partner, a.differs, httpx.Needs(right.CommissionRead), httpx.Pace(limit.Search)),
	}
}

// page is how many statements a list shows.
const page = 31

// ListRequest asks for a page of statements.
type ListRequest struct {
	Before string `json:"before,omitzero"` // yyyy-MM-dd: the day of the last row of the page before
}

// Statement is what the partner earned on a day.
type Statement struct {
	Day        string           `json:"day"` // yyyy-MM-dd, of the site's clock
	No         int              `json:"no"`
	Bets       int64            `json:"bets"` // those that were taken back count −1
	Stake      money.Amount     `json:"stake"`
	Payout     money.Amount     `json:"payout"`
	Valid      money.Amount     `json:"valid"` // what of the stakes counts
	Bonus      money.Amount     `json:"bonus"`
	Rolling    money.Amount     `json:"rolling"`
	Losing     money.Amount     `json:"losing"`
	CarriedIn  money.Amount     `json:"carriedIn"`  // of the losing share
	CarriedOut money.Amount     `json:"carriedOut"` // likewise
	OwedIn     money.Amount     `json:"owedIn"`     // 0 or negative: bets that were taken back, or what partners below earned on play that the branch did not lose, came to more than the rest
	Repaid     money.Amount     `json:"repaid"`     // of owedIn, what was taken from the PT
	OwedOut    money.Amount     `json:"owedOut"`
	Offset     money.Amount     `json:"offset"` // rolling of corrected bets that belong to statements which are kept
	Amount     money.Amount     `json:"amount"` // to be paid
	Left       money.Amount     `json:"left"`   // of the amount, what was paid or is kept: corrections of its bets are taken from what is kept, or added
	Hash       string           `json:"hash"`   // SHA-256 of the file, hexadecimal
	Before     string           `json:"before"` // of the statement before
	Key        string           `json:"key"`    // of the site, hexadecimal
	MadeAt     time.Time        `json:"madeAt"`
	State      commission.State `json:"state"` // open, paid or kept
	DecidedAt  *time.Time       `json:"decidedAt"`
	Reason     string           `json:"reason"`
}

// ListAnswer is a page, newest first.
type ListAnswer struct {
	List    []Statement  `json:"list"`
	Count   int64        `json:"count"`   // of all statements
	Paid    money.Amount `json:"paid"`    // of all time
	Waiting money.Amount `json:"waiting"` // for a decision
	Kept    money.Amount `json:"kept"`
	Owed    money.Amount `json:"owed"` // now: it is taken from what is earned next, and from the PT
	More    bool         `json:"more"` // there are older ones
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	before, err := Day(req.Before)
	if err != nil {
		return ListAnswer{}, err
	}
	rows, all, err := a.commissions.Statements(ctx, who.Site, who.MemID, before, page+1)
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{Count: all.Statements, Paid: all.Paid, Waiting: all.Waiting, Kept: all.Kept, Owed: all.Owed, More: len(rows) > page}
	out.List = make([]Statement, min(len(rows), page))
	for i := range out.List {
		r := rows[i]
		out.List[i] = Statement{
			Day: r.Day.Format(time.DateOnly), No: r.No, Bets: r.Bets, Stake: r.Stake, Payout: r.Payout, Valid: r.Valid, Bonus: r.Bonus, Rolling: r.Rolling, Losing: r.Losing,
			CarriedIn: r.CarriedIn, CarriedOut: r.CarriedOut, OwedIn: r.OwedIn, Repaid: r.Repaid, OwedOut: r.OwedOut, Offset: r.Offset, Amount: r.Amount, Left: r.Left, Hash: r.Hash, Before: r.Before, Key: r.Key,
			MadeAt: r.MadeAt, State: r.State, DecidedAt: r.DecidedAt, Reason: r.Reason,
		}
	}
	return out, nil
}

// never is after every day.
var never = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// Day reads a day; empty: after every day. E001: anything else.
func Day(text string) (time.Time, error) {
	if text == "" {
		return never, nil
	}
	day, err := time.Parse(time.DateOnly, text)
	if err != nil || day.Year() < 2000 || day.Year() > 2200 {
		return day, fault.Failed
	}
	return day, nil
}

// FileRequest asks for a part of the file of a statement.
type FileRequest struct {
	Day string `json:"day"`
	At  string `json:"at,omitzero"` // next of the part before; empty: the first one
}

// FileAnswer is a part of the file. All parts behind each other are the file.
type FileAnswer struct {
	Text string `json:"text"` // JSON lines
	Next string `json:"next"` // empty: this is the last part
}

func (a *API) file(ctx context.Context, who httpx.Caller, req FileRequest) (FileAnswer, error) {
	day, err := Day(req.Day)
	if err != nil {
		return FileAnswer{}, err
	}
	part, err := a.commissions.File(ctx, who.Site, who.MemID, day, req.At)
	return FileAnswer(part), err
}

// DiffersRequest reports a statement that did not come out equal when the page computed it again.
type DiffersRequest struct {
	Day  string `json:"day"`
	Line int    `json:"line"` // the first line of the file that differs; 0: the file is sound, but it is not the one of the list
}

func (a *API) differs(ctx context.Context, who httpx.Caller, req DiffersRequest) (httpx.None, error) {
	day, err := Day(req.Day)
	if err != nil {
		return httpx.None{}, err
	}
	return httpx.None{}, a.commissions.Differs(ctx, commission.Difference{Site: who.Site, Partner: who.MemID, Day: day, Line: req.Line})
}
