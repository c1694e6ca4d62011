package site

import (
	"errors"
	"fmt"
	"time"

	"hubstake/internal/core/money"
)

// CashOptions are those of deposits and withdrawals (D-14 … D-20).
type CashOptions struct {
	DepositMin          money.Amount `json:"depositMin"`
	DepositMax          money.Amount `json:"depositMax"`
	DepositUnit         money.Amount `json:"depositUnit"`
	DepositWaitMinutes  int          `json:"depositWaitMinutes"`
	WithdrawMin         money.Amount `json:"withdrawMin"`
	WithdrawMax         money.Amount `json:"withdrawMax"`
	WithdrawUnit        money.Amount `json:"withdrawUnit"`
	WithdrawWaitMinutes int          `json:"withdrawWaitMinutes"`
	WithdrawUndoSeconds int          `json:"withdrawUndoSeconds"`
	ExchangeClosedFrom  string       `json:"exchangeClosedFrom"` // hh:mm of the site's clock (D-17)
	ExchangeClosedTo    string       `json:"exchangeClosedTo"`

	PartnerPayout bool `json:"partnerPayout"` // members may ask their partner to pay them out (D-28)

	// Of withdrawals of a partner's PT to its own bank account (D-73): of one request, and of a day of the site's clock; a day of 0 allows none.
	PTWithdrawMin    money.Amount `json:"ptWithdrawMin"`
	PTWithdrawMax    money.Amount `json:"ptWithdrawMax"`
	PTWithdrawDayMax money.Amount `json:"ptWithdrawDayMax"`
}

func (o CashOptions) validate() error {
	for _, t := range []string{o.ExchangeClosedFrom, o.ExchangeClosedTo} {
		if _, err := time.Parse("15:04", t); err != nil {
			return fmt.Errorf("time of day %q is not hh:mm", t)
		}
	}
	if o.DepositUnit < 1 || o.WithdrawUnit < 1 {
		return errors.New("units are at least 1")
	}
	if o.PTWithdrawDayMax < 0 || o.PTWithdrawDayMax > money.Max {
		return fmt.Errorf("ptWithdrawDayMax: %d is no amount", o.PTWithdrawDayMax)
	}
	return errors.Join(
		checkRange("deposit", o.DepositMin, o.DepositMax), checkRange("withdraw", o.WithdrawMin, o.WithdrawMax),
		checkRange("ptWithdraw", o.PTWithdrawMin, o.PTWithdrawMax),
	)
}
