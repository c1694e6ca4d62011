package member

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/platform/pg"
)

// renewBefore is how long before its end a token is renewed (D-09).
const renewBefore = time.Minute

// Renewal asks for the token of a session. Gen is the generation of the token that the caller has.
type Renewal struct {
	SID   string
	Gen   int
	Force bool
	Trace string // W3C traceparent
}

// Renew answers the token of the present generation, with the end that it has, while more than a minute is left; in its
// last minute, or when forced, it makes the next generation for another 120 minutes, and the one before dies after Grace.
// No token outlives the longest session of the site (longest): in the last minute of that the session is ended instead (U029).
// A caller whose own token was renewed a moment ago by another tab gets that generation, and does not make one more.
func (s *Service) Renew(ctx context.Context, r Renewal) (Grant, error) {
	var x Session
	var over []Session
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		q, now := memberdb.New(tx), s.clk.Now()
		over = nil
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
		st, err := s.options(ctx, x.Site)
		if err != nil {
			return err
		}
		end := tokenEnd(now, row.CreatedAt.Add(longest(st.Options, x.Audience)))
		if end.Sub(now) <= renewBefore {
			row, err := q.EndSession(ctx, memberdb.EndSessionParams{SessionID: r.SID, Reason: reasonLongest, At: now})
			if err != nil {
				return fmt.Errorf("renew: %w", err)
			}
			over = []Session{sessionOf(row)}
			return logoutEvents(ctx, tx, over, r.Trace)
		}
		row, err = q.RenewSession(ctx, memberdb.RenewSessionParams{
			SessionID: r.SID, ExpiresAt: end, At: now,
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
	if len(over) > 0 {
		s.announce(ctx, over...)
		return Grant{}, fault.NoAccess
	}
	s.announce(ctx, x)
	return s.Grant(x)
}
