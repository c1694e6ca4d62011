package seamless

import (
	"context"
	"fmt"
	"unicode/utf8"

	"hubstake/internal/core/jackpot"
	"hubstake/internal/core/money"
	"hubstake/internal/play/provider"
)

var _ provider.JackpotSource = (*Client)(nil)

// Bounds of what is believed of a provider's answer.
const (
	mostPools  = 200
	mostNames  = 64 // characters of a code
	mostListed = 100
)

type poolAnswer struct {
	Group    string   `json:"group"`
	Level    string   `json:"level"`
	Currency string   `json:"currency"`
	Amount   string   `json:"amount"` // decimal
	Games    []string `json:"games"`
	Wins     []struct {
		RoundID string `json:"round_id"`
		Amount  string `json:"amount"`
	} `json:"wins"`
}

// Jackpots asks for the provider's jackpots. The whole answer is refused when it holds something that cannot be an amount or a code.
func (c *Client) Jackpots(ctx context.Context) ([]jackpot.Pool, error) {
	const op = "jackpots"
	var a struct {
		Pools []poolAnswer `json:"pools"`
	}
	if err := c.call(ctx, op, op, struct{}{}, &a); err != nil {
		return nil, err
	}
	if len(a.Pools) > mostPools {
		return nil, fmt.Errorf("%w: %s %s: %d pools", provider.ErrDown, c.vendor, op, len(a.Pools))
	}
	pools := make([]jackpot.Pool, 0, len(a.Pools))
	for _, p := range a.Pools {
		if _, known := money.ByCode(p.Currency); !known {
			continue // no site has it
		}
		pool, err := c.pool(op, p)
		if err != nil {
			return nil, err
		}
		pools = append(pools, pool)
	}
	return pools, nil
}

func (c *Client) pool(op string, p poolAnswer) (pool jackpot.Pool, err error) {
	if !code(p.Group) || !code(p.Level) || len(p.Games) > mostListed || len(p.Wins) > mostListed {
		return pool, fmt.Errorf("%w: %s %s: pool %.70q of %.70q", provider.ErrDown, c.vendor, op, p.Level, p.Group)
	}
	pool = jackpot.Pool{Group: p.Group, Level: p.Level, Currency: p.Currency, Games: p.Games}
	if pool.Amount, err = c.amount(op, p.Currency, p.Amount); err != nil {
		return pool, err
	}
	for _, w := range p.Wins {
		won, err := c.amount(op, p.Currency, w.Amount)
		if err != nil {
			return pool, err
		}
		pool.Wins = append(pool.Wins, jackpot.Win{Round: w.RoundID, Amount: won})
	}
	return pool, nil
}

func code(s string) bool {
	return s != "" && utf8.ValidString(s) && utf8.RuneCountInString(s) <= mostNames
}
