package wallet

import (
	"context"
	"time"

	"hubstake/internal/access/httpx"
	"hubstake/internal/account/credential"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash"
)

// Turnover says how much must still be played before a withdrawal (D-20). needed and done are of what was credited since nothing
// was asked for the last time; needed is done and remaining together.
type Turnover struct {
	Needed    money.Amount      `json:"needed"`
	Done      money.Amount      `json:"done"`
	Remaining money.Amount      `json:"remaining"`
	Products  []ProductTurnover `json:"products"` // every product, whether it was played or not
	// In a break a withdrawal is not held back by the remainder; what it forfeits of bonuses instead is 0 when no break holds.
	InBreak        bool         `json:"inBreak"`
	ForfeitCash    money.Amount `json:"forfeitCash"`
	ForfeitPoints  money.Amount `json:"forfeitPoints"`
	KeptPartner    money.Amount `json:"keptPartner"`    // in a timeout: what partners paid and was not played; a withdrawal leaves it in the wallet
	Owed           money.Amount `json:"owed"`           // after a correction of a bet; taken from wins and before a withdrawal (D-74)
	ThroughPartner bool         `json:"throughPartner"` // the member may ask its partner to pay a withdrawal (D-28)
}

// ProductTurnover is one kind of games: sports, casino, slot, minigame, fishing, virtual or other.
type ProductTurnover struct {
	Product   string       `json:"product"`
	Weight    int64        `json:"weight"`    // basis points of a stake that count; 0: it does not count
	Staked    money.Amount `json:"staked"`    // in closed rounds, for what is needed
	Counted   money.Amount `json:"counted"`   // of that, by the weight
	Remaining money.Amount `json:"remaining"` // what is still to stake if only this is played
}

func (a *API) turnover(ctx context.Context, who httpx.Caller, _ httpx.None) (Turnover, error) {
	t, err := a.cash.Turnover(ctx, who.Site, who.MemID)
	if err != nil {
		return Turnover{}, err
	}
	payer, err := a.cash.Payer(ctx, who.MemID)
	if err != nil {
		return Turnover{}, err
	}
	owed, err := a.cash.Owed(ctx, who.Site, who.MemID)
	if err != nil {
		return Turnover{}, err
	}
	out := Turnover{
		Owed:           owed,
		ThroughPartner: payer != "",
		Needed:         t.Needed, Done: t.Done, Remaining: t.Remaining, Products: make([]ProductTurnover, len(t.Products)),
		InBreak: t.InBreak, ForfeitCash: t.Forfeit.Cash, ForfeitPoints: t.Forfeit.Points, KeptPartner: t.Kept,
	}
	for i, p := range t.Products {
		out.Products[i] = ProductTurnover{Product: p.Name, Weight: p.Weight, Staked: p.Staked, Counted: p.Counted, Remaining: p.Remaining}
	}
	return out, nil
}

// Account is where to pay into, for as long as it is shown to this member.
type Account struct {
	Bank   string    `json:"bankName"`
	Number string    `json:"accountNo"`
	Holder string    `json:"accountHolder"`
	Until  time.Time `json:"until"` // after it the member asks again
}

// OpenAccountRequest asks for the account to pay into.
type OpenAccountRequest struct {
	CashPIN credential.Secret `json:"cashPin"`
}

func (a *API) account(ctx context.Context, who httpx.Caller, _ httpx.None) (Account, error) {
	h, err := a.cash.HeldAccount(ctx, viewer(who))
	return wireAccount(h), err
}

func (a *API) openAccount(ctx context.Context, who httpx.Caller, req OpenAccountRequest) (Account, error) {
	h, err := a.cash.OpenAccount(ctx, viewer(who), req.CashPIN)
	return wireAccount(h), err
}

func viewer(who httpx.Caller) cash.Viewer {
	return cash.Viewer{Site: who.Site, Member: who.MemID, IP: who.IP, Trace: who.Trace}
}

func wireAccount(h cash.Handed) Account { return Account{h.Bank, h.Number, h.Holder, h.Until} }
