package relay

import (
	"context"
	"errors"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/redisx"
)

// A part of Redis may be away while the rest works: a node of a cluster is dead, or its master refuses writes because it has too few replicas
// (NOREPLICAS). The streams of that part are held back, each with the position up to which it has everything (outbox_held), and the relay goes on with
// the others. They are asked again every probeEvery, beside the loop, because a node that does not answer is waited for. A stream that answers
// gets what it lacks, one batch a turn, and is released when it has caught up.

const probeEvery = 250 * time.Millisecond

// isAway reports whether an error says that the stream's part of Redis cannot be written now, and nothing about what it holds.
func isAway(err error) bool {
	if err == nil || redisx.Refused(err) {
		return false
	}
	_, lost := errors.AsType[*live.TruncatedError](err)
	_, other := errors.AsType[*live.OtherHistory](err)
	return !lost && !other
}

func (r *Relay) isHeld(stream string) bool {
	_, held := r.held[stream]
	return held
}

// holdBack holds streams that failed, which have everything up to a position, if any other stream can be written: else all of Redis is away, and the
// error is theirs.
func (r *Relay) holdBack(ctx context.Context, conn *pgx.Conn, away map[string]error, upTo outbox.Cursor) error {
	var others []live.Batch
	for stream := range r.streams {
		if away[stream] == nil && !r.isHeld(stream) {
			others = append(others, live.Batch{Stream: stream})
		}
	}
	alive := false
	for i, result := range r.put(ctx, others...) {
		if isAway(result.Err) {
			away[others[i].Stream] = result.Err
		} else {
			alive = true
		}
	}
	if !alive || ctx.Err() != nil {
		return errors.Join(slices.Collect(maps.Values(away))...)
	}
	return r.hold(ctx, conn, away, upTo)
}

// hold stores that streams are held back, before the cursor passes the position.
func (r *Relay) hold(ctx context.Context, conn *pgx.Conn, away map[string]error, upTo outbox.Cursor) error {
	streams := slices.DeleteFunc(slices.Sorted(maps.Keys(away)), r.isHeld)
	if len(streams) == 0 {
		return nil
	}
	if err := outbox.Hold(ctx, conn, streams, upTo); err != nil {
		return err
	}
	for _, stream := range streams {
		r.held[stream] = upTo
	}
	r.m.failed.Inc()
	r.m.held.Set(float64(len(r.held)))
	r.log.Warn().Err(away[streams[0]]).Strs("streams", streams).Msg("relay: a part of Redis cannot be written; its streams wait, the others go on")
	return nil
}

// probe asks the streams that are held back whether they can be written, beside the loop, and notes those that answered before.
func (r *Relay) probe(ctx context.Context) {
	select {
	case back := <-r.probed:
		r.probing = false
		for _, stream := range back {
			r.back[stream] = r.isHeld(stream)
		}
	default:
	}
	now := r.clk.Now()
	if r.probing || len(r.held) == 0 || now.Sub(r.probedAt) < probeEvery {
		return
	}
	var batches []live.Batch
	for stream := range r.held {
		if !r.back[stream] {
			batches = append(batches, live.Batch{Stream: stream})
		}
	}
	if len(batches) == 0 {
		return
	}
	r.complete(batches)
	r.probing, r.probedAt = true, now
	r.probes.Go(func() {
		var back []string
		for i, result := range live.PublishAll(ctx, r.rdb, batches) {
			if !isAway(result.Err) { // what else is wrong is found when it is written
				back = append(back, batches[i].Stream)
			}
		}
		r.probed <- back // it has room
	})
}

// catchUp publishes a batch of what the streams that are back lack, up to the cursor of the others, and reports whether some is left.
func (r *Relay) catchUp(ctx context.Context, conn *pgx.Conn, cursor outbox.Cursor) (more bool, err error) {
	from, any := outbox.Cursor{}, false
	for stream, back := range r.back {
		if at := r.held[stream]; back && (!any || from.After(at)) {
			from, any = at, true
		}
	}
	if !any {
		return false, nil
	}
	rows, err := outbox.Read(ctx, conn, from, batch)
	if err != nil {
		return false, err
	}
	full := len(rows) == batch
	if i := slices.IndexFunc(rows, func(row outbox.Row) bool { return row.After(cursor) }); i >= 0 {
		rows, full = rows[:i], false
	}
	lacking := slices.DeleteFunc(slices.Clone(rows), func(row outbox.Row) bool {
		if row.Cmd.Moves() {
			row.Upline = "" // as bets.take leaves it
		}
		stream := live.StreamOf(row.Event)
		return !r.back[stream] || !row.After(r.held[stream])
	})
	for i := range lacking {
		if lacking[i].Cmd.Moves() {
			lacking[i].Upline = ""
		}
	}
	failed, err := r.write(ctx, conn, lacking)
	for stream := range failed {
		r.back[stream] = false // it is asked again
	}
	if err != nil {
		return false, err
	}
	var done []string
	for stream, back := range r.back {
		switch {
		case !back:
		case !full:
			done = append(done, stream)
		case rows[len(rows)-1].After(r.held[stream]):
			r.held[stream] = rows[len(rows)-1].Cursor
		}
	}
	if len(done) == 0 {
		return full, nil
	}
	slices.Sort(done)
	if err := outbox.Release(ctx, conn, done); err != nil {
		return false, err
	}
	for _, stream := range done {
		delete(r.held, stream)
		delete(r.back, stream)
	}
	r.m.held.Set(float64(len(r.held)))
	r.log.Info().Strs("streams", done).Msg("relay: streams that were held back have caught up")
	return false, nil
}
