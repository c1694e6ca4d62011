package transfer

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer/transferdb"
)

// Held is a member's money with a vendor: the balance that the vendor last reported, without money on its way.
type Held struct {
	Vendor    string
	Balance   money.Amount
	SaidAt    time.Time
	Pending   money.Amount       // on its way; 0 when nothing is
	Direction provider.Direction // of what is on its way
	Open      bool               // the member has a game of the vendor open
	Old       bool               // Open, and the vendor does not answer: Balance is of SaidAt
}

// While a game is open, its vendor is asked what it has of the member: at most every lookEvery, however many pages want to know,
// and for no longer than lookFor. An answer from before lookOld counts as old.
const (
	lookEvery = 5 * time.Second
	lookFor   = 3 * time.Second
	lookOld   = 15 * time.Second
)

// Accounts lists the vendors that have money of a member, or to or from which some is on its way, or whose game is open. Vendors of open
// games are asked for their own figure when it is time; one that does not answer leaves what it said last.
func (s *Service) Accounts(ctx context.Context, member, currency string) ([]Held, error) {
	now := s.clk.Now()
	rows, err := transferdb.New(s.db).Accounts(ctx, transferdb.AccountsParams{
		MemberID: member, Currency: currency, Now: now, Before: now.Add(-lookEvery),
	})
	if err != nil {
		return nil, fmt.Errorf("transfer: accounts: %w", err)
	}
	out := make([]Held, len(rows))
	var g errgroup.Group
	g.SetLimit(atOnce)
	for i, r := range rows {
		out[i] = Held{
			Vendor: r.VendorID, Balance: money.Amount(r.Balance), SaidAt: r.SaidAt, Pending: money.Amount(r.Pending),
			Direction: provider.Direction(r.Direction), Open: r.Open,
		}
		if r.Due {
			g.Go(func() error { return s.look(ctx, member, currency, r.Version, &out[i]) })
		}
	}
	if err := g.Wait(); err != nil {
		return nil, fmt.Errorf("transfer: look: %w", err)
	}
	for i := range out {
		out[i].Old = out[i].Open && s.clk.Now().Sub(out[i].SaidAt) > lookOld
	}
	return out, nil
}

// look asks a vendor for its figure, unless another caller was faster. version is that of the account while no order was pending: an
// order since then makes the answer old, and it is dropped.
func (s *Service) look(ctx context.Context, member, currency string, version int64, h *Held) error {
	transferWallet := s.transferWallets[h.Vendor]
	if transferWallet == nil {
		return nil
	}
	q, now := transferdb.New(s.db), s.clk.Now()
	n, err := q.ClaimLook(ctx, transferdb.ClaimLookParams{
		MemberID: member, VendorID: h.Vendor, Currency: currency, Now: now, Before: now.Add(-lookEvery),
	})
	if err != nil || n == 0 {
		return err
	}
	brief, cancel := context.WithTimeout(ctx, lookFor)
	defer cancel()
	held, err := transferWallet.Held(brief, member, currency)
	if err != nil { // the guard has counted it
		return nil // the last figure stands, and says of when it is
	}
	said := s.clk.Now()
	n, err = q.SaidAt(ctx, transferdb.SaidAtParams{
		MemberID: member, VendorID: h.Vendor, Currency: currency, Version: version, Balance: int64(held), Now: said,
	})
	if err == nil && n == 1 {
		h.Balance, h.SaidAt = held, said
	}
	return err
}

// Waiting is a pending order as staff see it.
type Waiting struct {
	Order
	Asked     int // how often the vendor was asked what became of it
	CreatedAt time.Time
	AskAt     time.Time // when it is asked next
}

// Queue lists the pending orders of a site, oldest first, and counts all of them.
func Queue(ctx context.Context, db *pgxpool.Pool, site string, count, skip int32) ([]Waiting, int64, error) {
	q := transferdb.New(db)
	total, err := q.QueueCount(ctx, site)
	if err != nil {
		return nil, 0, fmt.Errorf("transfer: queue: %w", err)
	}
	rows, err := q.Queue(ctx, transferdb.QueueParams{SiteID: site, Count: count, Skip: skip})
	if err != nil {
		return nil, 0, fmt.Errorf("transfer: queue: %w", err)
	}
	out := make([]Waiting, len(rows))
	for i, r := range rows {
		out[i] = Waiting{
			Order: order(transferdb.OrderRow{
				ID: r.ID, MemberID: r.MemberID, VendorID: r.VendorID, Currency: r.Currency, Direction: r.Direction, Amount: r.Amount,
				Status: string(Pending), Reason: r.Reason,
			}),
			Asked: int(r.Asked), CreatedAt: r.CreatedAt, AskAt: r.AskAt,
		}
	}
	return out, total, nil
}
