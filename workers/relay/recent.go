package relay

import (
	"context"
	"maps"
	"slices"

	"hubstake/internal/live"
	"hubstake/internal/live/outbox"
	"hubstake/internal/platform/redisx"
)

// Limits of what is remembered of published entries. A failover loses the last moments, which the replica had not received
// yet.
const (
	recentEach = 2000   // entries of a stream
	recentRows = 20_000 // rows of the outbox that a new leader looks back
)

// recent remembers the last entries of each stream, so that a failover which lost some of them is noticed and made good before
// anything new is published.
type recent struct {
	streams map[string]*past
	from    redisx.EntryID // the position after which every row is remembered
	whole   bool           // from is known
}

type past struct {
	entries []live.Entry
	before  redisx.EntryID // nothing is missing after it
	known   bool           // before is known
	end     redisx.EntryID // the last that went into the stream
}

func (r *recent) of(stream string) *past {
	if r.streams == nil {
		r.streams = map[string]*past{}
	}
	p := r.streams[stream]
	if p == nil {
		p = &past{before: r.from, known: r.whole}
		r.streams[stream] = p
	}
	return p
}

// end is the last entry that a stream got, as far as is known.
func (r *recent) end(stream string) redisx.EntryID {
	return r.of(stream).end
}

// add remembers published entries. An entry older than the newest known one was a repeat.
func (r *recent) add(stream string, entries []live.Entry) {
	p := r.of(stream)
	for _, e := range entries {
		at, ok := redisx.ParseEntryID(e.ID)
		if n := len(p.entries); !ok || n > 0 && !at.After(entryID(p.entries[n-1])) {
			continue
		}
		p.entries = append(p.entries, e)
		if at.After(p.end) {
			p.end = at
		}
	}
	if n := len(p.entries) - recentEach; n > recentEach { // half of it at a time
		p.before, p.known = entryID(p.entries[n-1]), true
		p.entries = slices.Clone(p.entries[n:])
	}
}

func entryID(e live.Entry) redisx.EntryID {
	at, _ := redisx.ParseEntryID(e.ID) // it was looked at when it was added
	return at
}

// since returns what followed an entry. whole is false when there may have been more.
func (r *recent) since(stream string, end redisx.EntryID) (entries []live.Entry, whole bool) {
	p := r.of(stream)
	i := slices.IndexFunc(p.entries, func(e live.Entry) bool { return entryID(e).After(end) })
	if i < 0 { // the last entry is older than what is remembered
		return nil, false
	}
	last := entryID(p.entries[len(p.entries)-1])
	return slices.Clone(p.entries[i:]), !p.end.After(last) && (i > 0 || p.known && !p.before.After(end))
}

// ends records where a stream ends now. Remembered entries are kept, because another failover may lose them again.
func (r *recent) ends(stream string, end redisx.EntryID) {
	r.of(stream).end = end
}

// remember begins with what the leader before this one published last: it may have died together with a master of Redis.
func (r *Relay) remember(ctx context.Context, db outbox.Querier, cursor outbox.Cursor) error {
	rows, err := outbox.Last(ctx, db, cursor, recentRows)
	if err != nil {
		return err
	}
	r.recent = &recent{}
	if len(rows) > 0 {
		first := rows[0].Entry()
		first.Lo-- // identities begin at 1
		r.recent.from, r.recent.whole = first, true
	}
	if r.kept, err = outbox.LoadEnds(ctx, db); err != nil {
		return err
	}
	for stream, end := range r.kept {
		r.streams[stream] = true // also a site's stream in which nothing happens any more is looked at
		r.recent.ends(stream, end)
	}
	for _, row := range rows {
		if row.Cmd.Moves() {
			row.Upline = "" // as bets.take leaves it
		}
		stream := live.StreamOf(row.Event)
		r.streams[stream] = true
		if upTo, held := r.held[stream]; held && row.After(upTo) {
			continue
		}
		r.recent.add(stream, []live.Entry{{ID: row.Cursor.String(), Event: row.Event}})
	}
	return nil
}

// keepEnds stores where the streams end, as far as that has changed.
func (r *Relay) keepEnds(ctx context.Context, db outbox.Execer) error {
	changed := map[string]redisx.EntryID{}
	for stream := range r.streams {
		if end := r.recent.end(stream); !end.Zero() && end != r.kept[stream] {
			changed[stream] = end
		}
	}
	if len(changed) == 0 {
		return nil
	}
	if err := outbox.StoreEnds(ctx, db, changed); err != nil {
		return err
	}
	maps.Copy(r.kept, changed)
	return nil
}

// put publishes batches, each after the last entry that its stream is known to have got: when a stream has lost it, the error is
// a *live.TruncatedError.
func (r *Relay) put(ctx context.Context, batches ...live.Batch) []live.Result {
	r.complete(batches)
	results := live.PublishAll(ctx, r.rdb, batches)
	for i, b := range batches {
		if results[i].Err == nil {
			r.recent.add(b.Stream, b.Entries)
		}
	}
	return results
}

// complete gives batches what the relay knows of their streams.
func (r *Relay) complete(batches []live.Batch) {
	for i := range batches {
		batches[i].Epoch, batches[i].History, batches[i].Last = live.NewEpoch(r.history), r.history, r.recent.end(batches[i].Stream)
		r.streams[batches[i].Stream] = true
	}
}

// restore publishes again what a stream lost. Hubs that had read it pass it over, the others go on without a gap. Entries
// that are not remembered lead to a new epoch: feeds are resynced and all sessions are checked. Projections that only a
// forgotten entry changed would be old then, a session that ended live again, so they all go first, and are read from
// PostgreSQL when they are needed.
func (r *Relay) restore(ctx context.Context, b *live.TruncatedError) error {
	entries, whole := r.recent.since(b.Stream, b.End)
	r.log.Warn().Str("stream", b.Stream).Str("end", b.End.String()).Int("entries", len(entries)).Bool("whole", whole).
		Msg("relay: Redis lost the end of a stream in a fail-over; it is published again")
	if !whole {
		if err := live.ForgetProjections(ctx, r.rdb, b.Stream); err != nil {
			return err
		}
	}
	end := b.End
	for part := range slices.Chunk(entries, batch) {
		err := r.repeat(ctx, b.Stream, &end, part)
		if redisx.Refused(err) { // one that was put aside before
			whole = false
			for _, e := range part {
				if err = r.repeat(ctx, b.Stream, &end, []live.Entry{e}); err != nil && !redisx.Refused(err) {
					return err
				}
			}
			continue
		}
		if err != nil {
			return err
		}
	}
	if whole {
		return nil
	}
	r.recent.ends(b.Stream, end)
	return live.Renew(ctx, r.rdb, b.Stream, live.NewEpoch(r.history))
}

// repeat publishes entries after end, and moves it.
func (r *Relay) repeat(ctx context.Context, stream string, end *redisx.EntryID, entries []live.Entry) error {
	n, err := live.Batch{Stream: stream, Epoch: live.NewEpoch(r.history), History: r.history, Last: *end, Entries: entries}.Publish(ctx, r.rdb)
	if err != nil {
		return err
	}
	r.m.restored.Add(float64(n))
	*end = entryID(entries[len(entries)-1])
	return nil
}
