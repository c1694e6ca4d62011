package transfer

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/money"
	"hubstake/internal/transfer/transferdb"
	"hubstake/internal/vendors"
)

// Held is what a member has with a vendor: what the vendor said last, before whatever is on its way.
type Held struct {
	Vendor    string
	Balance   money.Amount
	SaidAt    time.Time
	Pending   money.Amount      // on its way; 0 when nothing is
	Direction vendors.Direction // of what is on its way
}

// Accounts lists the vendors that have money of a member, or to or from which some is on its way.
func (s *Service) Accounts(ctx context.Context, member, currency string) ([]Held, error) {
	rows, err := transferdb.New(s.db).Accounts(ctx, transferdb.AccountsParams{MemberID: member, Currency: currency})
	if err != nil {
		return nil, fmt.Errorf("transfer: accounts: %w", err)
	}
	out := make([]Held, len(rows))
	for i, r := range rows {
		out[i] = Held{r.VendorID, money.Amount(r.Balance), r.SaidAt, money.Amount(r.Pending), vendors.Direction(r.Direction)}
	}
	return out, nil
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
