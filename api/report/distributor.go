package report

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
)

// DistributorRequest asks for days, 92 at most; without them for the last 7.
type DistributorRequest struct {
	paging.Days
}

// SumRow is how many there were, and how much.
type SumRow struct {
	Count  int64        `json:"count"`
	Amount money.Amount `json:"amount"`
}

// BelowRow is what the members below staked on a group of games and were paid.
type BelowRow struct {
	GroupCode string       `json:"groupCode"`
	Rounds    int64        `json:"rounds"`
	Members   int64        `json:"members"` // who played
	Stake     money.Amount `json:"stake"`
	Payout    money.Amount `json:"payout"`
}

// DistributorAnswer is what moved below a partner: of all members below, and all that they moved.
type DistributorAnswer struct {
	Since       time.Time  `json:"since"`
	Until       time.Time  `json:"until"` // not included
	At          time.Time  `json:"at"`    // when it was added up
	Members     int64      `json:"members"`
	Partners    int64      `json:"partners"`
	Joined      int64      `json:"joined"` // in the days
	Deposits    SumRow     `json:"deposits"`
	Withdrawals SumRow     `json:"withdrawals"`
	List        []BelowRow `json:"list"`
}

func (a *API) distributor(ctx context.Context, who httpx.Caller, req DistributorRequest) (DistributorAnswer, error) {
	d, err := a.reports.Distributor(ctx, who.Site, who.MemID, req.Days)
	out := DistributorAnswer{
		Since: d.Since, Until: d.Until, At: d.At, Members: d.Members, Partners: d.Partners, Joined: d.Joined,
		Deposits: SumRow(d.Deposits), Withdrawals: SumRow(d.Withdrawals), List: make([]BelowRow, len(d.Products)),
	}
	for i, p := range d.Products {
		out.List[i] = BelowRow{GroupCode: p.Group, Rounds: p.Rounds, Members: p.Members, Stake: p.Stake, Payout: p.Payout}
	}
	return out, err
}
