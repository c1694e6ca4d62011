package relay

import (
	"context"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/obs"
	"hubstake/internal/platform/redisx"
)

// refusals is how often a batch is tried again before what is wrong with it is looked for.
const refusals = 4

// refused handles a batch that Redis refuses for what is in it. It is tried again a few times; then each row goes by itself,
// and those that are refused are put aside, so that one row does not hold up everything behind it. The projection of the
// row's member or site is rebuilt from PostgreSQL, and the hub's watcher reads it there.
func (r *Relay) refused(ctx context.Context, conn *pgx.Conn, stream string, rows []outbox.Row, because error) error {
	r.tries[stream]++
	if r.tries[stream] <= refusals {
		return because
	}
	for _, row := range rows {
		result := r.put(ctx, live.Batch{Stream: stream, Entries: []live.Entry{{ID: row.Cursor.String(), Event: row.Event}}})[0]
		r.m.published.Add(float64(result.New))
		switch {
		case result.Err == nil:
			continue
		case !redisx.Refused(result.Err):
			return result.Err
		}
		fresh, err := outbox.PutAside(ctx, conn, row.Cursor, result.Err.Error())
		if err != nil {
			return err
		}
		if fresh {
			r.m.dead.Inc()
		}
		r.log.Error().Str(obs.TraceKey, obs.TraceID(row.Trace)).Str("stream", stream).Str("event", row.Cursor.String()).Str("cmd", string(row.Cmd)).AnErr("refusal", because).
			Msg("relay: an event cannot be published and was put aside in outbox_dead")
		if row.Personal() {
			if err := live.AskRefresh(ctx, r.rdb, live.Refresh{Kind: "member", ID: row.Member, Member: row.Member}); err != nil {
				return err
			}
		}
	}
	delete(r.tries, stream)
	return nil
}
