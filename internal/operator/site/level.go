package site

import (
	"errors"
	"strconv"

	"hubstake/internal/core/money"
)

// MaxLevel is the highest level of a member; the lowest is 1.
const MaxLevel = 10

// Level are the limits of the members of a level (D-18, D-22). 0 leaves what the site has for all.
type Level struct {
	DepositMin  money.Amount `json:"depositMin,omitempty"`
	DepositMax  money.Amount `json:"depositMax,omitempty"`
	WithdrawMin money.Amount `json:"withdrawMin,omitempty"`
	WithdrawMax money.Amount `json:"withdrawMax,omitempty"`
	MaxStake    money.Amount `json:"maxStake,omitempty"` // of one bet; the site's own is times the level

	// Of the sportsbook: of one bet. The site's own are times the level.
	SportsMinStake money.Amount `json:"sportsMinStake,omitempty"`
	SportsMaxWin   money.Amount `json:"sportsMaxWin,omitempty"`
}

// ForLevel are the options as they are for the members of a level; betgate_ask does it for the stake, and Sportsbook for its bets.
func (o Options) ForLevel(n int) Options {
	l := o.Levels[strconv.Itoa(n)]
	for _, f := range []struct {
		into *money.Amount
		from money.Amount
	}{
		{&o.DepositMin, l.DepositMin},
		{&o.DepositMax, l.DepositMax},
		{&o.WithdrawMin, l.WithdrawMin},
		{&o.WithdrawMax, l.WithdrawMax},
	} {
		if f.from != 0 {
			*f.into = f.from
		}
	}
	return o
}

var (
	errSmallest = errors.New("the smallest withdrawal is below the smallest bet: a wallet with less is empty and owes nothing (D-20)")
	errRange    = errors.New("an amount is negative or too large, or from and to are no range")
)

func (o Options) checkLevel(l Level) error {
	for _, a := range []money.Amount{l.DepositMin, l.DepositMax, l.WithdrawMin, l.WithdrawMax, l.MaxStake, l.SportsMinStake, l.SportsMaxWin} {
		if a < 0 || a > money.Max {
			return errRange
		}
	}
	or := func(a, b money.Amount) money.Amount {
		if a != 0 {
			return a
		}
		return b
	}
	if or(l.DepositMin, o.DepositMin) > or(l.DepositMax, o.DepositMax) || or(l.WithdrawMin, o.WithdrawMin) > or(l.WithdrawMax, o.WithdrawMax) {
		return errRange
	}
	if or(l.WithdrawMin, o.WithdrawMin) < o.SmallestBet {
		return errSmallest
	}
	return nil
}
