package site

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/board"
)

// newest is how many posts the main page shows of a board.
const newest = 10

// Line of the public boards: real, masked, rounded and at least a minute old (D-57).
type Line struct {
	MemIDMasked string       `json:"memIdMasked"`
	Amount      money.Amount `json:"amount"`
	At          time.Time    `json:"at"`
}

// Winner is a line with its game's name, in Korean for readers of Korean.
type Winner struct {
	MemIDMasked string       `json:"memIdMasked"`
	Game        string       `json:"game"`
	Amount      money.Amount `json:"amount"`
	At          time.Time    `json:"at"`
}

// Post of a board.
type Post struct {
	Idx       int64     `json:"idx"`
	Title     string    `json:"title"`
	Content   string    `json:"content"` // rich text, cleaned
	Text      string    `json:"text"`    // the same as plain text
	Writer    string    `json:"writer"`
	CreatedAt time.Time `json:"createdAt"`
	Views     int64     `json:"views"`
}

// Offer is a bonus on deposits, with its terms for a new member.
type Offer struct {
	Rule       string       `json:"rule"` // new (first deposit ever), first (of a day), again (later on a day), weekend
	Rate       int64        `json:"rate"` // of the deposit, in basis points: 1000 is 10 %
	Unit       wallet.Unit  `json:"unit"` // cash or point
	Cap        money.Amount `json:"cap"`  // the most that it gives
	MinDeposit money.Amount `json:"minDeposit"`
	Turnover   int64        `json:"turnover"` // of the bonus that must be played before a withdrawal, in basis points
}

// MainAnswer is the main page.
type MainAnswer struct {
	Winners      []Winner `json:"winners"`
	NewGames     []Game   `json:"newGames"`
	PopularGames []Game   `json:"popularGames"`
	Ranking      []Game   `json:"ranking"`   // the games in which most members won in the last seven days
	BestToday    []Line   `json:"bestToday"` // withdrawals, greatest first, one a member
	BestWeek     []Line   `json:"bestWeek"`
	Offers       []Offer  `json:"offers"`
	Notices      []Post   `json:"notices"`

	Jackpots []JackpotGroup `json:"jackpots"` // as /api/main/jackpots says them
}

func (a *API) main(ctx context.Context, who httpx.Caller, _ httpx.None) (out MainAnswer, err error) {
	winners, err := a.Reports.Winners(ctx, who.Site)
	if err != nil {
		return out, err
	}
	for _, w := range winners {
		out.Winners = append(out.Winners, Winner{w.MemIDMasked, gameName(w, who.Lang), w.Amount, w.At})
	}
	if out.NewGames, out.PopularGames, err = a.featured(ctx, who.Site); err != nil {
		return out, err
	}
	if err := a.best(ctx, who.Site, &out); err != nil {
		return out, err
	}
	pools, err := a.jackpots(ctx, who, httpx.None{})
	if err != nil {
		return out, err
	}
	out.Jackpots = pools.List
	out.Notices, err = a.posts(ctx, who, board.Notice)
	return out, err
}

// best adds what is best on the site: the games of the week, the greatest withdrawals and the bonuses.
func (a *API) best(ctx context.Context, siteID string, out *MainAnswer) error {
	ranking, err := a.Reports.Ranking(ctx, siteID)
	if err != nil {
		return err
	}
	for _, g := range ranking {
		out.Ranking = append(out.Ranking, Game(g))
	}
	best, err := a.Reports.BestPaid(ctx, siteID)
	if err != nil {
		return err
	}
	out.BestToday, out.BestWeek = wire(best.Today), wire(best.Week)
	offers, err := a.Promos.Offers(ctx, siteID)
	for _, t := range offers {
		out.Offers = append(out.Offers, Offer{
			Rule: t.Rule, Rate: t.Rate, Unit: t.Unit, Cap: t.Cap, MinDeposit: t.MinDeposit, Turnover: t.Turnover,
		})
	}
	return err
}

func gameName(w report.Winner, lang string) string {
	switch {
	case lang == "ko" && w.NameKOR != "":
		return w.NameKOR
	case w.NameENG != "":
		return w.NameENG
	default:
		return w.GameCode
	}
}

// posts are the newest of a board in the reader's language.
func (a *API) posts(ctx context.Context, who httpx.Caller, kind board.Kind) ([]Post, error) {
	s, err := a.Sites.Get(ctx, who.Site)
	if err != nil {
		return nil, err
	}
	always, err := paging.Days{}.Period(s.Options.Location())
	if err != nil {
		return nil, err
	}
	found, _, err := a.Boards.List(ctx, board.Query{
		Site: who.Site, Board: kind, Lang: s.Options.Language(who.Lang), SiteLang: s.Options.Languages[0], Period: always, Slice: paging.Slice{Count: newest},
	})
	if err != nil {
		return nil, err
	}
	out := make([]Post, len(found))
	for i, p := range found {
		out[i] = Post{
			Idx: p.ID, Title: p.Title, Content: p.Content.HTML, Text: p.Content.Text, Writer: p.Writer, CreatedAt: p.CreatedAt,
			Views: p.Views,
		}
	}
	return out, nil
}

// CashListAnswer is the public board of deposits and withdrawals, newest first.
type CashListAnswer struct {
	In  []Line `json:"in"`
	Out []Line `json:"out"`
}

func (a *API) cashList(ctx context.Context, who httpx.Caller, _ httpx.None) (CashListAnswer, error) {
	b, err := a.Reports.CashBoard(ctx, who.Site)
	return CashListAnswer{In: wire(b.In), Out: wire(b.Out)}, err
}

func wire(ls []report.Line) []Line {
	out := make([]Line, len(ls))
	for i, l := range ls {
		out[i] = Line(l)
	}
	return out
}

// MainInfoRequest is what the product's pages send.
type MainInfoRequest struct {
	UserPageType string `json:"userPageType,omitzero"` // all pages get the same
}

// MainInfoAnswer is what the frame of every page shows.
type MainInfoAnswer struct {
	CashListIn  []Line `json:"cashListIn"`
	CashListOut []Line `json:"cashListOut"`
	EventList   []Post `json:"eventList"`
	BoardList   []Post `json:"boardList"`
}

func (a *API) mainInfo(ctx context.Context, who httpx.Caller, _ MainInfoRequest) (out MainInfoAnswer, err error) {
	b, err := a.Reports.CashBoard(ctx, who.Site)
	if err != nil {
		return out, err
	}
	out.CashListIn, out.CashListOut = wire(b.In), wire(b.Out)
	if out.EventList, err = a.posts(ctx, who, board.Event); err != nil {
		return out, err
	}
	out.BoardList, err = a.posts(ctx, who, board.Notice)
	return out, err
}

// NoticesAnswer are the newest notices.
type NoticesAnswer struct {
	List []Post `json:"list"`
}

func (a *API) notices(ctx context.Context, who httpx.Caller, _ httpx.None) (out NoticesAnswer, err error) {
	out.List, err = a.posts(ctx, who, board.Notice)
	return out, err
}
