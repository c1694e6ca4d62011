// Package report is the part of the API for a member's own figures: win/lose and statement.
package report

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/sheet"
)

// API holds the service that the calls need.
type API struct {
	reports *report.Service
}

// New returns the area's API.
func New(r *report.Service) *API { return &API{reports: r} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/report/winlose", httpx.Member, a.winLose),
		httpx.Post("/api/report/statement", httpx.Member, a.statement),
		httpx.Post("/api/report/statement.csv", httpx.Member, a.statementFile),
	}
}

// WinLoseRequest asks for days, 92 at most; without them for the last 30.
type WinLoseRequest struct {
	paging.Days
}

// PlayedRow is what was staked on a product and paid by it.
type PlayedRow struct {
	GroupCode string       `json:"groupCode"` // casino, slot, sports, minigame, fishing, virtual; other: not in the catalogue any more
	ProcID    string       `json:"procId"`
	Name      string       `json:"name"`
	Rounds    int64        `json:"rounds"`
	Stake     money.Amount `json:"stake"`
	Payout    money.Amount `json:"payout"`
	Open      money.Amount `json:"open"`   // of the stake: not decided yet
	Result    money.Amount `json:"result"` // payout minus what is decided of the stake: negative is lost
}

// DayRow is what was settled of the rounds that began on a day.
type DayRow struct {
	Date   string       `json:"date"` // yyyy-MM-dd on the site's clock
	Stake  money.Amount `json:"stake"`
	Payout money.Amount `json:"payout"`
}

// NetDeposits is what the member ever paid in and was paid out (S-21).
type NetDeposits struct {
	DepositAmt  money.Amount `json:"depositAmt"`
	WithdrawAmt money.Amount `json:"withdrawAmt"`
	NetAmt      money.Amount `json:"netAmt"` // deposits minus withdrawals
}

// WinLoseAnswer is what the member won and lost, by product and by day.
type WinLoseAnswer struct {
	Since       time.Time   `json:"since"`
	Until       time.Time   `json:"until"` // not included
	List        []PlayedRow `json:"list"`
	Total       PlayedRow   `json:"total"`
	DayList     []DayRow    `json:"dayList"` // the oldest first; days without a settled round are left out
	NetDeposits NetDeposits `json:"netDeposits"`
}

func played(p report.Played) PlayedRow {
	return PlayedRow{
		GroupCode: p.Group, ProcID: p.ProcID, Name: p.Name, Rounds: p.Rounds, Stake: p.Stake, Payout: p.Payout, Open: p.Open,
		Result: p.Payout - (p.Stake - p.Open),
	}
}

func (a *API) winLose(ctx context.Context, who httpx.Caller, req WinLoseRequest) (WinLoseAnswer, error) {
	w, err := a.reports.WinLose(ctx, who.Site, who.MemID, req.Days)
	out := WinLoseAnswer{
		Since: w.Since, Until: w.Until, List: make([]PlayedRow, len(w.Products)), Total: played(w.Total), DayList: make([]DayRow, len(w.Days)),
		NetDeposits: NetDeposits{DepositAmt: w.Net.Deposits, WithdrawAmt: w.Net.Withdrawals, NetAmt: w.Net.Deposits - w.Net.Withdrawals},
	}
	for i, d := range w.Days {
		out.DayList[i] = DayRow{Date: d.Day.Format(time.DateOnly), Stake: d.Stake, Payout: d.Payout}
	}
	for i, p := range w.Products {
		out.List[i] = played(p)
	}
	return out, err
}

// StatementRequest asks for a page of all moves in days of the last 12 months; without days of all.
type StatementRequest struct {
	paging.Request
	paging.Days
}

// StatementRow is one move of the wallet.
type StatementRow struct {
	No        int64        `json:"no"` // counts the member's moves without a hole
	CreatedAt time.Time    `json:"createdAt"`
	Unit      string       `json:"unit"`   // cash, hold or point
	Kind      string       `json:"kind"`   // for instance deposit, bet, win, coupon, bonus.first
	Contra    string       `json:"contra"` // the other side
	Amount    money.Amount `json:"amount"` // negative: went away
	Balance   money.Amount `json:"balance"`
	Ref       string       `json:"ref"`
}

// UnitTotals adds up the moves of one account in the whole selection, not only the page.
type UnitTotals struct {
	Unit   string       `json:"unit"` // cash, hold or point
	InAmt  money.Amount `json:"inAmt"`
	OutAmt money.Amount `json:"outAmt"` // a positive figure
}

// StatementAnswer is a page of moves, newest first.
type StatementAnswer struct {
	List     []StatementRow `json:"list"`
	PageInfo paging.Info    `json:"pageInfo"`
	Totals   []UnitTotals   `json:"totals"` // of the accounts that moved
}

func (a *API) statement(ctx context.Context, who httpx.Caller, req StatementRequest) (StatementAnswer, error) {
	lines, totals, err := a.reports.Statement(ctx, who.Site, who.MemID, req.Days, req.Slice())
	out, total := StatementAnswer{List: make([]StatementRow, len(lines)), Totals: make([]UnitTotals, len(totals))}, int64(0)
	for i, t := range totals {
		out.Totals[i] = UnitTotals{Unit: t.Unit, InAmt: t.In, OutAmt: t.Out}
		total += t.Lines
	}
	out.PageInfo = req.Info(total)
	for i, l := range lines {
		out.List[i] = StatementRow{
			No: l.No, CreatedAt: l.At, Unit: l.Unit, Kind: l.Kind, Contra: l.Contra, Amount: l.Amount, Balance: l.Balance, Ref: l.Ref,
		}
	}
	return out, err
}

// StatementFileRequest asks for the statement of days as a file.
type StatementFileRequest struct {
	paging.Days
}

func (a *API) statementFile(ctx context.Context, who httpx.Caller, req StatementFileRequest) (sheet.List, error) {
	return a.reports.StatementFile(ctx, who.Site, who.MemID, req.Days)
}
