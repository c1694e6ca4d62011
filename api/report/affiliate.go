package report

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
)

// AffiliateRequest asks for days, 92 at most; without them for the last 7.
type AffiliateRequest struct {
	paging.Days
}

// SumRow is how many there were, and how much.
type SumRow struct {
	Count  int64        `json:"count"`
	Amount money.Amount `json:"amount"`
}

// DownlineRow is what the downline staked on a group of games and was paid.
type DownlineRow struct {
	GroupCode string       `json:"groupCode"`
	Rounds    int64        `json:"rounds"`
	Members   int64        `json:"members"` // who played
	Stake     money.Amount `json:"stake"`
	Payout    money.Amount `json:"payout"`
}

// AffiliateAnswer sums up the downline of a partner: all its members, and everything they moved.
type AffiliateAnswer struct {
	Since       time.Time     `json:"since"`
	Until       time.Time     `json:"until"` // not included
	At          time.Time     `json:"at"`    // when it was added up
	Members     int64         `json:"members"`
	Partners    int64         `json:"partners"`
	Joined      int64         `json:"joined"` // in the days
	Deposits    SumRow        `json:"deposits"`
	Withdrawals SumRow        `json:"withdrawals"`
	List        []DownlineRow `json:"list"`
}

func (a *API) affiliate(ctx context.Context, who httpx.Caller, req AffiliateRequest) (AffiliateAnswer, error) {
	d, err := a.reports.Affiliate(ctx, who.Site, who.MemID, req.Days)
	out := AffiliateAnswer{
		Since: d.Since, Until: d.Until, At: d.At, Members: d.Members, Partners: d.Partners, Joined: d.Joined,
		Deposits: SumRow(d.Deposits), Withdrawals: SumRow(d.Withdrawals), List: make([]DownlineRow, len(d.Products)),
	}
	for i, p := range d.Products {
		out.List[i] = DownlineRow{GroupCode: p.Group, Rounds: p.Rounds, Members: p.Members, Stake: p.Stake, Payout: p.Payout}
	}
	return out, err
}
