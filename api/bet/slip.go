package bet

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
)

// mostOpen is how many open bets are shown.
const mostOpen = 50

// OpenBet is a bet that waits or whose matches are not all decided.
type OpenBet struct {
	BetIdx      int64        `json:"betIdx"` // of its round: what /api/bet/sports/cancel and /api/bet/detail take
	BetID       string       `json:"betId"`
	BetStatus   string       `json:"betStatus"` // WAIT or BET
	Live        bool         `json:"live"`      // a match was in play
	Stake       money.Amount `json:"stake"`
	Odds        odds.Price   `json:"odds"`  // of all legs, without the bonus; thousandths
	Bonus       odds.Price   `json:"bonus"` // the factor when every leg wins; thousandths
	Win         money.Amount `json:"win"`   // what is paid when every leg wins
	PlacedAt    time.Time    `json:"placedAt"`
	DueAt       *time.Time   `json:"dueAt"`       // when a bet that waits is decided; null: it does not wait
	CancelUntil *time.Time   `json:"cancelUntil"` // until when the member may take it back (D-23); null: not, or not any more
	Folders     []Folder     `json:"folders"`
}

// OpenAnswer lists the newest open bets of the caller, the newest first.
type OpenAnswer struct {
	List []OpenBet `json:"list"`
}

func (a *API) open(ctx context.Context, who httpx.Caller, _ httpx.None) (OpenAnswer, error) {
	bets, err := a.bets.Running(ctx, who.MemID, mostOpen)
	if err != nil {
		return OpenAnswer{}, err
	}
	out := OpenAnswer{List: make([]OpenBet, len(bets))}
	for i, b := range bets {
		out.List[i] = OpenBet{
			BetIdx: b.Round, BetID: b.ID, BetStatus: betStatus(b.State), Live: b.Live, Stake: b.Stake, Odds: b.Combined, Bonus: b.Bonus, Win: b.Pays,
			PlacedAt: b.PlacedAt, DueAt: b.DueAt, CancelUntil: b.CancelUntil, Folders: foldersOf(b.Bet),
		}
	}
	return out, nil
}

// Slip is a bet of the sportsbook with its legs.
type Slip struct {
	BetStatus string       `json:"betStatus"` // WAIT, BET, WIN, LOSE, DRAW or CANCEL (D-43)
	State     bet.State    `json:"state"`
	Reason    string       `json:"reason"` // why it was refused after the delay
	Live      bool         `json:"live"`
	Odds      odds.Price   `json:"odds"`
	Bonus     odds.Price   `json:"bonus"`
	Win       money.Amount `json:"win"` // what is paid when every leg wins
	PlacedAt  time.Time    `json:"placedAt"`
	DueAt     *time.Time   `json:"dueAt"` // of a bet that waits
	EndedAt   *time.Time   `json:"endedAt"`
	Folders   []Folder     `json:"folders"`
}

// Folder is a leg of a bet.
type Folder struct {
	EventIdx  int64       `json:"eventIdx"`
	MarketIdx int64       `json:"marketIdx"`
	Sport     odds.Sport  `json:"sport"`
	Kind      odds.Kind   `json:"kind"`
	Period    odds.Period `json:"period"`
	Line      odds.Line   `json:"line"` // quarters
	Key       odds.Key    `json:"key"`
	Price     odds.Price  `json:"price"`
	Outcome   string      `json:"outcome"` // empty: not known yet
	StartsAt  time.Time   `json:"startsAt"`
}

func slipOf(b bet.Bet) *Slip {
	return &Slip{
		BetStatus: betStatus(b.State), State: b.State, Reason: b.Reason, Live: b.Live, Odds: b.Combined, Bonus: b.Bonus, Win: b.Pays, PlacedAt: b.PlacedAt,
		DueAt: b.DueAt, EndedAt: b.EndedAt, Folders: foldersOf(b),
	}
}

func foldersOf(b bet.Bet) []Folder {
	folders := make([]Folder, len(b.Legs))
	for i, l := range b.Legs {
		folders[i] = Folder{
			EventIdx: l.Event, MarketIdx: l.Market, Sport: l.Sport, Kind: l.Kind, Period: l.Period, Line: l.Line, Key: l.Key, Price: l.Price,
			Outcome: l.Outcome.String(), StartsAt: l.StartsAt,
		}
	}
	return folders
}
