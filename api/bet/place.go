package bet

import (
	"context"
	"errors"
	"strings"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/idempotency"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
)

// Leg is a selection of a slip at the price that the member saw.
type Leg struct {
	MarketIdx int64      `json:"marketIdx"`
	Key       odds.Key   `json:"key"`
	Price     odds.Price `json:"price"`   // thousandths
	Version   int64      `json:"version"` // of the price
}

// PlaceRequest is a slip: a single, or a folder of selections that must all win.
type PlaceRequest struct {
	Legs   []Leg       `json:"legs"`
	Stake  money.Input `json:"stake"`
	Accept bet.Choice  `json:"accept,omitzero"` // which changes of price are taken without asking: none, better or any (D-26); missing: the member's own choice
	Draw   *DrawPick   `json:"draw,omitzero"`   // a bet on a draw, which has no legs
}

// Placed is a bet that was placed. BetStatus WAIT: a match is in play, and the bet is decided at the end of the delay.
type Placed struct {
	BetID     string       `json:"betId"`
	BetStatus string       `json:"betStatus"` // BET or WAIT
	Stake     money.Amount `json:"stake"`
	Odds      odds.Price   `json:"odds"`  // of all legs, without the bonus; thousandths
	Bonus     odds.Price   `json:"bonus"` // the factor when every leg wins; thousandths
	Win       money.Amount `json:"win"`   // what is paid when every leg wins
	Balance   money.Amount `json:"balance"`
	Legs      []odds.Price `json:"legs"` // the prices at which the legs were taken, in the order of the slip
}

// RefusedSlip is the detail of a refused slip: why, and what would be placed instead.
type RefusedSlip struct {
	Reason   bet.Reason   `json:"reason"`   // of the legs; empty: the slip as a whole
	Legs     []int        `json:"legs"`     // that are refused, by their places in the slip
	Now      []Leg        `json:"now"`      // the slip at the prices of now
	MaxStake money.Amount `json:"maxStake"` // with which it would be placed; 0: the stake is not the reason
}

func (a *API) place(ctx context.Context, who httpx.Caller, req PlaceRequest) (Placed, error) {
	stake, _ := req.Stake.Amount() // 0 is no slip
	here, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return Placed{}, err
	}
	if req.Draw != nil {
		return a.placeDraw(ctx, who, req, stake, here.Options.Currency)
	}
	o := bet.Order{
		Site: who.Site, Member: who.MemID, Currency: here.Options.Currency, Key: who.IdempotencyKey.Name(), Trace: who.Trace,
		Slip: bet.Slip{Stake: stake, Accept: req.Accept, Legs: make([]bet.Leg, len(req.Legs))},
	}
	for i, l := range req.Legs {
		o.Slip.Legs[i] = bet.Leg{Market: l.MarketIdx, Key: l.Key, Price: l.Price, Version: l.Version}
	}
	r, err := a.bets.Place(ctx, o)
	if err != nil {
		return Placed{}, refusal(err, o.Slip)
	}
	return Placed{
		BetID: r.ID, BetStatus: betStatus(r.State, 0, 0), Stake: r.Stake, Odds: r.Ticket.Combined, Bonus: r.Ticket.Bonus, Win: r.Ticket.Pays,
		Balance: r.Balance, Legs: r.Ticket.Prices,
	}, nil
}

// refusal is an error of Place as the page is told it.
func refusal(err error, slip bet.Slip) error {
	var r *bet.Refusal
	switch {
	case errors.Is(err, bet.ErrForm):
		return fault.Failed
	case errors.Is(err, bet.ErrKey):
		return idempotency.ErrOther
	case errors.As(err, &r):
		d := RefusedSlip{Reason: r.Reason, Legs: r.Legs, Now: make([]Leg, len(r.Now)), MaxStake: r.MaxStake}
		for i, l := range r.Now {
			d.Now[i] = Leg{l.Market, l.Key, l.Price, l.Version}
		}
		if len(r.Fault.Missing()) > 0 {
			err = r.Fault.With("msg", prices(r, slip))
		}
		return httpx.WithDetail(err, d)
	}
	return err
}

// prices are those of the refused legs: as the member saw them, and as they are now where they moved.
func prices(r *bet.Refusal, slip bet.Slip) string {
	now := map[bet.Leg]odds.Price{}
	for _, l := range r.Now {
		now[bet.Leg{Market: l.Market, Key: l.Key}] = l.Price
	}
	var all []string
	for _, i := range r.Legs {
		l := slip.Legs[i]
		text := l.Price.String()
		if p := now[bet.Leg{Market: l.Market, Key: l.Key}]; p != 0 && p != l.Price {
			text += " → " + p.String()
		}
		all = append(all, text)
	}
	return strings.Join(all, ", ")
}

// betStatus is the status of a bet in the words of the product (D-43): one that was cashed out is won, lost or drawn by what it paid.
func betStatus(s bet.State, stake, paid money.Amount) string {
	switch {
	case s == bet.Waiting:
		return string(odds.BetWaits)
	case s == bet.Placed:
		return string(odds.BetOpen)
	case s == bet.Won, s == bet.CashedOut && paid > stake:
		return string(odds.BetWon)
	case s == bet.Lost, s == bet.CashedOut && paid < stake:
		return string(odds.BetLost)
	case s == bet.Drawn, s == bet.CashedOut:
		return string(odds.BetDrawn)
	default:
		return string(odds.BetCancelled)
	}
}

// CancelRequest names a bet of the caller.
type CancelRequest struct {
	BetIdx int64 `json:"betIdx"`
}

// Cancelled is a bet that was taken back (D-23).
type Cancelled struct {
	BetID string `json:"betId"`
}

func (a *API) cancel(ctx context.Context, who httpx.Caller, req CancelRequest) (Cancelled, error) {
	r, err := a.round(ctx, who, req.BetIdx)
	if err != nil {
		return Cancelled{}, err
	}
	b, err := a.bets.Find(ctx, who.MemID, r.RoundID)
	if err != nil {
		return Cancelled{}, err
	}
	if b.State == bet.Cancelled { // the answer to the first press was lost, or another page pressed it
		return Cancelled{}, httpx.WithDetail(fault.GameUnavailable, NotCancelled{"cancelled"})
	}
	switch err := a.bets.Cancel(ctx, who.MemID, r.Currency, r.RoundID, who.Trace); {
	case errors.Is(err, bet.ErrEnded):
		return Cancelled{}, httpx.WithDetail(fault.GameUnavailable, NotCancelled{"ended"})
	case errors.Is(err, bet.ErrLate):
		return Cancelled{}, httpx.WithDetail(fault.GameUnavailable, NotCancelled{"late"})
	case errors.Is(err, bet.ErrOften):
		return Cancelled{}, httpx.WithDetail(fault.GameUnavailable, NotCancelled{"often"})
	case err != nil:
		return Cancelled{}, err
	}
	return Cancelled{r.RoundID}, nil
}

// round is that of a bet of the caller on the sportsbook.
func (a *API) round(ctx context.Context, who httpx.Caller, idx int64) (game.Played, error) {
	r, err := a.games.Round(ctx, who.MemID, idx)
	if err == nil && r.Vendor != casino.Book {
		err = fault.BetNotFound
	}
	return r, err
}

// NotCancelled is the detail of a bet that cannot be cancelled.
type NotCancelled struct {
	Why string `json:"why"` // cancelled: it was before (D-72); ended, late or often (three a day)
}
