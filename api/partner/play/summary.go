package play

import (
	"context"
	"time"

	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/core/sheet"
)

// SummaryRequest asks for the play of the downline on days of the statements, 92 at most; without days for the last 31.
type SummaryRequest struct {
	Product string `json:"product,omitzero"` // casino, slot, minigame or sports; empty: all
	paging.Days
}

// Commission is what the partner of a line earned so far, before gifts of the house and what is carried over from the statement before.
type Commission struct {
	Rolling money.Amount `json:"rolling"`
	Losing  money.Amount `json:"losing"` // negative: the downline won more than it lost
}

// Played is play that ended.
type Played struct {
	Bets   int64        `json:"bets"`
	BetAmt money.Amount `json:"betAmt"`
	WinAmt money.Amount `json:"betWinAmt"`
	Valid  money.Amount `json:"valid"`
	GGR    money.Amount `json:"ggr"` // stakes less payouts
}

// SummarySum is how many there were, and how much.
type SummarySum struct {
	Count  int64        `json:"count"`
	Amount money.Amount `json:"amount"`
}

// SummaryCash is the money of the downline on a day, or in all of them.
type SummaryCash struct {
	Deposits    SummarySum `json:"deposits"`
	Withdrawals SummarySum `json:"withdrawals"`
	Joined      int64      `json:"joined"`
}

// SummaryDay is a day of the downline.
type SummaryDay struct {
	Day string `json:"day"` // yyyy-MM-dd
	Played
	Cash       *SummaryCash `json:"cash"`       // null without the right to see money, or when a product is asked for
	Commission *Commission  `json:"commission"` // null without the right to see commissions
}

// SummaryProduct is the play with a product of the catalogue.
type SummaryProduct struct {
	ProcID  string `json:"procId"` // empty: games that the catalogue does not have any more
	Name    string `json:"name"`
	Product string `json:"product"` // casino, slot, minigame or sports
	Played
	Commission *Commission `json:"commission"`
}

// SummaryBranch is the play of a partner directly below and of its downline, of the members directly below, or of branches that are elsewhere now.
type SummaryBranch struct {
	Kind    string `json:"kind"` // partner, members or elsewhere
	MemID   string `json:"memId"`
	MemNick string `json:"memNick"`
	Level   int    `json:"level"`   // 1 … 6 of a partner, else 0
	Members int64  `json:"members"` // how many members are directly below
	Played
	Commission *Commission `json:"commission"` // what the partner of the branch earned itself
}

// SummaryAnswer is the play of the downline by day, by product and by branch; each adds up to the total.
type SummaryAnswer struct {
	AsOf     *time.Time       `json:"asOf"` // what was decided before is in the figures; null: no bet ever was
	First    string           `json:"first"`
	Last     string           `json:"last"`
	Total    SummaryDay       `json:"total"`
	Days     []SummaryDay     `json:"days"`     // the oldest first
	Products []SummaryProduct `json:"products"` // the largest stake first
	Branches []SummaryBranch  `json:"branches"` // the same; members and others last
}

func playedOf(e report.Earned) Played {
	return Played{Bets: e.Bets, BetAmt: e.Stake, WinAmt: e.Payout, Valid: e.Valid, GGR: e.Stake - e.Payout}
}

func earned(who httpx.Caller, e report.Earned) *Commission {
	if !who.Has(right.CommissionRead) {
		return nil
	}
	return &Commission{Rolling: e.Rolling, Losing: e.Losing}
}

func (a *API) summary(ctx context.Context, who httpx.Caller, req SummaryRequest) (SummaryAnswer, error) {
	found, err := a.reports.DownlineSummary(ctx, report.SummarySearch{Site: who.Site, Partner: who.MemID, Product: req.Product, Days: req.Days})
	if err != nil {
		return SummaryAnswer{}, err
	}
	day := func(name string, f report.Figures) SummaryDay {
		d := SummaryDay{Day: name, Played: playedOf(f.Earned), Commission: earned(who, f.Earned)}
		if req.Product == "" && who.Has(right.MoneyRead) {
			d.Cash = &SummaryCash{Deposits: SummarySum(f.Deposits), Withdrawals: SummarySum(f.Withdrawals), Joined: f.Joined}
		}
		return d
	}
	out := SummaryAnswer{
		AsOf: moment(found.AsOf), First: found.First, Last: found.Last, Total: day("", found.Total),
		Days: make([]SummaryDay, len(found.Days)), Products: make([]SummaryProduct, len(found.Products)), Branches: make([]SummaryBranch, len(found.Children)),
	}
	for i, d := range found.Days {
		out.Days[i] = day(d.Day, d.Figures)
	}
	for i, p := range found.Products {
		out.Products[i] = SummaryProduct{ProcID: p.ProcID, Name: p.Name, Product: p.Product, Played: playedOf(p.Earned), Commission: earned(who, p.Earned)}
	}
	for i, c := range found.Children {
		b := SummaryBranch{Kind: "partner", MemID: c.MemID, MemNick: c.Nick, Level: c.Level, Members: c.Members, Played: playedOf(c.Earned)}
		switch {
		case c.Elsewhere:
			b.Kind = "elsewhere"
		case c.MemID == "":
			b.Kind = "members"
		default:
			b.Commission = earned(who, c.Earned)
		}
		out.Branches[i] = b
	}
	return out, nil
}

// SummaryFileRequest asks for the summary as a file.
type SummaryFileRequest struct {
	SummaryRequest
}

func (a *API) summaryFile(ctx context.Context, who httpx.Caller, req SummaryFileRequest) (sheet.List, error) {
	s, err := a.summary(ctx, who, req.SummaryRequest)
	if err != nil {
		return sheet.List{}, err
	}
	type row struct {
		by, name   string
		played     Played
		cash       *SummaryCash
		commission *Commission
	}
	rows := []row{}
	for _, d := range s.Days {
		if d.Bets != 0 || d.BetAmt != 0 || d.WinAmt != 0 || d.Cash != nil && *d.Cash != (SummaryCash{}) {
			rows = append(rows, row{"day", d.Day, d.Played, d.Cash, d.Commission})
		}
	}
	for _, p := range s.Products {
		name := p.Name
		if name == "" {
			name = p.ProcID
		}
		rows = append(rows, row{"product", name, p.Played, nil, p.Commission})
	}
	for _, b := range s.Branches {
		if b.Played == (Played{}) {
			continue
		}
		name := b.MemID
		if name == "" {
			name = b.Kind
		}
		rows = append(rows, row{"branch", name, b.Played, nil, b.Commission})
	}
	cells := func(r row) sheet.Cells {
		out := sheet.Cells{
			sheet.Text(r.by), sheet.Text(r.name), sheet.Number(r.played.Bets), sheet.Money(r.played.BetAmt), sheet.Money(r.played.WinAmt), sheet.Money(r.played.Valid),
			sheet.Money(r.played.GGR),
		}
		if r.commission == nil {
			out = append(out, sheet.Cell{}, sheet.Cell{})
		} else {
			out = append(out, sheet.Money(r.commission.Rolling), sheet.Money(r.commission.Losing))
		}
		if r.cash == nil {
			return append(out, sheet.Cell{}, sheet.Cell{}, sheet.Cell{})
		}
		return append(out, sheet.Money(r.cash.Deposits.Amount), sheet.Money(r.cash.Withdrawals.Amount), sheet.Number(r.cash.Joined))
	}
	columns := []string{"By", "Name", "Bets", "Stake", "Payout", "Valid stake", "GGR", "Rolling", "Losing", "Deposits", "Withdrawals", "Joined"}
	if len(rows) > 0 {
		rows = append(rows, row{"total", "", s.Total.Played, s.Total.Cash, s.Total.Commission})
	}
	return list.File[row]{Name: "summary", Title: "Summary", Days: &req.Days, Columns: columns, First: list.Page[row]{Rows: rows}, Cells: cells}.List(ctx, a.reports, who)
}
