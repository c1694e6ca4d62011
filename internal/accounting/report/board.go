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
