package admin

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/play/transfer"
)

func (a *API) transferRoutes() []httpx.Route {
	return []httpx.Route{httpx.Post("/api/admin/transfer/list", httpx.Staff, a.transferList, httpx.Needs(right.Cash))}
}

// TransferRow is money on its way to a vendor or back, of which it is not known yet whether it arrived.
type TransferRow struct {
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

// TransferListAnswer is a page of them, oldest first.
type TransferListAnswer struct {
	List     []TransferRow `json:"list"`
	PageInfo paging.Info   `json:"pageInfo"`
}

func (a *API) transferList(ctx context.Context, who httpx.Caller, req paging.Request) (TransferListAnswer, error) {
	slice := req.Slice()
	found, total, err := transfer.Queue(ctx, a.DB, who.Site, slice.Count, slice.Skip)
	if err != nil {
		return TransferListAnswer{}, err
	}
	out := TransferListAnswer{List: make([]TransferRow, len(found)), PageInfo: req.Info(total)}
	for i, w := range found {
		out.List[i] = TransferRow{w.ID, w.Member, w.Vendor, string(w.Direction), w.Amount, w.Reason, w.Asked, w.CreatedAt, w.AskAt}
	}
	return out, nil
}
