package member

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/fault"
	"hubstake/internal/member/memberdb"
	"hubstake/internal/platform/pg"
	"hubstake/internal/platform/token"
)

// renewBefore is how long before its end a token is renewed (D-09).
const renewBefore = time.Minute

// Renewal asks for the token of a session. Gen is the generation of the token that the caller has.
type Renewal struct {
	SID   string
	Gen   int
	Force bool
}

// Renew answers the token of the present generation, with the end that it has, while more than a minute is left; in its
// last minute, or when forced, it makes the next generation for another 120 minutes, and the one before dies after Grace.
// A caller whose own token was renewed a moment ago by another tab gets that generation, and does not make one more.
func (s *Service) Renew(ctx context.Context, r Renewal) (Grant, error) {
	var x Session
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q, now := memberdb.New(tx), s.clk.Now()
		row, err := q.LockSession(ctx, r.SID)
		if errors.Is(err, pgx.ErrNoRows) {
			return fault.NoAccess
		}
		if err != nil {
			return fmt.Errorf("renew: %w", err)
		}
		switch x = sessionOf(row); {
		case x.State == Replaced:
			return fault.LoggedInElsewhere
		case x.State != Live:
			return fault.NoAccess
		case r.Gen < x.Gen, !r.Force && x.Expires.Sub(now) > renewBefore:
			return nil
		}
		row, err = q.RenewSession(ctx, memberdb.RenewSessionParams{
			SessionID: r.SID, ExpiresAt: now.Truncate(time.Second).Add(token.Life),
		})
		if err != nil {
			return fmt.Errorf("renew: %w", err)
		}
		x = sessionOf(row)
		return nil
	})
	if err != nil {
		return Grant{}, err
	}
	s.announce(ctx, x)
	return s.grant(x)
}
