package promo

import (
	"context"

	"hubstake/internal/core/money"
	"hubstake/internal/funds/promo/promodb"
)

// Claims are what a member can take now.
type Claims struct {
	Visit   money.Amount // points of today's visit; 0: made already, or the site has no attendance
	Turn    bool         // today's turn of the wheel
	Coupons int64
	Gifts   int64
}

// Claims returns what waits for a member. It opens nothing: the wheel draws its seed when its page is opened.
func (s *Service) Claims(ctx context.Context, who Who) (c Claims, err error) {
	st, err := s.sites.Get(ctx, who.Site)
	if err != nil {
		return c, err
	}
	settings, err := load(ctx, s.db, who.Site)
	if err != nil {
		return c, err
	}
	now := s.clk.Now()
	today := Day(now, st.Options.Location())
	q := promodb.New(s.db)
	r, err := q.Claimable(ctx, promodb.ClaimableParams{Member: who.Member, Now: now, Day: today})
	if err != nil {
		return c, wrap("claims", err)
	}
	c = Claims{Turn: settings.Wheel.Active && !r.Spun, Coupons: r.Coupons, Gifts: r.Gifts}
	if settings.Attendance.Active && !r.Visited {
		next, err := upcoming(ctx, q, who.Member, today, settings.Attendance)
		if err != nil {
			return c, wrap("claims", err)
		}
		c.Visit = next.Points
	}
	return c, nil
}
