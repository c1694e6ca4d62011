package relay

import (
	"context"
	"slices"

	"hubstake/internal/event"
	"hubstake/internal/id"
	"hubstake/internal/platform/outbox"
	"hubstake/internal/platform/rds"
)

// What is remembered of what was published. A fail-over takes what the replica had not got yet, the last moments.
const (
	recentEach = 2000   // entries of a stream
	recentRows = 20_000 // rows of the outbox that a new leader looks back
)

// recent remembers the last entries of each stream, so that a fail-over which lost some of them is noticed and made good before
// anything new is published.
type recent struct{ streams map[string]*past }

type past struct {
	entries []rds.Entry
	before  rds.EntryID // the entry before them
	known   bool        // before is known: nothing is missing after it
	end     rds.EntryID // the last that went into the stream
}

func (r *recent) of(stream string) *past {
	if r.streams == nil {
		r.streams = map[string]*past{}
	}
	p := r.streams[stream]
	if p == nil {
		p = &past{}
		r.streams[stream] = p
	}
	return p
}

// end is the last entry that a stream got, as far as is known.
func (r *recent) end(stream string) rds.EntryID {
	return r.of(stream).end
}

// add remembers what was published. What is older than what is known already was a repeat.
func (r *recent) add(stream string, entries []rds.Entry) {
	p := r.of(stream)
	for _, e := range entries {
		at, ok := rds.ParseEntryID(e.ID)
		if n := len(p.entries); !ok || n > 0 && !at.After(entryID(p.entries[n-1])) {
			continue
		}
		p.entries = append(p.entries, e)
		if e.Cmd != event.Game && at.After(p.end) {
			p.end = at
		}
	}
	if n := len(p.entries) - recentEach; n > recentEach { // half of it at a time
		p.before, p.known = entryID(p.entries[n-1]), true
		p.entries = slices.Clone(p.entries[n:])
	}
}

func entryID(e rds.Entry) rds.EntryID {
	at, _ := rds.ParseEntryID(e.ID) // it was looked at when it was added
	return at
}

// since is what followed an entry. whole is false when there may have been more.
func (r *recent) since(stream string, end rds.EntryID) (entries []rds.Entry, whole bool) {
	p := r.of(stream)
	for i, e := range p.entries {
		if entryID(e).After(end) {
			return slices.Clone(p.entries[i:]), i > 0 || p.known && !p.before.After(end)
		}
	}
	return nil, len(p.entries) > 0
}

// ends says where a stream ends now. What is remembered stays: another fail-over may lose it once more.
func (r *recent) ends(stream string, end rds.EntryID) {
	r.of(stream).end = end
}

// remember begins with what the leader before this one published last: it may have died together with a master of Redis.
func (r *Relay) remember(ctx context.Context, db outbox.Querier, cursor outbox.Cursor) error {
	rows, err := outbox.Last(ctx, db, cursor, recentRows)
	if err != nil {
		return err
	}
	r.recent = &recent{}
	for _, row := range rows {
		if row.Cmd == event.Cash {
			row.Path = "" // as bets.take leaves it
		}
		stream := rds.StreamOf(row.Event)
		r.streams[stream] = true // also a site's stream in which nothing happens any more is looked at
		r.recent.add(stream, []rds.Entry{{ID: row.Cursor.String(), Event: row.Event}})
	}
	return nil
}

// put publishes batches, each after the last entry that its stream is known to have got: when a stream has lost it, the error is
// a *rds.Behind.
func (r *Relay) put(ctx context.Context, batches ...rds.Batch) []rds.Result {
	for i := range batches {
		batches[i].Epoch, batches[i].Last = id.New(), r.recent.end(batches[i].Stream)
	}
	results := rds.PublishAll(ctx, r.rdb, batches)
	for i, b := range batches {
		if results[i].Err == nil {
			r.recent.add(b.Stream, b.Entries)
		}
	}
	return results
}

// restore publishes again what a stream lost. Hubs that had read it pass it over, the others go on without a gap. What is not
// remembered is told by a new epoch: feeds are resynced and all sessions looked at.
func (r *Relay) restore(ctx context.Context, b *rds.Behind) error {
	entries, whole := r.recent.since(b.Stream, b.End)
	r.log.Warn().Str("stream", b.Stream).Str("end", b.End.String()).Int("entries", len(entries)).Bool("whole", whole).
		Msg("relay: Redis lost the end of a stream in a fail-over; it is published again")
	end := b.End
	for part := range slices.Chunk(entries, batch) {
		err := r.repeat(ctx, b.Stream, &end, part)
		if rds.Refused(err) { // one that was put aside before
			whole = false
			for _, e := range part {
				if err = r.repeat(ctx, b.Stream, &end, []rds.Entry{e}); err != nil && !rds.Refused(err) {
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
	return rds.Renew(ctx, r.rdb, b.Stream, id.New())
}

// repeat publishes entries after end, and moves it.
func (r *Relay) repeat(ctx context.Context, stream string, end *rds.EntryID, entries []rds.Entry) error {
	n, err := rds.Batch{Stream: stream, Epoch: id.New(), Last: *end, Entries: entries}.Publish(ctx, r.rdb)
	if err != nil {
		return err
	}
	r.m.restored.Add(float64(n))
	for _, e := range entries {
		if e.Cmd != event.Game {
			*end = entryID(e)
		}
	}
	return nil
}
