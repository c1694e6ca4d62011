// Package offer is the back office's list of what a site can offer (providers, groups, products and games) with its switches.
package offer

import (
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/calls"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/site"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
	"hubstake/internal/play/provider"
)

// API holds what the calls need.
type API struct {
	games   *game.Service
	reports *report.Service
	office  *provider.Office
	wins    *casino.Office
	calls   Calls
}

// Calls returns the figures of the calls from and to providers, of all nodes; nil when they are not known now.
type Calls func(ctx context.Context, providers []string) map[calls.Line]calls.Figures

// New returns the area's API.
func New(games *game.Service, reports *report.Service, office *provider.Office, wins *casino.Office, c Calls) *API {
	return &API{games: games, reports: reports, office: office, wins: wins, calls: c}
}

// Routes lists the calls.
func (a *API) Routes() []httpx.Route {
	needs, forAll := httpx.Needs(right.Offer), httpx.Needs(right.Catalogue)
	return []httpx.Route{
		httpx.Post("/api/admin/offer/list", httpx.Staff, a.list, needs),
		httpx.Post("/api/admin/offer/games", httpx.Staff, a.find, needs),
		httpx.Post("/api/admin/offer/switch", httpx.Staff, a.turn, needs),
		httpx.Post("/api/admin/offer/change", httpx.Staff, a.change, needs),
		httpx.Post("/api/admin/offer/transfers", httpx.Staff, a.transfers, needs),
		httpx.Post("/api/admin/offer/rounds", httpx.Staff, a.rounds, needs),
		httpx.Post("/api/admin/offer/debts", httpx.Staff, a.debts, needs),
		httpx.Post("/api/admin/offer/wins", httpx.Staff, a.heldWins, needs),
		httpx.Post("/api/admin/offer/win/decide", httpx.Staff, a.decideWin, httpx.Needs(right.Cash), httpx.Fresh),

		httpx.Post("/api/admin/offer/key/rotate", httpx.Staff, a.rotate, forAll, httpx.Fresh),
		httpx.Post("/api/admin/offer/key/end", httpx.Staff, a.endKey, forAll, httpx.Fresh),
		httpx.Post("/api/admin/offer/vendor/add", httpx.Staff, a.addVendor, forAll, httpx.Fresh),
		httpx.Post("/api/admin/offer/product/add", httpx.Staff, a.addProduct, forAll),
		httpx.Post("/api/admin/offer/game/add", httpx.Staff, a.addGame, forAll),
	}
}

// Switch is the state of the switch of a part of the offer on the site.
type Switch struct {
	Off       bool       `json:"off"`     // launches and bets are refused; rounds under way finish
	Version   int64      `json:"version"` // 0: never switched
	SetBy     string     `json:"setBy"`
	Reason    string     `json:"reason"`
	SetAt     *time.Time `json:"setAt"`
	Withdrawn bool       `json:"withdrawn"` // off for all sites, by a command
}

func switchOf(s game.Switchable) Switch {
	out := Switch{Off: s.Switch.Off, Version: s.Switch.Version, SetBy: s.Switch.By, Reason: s.Switch.Reason, Withdrawn: s.Withdrawn}
	if !s.Switch.At.IsZero() {
		out.SetAt = &s.Switch.At
	}
	return out
}

// Group of games.
type Group struct {
	Code     string `json:"code"`
	Products int    `json:"products"`
	Switch
}

// Vendor is a provider.
type Vendor struct {
	ID       string `json:"id"`
	Family   string `json:"family"` // the protocol that it speaks
	Products int    `json:"products"`
	Keys     []Key  `json:"keys"`
	// Networks are those that the provider calls from, as CIDR; empty: any.
	Networks []string `json:"networks"`
	// Transfers are moves of members' money to or from the provider whose outcome is not known. Amounts are of the site's currency.
	Transfers      int64        `json:"transfers"`
	TransferAmount money.Amount `json:"transferAmount"`
	OldestTransfer *time.Time   `json:"oldestTransfer"` // null: no transfer is open
	// Debts are wins that the provider took back from members who had spent them.
	Debts      int64        `json:"debts"`
	DebtAmount money.Amount `json:"debtAmount"`
	// Wins are those that wait for two persons before they are paid.
	Wins      int64        `json:"wins"`
	WinAmount money.Amount `json:"winAmount"`
	OldestWin *time.Time   `json:"oldestWin"` // null: none waits
	// Rounds are those that the provider has not ended, without those of the last seconds and of test accounts.
	Rounds      int64        `json:"rounds"`
	RoundStake  money.Amount `json:"roundStake"`
	OldestRound *time.Time   `json:"oldestRound"` // null: no round is open
	// Calls are those of the last hour, of all sites and nodes; null: not known now.
	Calls *VendorCalls `json:"calls"`
	Switch
}

// VendorCalls are the calls between us and a provider.
type VendorCalls struct {
	Ours   CallFigures `json:"ours"`   // from us to the provider
	Theirs CallFigures `json:"theirs"` // from the provider to us
}

// CallFigures are the calls of one direction in the last hour.
type CallFigures struct {
	Count    int64 `json:"count"`
	Failed   int64 `json:"failed"`   // no usable answer, or not made because too many had failed
	Rejected int64 `json:"rejected"` // the other side did not accept the call: a signature, or a request that it refuses
	P50      int64 `json:"p50"`      // milliseconds within which half of them ended; 0: none was timed
	P95      int64 `json:"p95"`      // milliseconds; 5000 stands for that and more
	Failing  bool  `json:"failing"`  // of the last minutes, a tenth and at least three failed, or none of at least three was accepted
}

func figuresOf(f calls.Figures) CallFigures {
	return CallFigures{
		Count: f.Hour.Total(), Failed: f.Hour.Failed, Rejected: f.Hour.Rejected,
		P50: f.Hour.Quantile(.5).Milliseconds(), P95: f.Hour.Quantile(.95).Milliseconds(), Failing: f.Failing(),
	}
}

// Key of a provider that is valid now or later, without its secret.
type Key struct {
	ID    string     `json:"id"`
	Kind  string     `json:"kind"` // hmac, rsa (the provider's public one) or rsa-own (ours)
	From  time.Time  `json:"from"`
	Until *time.Time `json:"until"` // null: it does not end
}

// Product of a provider.
type Product struct {
	ProcID    string `json:"procId"`
	Vendor    string `json:"vendor"`
	GroupCode string `json:"groupCode"`
	Name      string `json:"name"`
	Games     int    `json:"games"`
	Switch
}

// ListAnswer is all that the site can offer, without the games.
type ListAnswer struct {
	Vendors  []Vendor  `json:"vendors"`
	Groups   []Group   `json:"groups"`
	Products []Product `json:"products"`
	// Protocols are those that a new provider can speak.
	Protocols []Protocol `json:"protocols"`
	// Waits are the changes of providers and their keys that wait for a second person, the newest first.
	Waits []Waiting `json:"waits"`
}

// Waiting is a change of providers or their keys that a second person must approve.
type Waiting struct {
	Act     provider.Act `json:"act"` // add, rotate or end
	Vendor  string       `json:"vendor"`
	Key     string       `json:"key"` // empty: a new provider
	AskedBy string       `json:"askedBy"`
	AskedAt time.Time    `json:"askedAt"`
}

// Protocol that we speak with providers.
type Protocol struct {
	Family string `json:"family"`
	Listed bool   `json:"listed"` // its providers need a list of the networks that they call from
}

func (a *API) list(ctx context.Context, who httpx.Caller, _ httpx.None) (ListAnswer, error) {
	c, err := a.games.Catalogue(ctx, who.Site)
	if err != nil {
		return ListAnswer{}, err
	}
	figures, err := a.reports.Providers(ctx, who.Site)
	if err != nil {
		return ListAnswer{}, err
	}
	out := ListAnswer{
		Vendors: make([]Vendor, len(c.Providers)), Groups: make([]Group, len(c.Groups)), Products: make([]Product, len(c.Products)),
	}
	for _, p := range a.office.Protocols() {
		out.Protocols = append(out.Protocols, Protocol{Family: p.Family, Listed: p.Listed})
	}
	asked, err := a.office.Waiting(ctx, who.Site)
	if err != nil {
		return ListAnswer{}, err
	}
	out.Waits = make([]Waiting, len(asked))
	for i, r := range asked {
		change, err := provider.AskedChange(r.Detail)
		if err != nil {
			return ListAnswer{}, err
		}
		out.Waits[i] = Waiting{Act: change.Act, Vendor: change.Vendor, Key: change.Key, AskedBy: r.AskedBy, AskedAt: r.AskedAt}
	}
	ids := make([]string, len(c.Providers))
	for i, p := range c.Providers {
		ids[i] = p.ID
	}
	called := a.calls(ctx, ids)
	for i, p := range c.Providers {
		f := figures[p.ID]
		v := Vendor{
			ID: p.ID, Family: p.Family, Products: p.Products, Keys: make([]Key, len(p.Keys)), Networks: make([]string, len(p.Allow)),
			Transfers: f.Transfers, TransferAmount: f.TransferAmount, Debts: f.Debts, DebtAmount: f.DebtAmount, Switch: switchOf(p.Switchable),
			Rounds: f.Rounds, RoundStake: f.RoundStake, Wins: f.Wins, WinAmount: f.WinAmount,
		}
		if !f.OldestWin.IsZero() {
			v.OldestWin = &f.OldestWin
		}
		if !f.OldestTransfer.IsZero() {
			v.OldestTransfer = &f.OldestTransfer
		}
		if !f.OldestRound.IsZero() {
			v.OldestRound = &f.OldestRound
		}
		if called != nil {
			v.Calls = &VendorCalls{
				Ours:   figuresOf(called[calls.Line{Provider: p.ID, Way: calls.Ours}]),
				Theirs: figuresOf(called[calls.Line{Provider: p.ID, Way: calls.Theirs}]),
			}
		}
		for j, k := range p.Keys {
			v.Keys[j] = Key{ID: k.ID, Kind: string(k.Kind), From: k.From}
			if !k.Until.IsZero() {
				v.Keys[j].Until = &k.Until
			}
		}
		for j, n := range p.Allow {
			v.Networks[j] = n.String()
		}
		out.Vendors[i] = v
	}
	for i, g := range c.Groups {
		out.Groups[i] = Group{Code: g.Code, Products: g.Products, Switch: switchOf(g.Switchable)}
	}
	for i, p := range c.Products {
		out.Products[i] = Product{
			ProcID: p.ProcID, Vendor: p.Provider, GroupCode: p.Group, Name: p.Name, Games: p.Games, Switch: switchOf(p.Switchable),
		}
	}
	return out, nil
}

// GamesRequest searches games.
type GamesRequest struct {
	Text    string `json:"text,omitzero"` // in the code or a name, up to 60 characters
	ProcID  string `json:"procId,omitzero"`
	Vendor  string `json:"vendor,omitzero"`
	OnlyOff bool   `json:"onlyOff,omitzero"` // switched off themselves
	paging.Request
}

// Game as staff sees it.
type Game struct {
	Code        string         `json:"code"`
	NameKOR     string         `json:"name_KOR"`
	NameENG     string         `json:"name_ENG"`
	Thumbnail   string         `json:"thumbnail"` // path of the picture
	IsNew       bool           `json:"isNew"`
	IsHot       bool           `json:"isHot"`
	Ord         int32          `json:"ord"` // place in its lobby, the smallest first
	ProcID      string         `json:"procId"`
	Product     string         `json:"product"` // its name
	Vendor      string         `json:"vendor"`
	GroupCode   string         `json:"groupCode"`
	GameVersion int32          `json:"gameVersion"` // of what staff sets of the game
	Within      site.OfferKind `json:"within"`      // what the game is part of and is switched off: vendor, group or product; empty: nothing
	Switch
}

// GamesAnswer is a page of games in the order of the lobbies.
type GamesAnswer struct {
	List     []Game      `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
}

func (a *API) find(ctx context.Context, who httpx.Caller, req GamesRequest) (GamesAnswer, error) {
	found, total, err := a.games.FindGames(ctx, who.Site, game.GameSearch{
		Text: req.Text, Product: req.ProcID, Provider: req.Vendor, OnlyOff: req.OnlyOff,
	}, req.Slice())
	out := GamesAnswer{List: make([]Game, len(found)), PageInfo: req.Info(total)}
	for i, g := range found {
		out.List[i] = Game{
			Code: g.Code, NameKOR: g.NameKOR, NameENG: g.NameENG, Thumbnail: g.Thumbnail, IsNew: g.IsNew, IsHot: g.IsHot, Ord: g.Position,
			ProcID: g.ProcID, Product: g.Product, Vendor: g.Provider, GroupCode: g.Group, GameVersion: g.Version, Within: g.Within,
			Switch: switchOf(g.Switchable),
		}
	}
	return out, err
}

// SwitchRequest switches a part of the offer off, or on again. C019: it was switched since it was shown.
type SwitchRequest struct {
	Kind    site.OfferKind `json:"kind"` // vendor, group, product or game
	Key     string         `json:"key"`  // its id, code or procId
	Off     bool           `json:"off"`
	Version int64          `json:"version"` // of the switch, as it was shown
	Reason  string         `json:"reason"`  // for other staff, up to 200 characters; members do not see it
}

func (a *API) turn(ctx context.Context, who httpx.Caller, req SwitchRequest) (httpx.None, error) {
	return httpx.None{}, a.games.SwitchOffer(ctx, who.Site, caller.Actor(who), site.Offer{Kind: req.Kind, Key: req.Key}, req.Version, req.Off, req.Reason)
}

// ChangeRequest changes how a game is shown, on all sites. C019: it was changed since it was shown.
type ChangeRequest struct {
	Code        string `json:"code"`
	GameVersion int32  `json:"gameVersion"`
	Ord         int32  `json:"ord"` // 0 to 9999
	IsNew       bool   `json:"isNew"`
	IsHot       bool   `json:"isHot"`
	Thumbnail   string `json:"thumbnail"` // a path of the site: /art/….svg, .png, .webp or .jpg
}

func (a *API) change(ctx context.Context, who httpx.Caller, req ChangeRequest) (httpx.None, error) {
	return httpx.None{}, a.games.ChangeGame(ctx, who.Site, caller.Actor(who), req.Code, req.GameVersion, game.Show{
		Position: req.Ord, IsNew: req.IsNew, IsHot: req.IsHot, Thumbnail: req.Thumbnail,
	})
}
