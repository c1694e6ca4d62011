package point

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/fault"
	"hubstake/internal/id"
	"hubstake/internal/money"
	"hubstake/internal/paging"
	"hubstake/internal/platform/pg"
	"hubstake/internal/site"
	"hubstake/internal/wallet"
)

// Service converts points and shows their history.
type Service struct {
	db    *pgxpool.Pool
	sites *site.Service
}

// New returns a service.
func New(db *pgxpool.Pool, sites *site.Service) *Service { return &Service{db: db, sites: sites} }

// Conversion is a member's wish to turn points into cash.
type Conversion struct {
	Site, Member string
	Points       money.Input
	Trace        string
}

// Convert moves points to cash and returns the wallet after it.
func (s *Service) Convert(ctx context.Context, c Conversion) (state wallet.State, err error) {
	st, err := s.sites.Get(ctx, c.Site)
	if err != nil {
		return state, err
	}
	switch {
	case st.Inspect:
		return state, fault.SiteMaintenance
	case st.Options.PointsPaused:
		return state, fault.PointConversionMaintenance
	case !st.Options.PointChangeOpen:
		return state, fault.PointConversionSuspended
	}
	points, ok := c.Points.Amount()
	if !ok {
		return state, fault.AmountRequired
	}
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		w, err := wallet.Lock(ctx, tx, c.Member, st.Options.Currency)
		if err != nil {
			return err
		}
		if err := check(points, w.Points, st.Options); err != nil {
			return err
		}
		out := wallet.Move{
			Member: c.Member, Currency: st.Options.Currency, Unit: wallet.Point, Amount: -points,
			Contra: wallet.ContraConversion, Kind: "convert.points", Ref: id.New(), Trace: c.Trace,
		}
		in := out
		in.Unit, in.Amount, in.Kind = wallet.Cash, points, "convert.cash"
		for _, m := range []wallet.Move{out, in} {
			if state, _, err = wallet.Apply(ctx, tx, m); err != nil {
				return fmt.Errorf("convert points: %w", err)
			}
		}
		return nil
	})
	return state, err
}

// check is D-19: P001, then P003, then P002.
func check(points, have money.Amount, o site.Options) error {
	if points > have {
		return fault.NotEnoughPoints
	}
	return o.CheckPoints(points)
}

// History returns a page of a member's points, newest first, and how many entries the days have. Since and Until of the
// days are those of the site's clock.
func (s *Service) History(ctx context.Context, siteID, memID string, days paging.Days, page paging.Slice) ([]wallet.Entry, int64, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, 0, err
	}
	p, err := days.Period(st.Options.Location())
	if err != nil {
		return nil, 0, err
	}
	return wallet.PointHistory(ctx, s.db, memID, st.Options.Currency, wallet.Page{
		Since: p.Since, Until: p.Until.Add(-time.Microsecond), Count: page.Count, Skip: page.Skip,
	})
}
