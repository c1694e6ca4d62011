// Package minigame shows the scheduled draws of the house: their rounds with all that proves them, what can be bet on, and their results. Guests read it as members do (S-57,
// S-64). Bets come by api/bet.
package minigame

import (
	"context"
	"encoding/hex"
	"errors"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/core/beacon"
	"hubstake/internal/core/clock"
	"hubstake/internal/core/draw"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/core/paging"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/game"
	"hubstake/internal/play/minigame"
)

// API holds the services that the calls need.
type API struct {
	draws *minigame.Service
	games *game.Service
	sites *site.Service
	clk   clock.Clock

	beacon *Beacon
}

// New returns the area's API. network is that of the beacon of the draws; nil for draws without a beacon.
func New(draws *minigame.Service, games *game.Service, sites *site.Service, clk clock.Clock, network *beacon.Network) *API {
	a := &API{draws: draws, games: games, sites: sites, clk: clk}
	if network != nil {
		a.beacon = &Beacon{
			Chain: network.Hash, PublicKey: hex.EncodeToString(network.PublicKey), Genesis: network.Genesis.Unix(), Period: int64(network.Period / time.Second),
			Public: network.Hash == beacon.Quicknet().Hash,
		}
	}
	return a
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	return []httpx.Route{
		httpx.Post("/api/minigame/getGame", httpx.Member, a.open),
		httpx.Post("/api/minigame/getGame/{name}", httpx.Member, a.openNamed),
		httpx.Post("/api/minigame/powerballResult", httpx.Public, a.powerballResults),
		httpx.Post("/api/minigame/games", httpx.Public, a.list),
		httpx.Post("/api/minigame/rules", httpx.Public, a.rules),
		httpx.Post("/api/minigame/rounds", httpx.Public, a.rounds),
		httpx.Post("/api/minigame/round", httpx.Public, a.round),
		httpx.Post("/api/minigame/bets", httpx.Member, a.bets),
	}
}

// OpenRequest names the game whose window is opened. SiteName and ID say for whom: when they are there, they are those of the session.
type OpenRequest struct {
	GameCode string `json:"gameCode,omitzero"`
	SiteName string `json:"siteName,omitzero"` // id of the site
	ID       string `json:"id,omitzero"`       // memId
	IsMobile int    `json:"isMobile,omitzero"` // 1: the mobile layout asks
	Lang     string `json:"lang,omitzero"`     // vn, ko, en, th, cn or jp; empty: the browser's
}

// OpenAnswer is the address for the game's window, under both of its names (D-42).
type OpenAnswer struct {
	GameURL  string `json:"gameUrl"`
	LowerURL string `json:"gameurl"`
}

// group is that of all minigames, the house's and those of providers.
const group = "minigame"

// open opens a draw of the house, or a minigame of a provider. G004: the call names another site or member than the session's. G005: there is no such game, or its provider gives no
// address.
func (a *API) open(ctx context.Context, who httpx.Caller, req OpenRequest) (OpenAnswer, error) {
	if req.SiteName != "" && req.SiteName != who.Site || req.ID != "" && req.ID != who.MemID {
		return OpenAnswer{}, fault.MinigameCredentialsFailed
	}
	product, err := a.games.ProductOf(ctx, group, req.GameCode)
	if errors.Is(err, fault.UnknownVendor) {
		return OpenAnswer{}, fault.MinigameAddressFailed
	} else if err != nil {
		return OpenAnswer{}, err
	}
	if req.Lang == "" {
		req.Lang = who.Lang
	}
	url, err := a.games.Launch(ctx, game.Opening{
		Site: who.Site, Member: who.MemID, SID: who.SID, Group: group, Product: product, Game: req.GameCode, Mobile: req.IsMobile == 1, Lang: req.Lang, Trace: who.Trace, IP: who.IP,
	})
	if errors.Is(err, fault.GameApprovalFailed) {
		err = fault.MinigameAddressFailed
	}
	return OpenAnswer{url, url}, err
}

// NamedRequest is an OpenRequest whose path names the game.
type NamedRequest struct {
	Name string `path:"name" json:"-"`
	OpenRequest
}

func (a *API) openNamed(ctx context.Context, who httpx.Caller, req NamedRequest) (OpenAnswer, error) {
	req.GameCode = req.Name
	return a.open(ctx, who, req.OpenRequest)
}

// Game is a game with its rounds.
type Game struct {
	Code   string            `json:"code"`
	Kind   draw.Kind         `json:"kind"`
	Every  int               `json:"every"` // seconds from draw to draw
	Drawn  int               `json:"drawn"` // balls of a draw; 0: a game without balls
	Pool   int               `json:"pool"`  // numbers from 1 on, from which they are drawn
	Off    bool              `json:"off"`   // the site takes no bets on it now
	Stands minigame.Standing `json:"stands"`
}

// Beacon is the public randomness that is mixed into the draws.
type Beacon struct {
	Chain     string `json:"chain"`     // names the network
	PublicKey string `json:"publicKey"` // hexadecimal
	Genesis   int64  `json:"genesis"`   // of its round 1, Unix seconds
	Period    int64  `json:"period"`    // seconds from round to round
	Public    bool   `json:"public"`    // drand's quicknet; else a network of the operator's own, as in development
}

// GamesAnswer lists the games in display order.
type GamesAnswer struct {
	Now    time.Time `json:"now"`    // by the server's clock, against which pages measure theirs
	Beacon *Beacon   `json:"beacon"` // null for draws without a beacon, whose outcomes the house could know ahead
	Games  []Game    `json:"games"`
}

func (a *API) list(ctx context.Context, who httpx.Caller, _ httpx.None) (GamesAnswer, error) {
	stands, err := a.draws.Standings(ctx)
	if err != nil {
		return GamesAnswer{}, err
	}
	stopped, err := a.draws.Stopped(ctx, who.Site)
	if err != nil {
		return GamesAnswer{}, err
	}
	out := GamesAnswer{Beacon: a.beacon, Games: make([]Game, len(stands))}
	for i, g := range draw.Games() {
		out.Games[i] = Game{
			Code: g.Code, Kind: g.Kind, Every: int(g.Every / time.Second), Drawn: g.Drawn, Pool: g.Pool, Off: stopped[g.Code], Stands: stands[i],
		}
	}
	out.Now = a.clk.Now()
	return out, nil
}

// GameRequest names a game.
type GameRequest struct {
	GameCode string `json:"gameCode"`
}

// game returns the game of a code, or G005.
func (r GameRequest) game() (draw.Game, error) {
	g, ok := draw.Of(r.GameCode)
	if !ok {
		return draw.Game{}, fault.MinigameAddressFailed
	}
	return g, nil
}

// Market is a question about a draw. Exactly one of its selections wins; picks have spots instead.
type Market struct {
	Key        string      `json:"key"`
	RTP        int         `json:"rtp"` // basis points of the stakes that are paid back in the long run, of the worst selection
	Selections []Selection `json:"selections"`
	Spots      []Spots     `json:"spots"`
}

// Selection is an answer to the question of its market.
type Selection struct {
	Key   string     `json:"key"`
	Price odds.Price `json:"price"` // thousandths
	Ways  int64      `json:"ways"`  // the number of equally likely draws, out of Of, that win
	Of    int64      `json:"of"`
	RTP   int        `json:"rtp"`
	From  int        `json:"from"` // the lowest and the highest sum or power ball that win; to 0: it is no such range
	To    int        `json:"to"`
}

// Spots is what a number of picks pays.
type Spots struct {
	Picks int          `json:"picks"`
	RTP   int          `json:"rtp"`
	Pays  []odds.Price `json:"pays"` // by hits, from no hit to all; 0 is lost
}

// RulesAnswer is the pay table of a game.
type RulesAnswer struct {
	Version int      `json:"version"`
	Markets []Market `json:"markets"`
}

func (a *API) rules(_ context.Context, _ httpx.Caller, req GameRequest) (RulesAnswer, error) {
	g, err := req.game()
	if err != nil {
		return RulesAnswer{}, err
	}
	out := RulesAnswer{Version: draw.Version, Markets: []Market{}}
	for _, m := range g.Markets() {
		one := Market{Key: m.Key, RTP: m.RTP, Selections: []Selection{}, Spots: []Spots{}}
		for _, s := range m.Selections {
			one.Selections = append(one.Selections, Selection{Key: s.Key, Price: s.Price, Ways: s.Ways, Of: s.Of, RTP: s.RTP, From: s.From, To: s.To})
		}
		for _, s := range m.Spots {
			one.Spots = append(one.Spots, Spots{Picks: s.Picks, RTP: s.RTP, Pays: s.Pays})
		}
		out.Markets = append(out.Markets, one)
	}
	return out, nil
}

// RoundsRequest asks for a page of the rounds of a game that have ended.
type RoundsRequest struct {
	GameRequest
	paging.Request
	paging.Days
}

// RoundsAnswer is a page of rounds, newest first.
type RoundsAnswer struct {
	List     []minigame.Published `json:"list"`
	PageInfo paging.Info          `json:"pageInfo"`
}

func (a *API) rounds(ctx context.Context, who httpx.Caller, req RoundsRequest) (RoundsAnswer, error) {
	g, err := req.game()
	if err != nil {
		return RoundsAnswer{}, err
	}
	here, err := a.sites.Get(ctx, who.Site)
	if err != nil {
		return RoundsAnswer{}, err
	}
	in, err := req.Period(here.Options.Location())
	if err != nil {
		return RoundsAnswer{}, err
	}
	list, total, err := a.draws.Rounds(ctx, g, in, req.Slice())
	if err != nil {
		return RoundsAnswer{}, err
	}
	if list == nil {
		list = []minigame.Published{}
	}
	return RoundsAnswer{list, req.Info(total)}, nil
}

// PageRequest asks for a page of rounds.
type PageRequest struct {
	paging.Request
	paging.Days
}

func (a *API) powerballResults(ctx context.Context, who httpx.Caller, req PageRequest) (RoundsAnswer, error) {
	return a.rounds(ctx, who, RoundsRequest{GameRequest: GameRequest{"pwball"}, Request: req.Request, Days: req.Days})
}

// RoundRequest names a round.
type RoundRequest struct {
	Game string `json:"game"`
	No   int64  `json:"no"`
}

// RoundAnswer is all that is public of a round. PreviousSeed is the seed of the round before, or the head of the chain for its first round; empty while that round waits for its draw.
type RoundAnswer struct {
	minigame.Published
	PreviousSeed string `json:"previousSeed"`
}

func (a *API) round(ctx context.Context, _ httpx.Caller, req RoundRequest) (RoundAnswer, error) {
	p, previous, err := a.draws.Round(ctx, minigame.Round{Game: req.Game, No: req.No})
	return RoundAnswer{p, previous}, err
}

// Bet is a bet of the caller on a draw.
type Bet struct {
	BetID     string         `json:"betId"`
	Game      string         `json:"game"`
	No        int64          `json:"no"`
	Selection string         `json:"selection"`
	Price     odds.Price     `json:"price"` // the highest that it can pay; thousandths
	Stake     money.Amount   `json:"stake"`
	Pays      money.Amount   `json:"pays"`  // at that price
	State     minigame.State `json:"state"` // open, won, lost or void
	Paid      money.Amount   `json:"paid"`
	PaidAt    odds.Price     `json:"paidAt"` // the price at which it was paid; 0: it was not
	PlacedAt  time.Time      `json:"placedAt"`
}

// BetsAnswer lists the newest bets of the last day, at most fifty.
type BetsAnswer struct {
	List []Bet `json:"list"`
}

func (a *API) bets(ctx context.Context, who httpx.Caller, req GameRequest) (BetsAnswer, error) {
	g, err := req.game()
	if err != nil {
		return BetsAnswer{}, err
	}
	list, err := a.draws.Recent(ctx, who.MemID, g.Code)
	if err != nil {
		return BetsAnswer{}, err
	}
	out := BetsAnswer{List: make([]Bet, len(list))}
	for i, b := range list {
		out.List[i] = Bet{
			BetID: b.ID, Game: b.Round.Game, No: b.Round.No, Selection: b.Selection, Price: b.Price, Stake: b.Stake, Pays: b.Pays, State: b.State, Paid: b.Paid, PaidAt: b.PaidAt,
			PlacedAt: b.PlacedAt,
		}
	}
	return out, nil
}
