package report

import (
	"context"
	"fmt"
	"time"

	"hubstake/internal/accounting/report/reportdb"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/site"
)

// lines is how long a public board is.
const lines = 10

// Line of the public board.
type Line struct {
	MemIDMasked string
	Amount      money.Amount // rounded
	At          time.Time
}

// Board is what the site has lately paid in and out.
type Board struct {
	In, Out []Line
}

// Winner is a round that paid more than its stake.
type Winner struct {
	Line
	GameCode, NameKOR, NameENG string
}

// CashBoard returns the completed deposits and withdrawals of a site, newest first.
func (s *Service) CashBoard(ctx context.Context, siteID string) (Board, error) {
	return s.boards.get(siteID, s.clk.Now(), func() (b Board, err error) {
		st, err := s.sites.Get(ctx, siteID)
		if err != nil {
			return b, err
		}
		if b.In, err = s.completed(ctx, st, "in"); err != nil {
			return b, err
		}
		b.Out, err = s.completed(ctx, st, "out")
		return b, err
	})
}

func (s *Service) completed(ctx context.Context, st site.Site, kind string) ([]Line, error) {
	rows, err := reportdb.New(s.db).Completed(ctx, reportdb.CompletedParams{
		SiteID: st.ID, Kind: kind, Until: s.shownUntil(st.Options), Count: lines,
	})
	if err != nil {
		return nil, fmt.Errorf("report: board: %w", err)
	}
	out := make([]Line, len(rows))
	for i, r := range rows {
		out[i] = line(r.MemberID, r.Amount, r.ProcessedAt, st.Options)
	}
	return out, nil
}

// Winners returns the rounds of a site that paid more than their stake, newest first.
func (s *Service) Winners(ctx context.Context, siteID string) ([]Winner, error) {
	return s.winners.get(siteID, s.clk.Now(), func() ([]Winner, error) {
		st, err := s.sites.Get(ctx, siteID)
		if err != nil {
			return nil, err
		}
		rows, err := reportdb.New(s.db).Winners(ctx, reportdb.WinnersParams{
			SiteID: siteID, Until: s.shownUntil(st.Options), Count: lines,
		})
		if err != nil {
			return nil, fmt.Errorf("report: winners: %w", err)
		}
		out := make([]Winner, len(rows))
		for i, r := range rows {
			out[i] = Winner{line(r.MemberID, r.Payout, r.ClosedAt, st.Options), r.GameCode, r.NameKor, r.NameEng}
		}
		return out, nil
	})
}

// Best are the greatest withdrawals, one a member.
type Best struct {
	Today, Week []Line
}

// weekDays is how many days a week of the public boards has, today included.
const weekDays = 7

// BestPaid returns the greatest withdrawals of today and of the last seven days on the site's clock, as the board shows them (D-57).
func (s *Service) BestPaid(ctx context.Context, siteID string) (Best, error) {
	return s.best.get(siteID, s.clk.Now(), func() (b Best, err error) {
		st, err := s.sites.Get(ctx, siteID)
		if err != nil {
			return b, err
		}
		if b.Today, err = s.bestSince(ctx, st, 1); err != nil {
			return b, err
		}
		b.Week, err = s.bestSince(ctx, st, weekDays)
		return b, err
	})
}

func (s *Service) bestSince(ctx context.Context, st site.Site, days int) ([]Line, error) {
	rows, err := reportdb.New(s.db).BestPaid(ctx, reportdb.BestPaidParams{
		SiteID: st.ID, Since: s.daysAgo(st.Options, days-1), Until: s.shownUntil(st.Options), Count: lines,
	})
	if err != nil {
		return nil, fmt.Errorf("report: best withdrawals: %w", err)
	}
	out := make([]Line, len(rows))
	for i, r := range rows {
		out[i] = line(r.MemberID, r.Amount, r.ProcessedAt, st.Options)
	}
	return out, nil
}

// daysAgo is the beginning of the day n days before today on the site's clock.
func (s *Service) daysAgo(o site.Options, n int) time.Time {
	now := s.clk.Now().In(o.Location())
	return time.Date(now.Year(), now.Month(), now.Day()-n, 0, 0, 0, 0, now.Location())
}

// shownUntil is the youngest moment that a public board may show.
func (s *Service) shownUntil(o site.Options) time.Time { return o.BoardUntil(s.clk.Now()) }

// line hides who and how much exactly; the time is cut to the minute for the same reason.
func line(memID string, amount int64, at *time.Time, o site.Options) Line {
	l := Line{MemIDMasked: memID[:min(2, len(memID))] + "***", Amount: rounded(money.Amount(amount), o.BoardRounding)}
	if at != nil {
		l.At = at.UTC().Truncate(time.Minute)
	}
	return l
}

// rounded is the nearest multiple of unit, and never nothing.
func rounded(a, unit money.Amount) money.Amount {
	return max((a+unit/2)/unit, 1) * unit
}
