package lower

import (
	"context"
	"slices"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
)

// SwitchedOff is something that a partner switched off.
type SwitchedOff struct {
	Part    string    `json:"part"`    // login, bet, recommend, status, casino or slot
	Partner string    `json:"partner"` // empty: one above the caller
	Reason  string    `json:"reason"`
	At      time.Time `json:"at"`
	Own     bool      `json:"own"` // by the caller or a partner below it: the caller can undo it
}

// Money is further money of an account; like the amounts of the row, it needs the right money.read. Deposits and withdrawals are those asked for while
// it was below the caller.
type Money struct {
	Held            money.Amount `json:"held"` // for a withdrawal
	DepositCount    int64        `json:"depositCount"`
	WithdrawalCount int64        `json:"withdrawalCount"`
	LastDepositAt   *time.Time   `json:"lastDepositAt"`
}

// Round is one of the last rounds; they need the right play.read.
type Round struct {
	ID       int64        `json:"id"`
	GameCode string       `json:"gameCode"`
	NameKOR  string       `json:"name_KOR"`
	NameENG  string       `json:"name_ENG"`
	Stake    money.Amount `json:"stake"`
	Payout   money.Amount `json:"payout"`
	State    string       `json:"state"` // open, closed or void
	At       time.Time    `json:"at"`
}

// Login is an attempt to log in.
type Login struct {
	Result string    `json:"result"` // 200 or the code of the refusal
	IP     string    `json:"ip"`
	At     time.Time `json:"at"`
}

// CardAnswer is an account of the downline, to read only. Name, phone and account number are masked. Money, rounds, logins and addresses are those of
// the time in which it was below the caller.
type CardAnswer struct {
	Row
	BankName   string        `json:"bankName"`
	AccountNo  string        `json:"accountNo"`
	Upline     []string      `json:"upline"` // from the partner directly above up to the caller
	Switched   []SwitchedOff `json:"switched"`
	Money      *Money        `json:"money"`  // null: without the right
	Rounds     []Round       `json:"rounds"` // empty without the right
	Logins     []Login       `json:"logins"`
	Shared     []Row         `json:"shared"` // others of the downline that use one of its addresses
	SharedMore bool          `json:"sharedMore"`
}

func (a *API) card(ctx context.Context, who httpx.Caller, req MemberRequest) (CardAnswer, error) {
	online, err := a.online(ctx, who.Site)
	if err != nil {
		return CardAnswer{}, err
	}
	c, err := a.reports.LowerCard(ctx, report.CardSearch{Site: who.Site, Partner: who.MemID, Member: req.MemID, Money: who.Has(right.MoneyRead)})
	if err != nil {
		return CardAnswer{}, err
	}
	out := CardAnswer{
		Row: row(c.Lower, online), BankName: c.Bank, AccountNo: c.Number, Upline: c.Upline, Switched: make([]SwitchedOff, len(c.Switched)),
		Rounds: []Round{}, Logins: make([]Login, len(c.Logins)), Shared: rows(c.Shared, online), SharedMore: c.SharedMore,
	}
	for i, s := range c.Switched {
		// Partners outside of the caller's tree are not shown to it.
		out.Switched[i] = SwitchedOff{Part: s.Part, Reason: s.Reason, At: s.At.UTC(), Own: slices.Contains(c.Upline, s.Partner)}
		if out.Switched[i].Own {
			out.Switched[i].Partner = s.Partner
		} else {
			out.Switched[i].Reason = ""
		}
	}
	for i, l := range c.Logins {
		out.Logins[i] = Login{Result: l.Result, IP: text(l.IP), At: l.At}
	}
	if who.Has(right.MoneyRead) {
		out.Money = &Money{Held: c.Held, DepositCount: c.DepositCount, WithdrawalCount: c.WithdrawalCount, LastDepositAt: c.LastDepositAt}
	}
	if who.Has(right.PlayRead) {
		for _, r := range c.Rounds {
			out.Rounds = append(out.Rounds, Round{
				ID: r.ID, GameCode: r.Game, NameKOR: r.NameKOR, NameENG: r.NameENG, Stake: r.Stake, Payout: r.Payout, State: r.State, At: r.At,
			})
		}
	}
	return out, nil
}
