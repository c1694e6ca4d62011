package point

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/access/idempotency"
	"hubstake/internal/account/member"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
)

// Service converts points and shows their history.
type Service struct {
	db      *pgxpool.Pool
	clk     clock.Clock
	sites   *site.Service
	members *member.Service
}

// New returns a service.
func New(db *pgxpool.Pool, clk clock.Clock, sites *site.Service, members *member.Service) *Service {
	return &Service{db: db, clk: clk, sites: sites, members: members}
}

// Conversion is a member's wish to turn points into cash.
type Conversion struct {
	Site, Member   string
	Points         money.Input
	Trace          string
	IdempotencyKey idempotency.Key // of this call; the zero key for none
}

// Convert moves points to cash and returns the wallet after it. The same call again answers the same.
func (s *Service) Convert(ctx context.Context, c Conversion) (wallet.State, error) {
	var o site.Options
	points, given := c.Points.Amount()
	return idempotency.Do(ctx, s.db, idempotency.Caller{Member: c.Member, Key: c.IdempotencyKey, At: s.clk.Now()}, idempotency.Work[wallet.State]{
		Check: func() error {
			st, err := s.sites.Get(ctx, c.Site)
			switch o = st.Options; {
			case err != nil:
				return err
			case st.Maintenance:
				return fault.SiteMaintenance
			case o.PointsPaused:
				return fault.PointConversionMaintenance
			case !o.PointChangeOpen:
				return fault.PointConversionSuspended
			case !given:
				return fault.AmountRequired
			}
			return nil
		},
		Do: func(tx pgx.Tx) (wallet.State, error) {
			p, err := s.members.Held(ctx, tx, c.Member)
			if err != nil {
				return wallet.State{}, err
			}
			now := s.clk.Now() // of the check and of the need: a break that holds for one of them holds for both
			if resting, _ := p.Break.At(now); resting {
				return wallet.State{}, fault.SelfExcluded
			}
			return convert(ctx, tx, c, points, o, now)
		},
	})
}

// convert makes both moves of a conversion: first the cash, so that the points count for what the wallet had before.
func convert(ctx context.Context, tx pgx.Tx, c Conversion, points money.Amount, o site.Options, now time.Time) (state wallet.State, err error) {
	w, err := wallet.Lock(ctx, tx, c.Member, o.Currency)
	if err != nil {
		return state, err
	}
	if err := check(points, w.Points, o); err != nil {
		return state, err
	}
	out := wallet.Move{
		Member: c.Member, Currency: o.Currency, Unit: wallet.Point, Amount: -points,
		Contra: wallet.ContraConversion, Kind: "convert.points", Ref: id.New(), Trace: c.Trace,
	}
	in := out
	in.Unit, in.Amount, in.Kind = wallet.Cash, points, "convert.cash"
	if _, _, err = turnover.Credit(ctx, tx, o, in, points.Share(o.PointRollingBasisPoints), now); err != nil {
		return state, fmt.Errorf("convert points: %w", err)
	}
	if state, _, err = wallet.Apply(ctx, tx, out); err != nil {
		return state, fmt.Errorf("convert points: %w", err)
	}
	return state, nil
}

// check is D-19: P001, then P003, then P002.
func check(points, have money.Amount, o site.Options) error {
	if points > have {
		return fault.NotEnoughPoints
	}
	return o.CheckPoints(points)
}

// History returns a page of a member's points, newest first, and the totals of all entries that the days have on the
// site's clock.
func (s *Service) History(ctx context.Context, siteID, memID string, days paging.Days, page paging.Slice) ([]wallet.Entry, wallet.Totals, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, wallet.Totals{}, err
	}
	p, err := days.Period(st.Options.Location())
	if err != nil {
		return nil, wallet.Totals{}, err
	}
	return wallet.PointHistory(ctx, s.db, memID, st.Options.Currency, wallet.Page{
		Since: p.Since, Until: p.Until.Add(-time.Microsecond), Count: page.Count, Skip: page.Skip,
	})
}
