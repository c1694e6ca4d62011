package promo

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/promo"
	"hubstake/internal/ledger/wallet"
)

// BonusTerm is a rule as it is for the member.
type BonusTerm struct {
	Rule       string       `json:"rule"` // new (first deposit ever), first (of a day), again (later on a day), weekend
	Rate       int64        `json:"rate"` // of the deposit, in basis points: 1000 is 10 %
	Unit       wallet.Unit  `json:"unit"` // cash or point
	Cap        money.Amount `json:"cap"`  // the most that it gives
	MinDeposit money.Amount `json:"minDeposit"`
	Turnover   int64        `json:"turnover"` // of the bonus that must be played before a withdrawal, in basis points
	State      promo.State  `json:"state"`    // open, paid (today), used, later or instead: whether the next deposit can get it, and why not
}

// BonusInfoAnswer are the rules that give the member something.
type BonusInfoAnswer struct {
	Wanted bool        `json:"wanted"` // false: the member declined bonuses of deposits
	List   []BonusTerm `json:"list"`
}

func (a *API) bonusInfo(ctx context.Context, c httpx.Caller, _ httpx.None) (BonusInfoAnswer, error) {
	ever, today, err := a.cash.Deposits(ctx, c.Site, c.MemID)
	if err != nil {
		return BonusInfoAnswer{}, err
	}
	terms, wanted, err := a.promos.Terms(ctx, who(c), promo.Deposits{Ever: ever, Today: today})
	out := BonusInfoAnswer{Wanted: wanted, List: make([]BonusTerm, len(terms))}
	for i, t := range terms {
		out.List[i] = BonusTerm(t)
	}
	return out, err
}

// BonusChooseRequest says whether the member wants bonuses of deposits from now on.
type BonusChooseRequest struct {
	Wanted bool `json:"wanted"`
}

func (a *API) bonusChoose(ctx context.Context, c httpx.Caller, req BonusChooseRequest) (BonusChooseRequest, error) {
	return req, a.promos.Choose(ctx, who(c), req.Wanted)
}

// BonusListRequest asks for a page of bonuses.
type BonusListRequest struct {
	paging.Request
	paging.Days
}

// BonusRow is a bonus that the member was given.
type BonusRow struct {
	Rule      string       `json:"rule"`
	Day       string       `json:"day"` // yyyy-MM-dd on the site's clock
	Deposit   money.Amount `json:"deposit"`
	Rate      int64        `json:"rate"` // basis points
	Unit      wallet.Unit  `json:"unit"`
	Amount    money.Amount `json:"amount"`
	Turnover  money.Amount `json:"turnover"` // what must be played for it
	CreatedAt time.Time    `json:"createdAt"`
}

// BonusListAnswer is a page of bonuses, newest first.
type BonusListAnswer struct {
	List     []BonusRow  `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) bonusList(ctx context.Context, c httpx.Caller, req BonusListRequest) (BonusListAnswer, error) {
	given, total, err := a.promos.Bonuses(ctx, who(c), req.Days, req.Slice())
	out := BonusListAnswer{List: make([]BonusRow, len(given)), PageInfo: req.Info(total)}
	for i, g := range given {
		out.List[i] = BonusRow{
			Rule: g.Rule, Day: g.Day.Format(time.DateOnly), Deposit: g.Deposit, Rate: g.Rate, Unit: g.Unit, Amount: g.Amount,
			Turnover: g.Turnover, CreatedAt: g.At,
		}
	}
	return out, err
}
