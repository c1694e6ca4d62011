// Package play is the play of a partner's downline: bets that ended, bets that are open, and the summary.
package play

import (
	"context"
	"time"

	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/core/sheet"
)

// API holds the service that the calls need.
type API struct {
	reports *report.Service
}

// New returns the area's API.
func New(reports *report.Service) *API { return &API{reports: reports} }

// Routes lists the calls. The receipt of a bet is the one that its member sees, in api/bet.
func (a *API) Routes() []httpx.Route {
	reads := httpx.Needs(right.PlayRead)
	return []httpx.Route{
		httpx.Post("/api/partner/play/bets", httpx.Partner, a.bets, reads),
		httpx.Post("/api/partner/play/bets/csv", httpx.Partner, a.betsFile, reads),
		httpx.Post("/api/partner/play/open", httpx.Partner, a.open, reads, httpx.Passive),
		httpx.Post("/api/partner/play/open/csv", httpx.Partner, a.openFile, reads),
		httpx.Post("/api/partner/play/summary", httpx.Partner, a.summary, reads),
		httpx.Post("/api/partner/play/summary/csv", httpx.Partner, a.summaryFile, reads),
	}
}

// BetFilter selects bets.
type BetFilter struct {
	Product string            `json:"product,omitzero"` // casino, slot, minigame or sports; empty: all
	ProcID  string            `json:"procId,omitzero"`  // of the catalogue; empty: all
	Game    string            `json:"game,omitzero"`    // its code; empty: all
	MemID   string            `json:"memId,omitzero"`   // empty: all
	Result  report.LineResult `json:"result,omitzero"`  // PASS, FAIL, TIE, or BACK of corrections; empty: all
	Least   money.Amount      `json:"least,omitzero"`   // stake from
	Most    money.Amount      `json:"most,omitzero"`    // stake up to; 0: any
	paging.Days
}

// BetsRequest asks for a page of bets that ended on days of the statements, 92 at most.
type BetsRequest struct {
	BetFilter
	After string `json:"after,omitzero"` // next of the page before
	Count int    `json:"count_per_list,omitzero"`
}

// Bet is a line of the statements: the end of a bet, or a correction of it.
type Bet struct {
	Line     int64             `json:"line"`
	BetIdx   int64             `json:"betIdx"` // of the receipt
	Turn     int               `json:"turn"`   // 0: the end of the bet; later ones correct it
	MemID    string            `json:"memId"`
	MemNick  string            `json:"memNick"`
	Product  string            `json:"product"` // casino, slot, minigame or sports: whose rates pay
	GameCode string            `json:"gameCode"`
	GameName string            `json:"gameName"` // Korean for a Korean browser, else English; empty: not in the catalogue any more
	Folders  int               `json:"folders"`  // of a bet on the sportsbook
	Day      string            `json:"day"`      // of the statement, yyyy-MM-dd
	BetAt    time.Time         `json:"betAt"`
	EndedAt  time.Time         `json:"endedAt"`
	BetAmt   money.Amount      `json:"betAmt"`
	WinAmt   money.Amount      `json:"betWinAmt"`
	Valid    money.Amount      `json:"valid"` // what of the stake counts
	Why      string            `json:"why"`   // tie, uncounted, hedged, opposed or bothSides: why not all of it counts
	Result   report.LineResult `json:"result"`
}

// BetTotals add up all bets of the selection.
type BetTotals struct {
	Bets   int64        `json:"bets"` // corrections take off what they take back
	BetAmt money.Amount `json:"betAmt"`
	WinAmt money.Amount `json:"betWinAmt"`
	Valid  money.Amount `json:"valid"`
}

// BetsAnswer is a page, newest first.
type BetsAnswer struct {
	List     []Bet      `json:"list"`
	Totals   *BetTotals `json:"totals"`   // with the first page; null: too many bets to add them up with these filters
	Next     string     `json:"next"`     // empty: there is no further page
	Searched *time.Time `json:"searched"` // the search stopped before the page was full: bets that ended since then were looked at
	AsOf     *time.Time `json:"asOf"`     // bets that were decided before are in the list; null: none ever was
}

func search(who httpx.Caller, f BetFilter, after string, count int32) report.BetSearch {
	return report.BetSearch{
		Site: who.Site, Partner: who.MemID, Product: f.Product, ProcID: f.ProcID, Game: f.Game, Member: f.MemID, Result: f.Result, Least: f.Least, Most: f.Most,
		Days: f.Days, After: after, Count: count,
	}
}

func (a *API) bets(ctx context.Context, who httpx.Caller, req BetsRequest) (BetsAnswer, error) {
	return a.betPage(ctx, who, req.BetFilter, req.After, list.Size(req.Count))
}

func (a *API) betPage(ctx context.Context, who httpx.Caller, f BetFilter, after string, count int32) (BetsAnswer, error) {
	found, err := a.reports.EndedBets(ctx, search(who, f, after, count))
	if err != nil {
		return BetsAnswer{}, err
	}
	out := BetsAnswer{List: make([]Bet, len(found.List)), Next: found.Next, Searched: found.Searched, AsOf: moment(found.AsOf)}
	if t := found.Totals; t != nil {
		out.Totals = &BetTotals{Bets: t.Bets, BetAmt: t.Stake, WinAmt: t.Payout, Valid: t.Valid}
	}
	for i, b := range found.List {
		out.List[i] = Bet{
			Line: b.Line, BetIdx: b.Round, Turn: b.Turn, MemID: b.MemID, MemNick: b.Nick, Product: b.Product, GameCode: b.Game, GameName: name(who, b.NameKOR, b.NameENG),
			Folders: b.Folders, Day: b.Day.Format(time.DateOnly), BetAt: b.BetAt, EndedAt: b.EndedAt, BetAmt: b.Stake, WinAmt: b.Payout, Valid: b.Valid, Why: b.Why, Result: b.Result,
		}
	}
	return out, nil
}

func name(who httpx.Caller, kor, eng string) string {
	if who.Lang == "ko" {
		return kor
	}
	return eng
}

func moment(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}

// BetsFileRequest asks for bets that ended as a file.
type BetsFileRequest struct {
	BetFilter
}

func (a *API) betsFile(ctx context.Context, who httpx.Caller, req BetsFileRequest) (sheet.List, error) {
	first, err := a.betPage(ctx, who, req.BetFilter, "", report.FileRows)
	if err != nil {
		return sheet.List{}, err
	}
	var totals []sheet.Cells
	if t := first.Totals; t != nil {
		totals = []sheet.Cells{sheet.Texts("", "Bets", "Stake", "Payout", "Valid stake"), list.Sum("Total", t.Bets, t.BetAmt, t.WinAmt, t.Valid)}
	}
	return list.File[Bet]{
		Name: "bets", Title: "Bets", Days: &req.Days, Totals: totals, First: list.Page[Bet]{Rows: first.List, Next: first.Next},
		Columns: []string{"Line", "Bet", "Day", "Bet at", "Ended at", "Member", "Product", "Game", "Folders", "Stake", "Payout", "Valid stake", "Why", "Result"},
		Read: func(ctx context.Context, after string) (list.Page[Bet], error) {
			p, err := a.betPage(ctx, who, req.BetFilter, after, report.FileRows)
			return list.Page[Bet]{Rows: p.List, Next: p.Next}, err
		},
		Cells: func(b Bet) sheet.Cells {
			return sheet.Cells{
				sheet.Number(b.Line), sheet.Number(b.BetIdx), sheet.Text(b.Day), sheet.At(b.BetAt), sheet.At(b.EndedAt), sheet.Text(b.MemID), sheet.Text(b.Product),
				sheet.Text(b.GameName), sheet.Number(b.Folders), sheet.Money(b.BetAmt), sheet.Money(b.WinAmt), sheet.Money(b.Valid), sheet.Text(b.Why), sheet.Text(string(b.Result)),
			}
		},
	}.List(ctx, a.reports, who)
}

// OpenFilter selects bets that have not ended.
type OpenFilter struct {
	Product string       `json:"product,omitzero"`
	ProcID  string       `json:"procId,omitzero"`
	Game    string       `json:"game,omitzero"`
	MemID   string       `json:"memId,omitzero"`
	Least   money.Amount `json:"least,omitzero"`
	Most    money.Amount `json:"most,omitzero"`
}

// OpenRequest asks for a page of bets that have not ended.
type OpenRequest struct {
	OpenFilter
	After string `json:"after,omitzero"`
	Count int    `json:"count_per_list,omitzero"`
}

// OpenBet is a bet that has not ended.
type OpenBet struct {
	BetIdx   int64        `json:"betIdx"`
	MemID    string       `json:"memId"`
	MemNick  string       `json:"memNick"`
	Product  string       `json:"product"`
	GameCode string       `json:"gameCode"`
	GameName string       `json:"gameName"`
	BetAt    time.Time    `json:"betAt"`
	BetAmt   money.Amount `json:"betAmt"`
}

// OpenTotals add up all open bets of the selection.
type OpenTotals struct {
	Bets   int64        `json:"bets"`
	BetAmt money.Amount `json:"betAmt"`
}

// OpenAnswer is a page, newest first. Bets are in it some seconds after they are placed.
type OpenAnswer struct {
	List   []OpenBet   `json:"list"`
	Totals *OpenTotals `json:"totals"` // with the first page, else null
	Next   string      `json:"next"`
}

func (a *API) open(ctx context.Context, who httpx.Caller, req OpenRequest) (OpenAnswer, error) {
	return a.openPage(ctx, who, req.OpenFilter, req.After, list.Size(req.Count))
}

func (a *API) openPage(ctx context.Context, who httpx.Caller, f OpenFilter, after string, count int32) (OpenAnswer, error) {
	found, err := a.reports.LiveBets(ctx, search(who, BetFilter{Product: f.Product, ProcID: f.ProcID, Game: f.Game, MemID: f.MemID, Least: f.Least, Most: f.Most}, after, count))
	if err != nil {
		return OpenAnswer{}, err
	}
	out := OpenAnswer{List: make([]OpenBet, len(found.List)), Next: found.Next}
	if after == "" {
		out.Totals = &OpenTotals{Bets: found.Bets, BetAmt: found.Stake}
	}
	for i, b := range found.List {
		out.List[i] = OpenBet{
			BetIdx: b.Round, MemID: b.MemID, MemNick: b.Nick, Product: b.Product, GameCode: b.Game, GameName: name(who, b.NameKOR, b.NameENG), BetAt: b.BetAt, BetAmt: b.Stake,
		}
	}
	return out, nil
}

// OpenFileRequest asks for bets that have not ended as a file.
type OpenFileRequest struct {
	OpenFilter
}

func (a *API) openFile(ctx context.Context, who httpx.Caller, req OpenFileRequest) (sheet.List, error) {
	first, err := a.openPage(ctx, who, req.OpenFilter, "", report.FileRows)
	if err != nil {
		return sheet.List{}, err
	}
	return list.File[OpenBet]{
		Name: "open-bets", Title: "Open bets", First: list.Page[OpenBet]{Rows: first.List, Next: first.Next},
		Totals:  []sheet.Cells{sheet.Texts("", "Bets", "Stake"), list.Sum("Total", first.Totals.Bets, first.Totals.BetAmt)},
		Columns: []string{"Bet", "Bet at", "Member", "Product", "Game", "Stake"},
		Read: func(ctx context.Context, after string) (list.Page[OpenBet], error) {
			p, err := a.openPage(ctx, who, req.OpenFilter, after, report.FileRows)
			return list.Page[OpenBet]{Rows: p.List, Next: p.Next}, err
		},
		Cells: func(b OpenBet) sheet.Cells {
			return sheet.Cells{sheet.Number(b.BetIdx), sheet.At(b.BetAt), sheet.Text(b.MemID), sheet.Text(b.Product), sheet.Text(b.GameName), sheet.Money(b.BetAmt)}
		},
	}.List(ctx, a.reports, who)
}
