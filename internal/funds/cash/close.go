package cash

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/audit"
	"hubstake/internal/platform/pg"
)

// The ledger's reasons of what a member gives up by closing the account; the reference is the member and the moment.
const (
	kindClosing       = "closing"
	kindClosingPoints = "closing.points"
)

// Closing is a member's wish to close the account.
type Closing struct {
	Requester
	Cash, Points money.Amount      // what the member agrees to give up: exactly what is left
	Password     credential.Secret // the member itself is there
	UserAgent    string
}

// unsettledSeconds is when a member whose bets are open is told to try again (B9999).
const unsettledSeconds = 30

// CloseAccount closes an account (S-15). The member withdraws before, and gives up the exact sum that is left then. U031, U003, U004: no or a wrong password. C007: a deposit or withdrawal is open. B9999: a bet is open, or money is with a
// provider. C019: the sum is another one now. U018, U020: as member.Service.Close.
func (s *Service) CloseAccount(ctx context.Context, c Closing) error {
	from := credential.Origin{IP: c.IP, UserAgent: c.UserAgent, Trace: c.Trace}
	if err := s.members.Prove(ctx, c.Site, c.Member, c.Password, from); err != nil {
		return err
	}
	st, err := s.sites.Get(ctx, c.Site)
	if err != nil {
		return err
	}
	var announce func(context.Context)
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) (err error) {
		if announce, err = s.members.Close(ctx, tx, c.Site, c.Member, c.Trace); err != nil {
			return err
		}
		return s.giveUp(ctx, tx, c, st.Options.Currency)
	})
	if err == nil {
		announce(ctx)
	}
	return err
}

// giveUp takes what is left in the wallet, whose lock tx holds, and writes it to the audit.
func (s *Service) giveUp(ctx context.Context, tx pgx.Tx, c Closing, currency string) error {
	now := s.clk.Now()
	asked, err := cashdb.New(tx).HasAnyOpen(ctx, c.Member)
	if err != nil {
		return fmt.Errorf("cash: close account: %w", err)
	}
	if asked {
		return fault.RequestPending
	}
	elsewhere, err := turnover.Elsewhere(ctx, tx, c.Member, now)
	if err != nil {
		return err
	}
	if elsewhere {
		return fault.PreviousBetsSettling.With("seconds", strconv.Itoa(unsettledSeconds))
	}
	w, err := wallet.Lock(ctx, tx, c.Member, currency)
	if err != nil {
		return fmt.Errorf("cash: close account: %w", err)
	}
	if w.Cash != c.Cash || w.Points != c.Points {
		return fault.PaymentProblem
	}
	m := wallet.Move{Member: c.Member, Currency: currency, Contra: wallet.ContraPromo, Ref: c.Member + ":" + strconv.FormatInt(now.UnixMicro(), 10), Trace: c.Trace}
	for _, part := range []struct {
		unit   wallet.Unit
		kind   string
		amount money.Amount
	}{{wallet.Cash, kindClosing, w.Cash}, {wallet.Point, kindClosingPoints, w.Points}} {
		if m.Unit, m.Kind, m.Amount = part.unit, part.kind, -part.amount; part.amount == 0 {
			continue
		}
		if _, _, err := wallet.Apply(ctx, tx, m); err != nil {
			return fmt.Errorf("cash: close account: %w", err)
		}
	}
	return audit.Note(ctx, tx, audit.Entry{
		Actor: audit.Actor{ID: c.Member, IP: c.IP, Trace: c.Trace}, Site: c.Site, Action: "member.close", Target: c.Member,
		Detail: map[string]any{"cash": w.Cash, "points": w.Points},
	})
}
