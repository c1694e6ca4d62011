package seamless

import (
	"context"
	"fmt"

	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
)

// The provider's words for an order.
const (
	deposit  = "deposit"
	withdraw = "withdraw"

	done    = "DONE"
	refused = "REFUSED"
)

type orderRequest struct {
	TxID     string `json:"tx_id"`
	MemberID string `json:"member_id"`
	Currency string `json:"currency"`
	Amount   string `json:"amount"` // decimal
}

type orderAnswer struct {
	TxID     string `json:"tx_id"`
	Kind     string `json:"kind"`
	MemberID string `json:"member_id"`
	Currency string `json:"currency"`
	Amount   string `json:"amount"`
	Status   string `json:"status"` // DONE or REFUSED; both are final
	Reason   string `json:"reason"`
	Balance  string `json:"balance"`
}

// Move asks for an order to be carried out.
func (c *Client) Move(ctx context.Context, o provider.Order) (provider.Outcome, error) {
	op := "transfer_" + string(o.Direction)
	cur, ok := money.ByCode(o.Currency)
	if !ok {
		return provider.Outcome{}, fmt.Errorf("vendor %s: %s: no such currency: %q", c.vendor, op, o.Currency)
	}
	var a orderAnswer
	err := c.call(ctx, op, "transfer/"+kind(o.Direction), orderRequest{o.ID, o.Member, o.Currency, cur.Format(o.Amount)}, &a)
	if err != nil {
		return provider.Outcome{}, err
	}
	return c.outcome(op, o, a)
}

// Ask asks what became of an order. The provider refuses an id that it does not have from then on.
func (c *Client) Ask(ctx context.Context, o provider.Order) (provider.Outcome, error) {
	const op = "transfer_status"
	var a orderAnswer
	err := c.call(ctx, op, "transfer/status", struct {
		TxID string `json:"tx_id"`
	}{o.ID}, &a)
	if err != nil {
		return provider.Outcome{}, err
	}
	return c.outcome(op, o, a)
}

// Held is what the provider has of a member.
func (c *Client) Held(ctx context.Context, member, currency string) (money.Amount, error) {
	const op = "transfer_balance"
	var a struct {
		Balance string `json:"balance"`
	}
	err := c.call(ctx, op, "transfer/balance", struct {
		MemberID string `json:"member_id"`
		Currency string `json:"currency"`
	}{member, currency}, &a)
	if err != nil {
		return 0, err
	}
	return c.balance(op, currency, a.Balance)
}

// balance is what a wallet of the provider holds. A part of our minor unit stays there (D-71): an order that was carried out must not stay open because of it.
func (c *Client) balance(op, currency, s string) (money.Amount, error) {
	cur, ok := money.ByCode(currency)
	if !ok {
		return 0, fmt.Errorf("vendor %s: %s: no such currency: %q", c.vendor, op, currency)
	}
	n, cut, err := cur.ParseDown(s)
	if err != nil || cut == money.Capped {
		return 0, fmt.Errorf("%w: %s %s: not an amount: %q", provider.ErrDown, c.vendor, op, s)
	}
	return n, nil
}

// outcome reads an answer. One that is not about this order, or is in no final state, tells nothing. A refused id that was closed by
// asking has no content of its own.
func (c *Client) outcome(op string, o provider.Order, a orderAnswer) (provider.Outcome, error) {
	if a.TxID != o.ID || (a.Status != done && a.Status != refused) {
		return provider.Outcome{}, fmt.Errorf("%w: %s %s: answer %q about %q, which is not %q", provider.ErrDown, c.vendor, op, a.Status, a.TxID, o.ID)
	}
	out := provider.Outcome{Order: o, Done: a.Status == done, Reason: a.Reason}
	if !out.Done {
		return out, nil
	}
	var err error
	if out.Amount, err = c.amount(op, o.Currency, a.Amount); err != nil {
		return provider.Outcome{}, err
	}
	if out.Balance, err = c.balance(op, o.Currency, a.Balance); err != nil {
		return provider.Outcome{}, err
	}
	if out.Amount != o.Amount || a.Kind != kind(o.Direction) || a.MemberID != o.Member || a.Currency != o.Currency {
		return provider.Outcome{}, fmt.Errorf("%w: %s %s: %s is another order there: %s of %s %s for %s",
			provider.ErrDown, c.vendor, op, o.ID, a.Kind, a.Amount, a.Currency, a.MemberID)
	}
	return out, nil
}

func (c *Client) amount(op, currency, s string) (money.Amount, error) {
	cur, ok := money.ByCode(currency)
	if !ok {
		return 0, fmt.Errorf("vendor %s: %s: no such currency: %q", c.vendor, op, currency)
	}
	n, err := cur.Parse(s)
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%w: %s %s: not an amount: %q", provider.ErrDown, c.vendor, op, s)
	}
	return n, nil
}

func kind(d provider.Direction) string {
	if d == provider.In {
		return deposit
	}
	return withdraw
}
