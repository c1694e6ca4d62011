package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"sync/atomic"

	"hubstake/internal/core/id"
	"hubstake/internal/core/money"
	"hubstake/internal/hubclient"
	simfault "hubstake/internal/sim/chaos"
	"hubstake/internal/sim/wallet"
)

const (
	stake    = 1_000
	prize    = 1_500
	spin     = 200 // the lowest stake of the simulated games
	currency = "KRW"
)

// player is a member with what it knows of its own money: every answer that it got, and nothing else.
type player struct {
	hubclient.Member
	delta   money.Amount // since the last reckoning; one goroutine plays a member
	seen    atomic.Pointer[hubclient.Message]
	drops   atomic.Int64
	answers atomic.Int64 // of vendors' calls
	live    atomic.Bool
	torn    atomic.Pointer[string] // a frame that must not have come
}

// sure repeats a vendor's call until its answer is known.
func (c *crowd) sure(ctx context.Context, p *player, op string, req wallet.Request) error {
	req.Currency = currency
	var answer wallet.Answer
	err := persist(ctx, func() (err error) {
		answer, err = c.vendors[c.calls.Add(1)%uint64(len(c.vendors))].Call(ctx, op, req, wallet.Patience{Tries: 1, Attempt: callLimit}, simfault.Settings{})
		if errors.Is(err, wallet.ErrUnknown) {
			return fmt.Errorf("%w: %w", errUnclear, err)
		}
		return err
	})
	if err == nil {
		p.answers.Add(1)
	}
	if err == nil && answer.Status != wallet.OK {
		err = fmt.Errorf("%s of %s was answered %s", op, req.MemberID, answer.Status)
	}
	return err
}

// bet plays rounds as a vendor's server does: of four bets one wins, one is rolled back.
func (c *crowd) bet(ctx context.Context, p *player, going func() bool) error {
	for n := 0; going(); n++ {
		round := id.New()
		req := wallet.Request{TxID: "b" + round, RoundID: round, MemberID: p.MemID, Amount: strconv.Itoa(stake)}
		if err := c.sure(ctx, p, wallet.Bet, req); err != nil {
			return err
		}
		p.delta -= stake
		switch n % 4 {
		case 1:
			win := wallet.Request{TxID: "w" + round, RefTxID: req.TxID, RoundID: round, MemberID: p.MemID, Amount: strconv.Itoa(prize), Closes: true}
			if err := c.sure(ctx, p, wallet.Win, win); err != nil {
				return err
			}
			p.delta += prize
		case 3:
			back := wallet.Request{TxID: "r" + round, RefTxID: req.TxID, RoundID: round, MemberID: p.MemID}
			if err := c.sure(ctx, p, wallet.Rollback, back); err != nil {
				return err
			}
			p.delta += stake
		}
		if err := pause(ctx, beat); err != nil {
			return err
		}
	}
	return nil
}

// round is what the simulator says of a round.
type round struct {
	Code    string       `json:"code"`
	Settled bool         `json:"settled"`
	Stake   money.Amount `json:"stake"`
	Win     money.Amount `json:"win"`
}

// spins opens a game as a member does and plays it through its page's calls.
func (c *crowd) spins(ctx context.Context, p *player, going func() bool) error {
	var game struct {
		URL string `json:"gameUrl"`
	}
	err := persist(ctx, func() error {
		err := c.in.call(ctx, p.Token, "/api/game/getGame/slot", map[string]any{
			"gameGroup": "slot", "vendorKey": "201", "gameKey": "moonjar", "isMobile": 0, "lang": "en",
		}, &game)
		if err == refusal("G9999") { //nolint:errorlint // a comparable value of this package: the vendor did not answer
			return errUnclear
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("launch: %w", err)
	}
	for going() {
		r, err := c.spin(ctx, game.URL)
		if err != nil {
			return err
		}
		if r.Code == "" {
			p.delta += r.Win - r.Stake
		}
		if err := pause(ctx, beat); err != nil {
			return err
		}
	}
	return nil
}

// spin plays one round and asks with the same key until it is settled.
func (c *crowd) spin(ctx context.Context, game string) (r round, err error) {
	key := id.New()
	err = persist(ctx, func() error {
		answer, status, err := c.in.post(ctx, game+"/spin", "", "", map[string]any{"stake": spin, "key": key})
		switch {
		case err != nil:
			return fmt.Errorf("%w: %w", errUnclear, err)
		case status >= http.StatusInternalServerError || status == http.StatusConflict:
			return errUnclear // the round before is still being settled, or nothing is known
		case status != http.StatusOK:
			return fmt.Errorf("spin: HTTP %d: %s", status, answer)
		}
		if err := json.Unmarshal(answer, &r); err != nil {
			return fmt.Errorf("spin: %w", err)
		}
		if !r.Settled {
			return errUnclear
		}
		return nil
	})
	return r, err
}
