package game

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
	"hubstake/internal/play/transfer"
)

// BringBackRequest names the vendor whose money is called back: its id, as gameMoney lists it, or the vendorKey of a product.
type BringBackRequest struct {
	Vendor string `json:"vendor,omitzero"`
}

// BringBackAnswer is what comes back.
type BringBackAnswer struct {
	OutAmt money.Amount `json:"outAmt"` // 0: there was nothing
	Status string       `json:"status"` // complete, or wait: it comes by itself, when the vendor has said what became of it
}

func (a *API) bringBack(ctx context.Context, who httpx.Caller, req BringBackRequest) (BringBackAnswer, error) {
	o, err := a.games.BringBack(ctx, who.Site, who.MemID, req.Vendor, who.Trace)
	out := BringBackAnswer{OutAmt: o.Amount, Status: "complete"}
	if o.Status == transfer.Pending {
		out.Status = "wait"
	}
	return out, err
}

// GameMoney is what a member has with a vendor that keeps wallets of its own.
type GameMoney struct {
	Vendor   string       `json:"vendor"`
	Name     string       `json:"name"`     // what members know the vendor as
	Amt      money.Amount `json:"amt"`      // as the vendor said last: of an open game a few seconds ago, else what was played since is not in it
	SaidAt   time.Time    `json:"saidAt"`   // when that was
	ToGame   money.Amount `json:"toGame"`   // on its way there
	FromGame money.Amount `json:"fromGame"` // on its way back
	Open     bool         `json:"open"`     // a game of the vendor is open: ask again every few seconds
	Old      bool         `json:"old"`      // the game is open, and its vendor does not say what amt is now
}

// GameMoneyAnswer lists the vendors that have money of the member, or to or from which some is on its way, or whose game is open.
type GameMoneyAnswer struct {
	List []GameMoney `json:"list"`
}

func (a *API) money(ctx context.Context, who httpx.Caller, _ httpx.None) (GameMoneyAnswer, error) {
	held, err := a.games.Money(ctx, who.Site, who.MemID)
	if err != nil {
		return GameMoneyAnswer{}, err
	}
	out := GameMoneyAnswer{List: make([]GameMoney, len(held))}
	for i, h := range held {
		out.List[i] = GameMoney{Vendor: h.Vendor, Name: h.Name, Amt: h.Balance, SaidAt: h.SaidAt, Open: h.Open, Old: h.Old}
		if h.Direction == provider.In {
			out.List[i].ToGame = h.Pending
		} else {
			out.List[i].FromGame = h.Pending
		}
	}
	return out, nil
}
