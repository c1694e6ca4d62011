package reports

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
)

// AffiliateRequest asks for days, 92 at most; without them for the last 7.
type AffiliateRequest struct {
	paging.Days
}

// AffiliateRow is what the downline staked on a group of games and was paid.
type AffiliateRow struct {
	GroupCode string       `json:"groupCode"`
	Rounds    int64        `json:"rounds"`
	Members   int64        `json:"members"` // who played
	Stake     money.Amount `json:"stake"`
	Payout    money.Amount `json:"payout"`
}

// AffiliateMembers counts the downline.
type AffiliateMembers struct {
	Members  int64 `json:"members"`
	Partners int64 `json:"partners"`
	Joined   int64 `json:"joined"` // in the days
}

// AffiliateAnswer sums up the downline of a partner: all its members, and everything they moved. Figures that the person has no right to see are null.
type AffiliateAnswer struct {
	Since time.Time         `json:"since"`
	Until time.Time         `json:"until"` // not included
	At    time.Time         `json:"at"`    // when it was added up
	Lower *AffiliateMembers `json:"lower"`
	Money *HomeMoney        `json:"money"`
	Play  *[]AffiliateRow   `json:"play"`
}

func (a *API) affiliate(ctx context.Context, who httpx.Caller, req AffiliateRequest) (AffiliateAnswer, error) {
	d, err := a.reports.Affiliate(ctx, who.Site, who.MemID, req.Days)
	if err != nil {
		return AffiliateAnswer{}, err
	}
	out := AffiliateAnswer{Since: d.Since, Until: d.Until, At: d.At}
	if who.Has(right.LowerRead) {
		out.Lower = &AffiliateMembers{Members: d.Members, Partners: d.Partners, Joined: d.Joined}
	}
	if who.Has(right.MoneyRead) {
		out.Money = &HomeMoney{Deposits: Sum(d.Deposits), Withdrawals: Sum(d.Withdrawals)}
	}
	if who.Has(right.PlayRead) {
		rows := make([]AffiliateRow, len(d.Products))
		for i, p := range d.Products {
			rows[i] = AffiliateRow{GroupCode: p.Group, Rounds: p.Rounds, Members: p.Members, Stake: p.Stake, Payout: p.Payout}
		}
		out.Play = &rows
	}
	return out, nil
}
