package member

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/pg"
)

// maxNonce is the length of what a probe may carry.
const maxNonce = 64

// Probe writes a fact that changes nothing: PROBE with the nonce, to a session that is live. It goes the way of every other
// fact, which is what is looked at. E001 answers a nonce that is empty or too long.
func (s *Service) Probe(ctx context.Context, sid, nonce, trace string) error {
	if nonce == "" || len(nonce) > maxNonce {
		return fault.Failed
	}
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		r, err := memberdb.New(tx).Session(ctx, sid)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && r.State != Live {
			return fault.NoAccess
		}
		if err != nil {
			return fmt.Errorf("probe: %w", err)
		}
		return outbox.Write(ctx, tx, event.Event{Site: r.SiteID, Member: r.MemberID, SID: sid, Cmd: event.Probe, Data1: nonce, Trace: trace})
	})
}
