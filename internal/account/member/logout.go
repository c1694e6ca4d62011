package member

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/access/token"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/platform/pg"
)

// Logout ends a session because its person wants it. One that is over stays as it is.
func (s *Service) Logout(ctx context.Context, sid, trace string) error {
	return s.end(ctx, sid, reasonLogout, trace)
}

func (s *Service) end(ctx context.Context, sid, reason, trace string) error {
	var ended []Session
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		r, err := memberdb.New(tx).EndSession(ctx, memberdb.EndSessionParams{SessionID: sid, Reason: reason, At: s.clk.Now()})
		if errors.Is(err, pgx.ErrNoRows) {
			ended = nil
			return nil
		}
		if err != nil {
			return fmt.Errorf("end session: %w", err)
		}
		ended = []Session{sessionOf(r)}
		return logoutEvents(ctx, tx, ended, trace)
	})
	if err != nil {
		return err
	}
	s.announce(ctx, ended...)
	return nil
}

// endAll ends all sessions of a member in tx, whose row the caller has locked. Announce them after the commit.
func (s *Service) endAll(ctx context.Context, tx pgx.Tx, memID, reason, trace string) ([]Session, error) {
	return s.endIn(ctx, tx, memID, reason, trace, token.Member, token.Partner)
}

func (s *Service) endIn(ctx context.Context, tx pgx.Tx, id, reason, trace string, areas ...token.Audience) ([]Session, error) {
	audiences := make([]string, len(areas))
	for i, a := range areas {
		audiences[i] = string(a)
	}
	rows, err := memberdb.New(tx).EndSessions(ctx, memberdb.EndSessionsParams{
		MemberID: id, Audiences: audiences, State: Ended, Reason: reason, At: s.clk.Now(),
	})
	if err != nil {
		return nil, fmt.Errorf("end sessions: %w", err)
	}
	ended := sessionsOf(rows)
	return ended, logoutEvents(ctx, tx, ended, trace)
}

// EndStaff ends all sessions of staff in tx, whose row the caller has locked. The caller runs announce after the commit.
func (s *Service) EndStaff(ctx context.Context, tx pgx.Tx, staffID, trace string) (announce func(context.Context), err error) {
	ended, err := s.endIn(ctx, tx, staffID, reasonAdmin, trace, token.Admin)
	return func(ctx context.Context) { s.announce(ctx, ended...) }, err
}

// idleBatch bounds one transaction of EndIdle.
const idleBatch = 500

// EndIdle ends the sessions without activity for as long as their site allows (S-01) and those whose token ran out, and
// returns how many there were.
func (s *Service) EndIdle(ctx context.Context) (int, error) {
	sites, err := memberdb.New(s.db).SitesWithSessions(ctx)
	if err != nil {
		return 0, fmt.Errorf("end idle sessions: %w", err)
	}
	total := 0
	for _, siteID := range sites {
		st, err := s.options(ctx, siteID)
		if err != nil {
			return total, err
		}
		for n := idleBatch; n == idleBatch; total += n {
			if n, err = s.endIdle(ctx, siteID, memberdb.EndIdleParams{
				At: s.clk.Now(), SiteID: siteID, SeenUntil: s.clk.Now().Add(-idle(st.Options)), Count: idleBatch,
			}); err != nil {
				return total, err
			}
		}
	}
	return total, nil
}

func (s *Service) endIdle(ctx context.Context, siteID string, p memberdb.EndIdleParams) (int, error) {
	var ended []Session
	err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		rows, err := memberdb.New(tx).EndIdle(ctx, p)
		if err != nil {
			return fmt.Errorf("end idle sessions of %s: %w", siteID, err)
		}
		ended = sessionsOf(rows)
		return logoutEvents(ctx, tx, ended, "")
	})
	if err != nil {
		return 0, err
	}
	s.announce(ctx, ended...)
	return len(ended), nil
}

// EndAfterRestore ends the sessions that must not survive the restore of a backup, or a failover to a standby that lagged,
// and returns how many there were. They are those that had ended in the lost time, whose ids the caller knows from Redis,
// and all sessions of staff and of the partner area: which rights were lost in that time is unknown, and a few logins cost nothing. Other
// members stay logged in. No event is written: the relay clears every projection and the hubs look at all sessions.
func EndAfterRestore(ctx context.Context, db memberdb.DBTX, at time.Time, ended []string) (int64, error) {
	n, err := memberdb.New(db).EndAfterRestore(ctx, memberdb.EndAfterRestoreParams{Reason: reasonAdmin, At: at, Ended: ended})
	if err != nil {
		return 0, fmt.Errorf("end sessions after a restore: %w", err)
	}
	return n, nil
}
