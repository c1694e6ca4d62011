// Package transfer is the back office's list of transfers with an unknown outcome.
package transfer

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/play/transfer"
)

// API holds what the calls need.
type API struct {
	db *pgxpool.Pool
}

// New returns the area's API.
func New(db *pgxpool.Pool) *API { return &API{db: db} }

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{httpx.Post("/api/admin/transfer/list", httpx.Staff, a.list, httpx.Needs(right.Cash))}
}

// Row is money on its way to a vendor or back, of which it is not known yet whether it arrived.
type Row struct {
	ID        string       `json:"id"` // what the vendor knows it by
	MemID     string       `json:"memId"`
	Vendor    string       `json:"vendor"`
	Direction string       `json:"direction"` // in: to the game; out: back
	Amount    money.Amount `json:"amount"`
	Reason    string       `json:"reason"` // why it is not known
	Asked     int          `json:"asked"`  // how often the vendor was asked
	CreatedAt time.Time    `json:"createdAt"`
	AskAt     time.Time    `json:"askAt"` // when it is asked next
}

// ListAnswer is a page of them, oldest first.
type ListAnswer struct {
	List     []Row       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req paging.Request) (ListAnswer, error) {
	slice := req.Slice()
	found, total, err := transfer.Queue(ctx, a.db, who.Site, slice.Count, slice.Skip)
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{List: make([]Row, len(found)), PageInfo: req.Info(total)}
	for i, w := range found {
		out.List[i] = Row{
			ID: w.ID, MemID: w.Member, Vendor: w.Vendor, Direction: string(w.Direction), Amount: w.Amount, Reason: w.Reason, Asked: w.Asked,
			CreatedAt: w.CreatedAt, AskAt: w.AskAt,
		}
	}
	return out, nil
}
