package transfer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer/transferdb"
)

// How orders are asked for: so many of a vendor in one go and at once, for so long.
const (
	most   = 40
	atOnce = 4
	goFor  = 20 * time.Second
	lease  = 30 * time.Second
)

// pause is how long an order rests after it was asked for n times: 1 s, 2 s, 4 s … a minute.
func pause(n int32) time.Duration {
	return min(time.Second<<min(max(n-1, 0), 6), time.Minute)
}

// Resolve asks vendors what became of the orders that are due, and settles those of which it is known. Several may run at
// once: an order is asked for by one of them. A vendor that does not answer keeps no other one's orders waiting.
func (s *Service) Resolve(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, goFor)
	defer cancel()
	errs := make(chan error, len(s.transferWallets))
	for vendor := range s.transferWallets {
		go func() { errs <- s.resolve(ctx, vendor) }()
	}
	var all error
	for range s.transferWallets {
		all = errors.Join(all, <-errs)
	}
	return all
}

func (s *Service) resolve(ctx context.Context, vendor string) error {
	now := s.clk.Now()
	due, err := transferdb.New(s.db).Claim(ctx, transferdb.ClaimParams{VendorID: vendor, Now: now, Lease: now.Add(lease), Most: most})
	if err != nil {
		return fmt.Errorf("transfer: due of %s: %w", vendor, err)
	}
	var g errgroup.Group
	g.SetLimit(atOnce)
	for _, r := range due {
		o := Order{
			Order: provider.Order{
				ID: r.ID, Direction: provider.Direction(r.Direction), Member: r.MemberID, Currency: r.Currency, Amount: money.Amount(r.Amount),
			},
			Vendor: vendor, Status: Pending,
		}
		g.Go(func() error {
			became, err := s.transferWallets[vendor].Ask(ctx, o.Order)
			if err != nil {
				return s.unknown(ctx, o, err, s.clk.Now().Add(pause(r.Asked)))
			}
			_, err = s.settle(ctx, o, became)
			return err
		})
	}
	return g.Wait()
}
