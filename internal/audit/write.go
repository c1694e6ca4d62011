package audit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/audit/auditdb"
	"hubstake/internal/platform/pg"
)

// Actor is who acts and from where.
type Actor struct {
	ID    string // staff id, or memId
	IP    netip.Addr
	Trace string // W3C traceparent
}

// Entry is one action.
type Entry struct {
	Actor
	Site   string
	Action string // domain.verb, for instance cash.approve
	Target string // id of what was acted on
	Detail any    // what is worth knowing of it as a JSON object; no secret, no account number
}

var errIncomplete = errors.New("audit: an entry needs a site, an actor, an action and a target")

// Write adds an entry inside of the transaction of the action.
func Write(ctx context.Context, tx pgx.Tx, e Entry) error {
	if e.Site == "" || e.ID == "" || e.Action == "" || e.Target == "" {
		return errIncomplete
	}
	detail := []byte("{}")
	if e.Detail != nil {
		var err error
		if detail, err = json.Marshal(e.Detail); err != nil {
			return fmt.Errorf("audit: %s: %w", e.Action, err)
		}
	}
	err := auditdb.New(tx).Write(ctx, auditdb.WriteParams{
		SiteID: e.Site, Actor: e.ID, Action: e.Action, Target: e.Target, Detail: detail, Ip: pg.Addr(e.IP), Trace: e.Trace,
	})
	if err != nil {
		return fmt.Errorf("audit: %s: %w", e.Action, err)
	}
	return nil
}
