// Package bet places bets on the sportsbook and on draws, and shows a member's bets of all kinds.
package bet

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/access/limit"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/play/minigame"
	"hubstake/internal/play/sports"
)

// API holds the services that the calls need.
type API struct {
	games *game.Service
	bets  *bet.Service
	sites *site.Service
	book  *sports.Service
	draws *minigame.Service
}

// New returns the area's API.
func New(games *game.Service, bets *bet.Service, sites *site.Service, book *sports.Service, draws *minigame.Service) *API {
	return &API{games: games, bets: bets, sites: sites, book: book, draws: draws}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/bet/betlist", httpx.Member, a.list),
		httpx.Post("/api/bet/detail", httpx.Member, a.detail),
		httpx.Post("/api/bet/betProc", httpx.Member, a.place, httpx.Pace(limit.Money), httpx.Idempotent),
		httpx.Post("/api/bet/sports/cancel", httpx.Member, a.cancel, httpx.Pace(limit.Money)),
		httpx.Post("/api/bet/sports/cashout", httpx.Member, a.cashOut, httpx.Pace(limit.Money)),
		httpx.Post("/api/bet/sports/open", httpx.Member, a.open),
		httpx.Post("/api/bet/sports/limits", httpx.Member, a.limits),
		httpx.Post("/api/bet/sports/accept", httpx.Member, a.accept),
	}
}

// ListRequest asks for a page of the history.
type ListRequest struct {
	GameType   string    `json:"gameType,omitzero"`   // casino, slot, sports, minigame, fishing or virtual; empty: all
	VendorCode string    `json:"vendorCode,omitzero"` // procId of a product; empty: all
	OldYn      string    `json:"oldYn,omitzero"`      // Y: older than three months, up to five years (D-44)
	BetStatus  string    `json:"betStatus,omitzero"`  // WAIT: only bets that are still open; empty: all
	SinceAt    time.Time `json:"sinceAt,omitzero"`    // only rounds begun from this moment on; missing: all
	paging.Request
	paging.Days
}

// Bet is one round. Result is PASS, FAIL, TIE, WAIT or CANCEL (D-43).
type Bet struct {
	Idx           int64         `json:"idx"`
	GameType      string        `json:"gameType"`
	VendorCode    string        `json:"vendorCode"`
	GameName      string        `json:"gameName"` // Korean for a Korean browser, else English; of a bet on the sportsbook "Home – Away", of a folder its first match and the number of legs: "Home – Away (3)"; of a bet on a draw the game and the round: "Powerball #123"
	RoundID       string        `json:"roundId"`
	BetAmt        money.Amount  `json:"betAmt"`
	BetWinAmt     money.Amount  `json:"betWinAmt"`
	Result        casino.Result `json:"result"`
	BetStatus     odds.Status   `json:"betStatus"`    // WIN, LOSE, DRAW or CANCEL; while it is open BET, of a bet in play WAIT until it is accepted or refused (D-72)
	Legs          int           `json:"legs"`         // of a bet on the sportsbook: 1 is a single; 0: no bet on the sportsbook
	Odds          odds.Price    `json:"odds"`         // at which it was placed, of all legs, without the bonus, in thousandths; 0: a game without odds
	Win           money.Amount  `json:"win"`          // what it pays at most at these odds, bonus included; 0: a game without odds
	TurnoverRate  int64         `json:"turnoverRate"` // how much of a stake in such a game counts for turnover now, in basis points
	BalanceBefore money.Amount  `json:"balanceBefore"`
	BalanceAfter  money.Amount  `json:"balanceAfter"`
	BetAt         time.Time     `json:"betAt"`
	ClosedAt      *time.Time    `json:"closedAt"` // null while the round is open
}

// Totals adds up the whole selection, not only the page. The result of the member is betWinAmt minus betAmt.
type Totals struct {
	BetAmt    money.Amount `json:"betAmt"`    // stakes of settled rounds
	BetWinAmt money.Amount `json:"betWinAmt"` // what these rounds paid
	OpenAmt   money.Amount `json:"openAmt"`   // stakes of rounds that are still open
}

// ListAnswer is a page of rounds, newest first.
type ListAnswer struct {
	List     []Bet       `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
	Totals   Totals      `json:"totals"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, req ListRequest) (ListAnswer, error) {
	rounds, sum, err := a.games.History(ctx, game.Search{
		Site: who.Site, Member: who.MemID, Group: req.GameType, Product: req.VendorCode, Days: req.Days, Since: req.SinceAt,
		Old: strings.EqualFold(req.OldYn, "Y"), Open: strings.EqualFold(req.BetStatus, string(casino.Wait)), Slice: req.Slice(),
	})
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{
		List: make([]Bet, len(rounds)), PageInfo: req.Info(sum.Rounds),
		Totals: Totals{BetAmt: sum.Stake, BetWinAmt: sum.Payout, OpenAmt: sum.OpenStake},
	}
	out.List, err = a.betsOf(ctx, who.Site, who.Lang, rounds...)
	return out, err
}

// betsOf shows rounds of a member of a site.
func (a *API) betsOf(ctx context.Context, siteID, lang string, rounds ...game.Played) ([]Bet, error) {
	here, err := a.sites.Get(ctx, siteID)
	if err != nil {
		return nil, err
	}
	own, err := a.ownBets(ctx, lang, rounds...)
	if err != nil {
		return nil, err
	}
	list := make([]Bet, len(rounds))
	for i, r := range rounds {
		list[i] = betOf(r, lang, own[r.RoundID])
		list[i].TurnoverRate = here.Options.RollingWeight(r.Group)
	}
	return list, nil
}

// ownBet is what a round of the house is beside its money.
type ownBet struct {
	name  string // empty: that of its game
	legs  int
	odds  odds.Price
	pays  money.Amount
	waits bool
}

// ownBets returns the bets of rounds of the house, by the round. A bet is named after its first match, a folder with the number of its legs, a bet on a draw after the
// game and its round.
func (a *API) ownBets(ctx context.Context, lang string, rounds ...game.Played) (map[string]ownBet, error) {
	var ids []string
	draws := map[string]game.Played{}
	for _, r := range rounds {
		switch r.Vendor {
		case casino.Book:
			ids = append(ids, r.RoundID)
		case casino.Draws:
			draws[r.RoundID] = r
		}
	}
	own := make(map[string]ownBet, len(ids)+len(draws))
	if len(draws) > 0 {
		bets, err := a.draws.Named(ctx, slices.Collect(maps.Keys(draws)))
		if err != nil {
			return nil, err
		}
		for id, b := range bets {
			own[id] = ownBet{name: gameName(draws[id], lang) + " #" + strconv.FormatInt(b.Round.No, 10), odds: b.Price, pays: b.Pays}
		}
	}
	if len(ids) == 0 {
		return own, nil
	}
	bets, err := a.bets.Headings(ctx, ids)
	if err != nil {
		return nil, err
	}
	var events []int64
	for _, h := range bets {
		events = append(events, h.Event)
	}
	matches, err := a.book.Played(ctx, lang, events)
	if err != nil {
		return nil, err
	}
	for id, h := range bets {
		b := ownBet{legs: h.Legs, odds: h.Odds, pays: h.Pays, waits: h.Waits}
		if m, ok := matches[h.Event]; ok {
			b.name = m.Home + " – " + m.Away
			if h.Legs > 1 {
				b.name += " (" + strconv.Itoa(h.Legs) + ")"
			}
		}
		own[id] = b
	}
	return own, nil
}

// DetailRequest names a round of the caller.
type DetailRequest struct {
	BetIdx int64 `json:"betIdx,omitzero"`
}

// DetailAnswer is one round, of the sportsbook with its slip, of a draw with what was bet and drawn.
type DetailAnswer struct {
	Bet
	Slip *Slip `json:"slip"` // null: no bet of the sportsbook
	Draw *Draw `json:"draw"` // null: no bet on a draw
}

func (a *API) detail(ctx context.Context, who httpx.Caller, req DetailRequest) (DetailAnswer, error) {
	return a.receipt(ctx, who.Site, who.Lang, who.MemID, req.BetIdx)
}

// receipt is a round of a member as the member sees it.
func (a *API) receipt(ctx context.Context, siteID, lang, memID string, number int64) (DetailAnswer, error) {
	r, err := a.games.Round(ctx, memID, number)
	if err != nil {
		return DetailAnswer{}, err
	}
	shown, err := a.betsOf(ctx, siteID, lang, r)
	if err != nil {
		return DetailAnswer{}, err
	}
	answer := DetailAnswer{Bet: shown[0]}
	if r.Vendor == casino.Book {
		b, err := a.bets.Find(ctx, memID, r.RoundID)
		if err != nil {
			return DetailAnswer{}, err
		}
		matches, err := a.matches(ctx, lang, b)
		if err != nil {
			return DetailAnswer{}, err
		}
		answer.Slip = slipOf(b, matches)
	}
	if r.Vendor == casino.Draws {
		b, round, err := a.draws.Find(ctx, memID, r.RoundID)
		if err != nil {
			return DetailAnswer{}, err
		}
		answer.Draw = drawOf(b, round)
	}
	return answer, nil
}

// gameName is the name of a round's game in the catalogue.
func gameName(r game.Played, lang string) string {
	if lang == "ko" {
		return r.NameKOR
	}
	return r.NameENG
}

// betOf names a round of the house by its bet, and every other one by its game.
func betOf(r game.Played, lang string, own ownBet) Bet {
	name := gameName(r, lang)
	if !casino.Own(r.Vendor) {
		own = ownBet{} // a provider may give a round the number of one of ours
	}
	if own.name != "" {
		name = own.name
	}
	return Bet{
		Idx: r.ID, GameType: r.Group, VendorCode: r.Product, GameName: name, RoundID: r.RoundID, BetAmt: r.Stake,
		BetWinAmt: r.Payout, Result: r.Result, BetStatus: roundStatus(r.Result, own.waits), Legs: own.legs, Odds: own.odds, Win: own.pays, BalanceBefore: r.BalanceBefore, BalanceAfter: r.BalanceAfter,
		BetAt: r.At, ClosedAt: r.ClosedAt,
	}
}

// roundStatus is how a round stands, in the words of bets.
func roundStatus(r casino.Result, waits bool) odds.Status {
	switch {
	case waits:
		return odds.BetWaits
	case r == casino.Wait:
		return odds.BetOpen
	case r == casino.Pass:
		return odds.BetWon
	case r == casino.Fail:
		return odds.BetLost
	case r == casino.Tie:
		return odds.BetDrawn
	default:
		return odds.BetCancelled
	}
}
