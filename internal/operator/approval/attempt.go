package approval

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// errNotAlone rolls back what one person may not do alone.
var errNotAlone = errors.New("approval: needs a second person")

// Attempt carries an action out in a savepoint of tx and returns its entry for the audit. If the action turns out to need a second person, which
// it says by the subject of the request, nothing of it stays, and the request is made instead: asked is true, and after the commit the caller
// returns U035. So what would be refused is refused at once and not when the second person approves.
func (s *Service) Attempt(
	ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, do func(pgx.Tx) (did Effect, needs *Subject, err error),
) (entry *audit.Entry, asked bool, err error) {
	var did Effect
	var needs *Subject
	err = pgx.BeginFunc(ctx, tx, func(sub pgx.Tx) (err error) {
		if did, needs, err = do(sub); err == nil && needs != nil {
			err = errNotAlone
		}
		return err
	})
	if needs != nil && errors.Is(err, errNotAlone) {
		entry, err = s.Ask(ctx, tx, st, by, *needs)
		return entry, true, err
	}
	if err != nil {
		return nil, false, err
	}
	return &audit.Entry{Actor: by, Site: st.ID, Action: did.Entry.Action, Target: did.Entry.Target, Detail: did.Detail}, false, nil
}
