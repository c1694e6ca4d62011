package bet

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/minigame"
)

// DrawPick is a selection of a draw at the price that the member saw.
type DrawPick struct {
	Game      string     `json:"game"`
	No        int64      `json:"no"` // of the round
	Selection string     `json:"selection"`
	Price     odds.Price `json:"price"` // thousandths; of picks, the one for all hits
}

// placeDraw places a bet on a draw.
func (a *API) placeDraw(ctx context.Context, who httpx.Caller, req PlaceRequest, stake money.Amount, currency string) (Placed, error) {
	if len(req.Legs) > 0 || req.Accept != "" {
		return Placed{}, fault.Failed
	}
	p := req.Draw
	r, err := a.draws.Place(ctx, minigame.Order{
		Site: who.Site, Member: who.MemID, Currency: currency, Key: who.IdempotencyKey.Name(), Trace: who.Trace,
		Game: p.Game, No: p.No, Selection: p.Selection, Price: p.Price, Stake: stake,
	})
	if err != nil {
		return Placed{}, refusal(err, bet.Slip{Legs: []bet.Leg{{Price: p.Price}}})
	}
	return Placed{
		BetID: r.ID, BetStatus: string(odds.BetOpen), Stake: r.Stake, Odds: r.Price, Bonus: odds.Unit, Win: r.Pays, Balance: r.Balance, Legs: []odds.Price{r.Price},
	}, nil
}

// Draw is a bet on a draw: what was bet, and what was drawn.
type Draw struct {
	Game      string              `json:"game"`
	No        int64               `json:"no"`
	Selection string              `json:"selection"`
	Price     odds.Price          `json:"price"`  // the highest that it can pay; thousandths
	Win       money.Amount        `json:"win"`    // at that price
	PaidAt    odds.Price          `json:"paidAt"` // the price at which it was paid; 0: it was not
	State     minigame.State      `json:"state"`  // open, won, lost or void
	Rules     int                 `json:"rules"`  // the version of the house rules under which it was accepted (S-71); 0: the site had none
	DrawsAt   time.Time           `json:"drawsAt"`
	Round     minigame.RoundState `json:"round"`   // open, drawn or void
	Outcome   *minigame.Outcome   `json:"outcome"` // null: it was not drawn
	Reason    string              `json:"reason"`  // why the round is void: late, or the words of staff
}

func drawOf(b minigame.Bet, r minigame.Published) *Draw {
	return &Draw{
		Game: b.Round.Game, No: b.Round.No, Selection: b.Selection, Price: b.Price, Win: b.Pays, PaidAt: b.PaidAt, State: b.State, Rules: b.Rules, DrawsAt: r.DrawsAt,
		Round: r.State, Outcome: r.Outcome, Reason: r.Reason,
	}
}
