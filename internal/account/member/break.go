package member

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/ledger/wallet"
)

// ShortestExclusion is how long an exclusion lasts at least, in months (S-41).
const ShortestExclusion = 6

// Break is what keeps a member from bets and deposits by their own wish (U033); nil: there was none.
type Break struct {
	Timeout   *time.Time // the end of a timeout, which ends by itself (S-40)
	Exclusion *time.Time // the end of an exclusion: after it staff may take the member back, not before (S-41)
	Excluded  bool       // the account is excluded; it stays so after the end until staff readmits the member
}

// At reports whether the break holds at a moment, and until when: the zero time when it has no end of its own.
func (b Break) At(now time.Time) (holds bool, until time.Time) {
	for _, end := range []*time.Time{b.Timeout, b.Exclusion} {
		if end != nil && end.After(now) && end.After(until) {
			holds, until = true, *end
		}
	}
	return holds || b.Excluded, until
}

// Excludes reports whether the member is excluded at a moment: not only by a timeout, which ends by itself within weeks.
func (b Break) Excludes(now time.Time) bool {
	return b.Excluded || b.Exclusion != nil && b.Exclusion.After(now)
}

// NewBreak is a break that a member takes.
type NewBreak struct {
	Site, MemID string
	Until       time.Time
	Exclusion   bool // else a timeout
}

// TakeBreak begins a break of a member in tx: never shorter than a break that holds. E001: it would end before that. Sessions go
// on, so that the member can withdraw (S-42); games are closed. It locks the member's wallets: a bet that has passed the gate is placed
// before the break holds, or sees it. U001: no such member; U018: the account is neither normal nor excluded.
func (s *Service) TakeBreak(ctx context.Context, tx pgx.Tx, r NewBreak) error {
	q := memberdb.New(tx)
	m, err := q.LockMember(ctx, memberdb.LockMemberParams{MemberID: r.MemID, SiteID: r.Site})
	if errors.Is(err, pgx.ErrNoRows) {
		return fault.MemberNotFound
	}
	if err != nil {
		return fmt.Errorf("break: %w", err)
	}
	if st := Status(m.Status); st != Normal && st != Excluded {
		return fault.Suspended
	}
	ends := m.TimeoutUntil
	if r.Exclusion {
		ends = m.ExcludedUntil
	}
	if ends != nil && r.Until.Before(*ends) {
		return fault.Failed
	}
	if r.Exclusion {
		err = q.SetStatus(ctx, memberdb.SetStatusParams{
			Status: string(Excluded), At: s.clk.Now(), By: r.MemID, Reason: "self-exclusion", ExcludedUntil: &r.Until, MemberID: r.MemID,
		})
	} else {
		err = q.SetTimeout(ctx, memberdb.SetTimeoutParams{Until: r.Until, MemberID: r.MemID})
	}
	if err != nil {
		return fmt.Errorf("break: %w", err)
	}
	if _, err := tx.Exec(ctx, "SELECT game_close_all($1, $2)", r.MemID, s.clk.Now()); err != nil {
		return fmt.Errorf("break: games: %w", err)
	}
	return wallet.LockAll(ctx, tx, r.MemID)
}

// Prove checks that the member itself is there, by the password (S-85). U031: none; U003, U004: a wrong one, which counts as at a
// login.
func (s *Service) Prove(ctx context.Context, siteID, memID string, password credential.Secret, from credential.Origin) error {
	if password == "" {
		return fault.PasswordRequired
	}
	st, err := s.options(ctx, siteID)
	if err != nil {
		return err
	}
	_, err = s.prove(ctx, Change{Site: siteID, MemID: memID, Password: password, Origin: from}, st.Options.PassTries)
	return err
}
