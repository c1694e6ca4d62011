package poll

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
	"github.com/rs/zerolog"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/sports"
	"hubstake/workers/lead"
)

// Tries to apply a page before it is given up and asked for again.
const (
	applyTries   = 5
	applyPause   = 20 * time.Millisecond // longest before the second try
	applyPauseTo = time.Second
)

// reader reads one feed while this process is its leader.
type reader struct {
	*Poller
	Feed
	log zerolog.Logger

	cursor string
	known  bool // cursor is the stored one
}

// read asks and applies until ctx is done. The error is that of ctx, or lead.ErrEnded when the feed has ended.
func (r *reader) read(ctx context.Context) error {
	r.known = false // another leader may have moved it
	for failures := 0; ; {
		more, err := r.turn(ctx)
		wait := r.Every
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			failures++
			wait = max(notBefore(err), jitter(failures, max(r.o.FirstPause, r.Every), max(r.o.LongestPause, 10*r.Every)))
			level := zerolog.WarnLevel
			if outcomeOf(err) == open { // the failures that opened the circuit were logged
				level = zerolog.DebugLevel
			}
			r.log.WithLevel(level).Err(err).Dur("pause", wait).Msg("poll: trying again")
		case r.Ended != nil && r.known && r.Ended(r.cursor):
			return lead.ErrEnded
		default:
			failures = 0
		}
		if !more && !clock.Pause(ctx, wait) {
			return ctx.Err()
		}
	}
}

// turn asks for one page and applies it. It reports whether the feed has more now.
func (r *reader) turn(ctx context.Context) (more bool, err error) {
	what := failed
	defer func() {
		if err != nil && what == failed {
			what = outcomeOf(err)
		}
		if ctx.Err() == nil {
			r.m.polls.WithLabelValues(r.Name, string(what)).Inc()
		}
	}()
	if !r.known {
		if r.cursor, err = r.stored(ctx); err != nil {
			return false, err
		}
		r.known = true
	}
	from := r.cursor
	page, err := r.ask(ctx, from)
	if err != nil && outcomeOf(err) == rewound && r.Rewind && from != "" {
		r.log.Warn().Err(err).Msg("poll: the feed does not know the cursor and is read from its beginning")
		r.m.polls.WithLabelValues(r.Name, string(rewound)).Inc()
		page, err = r.ask(ctx, "")
	}
	if err != nil {
		if what = outcomeOf(err); what == malformed {
			err = errors.Join(err, r.park(ctx, from, err))
		}
		return false, err
	}
	if page.Cursor == from && len(page.Changes) == 0 && page.Vouched.IsZero() {
		what = silent
		if r.cursor, err = r.stored(ctx); err != nil { // staff may have set it back, and a silent feed has no page that would tell
			r.known = false
		}
		return false, err
	}
	out, err := r.apply(ctx, from, page)
	switch {
	case err != nil:
		r.known = false // a commit whose answer was lost may have moved it
		return false, err
	case out.Repeated:
		r.known, what = false, repeated
		return true, nil
	}
	r.cursor, what = page.Cursor, applied
	r.m.count(r.Name, out)
	if r.o.Applied != nil {
		r.o.Applied(r.Name, page, out)
	}
	return page.More && page.Cursor != from, nil
}

// stored returns the cursor as it is stored.
func (r *reader) stored(ctx context.Context) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return r.book.Cursor(ctx, r.Name)
}

// ask asks for the page after a cursor, unless the vendor's circuit is open.
func (r *reader) ask(ctx context.Context, cursor string) (fixture.Batch, error) {
	return r.circuits[r.Vendor].Execute(func() (fixture.Batch, error) {
		begin := r.clk.Now()
		asked, cancel := context.WithTimeout(ctx, r.Deadline)
		defer cancel()
		page, err := r.Source.Next(asked, cursor)
		r.m.asked.WithLabelValues(r.Name).Observe(r.clk.Now().Sub(begin).Seconds())
		if err != nil && asked.Err() != nil && ctx.Err() == nil {
			err = fmt.Errorf("poll: %s: %w: %w", r.Name, errSlow, err)
		}
		return page, err
	})
}

// park keeps for staff what is wrong with a page that cannot be read. The cursor stays, because only the page says which comes next.
func (r *reader) park(ctx context.Context, from string, wrong error) error {
	out, err := r.apply(ctx, from, fixture.Batch{Cursor: from, Changes: []fixture.Change{{Bad: []byte(wrong.Error())}}})
	r.m.count(r.Name, out)
	return err
}

// apply writes a page. A transaction that the server or a lost connection ended is tried again: if it was stored after all, sports.Apply says that it is
// repeated. A page that the database refuses for what it holds is applied without the changes at fault.
func (r *reader) apply(ctx context.Context, from string, page fixture.Batch) (sports.Outcome, error) {
	out, err := r.tryApply(ctx, from, page)
	if err == nil || !refusedData(err) {
		return out, err
	}
	r.log.Error().Err(err).Msg("poll: the database refuses a page; its changes are applied apart")
	var total sports.Outcome
	at, err := r.applyApart(ctx, from, page.Changes, &total)
	if err != nil || total.Repeated {
		return total, err
	}
	page.Changes = at
	out, err = r.tryApply(ctx, from, page)
	add(&total, out)
	return total, err
}

// tryApply is sports.Apply with some patience for the database.
func (r *reader) tryApply(ctx context.Context, from string, page fixture.Batch) (sports.Outcome, error) {
	for n := 1; ; n++ {
		begin := r.clk.Now()
		storing, cancel := context.WithTimeout(ctx, longest)
		out, err := r.book.Apply(storing, r.Name, from, page)
		cancel()
		r.m.applied.WithLabelValues(r.Name).Observe(r.clk.Now().Sub(begin).Seconds())
		if err == nil || n == applyTries || !pg.Unavailable(err) {
			return out, err
		}
		r.m.retries.WithLabelValues(r.Name).Inc()
		r.log.Warn().Err(err).Msg("poll: the page is applied again")
		if !clock.Pause(ctx, jitter(n, applyPause, applyPauseTo)) {
			return sports.Outcome{}, ctx.Err()
		}
	}
}

// applyApart applies changes in halves, without moving the cursor, and returns those that the database refuses, as changes to be parked. Half of a page
// that is applied and asked for again does no harm: its changes are known by their Seq.
func (r *reader) applyApart(ctx context.Context, from string, changes []fixture.Change, total *sports.Outcome) (bad []fixture.Change, err error) {
	for _, half := range [][]fixture.Change{changes[:len(changes)/2], changes[len(changes)/2:]} {
		if len(half) == 0 || total.Repeated {
			continue
		}
		out, err := r.tryApply(ctx, from, fixture.Batch{Cursor: from, Changes: half})
		add(total, out)
		switch {
		case err == nil:
		case !refusedData(err):
			return nil, err
		case len(half) > 1:
			more, err := r.applyApart(ctx, from, half, total)
			if err != nil {
				return nil, err
			}
			bad = append(bad, more...)
		default:
			text, jsonErr := json.Marshal(half[0])
			bad = append(bad, fixture.Change{Bad: fmt.Appendf(nil, "%v: %s", errors.Join(err, jsonErr), text)})
		}
	}
	return bad, nil
}

// refusedData reports whether the database refuses what it was given, and would again: class 22, a value, and 23, a constraint.
func refusedData(err error) bool {
	pe, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (pe.Code[:2] == "22" || pe.Code[:2] == "23")
}

// add adds what a part of a page did.
func add(total *sports.Outcome, part sports.Outcome) {
	total.Repeated = total.Repeated || part.Repeated
	total.Applied += part.Applied
	total.Old += part.Old
	total.Events += part.Events
	total.Markets += part.Markets
	total.Results += part.Results
	total.Refused += part.Refused
	if total.Parked == nil {
		total.Parked = map[fixture.Reason]int{}
	}
	for reason, n := range part.Parked {
		total.Parked[reason] += n
	}
}
