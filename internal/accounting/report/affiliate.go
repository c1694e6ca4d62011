package report

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
)

// Affiliate sums up the downline of a partner in a period.
type Affiliate struct {
	paging.Period
	At                        time.Time // when it was added up
	Members, Partners, Joined int64
	Deposits, Withdrawals     Sum
	Products                  []DownlinePlay // by game group
}

// Sum is how many there were, and how much.
type Sum struct {
	Count  int64
	Amount money.Amount
}

// DownlinePlay is what the downline staked and was paid.
type DownlinePlay struct {
	Group           string
	Rounds, Members int64
	Stake, Payout   money.Amount
}

// Affiliate adds up what the downline of a partner moved: all members, and everything that each moved while it was in the downline, so that
// a member who comes under another referrer leaves the figures of before as they are. Without days it is that
// of the last 7, 92 at most. U029: the member is no partner.
func (s *Service) Affiliate(ctx context.Context, siteID, memID string, days paging.Days) (out Affiliate, err error) {
	st, err := s.partner(ctx, siteID, memID)
	if err != nil {
		return out, err
	}
	if out.Period, err = s.period(days, st.Options.Location(), 7); err != nil {
		return out, err
	}
	q, currency := reportdb.New(s.db), st.Options.Currency
	out.At = s.clk.Now()
	m, err := q.Downline(ctx, memID)
	if err != nil {
		return out, fmt.Errorf("report: affiliate: %w", err)
	}
	out.Members, out.Partners = m.Members, m.Partners
	out.Joined, err = q.DownlineJoined(ctx, reportdb.DownlineJoinedParams{Partner: memID, Since: out.Since, Until: out.Until})
	if err != nil {
		return out, fmt.Errorf("report: affiliate: %w", err)
	}
	cash, err := q.DownlineCash(ctx, reportdb.DownlineCashParams{Partner: memID, Currency: currency, Since: out.Since, Until: out.Until})
	if err != nil {
		return out, fmt.Errorf("report: affiliate: %w", err)
	}
	for _, c := range cash {
		if c.Kind == "in" {
			out.Deposits = Sum{c.Requests, money.Amount(c.Amount)}
		} else {
			out.Withdrawals = Sum{c.Requests, money.Amount(c.Amount)}
		}
	}
	play, err := q.DownlinePlay(ctx, reportdb.DownlinePlayParams{Partner: memID, Currency: currency, Since: out.Since, Until: out.Until})
	if err != nil {
		return out, fmt.Errorf("report: affiliate: %w", err)
	}
	out.Products = make([]DownlinePlay, len(play))
	for i, p := range play {
		out.Products[i] = DownlinePlay{
			Group: p.GroupCode, Rounds: p.Rounds, Members: p.Members, Stake: money.Amount(p.Stake), Payout: money.Amount(p.Payout),
		}
	}
	return out, nil
}

// partner returns the site of a partner; U029 for everybody else.
func (s *Service) partner(ctx context.Context, siteID, memID string) (site.Site, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return st, err
	}
	is, err := reportdb.New(s.db).Partner(ctx, reportdb.PartnerParams{MemberID: memID, SiteID: siteID})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return st, fmt.Errorf("report: partner: %w", err)
	}
	if !is {
		return st, fault.NoAccess
	}
	return st, nil
}
