package audit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"slices"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/audit/auditdb"
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

// Nothing is what an action returns to Act when it changed nothing: there is no entry.
var Nothing *Entry

var errIncomplete = errors.New("audit: an entry needs a site, an actor, an action and a target")

// params checks an entry and brings it to the form of its table.
func (e Entry) params() (p auditdb.WriteParams, err error) {
	if e.Site == "" || e.ID == "" || e.Action == "" || e.Target == "" {
		return p, errIncomplete
	}
	detail := []byte("{}")
	if e.Detail != nil {
		if detail, err = json.Marshal(e.Detail); err != nil {
			return p, fmt.Errorf("audit: %s: %w", e.Action, err)
		}
	}
	return auditdb.WriteParams{
		SiteID: e.Site, Actor: e.ID, Action: e.Action, Target: e.Target, Detail: detail, Ip: pg.Addr(e.IP), Trace: e.Trace,
	}, nil
}

// Act runs an action of staff and adds the entry that do returns to the chain of its site, all in one transaction; for Nothing it adds
// none. The entry is written after do has returned, so the head of the chain is
// always the last lock of the transaction: doc.go explains why nothing else may write to the chain. do may run more than once
// (pg.InTx).
func Act(ctx context.Context, db pg.Beginner, do func(pgx.Tx) (*Entry, error)) error {
	return pg.InTx(ctx, db, func(tx pgx.Tx) error {
		if err := pg.Brief(ctx, tx); err != nil {
			return fmt.Errorf("audit: %w", err)
		}
		e, err := do(tx)
		if err != nil || e == nil {
			return err
		}
		p, err := e.params()
		if err != nil {
			return err
		}
		if err := auditdb.New(tx).Write(ctx, p); err != nil {
			return fmt.Errorf("audit: %s: %w", e.Action, err)
		}
		return nil
	})
}

// Note keeps a significant event (S-80) in db, a pool or the transaction that made it true. The caller does not wait; Link
// moves the event into the chain.
func Note(ctx context.Context, db auditdb.DBTX, e Entry) error {
	p, err := e.params()
	if err != nil {
		return err
	}
	if err := auditdb.New(db).Note(ctx, auditdb.NoteParams(p)); err != nil {
		return fmt.Errorf("audit: %s: %w", e.Action, err)
	}
	return nil
}

// linkBatch bounds one transaction of Link.
const linkBatch = 200

// Link moves what was noted into the chains, the oldest of each site first, and returns how much that was. Each note is
// moved once, however many do it at once and whenever one dies.
func Link(ctx context.Context, db pg.Beginner) (total int, err error) {
	for n := linkBatch; n == linkBatch; total += n {
		if n, err = link(ctx, db); err != nil {
			return total, fmt.Errorf("audit: link: %w", err)
		}
	}
	return total, nil
}

func link(ctx context.Context, db pg.Beginner) (n int, err error) {
	err = pg.InTx(ctx, db, func(tx pgx.Tx) error {
		q := auditdb.New(tx)
		notes, err := q.Notes(ctx, linkBatch)
		if err != nil {
			return err
		}
		slices.SortFunc(notes, func(a, b auditdb.AuditNote) int { // sites in one order: two at once wait, and never for each other
			return cmp.Or(cmp.Compare(a.SiteID, b.SiteID), cmp.Compare(a.ID, b.ID))
		})
		for _, r := range notes {
			err := q.Link(ctx, auditdb.LinkParams{
				SiteID: r.SiteID, Actor: r.Actor, Action: r.Action, Target: r.Target, Detail: r.Detail, Ip: r.Ip, Trace: r.Trace, At: r.At,
			})
			if err != nil {
				return err
			}
		}
		n = len(notes)
		return nil
	})
	return n, err
}
