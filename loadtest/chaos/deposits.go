package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/pquerna/otp/totp"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/money"
	"hubstake/internal/hubclient"
)

// row is a request of the cash desk, as its member sees it.
type row struct {
	Idx         int64        `json:"idx"`
	Amount      money.Amount `json:"amount"`
	Status      int          `json:"status"`
	RequestedAt time.Time    `json:"requestedAt"`
}

// shown is the body with which staff names a member's request.
func (r row) shown(memID string) map[string]any {
	return map[string]any{"idx": r.Idx, "memId": memID, "amount": r.Amount, "requestedAt": r.RequestedAt}
}

// done is the status of a request that was approved (D-11).
const done = 1

// pay asks for a deposit and has staff approve it. An unknown outcome is looked up: neither call may be repeated blindly.
func (c *crowd) pay(ctx context.Context, p *player) error {
	err := persist(ctx, func() error {
		body := map[string]any{"amount": deposit, "depositor": "Load Test", "bank": "Kookmin"}
		err := c.in.call(ctx, p.Token, "/api/cash/in", body, nil)
		if err == refusal("C007") { //nolint:errorlint // a comparable value of this package: the request of a lost answer is there
			return nil
		}
		return err
	})
	if err == refusal("C006") { //nolint:errorlint // as above: this member deposited in a run of just now
		return nil
	}
	if err != nil {
		return fmt.Errorf("deposit of %s: %w", p.MemID, err)
	}
	for {
		mine, err := c.request(ctx, p.Member)
		if err != nil {
			return fmt.Errorf("deposit of %s: %w", p.MemID, err)
		}
		if mine.Status == done {
			p.delta += deposit
			return nil
		}
		err = c.in.call(ctx, c.staff, "/api/admin/cash/approve", mine.shown(p.MemID), nil)
		if err != nil && !errors.Is(err, errUnclear) {
			return fmt.Errorf("approve %s: %w", p.MemID, err)
		}
		if err := pause(ctx, again); err != nil {
			return err
		}
	}
}

// request is the player's newest deposit as the player sees it.
func (c *crowd) request(ctx context.Context, m hubclient.Member) (r row, err error) {
	err = persist(ctx, func() error {
		var answer struct {
			List []row `json:"list"`
		}
		body := map[string]any{"cashType": "in", "page": 1, "count_per_list": 1}
		if err := c.in.call(ctx, m.Token, "/api/cash/list/", body, &answer); err != nil {
			return err
		}
		if len(answer.List) == 0 {
			return errors.New("the deposit is not in the list")
		}
		r = answer.List[0]
		return nil
	})
	return r, err
}

// logInStaff uses the next one-time code when this one has been used: each counts once.
func (in *instance) logInStaff(ctx context.Context, clk clock.Clock) (string, error) {
	const step = 30 * time.Second
	var session struct {
		Token string `json:"token"`
	}
	for try := 0; ; try++ {
		code, err := totp.GenerateCode(in.Admin.TOTPSecret, clk.Now())
		if err != nil {
			return "", fmt.Errorf("one-time code: %w", err)
		}
		body := map[string]any{"memId": in.Admin.MemID, "memPass": in.Admin.MemPass, "otp": code}
		if err = in.call(ctx, "", "/api/admin/login", body, &session); err == nil {
			return session.Token, nil
		}
		if try > 0 {
			return "", fmt.Errorf("staff login: %w", err)
		}
		if err := pause(ctx, step-time.Duration(clk.Now().UnixNano())%step); err != nil {
			return "", err
		}
	}
}
