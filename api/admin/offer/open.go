package offer

import (
	"cmp"
	"context"
	"time"

	"hubstake/api/admin/caller"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/play/casino"
)

// usualCount is how many rows a page of what is open with a provider has.
const usualCount = 50

// counted returns how many rows a page has and, for the look whether there is another page, one more. E001: no provider, or a page that cannot be.
func counted(vendor string, count int) (int, int32, error) {
	if count == 0 {
		count = usualCount
	}
	if vendor == "" || count < 1 || count > paging.MaxCount {
		return 0, 0, fault.Failed
	}
	return count, int32(count) + 1, nil
}

// page returns the rows of a page, of which one more was read where there is another page, and then the place of the last one.
func page[From, Row, Place any](found []From, count int, row func(From) Row, place func(From) Place) ([]Row, *Place) {
	var next *Place
	if len(found) > count {
		found = found[:count]
		last := place(found[count-1])
		next = &last
	}
	list := make([]Row, len(found))
	for i, f := range found {
		list[i] = row(f)
	}
	return list, next
}

// TransferCursor is the last transfer of a page; the next page begins behind it.
type TransferCursor struct {
	At time.Time `json:"at"`
	ID string    `json:"id"`
}

// TransfersRequest asks for a page of moves of money whose outcome is not known.
type TransfersRequest struct {
	Vendor string          `json:"vendor"`
	After  *TransferCursor `json:"after,omitzero"` // absent: the oldest
	Count  int             `json:"count,omitzero"` // 50 when absent, 100 at most
}

// Transfer is a move of a member's money to or from a provider.
type Transfer struct {
	ID        string       `json:"id"` // what the provider knows it by
	MemID     string       `json:"memId"`
	MemNick   string       `json:"memNick"`
	Currency  string       `json:"currency"`
	Direction string       `json:"direction"` // in: to the game; out: back
	Amount    money.Amount `json:"amount"`
	Reason    string       `json:"reason"` // why its outcome is not known
	Asked     int          `json:"asked"`  // how often the provider was asked
	CreatedAt time.Time    `json:"createdAt"`
	AskAt     time.Time    `json:"askAt"` // when it is asked next
}

// TransfersAnswer is a page of them, oldest first.
type TransfersAnswer struct {
	List []Transfer      `json:"list"`
	Next *TransferCursor `json:"next"` // null: this is the last page
}

func (a *API) transfers(ctx context.Context, who httpx.Caller, req TransfersRequest) (TransfersAnswer, error) {
	count, more, err := counted(req.Vendor, req.Count)
	if err != nil {
		return TransfersAnswer{}, err
	}
	var after report.AfterTransfer
	if req.After != nil {
		after = report.AfterTransfer{At: req.After.At, ID: req.After.ID}
	}
	found, err := a.reports.PendingTransfers(ctx, who.Site, req.Vendor, after, more)
	if err != nil {
		return TransfersAnswer{}, err
	}
	var out TransfersAnswer
	out.List, out.Next = page(found, count, func(t report.PendingTransfer) Transfer {
		return Transfer{
			ID: t.ID, MemID: t.MemID, MemNick: t.Nick, Currency: t.Currency, Direction: t.Direction, Amount: t.Amount, Reason: t.Reason, Asked: t.Asked,
			CreatedAt: t.At, AskAt: t.AskAt,
		}
	}, func(t report.PendingTransfer) TransferCursor { return TransferCursor{At: t.At, ID: t.ID} })
	return out, nil
}

// RoundCursor is the last round of a page; the next page begins behind it.
type RoundCursor struct {
	At  time.Time `json:"at"`
	Idx int64     `json:"idx"`
}

// RoundsRequest asks for a page of rounds that a provider has not ended.
type RoundsRequest struct {
	Vendor string       `json:"vendor"`
	After  *RoundCursor `json:"after,omitzero"` // absent: the oldest
	Count  int          `json:"count,omitzero"` // 50 when absent, 100 at most
}

// Round is an open round of a member.
type Round struct {
	Idx      int64        `json:"idx"`
	RoundID  string       `json:"roundId"` // the provider's
	MemID    string       `json:"memId"`
	MemNick  string       `json:"memNick"`
	GameName string       `json:"gameName"` // its code when the catalogue does not have it
	Currency string       `json:"currency"`
	Stake    money.Amount `json:"stake"`
	Since    time.Time    `json:"since"`
}

// RoundsAnswer is a page of them, oldest first.
type RoundsAnswer struct {
	List []Round      `json:"list"`
	Next *RoundCursor `json:"next"` // null: this is the last page
}

func (a *API) rounds(ctx context.Context, who httpx.Caller, req RoundsRequest) (RoundsAnswer, error) {
	count, more, err := counted(req.Vendor, req.Count)
	if err != nil {
		return RoundsAnswer{}, err
	}
	var after report.AfterRound
	if req.After != nil {
		after = report.AfterRound{At: req.After.At, ID: req.After.Idx}
	}
	found, err := a.reports.OpenRounds(ctx, who.Site, req.Vendor, after, more)
	if err != nil {
		return RoundsAnswer{}, err
	}
	var out RoundsAnswer
	out.List, out.Next = page(found, count, func(r report.OpenRound) Round {
		return Round{
			Idx: r.ID, RoundID: r.RoundID, MemID: r.MemID, MemNick: r.Nick, GameName: gameName(who.Lang, r.Game, r.NameKOR, r.NameENG),
			Currency: r.Currency, Stake: r.Stake, Since: r.At,
		}
	}, func(r report.OpenRound) RoundCursor { return RoundCursor{At: r.At, Idx: r.ID} })
	return out, nil
}

// DebtCursor is the last debt of a page; the next page begins behind it.
type DebtCursor struct {
	At   time.Time `json:"at"`
	TxID string    `json:"txId"`
}

// DebtsRequest asks for a page of debts of members.
type DebtsRequest struct {
	Vendor string      `json:"vendor"`
	After  *DebtCursor `json:"after,omitzero"` // absent: the newest
	Count  int         `json:"count,omitzero"` // 50 when absent, 100 at most
}

// Debt is what a member owes, because the provider took back a win that the member had spent.
type Debt struct {
	TxID     string       `json:"txId"` // the provider's transaction that took it back
	MemID    string       `json:"memId"`
	MemNick  string       `json:"memNick"`
	Currency string       `json:"currency"`
	Amount   money.Amount `json:"amount"`
	Repaid   money.Amount `json:"repaid"` // of it, what was taken from wins and before withdrawals
	At       time.Time    `json:"at"`
	Idx      int64        `json:"idx"`      // of the round that the win was of; 0: it is not known
	GameName string       `json:"gameName"` // its code when the catalogue does not have it; empty when the round is not known
}

// DebtsAnswer is a page of them, newest first.
type DebtsAnswer struct {
	List []Debt      `json:"list"`
	Next *DebtCursor `json:"next"` // null: this is the last page
}

func (a *API) debts(ctx context.Context, who httpx.Caller, req DebtsRequest) (DebtsAnswer, error) {
	count, more, err := counted(req.Vendor, req.Count)
	if err != nil {
		return DebtsAnswer{}, err
	}
	if req.After != nil && req.After.At.IsZero() {
		return DebtsAnswer{}, fault.Failed
	}
	var before report.BeforeDebt
	if req.After != nil {
		before = report.BeforeDebt{At: req.After.At, TxID: req.After.TxID}
	}
	found, err := a.reports.Debts(ctx, who.Site, req.Vendor, before, more)
	if err != nil {
		return DebtsAnswer{}, err
	}
	var out DebtsAnswer
	out.List, out.Next = page(found, count, func(d report.Debt) Debt {
		return Debt{
			TxID: d.TxID, MemID: d.MemID, MemNick: d.Nick, Currency: d.Currency, Amount: d.Amount, Repaid: d.Repaid, At: d.At, Idx: d.Round,
			GameName: gameName(who.Lang, d.Game, d.NameKOR, d.NameENG),
		}
	}, func(d report.Debt) DebtCursor { return DebtCursor{At: d.At, TxID: d.TxID} })
	return out, nil
}

// WinCursor is the last held win of a page; the next page begins behind it.
type WinCursor struct {
	At  time.Time `json:"at"`
	Idx int64     `json:"idx"`
}

// WinsRequest asks for a page of wins of a provider that wait for two persons before they are paid.
type WinsRequest struct {
	Vendor string     `json:"vendor"`
	After  *WinCursor `json:"after,omitzero"` // absent: the oldest
	Count  int        `json:"count,omitzero"` // 50 when absent, 100 at most
}

// Win is a held win of a member.
type Win struct {
	Idx      int64             `json:"idx"`
	TxID     string            `json:"txId"`    // the provider's
	RoundID  string            `json:"roundId"` // the provider's
	MemID    string            `json:"memId"`
	MemNick  string            `json:"memNick"`
	GameName string            `json:"gameName"` // its code when the catalogue does not have it
	Currency string            `json:"currency"`
	Amount   money.Amount      `json:"amount"`
	Why      casino.HoldReason `json:"why"` // win, free, day or size
	Since    time.Time         `json:"since"`
}

// WinsAnswer is a page of them, oldest first.
type WinsAnswer struct {
	List []Win      `json:"list"`
	Next *WinCursor `json:"next"` // null: this is the last page
}

func (a *API) heldWins(ctx context.Context, who httpx.Caller, req WinsRequest) (WinsAnswer, error) {
	count, more, err := counted(req.Vendor, req.Count)
	if err != nil {
		return WinsAnswer{}, err
	}
	var after report.AfterWin
	if req.After != nil {
		after = report.AfterWin{At: req.After.At, ID: req.After.Idx}
	}
	found, err := a.reports.HeldWins(ctx, who.Site, req.Vendor, after, more)
	if err != nil {
		return WinsAnswer{}, err
	}
	var out WinsAnswer
	out.List, out.Next = page(found, count, func(w report.HeldWin) Win {
		return Win{
			Idx: w.ID, TxID: w.TxID, RoundID: w.RoundID, MemID: w.MemID, MemNick: w.Nick, GameName: gameName(who.Lang, w.Game, w.NameKOR, w.NameENG),
			Currency: w.Currency, Amount: w.Amount, Why: casino.HoldReason(w.Reason), Since: w.At,
		}
	}, func(w report.HeldWin) WinCursor { return WinCursor{At: w.At, Idx: w.ID} })
	return out, nil
}

// DecideWinRequest asks for a second person who pays a held win, or refuses it. U035: that person was asked. C019: it is held no longer, or a request
// about it waits.
type DecideWinRequest struct {
	Idx    int64  `json:"idx"`
	Pay    bool   `json:"pay"`
	Reason string `json:"reason"` // up to 200 characters; the member reads that of a refusal
}

func (a *API) decideWin(ctx context.Context, who httpx.Caller, req DecideWinRequest) (httpx.None, error) {
	return httpx.None{}, a.wins.Decide(ctx, who.Site, caller.Actor(who), req.Idx, req.Pay, req.Reason)
}

func gameName(lang, code, kor, eng string) string {
	name := cmp.Or(eng, code)
	if lang == "ko" {
		name = cmp.Or(kor, name)
	}
	return name
}
