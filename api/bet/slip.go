package bet

import (
	"context"
	"slices"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/sports"
)

// mostOpen is how many open bets are shown.
const mostOpen = 50

// OpenBet is a bet that waits or whose matches are not all decided.
type OpenBet struct {
	BetIdx      int64         `json:"betIdx"` // of its round: what /api/bet/sports/cancel and /api/bet/detail take
	BetID       string        `json:"betId"`
	BetStatus   string        `json:"betStatus"` // WAIT or BET
	Live        bool          `json:"live"`      // a match was in play
	Stake       money.Amount  `json:"stake"`
	Odds        odds.Price    `json:"odds"`  // of all legs, without the bonus; thousandths
	Bonus       odds.Price    `json:"bonus"` // the factor when every leg wins; thousandths
	Win         money.Amount  `json:"win"`   // what is paid when every leg wins
	PlacedAt    time.Time     `json:"placedAt"`
	DueAt       *time.Time    `json:"dueAt"`       // when a bet that waits is decided; null: it does not wait
	CancelUntil *time.Time    `json:"cancelUntil"` // until when the member may take it back (D-23); null: not, or not any more
	CashOut     *CashOutOffer `json:"cashOut"`     // null: the site has no cash-out, or the bet waits
	Folders     []Folder      `json:"folders"`
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
	plain := make([]bet.Bet, len(bets))
	for i, b := range bets {
		plain[i] = b.Bet
	}
	matches, err := a.matches(ctx, who.Lang, plain...)
	if err != nil {
		return OpenAnswer{}, err
	}
	out := OpenAnswer{List: make([]OpenBet, len(bets))}
	for i, b := range bets {
		out.List[i] = OpenBet{
			BetIdx: b.Round, BetID: b.ID, BetStatus: betStatus(b.State, b.Stake, b.Paid), Live: b.Live, Stake: b.Stake, Odds: b.Combined, Bonus: b.Bonus, Win: b.Pays,
			PlacedAt: b.PlacedAt, DueAt: b.DueAt, CancelUntil: b.CancelUntil, CashOut: cashOutOf(b.CashOut), Folders: foldersOf(b.Bet, matches),
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
	Rules     int          `json:"rules"` // the version of the house rules under which it was accepted (S-71); 0: there were none
	Folders   []Folder     `json:"folders"`
	// Corrections are how the bet stood before staff put it right, the first time first.
	Corrections []bet.Corrected `json:"corrections"`
}

// Folder is a leg of a bet, with the match that it is on.
type Folder struct {
	EventIdx   int64          `json:"eventIdx"`
	MarketIdx  int64          `json:"marketIdx"`
	Sport      odds.Sport     `json:"sport"`
	Kind       odds.Kind      `json:"kind"`
	Period     odds.Period    `json:"period"`
	Line       odds.Line      `json:"line"` // quarters
	Key        odds.Key       `json:"key"`
	Price      odds.Price     `json:"price"`
	Outcome    string         `json:"outcome"` // empty: not known yet
	StartsAt   time.Time      `json:"startsAt"`
	Home       string         `json:"home"` // names in the reader's language where they are known
	Away       string         `json:"away"`
	LeagueName string         `json:"leagueName"`
	Country    string         `json:"country"` // ISO 3166-1 alpha-2, "EU" for international; may be empty
	Progress   FolderProgress `json:"progress"`
	Score      *FinalScore    `json:"score"`      // null: the match has no result, or not yet
	VoidReason string         `json:"voidReason"` // cancelled, abandoned or postponed: why the match has no result; else empty
	// Late is why the leg is void whatever the match says: its bet was placed after its start, or in play after a score or its end, of which the site did not know yet
	// (start, score, end), or staff voided the bets of that time (staff); else empty.
	Late bet.Late `json:"late"`
}

// FolderProgress is where the match of a leg stands now.
type FolderProgress struct {
	State  fixture.EventState `json:"state"`
	Period string             `json:"period"` // of play, as the feed says; empty before it begins
	Home   int                `json:"home"`   // the score
	Away   int                `json:"away"`
}

// FinalScore is the score by which bets on a match are settled.
type FinalScore struct {
	Full odds.Score  `json:"full"`
	Half *odds.Score `json:"half"` // null: not known
}

func slipOf(b bet.Bet, matches map[int64]sports.Fixture) *Slip {
	return &Slip{
		BetStatus: betStatus(b.State, b.Stake, b.Paid), State: b.State, Reason: b.Reason, Live: b.Live, Odds: b.Combined, Bonus: b.Bonus, Win: b.Pays, PlacedAt: b.PlacedAt,
		DueAt: b.DueAt, EndedAt: b.EndedAt, Rules: b.Rules, Folders: foldersOf(b, matches),
		Corrections: append([]bet.Corrected{}, b.Corrections...),
	}
}

// matches reads the matches of the legs of all bets at once.
func (a *API) matches(ctx context.Context, lang string, bets ...bet.Bet) (map[int64]sports.Fixture, error) {
	var ids []int64
	for _, b := range bets {
		for _, l := range b.Legs {
			ids = append(ids, l.Event)
		}
	}
	slices.Sort(ids)
	return a.book.Played(ctx, lang, slices.Compact(ids))
}

func foldersOf(b bet.Bet, matches map[int64]sports.Fixture) []Folder {
	folders := make([]Folder, len(b.Legs))
	for i, l := range b.Legs {
		m := matches[l.Event]
		f := Folder{
			EventIdx: l.Event, MarketIdx: l.Market, Sport: l.Sport, Kind: l.Kind, Period: l.Period, Line: l.Line, Key: l.Key, Price: l.Price,
			Outcome: l.Outcome.String(), Late: l.Late, StartsAt: l.StartsAt, Home: m.Home, Away: m.Away, LeagueName: m.LeagueName, Country: m.Country,
			Progress: FolderProgress{m.Progress.State, m.Progress.Period, m.Progress.Home, m.Progress.Away},
		}
		if r := m.Result; r != nil && r.Void != "" {
			f.VoidReason = r.Void
		} else if r != nil {
			f.Score = &FinalScore{r.Full, r.Half}
		}
		folders[i] = f
	}
	return folders
}
