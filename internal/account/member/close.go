package member

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/ledger/wallet"
)

// Close closes an account in tx by its member's own wish (S-15): games and sessions end, and login is refused with U020 from then on. The
// wallets stay locked until tx ends, so a bet that has passed the gate is placed before, or sees it. Call announce
// once tx is committed: it tells the hub of the ended sessions. U001: no such member; U018: the account is neither normal nor excluded;
// U020: a partner, whose downline staff must look after.
func (s *Service) Close(ctx context.Context, tx pgx.Tx, siteID, memID, trace string) (announce func(context.Context), err error) {
	q := memberdb.New(tx)
	m, err := q.LockMember(ctx, memberdb.LockMemberParams{MemberID: memID, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) {
		return nil, fault.MemberNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("close account: %w", err)
	}
	if st := Status(m.Status); st != Normal && st != Excluded {
		return nil, fault.Suspended
	}
	if m.Role == "partner" {
		return nil, fault.ContactAdmin
	}
	err = q.SetStatus(ctx, memberdb.SetStatusParams{
		Status: string(Closed), At: s.clk.Now(), By: memID, Reason: "closed by the member", MemberID: memID,
	})
	if err != nil {
		return nil, fmt.Errorf("close account: %w", err)
	}
	if _, err := tx.Exec(ctx, "SELECT game_close_all($1, $2)", memID, s.clk.Now()); err != nil {
		return nil, fmt.Errorf("close account: games: %w", err)
	}
	ended, err := s.endAll(ctx, tx, memID, reasonClosed, trace)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) { s.announce(ctx, ended...) }, wallet.LockAll(ctx, tx, memID)
}
