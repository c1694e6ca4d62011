package bet

import (
	"context"
	"errors"
	"slices"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/bet"
)

// LimitsAnswer is what the caller may stake on the sportsbook. Amounts of 0 mean no limit.
type LimitsAnswer struct {
	MinStake     money.Amount   `json:"minStake"`
	MaxStake     money.Amount   `json:"maxStake"`
	MaxWin       money.Amount   `json:"maxWin"`   // of one bet
	MinPrice     odds.Price     `json:"minPrice"` // of each selection; thousandths
	MaxPrice     odds.Price     `json:"maxPrice"` // of all selections together; thousandths; 0: no limit
	MaxLegs      int            `json:"maxLegs"`  // selections of a folder
	Bonuses      []Bonus        `json:"bonuses"`  // of folders, the smallest first (D-51)
	Pairs        []string       `json:"pairs"`    // such as win+over: selections of one match that a folder may have (D-25)
	Accept       bet.Choice     `json:"accept"`   // which changes of price the member accepts without being asked: none, better or any (D-26)
	DelaySeconds int            `json:"delaySeconds"`
	Cancel       CancelRule     `json:"cancel"`
	Quick        []money.Amount `json:"quick"` // four stakes for buttons, the smallest first
}

// Bonus raises the payout of a folder by a factor.
type Bonus struct {
	Legs     int        `json:"legs"`     // from so many selections on
	Factor   odds.Price `json:"factor"`   // thousandths
	MinPrice odds.Price `json:"minPrice"` // of a selection that counts; thousandths
}

// CancelRule says until when a member may take a bet back (D-23).
type CancelRule struct {
	WithinSeconds int   `json:"withinSeconds"` // after the bet
	BeforeSeconds int   `json:"beforeSeconds"` // before the first match begins
	PerDay        int64 `json:"perDay"`        // of the site's clock
	Left          int64 `json:"left"`          // of today's
}

func (a *API) limits(ctx context.Context, who httpx.Caller, _ httpx.None) (LimitsAnswer, error) {
	l, err := a.bets.Allowance(ctx, who.MemID)
	if err != nil {
		return LimitsAnswer{}, err
	}
	bonuses := make([]Bonus, len(l.Bonuses.Steps))
	for i, b := range l.Bonuses.Steps {
		bonuses[i] = Bonus{b.Legs, b.Factor, l.Bonuses.MinPrice}
	}
	slices.Reverse(bonuses)
	pairs := make([]string, len(l.Pairs))
	for i, p := range l.Pairs {
		pairs[i] = site.SportsPair(string(p[0]), string(p[1]))
	}
	return LimitsAnswer{
		MinStake: l.MinStake, MaxStake: l.MaxStake, MaxWin: l.MaxWin, MinPrice: l.MinPrice, MaxPrice: l.MaxPrice, MaxLegs: l.MaxLegs, Bonuses: bonuses, Pairs: pairs, Accept: l.Accept,
		DelaySeconds: int(l.Delay.Seconds()),
		Cancel:       CancelRule{int(l.CancelAge.Seconds()), int(l.CancelAhead.Seconds()), l.Cancels, l.CancelsLeft},
		Quick:        QuickStakes(l.MinStake, l.MaxStake),
	}, nil
}

// smallestStep is the first quick stake of a level without a smallest stake.
const smallestStep money.Amount = 1_000

// QuickStakes returns four stakes from the smallest one on, in the widest steps that the largest one allows. A largest stake of 0 allows all.
func QuickStakes(least, most money.Amount) []money.Amount {
	if least <= 0 {
		least = smallestStep
	}
	var stakes []money.Amount
	for _, steps := range [][4]money.Amount{{1, 2, 10, 20}, {1, 2, 5, 10}, {1, 2, 3, 5}, {1, 2, 3, 4}} {
		stakes = stakes[:0]
		for _, n := range steps {
			stakes = append(stakes, least*n)
		}
		if most <= 0 || stakes[3] <= most {
			break
		}
	}
	return stakes
}

// AcceptRequest is the choice that is stored.
type AcceptRequest struct {
	Accept bet.Choice `json:"accept"` // none, better or any (D-26)
}

// AcceptAnswer is the choice that holds for slips that do not say.
type AcceptAnswer struct {
	Accept bet.Choice `json:"accept"`
}

func (a *API) accept(ctx context.Context, who httpx.Caller, req AcceptRequest) (AcceptAnswer, error) {
	switch err := a.bets.SetChoice(ctx, who.MemID, req.Accept); {
	case errors.Is(err, bet.ErrForm):
		return AcceptAnswer{}, fault.Failed
	case err != nil:
		return AcceptAnswer{}, err
	}
	return AcceptAnswer(req), nil
}
