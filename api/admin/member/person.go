package member

import (
	"context"
	"strings"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/game"
)

// The tabs of a member's page. Each is a call of its own, with the right for what it shows; a member of another site is U001.

// own reports that a member is one of the caller's site: else U001.
func (a *API) own(ctx context.Context, who httpx.Caller, memID string) error {
	_, err := a.members.Card(ctx, who.Site, memID)
	return err
}

// PersonRequest asks for a page of what belongs to a member, in days.
type PersonRequest struct {
	MemID string `json:"memId"`
	Row   int64  `json:"row,omitzero"` // no or idx: the page that has this row, instead of page
	paging.Days
	paging.Request
}

// Source says what explains an entry of the ledger.
type Source string

// The sources.
const (
	ofRequest    Source = "request"    // a deposit or withdrawal; ref is its idx
	ofRound      Source = "round"      // a bet, its win or its rollback
	ofBonus      Source = "bonus"      // of the deposit whose idx is ref
	ofCorrection Source = "correction" // by staff, with a second person
	ofOther      Source = "other"
)

func sourceOf(kind string) Source {
	name, _, _ := strings.Cut(kind, ".")
	switch name {
	case "deposit", "withdraw":
		return ofRequest
	case "bet", "win", "rollback":
		return ofRound
	case "bonus":
		return ofBonus
	case "correction":
		return ofCorrection
	default:
		return ofOther
	}
}

// LedgerRow is one move of the member's wallet.
type LedgerRow struct {
	No      int64        `json:"no"` // counts the member's moves without a hole
	At      time.Time    `json:"at"`
	Unit    string       `json:"unit"` // cash, hold or point
	Kind    string       `json:"kind"` // for instance deposit, bet, win, coupon, bonus.first
	Amount  money.Amount `json:"amount"`
	Balance money.Amount `json:"balance"` // of the unit after it: what the member had from then on
	Ref     string       `json:"ref"`
	Source  Source       `json:"source"`
}

// LedgerTotal adds up the moves of one account in the whole selection.
type LedgerTotal struct {
	Unit   string       `json:"unit"`
	InAmt  money.Amount `json:"inAmt"`
	OutAmt money.Amount `json:"outAmt"` // a positive figure
}

// LedgerAnswer is a page of moves, newest first.
type LedgerAnswer struct {
	List     []LedgerRow   `json:"list"`
	PageInfo paging.Info   `json:"pageInfo"`
	Totals   []LedgerTotal `json:"totals"`
}

func (a *API) ledger(ctx context.Context, who httpx.Caller, req PersonRequest) (LedgerAnswer, error) {
	return a.moves(ctx, who, req, "")
}

// points is the ledger of the member's points alone: staff who gives points sees them without the money.
func (a *API) points(ctx context.Context, who httpx.Caller, req PersonRequest) (LedgerAnswer, error) {
	return a.moves(ctx, who, req, "point")
}

func (a *API) moves(ctx context.Context, who httpx.Caller, req PersonRequest, unit string) (LedgerAnswer, error) {
	if err := a.own(ctx, who, req.MemID); err != nil {
		return LedgerAnswer{}, err
	}
	search := report.StatementSearch{Member: req.MemID, Unit: unit, Days: req.Days}
	if req.Row != 0 {
		before, err := a.reports.StatementBefore(ctx, who.Site, search, req.Row)
		if err != nil {
			return LedgerAnswer{}, err
		}
		req.Request = req.At(before)
	}
	lines, totals, err := a.reports.StatementOf(ctx, who.Site, search, req.Slice())
	if err != nil {
		return LedgerAnswer{}, err
	}
	out, count := LedgerAnswer{List: make([]LedgerRow, len(lines)), Totals: make([]LedgerTotal, len(totals))}, int64(0)
	for i, t := range totals {
		out.Totals[i] = LedgerTotal{Unit: t.Unit, InAmt: t.In, OutAmt: t.Out}
		count += t.Lines
	}
	out.PageInfo = req.Info(count)
	for i, l := range lines {
		out.List[i] = LedgerRow{
			No: l.No, At: l.At, Unit: l.Unit, Kind: l.Kind, Amount: l.Amount, Balance: l.Balance, Ref: l.Ref, Source: sourceOf(l.Kind),
		}
	}
	return out, nil
}

// RoundRow is a round of the member.
type RoundRow struct {
	Idx           int64         `json:"idx"`
	GameName      string        `json:"gameName"`
	RoundID       string        `json:"roundId"`
	Slip          bool          `json:"slip"` // a bet on the sportsbook
	Stake         money.Amount  `json:"stake"`
	Payout        money.Amount  `json:"payout"`
	Result        casino.Result `json:"result"`
	BalanceBefore money.Amount  `json:"balanceBefore"`
	BalanceAfter  money.Amount  `json:"balanceAfter"`
	At            time.Time     `json:"at"`
}

// RoundsRequest asks for a page of rounds, or for the page with one.
type RoundsRequest struct {
	PersonRequest
	Move string `json:"move,omitzero"` // ref of an entry of the ledger: the page with its round
}

// RoundTotals adds up the rounds of the whole selection.
type RoundTotals struct {
	Stake     money.Amount `json:"stake"`     // of settled rounds
	Payout    money.Amount `json:"payout"`    // of the same
	OpenStake money.Amount `json:"openStake"` // of those that are open
}

// RoundsAnswer is a page of rounds of the last three months, newest first.
type RoundsAnswer struct {
	List     []RoundRow  `json:"list"`
	PageInfo paging.Info `json:"pageInfo"`
	Totals   RoundTotals `json:"totals"`
	Row      int64       `json:"row"` // the round that was asked for; 0: it is not among these
}

func (a *API) rounds(ctx context.Context, who httpx.Caller, req RoundsRequest) (RoundsAnswer, error) {
	if err := a.own(ctx, who, req.MemID); err != nil {
		return RoundsAnswer{}, err
	}
	search := game.Search{Site: who.Site, Member: req.MemID, Days: req.Days}
	if req.Row == 0 && req.Move != "" {
		var err error
		if req.Row, err = a.games.RoundOfMove(ctx, req.MemID, req.Move); err != nil {
			return RoundsAnswer{}, err
		}
	}
	if req.Row != 0 {
		before, err := a.games.RoundsBefore(ctx, search, req.Row)
		if err != nil {
			return RoundsAnswer{}, err
		}
		req.Request = req.At(before)
	}
	search.Slice = req.Slice()
	found, sum, err := a.games.History(ctx, search)
	if err != nil {
		return RoundsAnswer{}, err
	}
	out := RoundsAnswer{
		List: make([]RoundRow, len(found)), PageInfo: req.Info(sum.Rounds),
		Totals: RoundTotals{Stake: sum.Stake, Payout: sum.Payout, OpenStake: sum.OpenStake},
	}
	for i, r := range found {
		if r.ID == req.Row {
			out.Row = r.ID
		}
		name := r.NameENG
		if who.Lang == "ko" && r.NameKOR != "" {
			name = r.NameKOR
		}
		if name == "" {
			name = r.Game
		}
		out.List[i] = RoundRow{
			Idx: r.ID, GameName: name, RoundID: r.RoundID, Slip: r.Vendor == casino.Book, Stake: r.Stake, Payout: r.Payout, Result: r.Result,
			BalanceBefore: r.BalanceBefore, BalanceAfter: r.BalanceAfter, At: r.At,
		}
	}
	return out, nil
}

// SessionRow is a live session of the member.
type SessionRow struct {
	Since     time.Time `json:"since"`
	Seen      time.Time `json:"seen"` // the last action, to the minute
	IP        string    `json:"ip"`
	UserAgent string    `json:"userAgent"`
}

// LoginRow is a login that was tried.
type LoginRow struct {
	At     time.Time `json:"at"`
	IP     string    `json:"ip"`
	Result string    `json:"result"` // 200, or the code of the refusal
}

// LoginsRequest asks for a page of a member's logins.
type LoginsRequest struct {
	MemID string `json:"memId"`
	paging.Days
	paging.Request
}

// LoginsAnswer is the live sessions and a page of the logins, newest first.
type LoginsAnswer struct {
	Sessions []SessionRow `json:"sessions"`
	List     []LoginRow   `json:"list"`
	PageInfo paging.Info  `json:"pageInfo"`
}

func (a *API) logins(ctx context.Context, who httpx.Caller, req LoginsRequest) (LoginsAnswer, error) {
	if err := a.own(ctx, who, req.MemID); err != nil {
		return LoginsAnswer{}, err
	}
	live, err := a.members.Devices(ctx, who.Site, req.MemID)
	if err != nil {
		return LoginsAnswer{}, err
	}
	tried, total, err := a.members.Logins(ctx, who.Site, req.MemID, req.Days, req.Slice())
	if err != nil {
		return LoginsAnswer{}, err
	}
	out := LoginsAnswer{Sessions: make([]SessionRow, len(live)), List: make([]LoginRow, len(tried)), PageInfo: req.Info(total)}
	for i, d := range live {
		out.Sessions[i] = SessionRow{Since: d.Since, Seen: d.Seen, UserAgent: d.UserAgent}
		if d.IP.IsValid() {
			out.Sessions[i].IP = d.IP.String()
		}
	}
	for i, l := range tried {
		out.List[i] = LoginRow{At: l.At, Result: l.Result}
		if l.IP.IsValid() {
			out.List[i].IP = l.IP.String()
		}
	}
	return out, nil
}
