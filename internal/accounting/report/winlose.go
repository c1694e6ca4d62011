package report

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
)

// Played is what was staked on a product and paid by it. Open is the part of the stake that is not decided yet.
type Played struct {
	Group, ProcID, Name string // "other" and empty: not in the catalogue any more
	Rounds              int64
	Stake, Payout, Open money.Amount
}

// PlayedDay is what was settled of the rounds that began on a day of the site's clock.
type PlayedDay struct {
	Day           time.Time // its date; the rest is zero
	Stake, Payout money.Amount
}

// NetDeposits is what a member ever paid in and was paid out.
type NetDeposits struct {
	Deposits, Withdrawals money.Amount
}

// WinLose is what a member won and lost in a period, by product and by day (S-22), and beside it the net deposits of all time (S-21).
type WinLose struct {
	paging.Period
	Products []Played
	Total    Played
	Days     []PlayedDay
	Net      NetDeposits
}

// WinLose returns the statement of days on the site's clock, 92 at most; without days it is that of the last 30.
func (s *Service) WinLose(ctx context.Context, siteID, memID string, asked paging.Days) (out WinLose, err error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return out, err
	}
	if out.Period, err = s.period(asked, st.Options.Location(), 30); err != nil {
		return out, err
	}
	q := reportdb.New(s.db)
	rows, err := q.WinLose(ctx, reportdb.WinLoseParams{
		MemberID: memID, Currency: st.Options.Currency, Since: out.Since, Until: out.Until,
	})
	if err != nil {
		return out, fmt.Errorf("report: win/lose: %w", err)
	}
	out.Products = make([]Played, len(rows))
	for i, r := range rows {
		p := Played{
			Group: r.GroupCode, ProcID: r.ProcID, Name: r.Name, Rounds: r.Rounds, Stake: money.Amount(r.Stake),
			Payout: money.Amount(r.Payout), Open: money.Amount(r.OpenStake),
		}
		out.Products[i] = p
		out.Total.Rounds += p.Rounds
		out.Total.Stake += p.Stake
		out.Total.Payout += p.Payout
		out.Total.Open += p.Open
	}
	days, err := q.WinLoseDays(ctx, reportdb.WinLoseDaysParams{
		MemberID: memID, Currency: st.Options.Currency, Since: out.Since, Until: out.Until, Zone: st.Options.Location().String(),
	})
	if err != nil {
		return out, fmt.Errorf("report: win/lose: %w", err)
	}
	out.Days = make([]PlayedDay, len(days))
	for i, d := range days {
		out.Days[i] = PlayedDay{d.Day, money.Amount(d.Stake), money.Amount(d.Payout)}
	}
	net, err := q.NetDeposits(ctx, reportdb.NetDepositsParams{MemberID: memID, Currency: st.Options.Currency})
	if err != nil {
		return out, fmt.Errorf("report: net deposits: %w", err)
	}
	out.Net = NetDeposits{money.Amount(net.Deposits), money.Amount(net.Withdrawals)}
	return out, nil
}

// period closes the sides of days that are open: the end is today, the beginning n days before the end. The cost of a report
// is bounded by it: E001 above 92 days.
func (s *Service) period(days paging.Days, loc *time.Location, n int) (paging.Period, error) {
	today := s.clk.Now().In(loc)
	if days.EndDate == "" {
		days.EndDate = today.Format(time.DateOnly)
	}
	if days.StartDate == "" {
		p, err := days.Period(loc)
		if err != nil {
			return p, err
		}
		days.StartDate = p.Until.In(loc).AddDate(0, 0, -n).Format(time.DateOnly)
	}
	return days.Period(loc)
}
