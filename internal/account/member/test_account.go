package member

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/ledger/wallet"
)

// MarkTest makes a member a test account (S-103): corrections by two persons are its only funds, it may not deposit or withdraw, it gives
// and is given nothing, and it is left out of all figures. Only an account whose wallets never had a move can be marked, and the mark
// stays, so that an account's money is either real or for tests from the first move to the last. E001: no reason. U001: a pending, deleted
// or partner account. U051: its wallet has had a move. C019: it is marked already.
func (s *Service) MarkTest(ctx context.Context, a Act, reason string) error {
	reason = strings.TrimSpace(reason)
	if reason == "" || utf8.RuneCountInString(reason) > reasonMax {
		return fault.Failed
	}
	return s.act(ctx, a, "member.test", map[string]any{"reason": reason}, func(tx pgx.Tx, m memberdb.LockMemberRow) error {
		if Status(m.Status) == Pending || Status(m.Status) == Deleted || m.Role == "partner" {
			return fault.MemberNotFound
		}
		q := memberdb.New(tx)
		c, err := q.Card(ctx, memberdb.CardParams{MemberID: m.MemberID, SiteID: a.Site})
		if err != nil {
			return fmt.Errorf("mark test: %w", err)
		}
		if c.TestSince != nil {
			return fault.PaymentProblem
		}
		// A move takes the wallet's lock: it either ended before this transaction and is seen, or waits for it.
		unused, err := wallet.LockUnused(ctx, tx, m.MemberID)
		if err != nil {
			return err
		}
		if !unused {
			return fault.TestAccount
		}
		if err := q.MarkTest(ctx, memberdb.MarkTestParams{At: s.clk.Now(), By: a.ID, Reason: reason, MemberID: m.MemberID}); err != nil {
			return fmt.Errorf("mark test: %w", err)
		}
		return nil
	})
}

// MayUseRealMoney refuses test accounts with U051.
func (p Profile) MayUseRealMoney() error {
	if p.Test {
		return fault.TestAccount
	}
	return nil
}
