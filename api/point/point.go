package point

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/texts"
	"hubstake/internal/funds/point"
)

// ConvertRequest says how many points become cash.
type ConvertRequest struct {
	PointAmt money.Input `json:"pointAmt"`
}

// Balance is what the member has after it.
type Balance struct {
	CashAmt  money.Amount `json:"cashAmt"`
	PointAmt money.Amount `json:"pointAmt"`
	Version  int64        `json:"version"`
}

func (a *API) convert(ctx context.Context, who httpx.Caller, req ConvertRequest) (Balance, error) {
	w, err := a.points.Convert(ctx, point.Conversion{Site: who.Site, Member: who.MemID, Points: req.PointAmt, Trace: who.Trace, IdempotencyKey: who.IdempotencyKey})
	return Balance{w.Cash, w.Points, w.Version}, err
}

// HistoryRequest asks for a page of the history.
type HistoryRequest struct {
	paging.Request
	paging.Days
}

// Entry is one change of the points.
type Entry struct {
	Idx       int64        `json:"idx"`
	Kind      string       `json:"kind"`     // for instance bonus.weekend
	KindText  string       `json:"kindText"` // the kind in the reader's language, for instance "Weekend bonus"
	Percent   string       `json:"percent"`  // of the deposit that a bonus was given for, for instance "12.5"; empty for other kinds
	Amount    money.Amount `json:"amount"`   // negative: went away
	Balance   money.Amount `json:"balance"`
	CreatedAt time.Time    `json:"createdAt"`
}

// Totals adds up the whole selection, not only the page.
type Totals struct {
	InAmt  money.Amount `json:"inAmt"`
	OutAmt money.Amount `json:"outAmt"` // a positive figure
}

// HistoryAnswer is a page of changes, newest first.
type HistoryAnswer struct {
	List     []Entry     `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
	Totals   Totals      `json:"totals"`
}

func (a *API) history(ctx context.Context, who httpx.Caller, req HistoryRequest) (HistoryAnswer, error) {
	entries, totals, err := a.points.History(ctx, who.Site, who.MemID, req.Days, req.Slice())
	if err != nil {
		return HistoryAnswer{}, err
	}
	rates, err := a.promos.Rates(ctx, who.MemID, entries)
	if err != nil {
		return HistoryAnswer{}, err
	}
	out := HistoryAnswer{
		List: make([]Entry, len(entries)), PageInfo: req.Info(totals.Entries), Totals: Totals{InAmt: totals.In, OutAmt: totals.Out},
	}
	language := a.sites.Reader(who.Site, who.Lang).Language
	for i, e := range entries {
		out.List[i] = Entry{
			Idx: e.Version, Kind: e.Kind, KindText: texts.PointKind(e.Kind, language), Percent: percent(rates[i]), Amount: e.Amount,
			Balance: e.After, CreatedAt: e.At,
		}
	}
	return out, nil
}

// percent writes basis points without zeros that say nothing; empty for none.
func percent(rate int64) string {
	if rate == 0 {
		return ""
	}
	return strings.TrimRight(strings.TrimRight(fmt.Sprintf("%d.%02d", rate/100, rate%100), "0"), ".")
}
