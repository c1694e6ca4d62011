package sports

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// result is the newest row of sports_result of a match while a batch is applied.
type result struct {
	version    int
	void       string
	full       odds.Score
	half       *odds.Score
	scores     map[string]odds.Score
	source, by string
	at         time.Time
	seq        int64

	fresh     bool
	confirmed bool // the feed said it again
}

// same reports whether bets would be settled alike.
func (r *result) same(o *result) bool {
	sameHalf := r.half == nil && o.half == nil || r.half != nil && o.half != nil && *r.half == *o.half
	return r.void == o.void && (r.void != "" || r.full == o.full && sameHalf)
}

func (a *application) loadResults(ctx context.Context, events []int64) error {
	if len(events) == 0 {
		return nil
	}
	rows, err := a.tx.Query(ctx, `
		SELECT DISTINCT ON (event_id) event_id, version, void, home, away, half_home, half_away, scores, source, set_by, at, seq
		  FROM sports_result WHERE event_id = ANY ($1) ORDER BY event_id, version DESC`, events)
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	var id int64
	for rows.Next() {
		var r result
		var halfHome, halfAway *int
		if err := rows.Scan(&id, &r.version, &r.void, &r.full.Home, &r.full.Away, &halfHome, &halfAway, &r.scores, &r.source, &r.by, &r.at, &r.seq); err != nil {
			rows.Close()
			return fmt.Errorf("results: %w", err)
		}
		if halfHome != nil {
			r.half = &odds.Score{Home: *halfHome, Away: *halfAway}
		}
		a.results[id] = &r
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("results: %w", err)
	}
	return nil
}

// takeResults stores the results of the changes, and ends the markets of matches that are over.
func (a *application) takeResults(ctx context.Context, changes []fixture.Change) error {
	var events []int64
	for _, e := range a.events {
		events = append(events, e.id)
	}
	affected := slices.ContainsFunc(changes, func(c fixture.Change) bool { return c.Result != nil })
	for _, e := range a.events {
		affected = affected || e.closes || e.reopened || e.parked != "" && e.over()
	}
	if !affected {
		return nil
	}
	if err := a.loadResults(ctx, events); err != nil {
		return err
	}
	for _, e := range a.events {
		if e.parked != "" && e.over() && a.results[e.id] == nil && e.reason != doubt {
			e.feedSuspended, e.reason = true, doubt // its markets are closed already, but a later result must wait, too
			e.change()
		}
	}
	if err := a.takeBack(ctx); err != nil {
		return err
	}
	for _, c := range changes {
		switch {
		case c.Result == nil:
		case a.events[c.Result.Event] == nil:
			a.park(c, UnknownEvent)
		default:
			a.takeResult(a.events[c.Result.Event], c)
		}
	}
	for _, e := range a.events { // a match that the feed calls off has no other result
		if e.closes && e.state == fixture.Cancelled && a.results[e.id] == nil {
			a.addResult(e, &result{void: string(fixture.Cancelled), source: a.feed, seq: e.seq})
		}
	}
	if err := a.writeEvents(ctx); err != nil {
		return err
	}
	return a.writeResults(ctx)
}

// takeBack closes the markets of matches that go on after their result: they wait for the result that will stand. Settlement forgets their outcomes in the same
// transaction (settle_due).
func (a *application) takeBack(ctx context.Context) error {
	var events []int64
	for _, e := range a.events {
		if e.reopened {
			events = append(events, e.id)
		}
	}
	if len(events) == 0 {
		return nil
	}
	return a.changeMarkets(ctx, `
		UPDATE sports_market SET state = 'closed', version = version + 1 WHERE event_id = ANY ($1) AND state IN ('resulted', 'void') RETURNING id`, events)
}

func (a *application) takeResult(e *match, c fixture.Change) {
	f := c.Result
	next := &result{void: f.Void, full: f.Full, half: f.Half, scores: f.Scores, source: a.feed, seq: c.Seq}
	known := a.results[e.id]
	switch {
	case known == nil && f.Void == "" && e.early(a.now):
		a.park(c, Early)
		return
	case known == nil && f.Void == "" && !f.Correction && (f.Full.Home < e.score.Home || f.Full.Away < e.score.Away):
		a.park(c, ScoreBack) // bets would be paid by a score that the match never ended with
		e.doubt(max(e.seq, c.Seq))
		return
	case known == nil && e.doubted() && (!f.Correction || e.parked != ""):
		a.park(c, cmp.Or(e.parked, OtherMatch)) // it may be the result of another match; a good event of the match lifts the doubt
		return
	case known == nil:
	case c.Seq > max(known.seq, e.seq) && known.same(next) && !e.over() && !e.doubted() && (f.Void != "" || f.Full.Home >= e.score.Home && f.Full.Away >= e.score.Away):
		a.Applied++ // the match went on after this result, and ends by it all the same
		known.confirmed = true
		e.end(known)
		return
	case c.Seq <= known.seq || known.same(next):
		a.Old++
		if c.Seq > known.seq && e.over() {
			known.confirmed, e.closes = true, true
		}
		if c.Seq <= known.seq && !known.same(next) && c.At.After(known.at) {
			a.refuse(known.seq, c.Seq)
		}
		return
	case known.seq == 0 && known.by == "" && !c.At.After(known.at):
		a.Old++ // the feed is read from its beginning again: what it said before the result that stands
		return
	case known.by != "":
		a.park(c, StaffDecided)
		return
	case known.calledOffBy(a.feed) && f.Void == "" && !e.early(a.now): // it was played after all: bets that are void stay so until staff corrects them
	case !f.Correction:
		a.park(c, Contradicts)
		return
	}
	a.Applied++
	a.noteEnd(e, next, c.At)
	a.addResult(e, next)
}

// calledOffBy reports whether the result is that the feed called the match off: it may have been a mistake. One that was put off for too long has no other
// result, whatever comes (D-24).
func (r *result) calledOffBy(feed string) bool {
	return r.void == string(fixture.Cancelled) && r.source == feed && r.by == ""
}

// earlyStart is how much earlier than its feed says a match may begin.
const earlyStart = 15 * time.Minute

// early reports whether the match cannot have ended yet, whatever its feed says of its state: by its start now or by the one it was first offered with, of
// which one may be a mistake of the feed.
func (e *match) early(now time.Time) bool {
	starts := e.startsAt
	if e.plannedAt.Before(starts) {
		starts = e.plannedAt
	}
	return e.state == fixture.Scheduled && e.startsAt.After(now) || now.Before(starts.Add(-earlyStart))
}

func (a *application) addResult(e *match, next *result) {
	next.version, next.fresh = 1, true
	if known := a.results[e.id]; known != nil {
		next.version = known.version + 1
		if known.fresh {
			a.replaced = append(a.replaced, versioned{e.id, known}) // a later change of the same batch replaces it
		}
	}
	a.results[e.id] = next
	a.Results++
	e.end(next)
}

// versioned is a result to store.
type versioned struct {
	event int64
	*result
}

// writeResults stores the new results and takes the markets of all matches that are over out of the offer. Markets that staff voided stay void.
func (a *application) writeResults(ctx context.Context) error {
	rows := a.replaced
	for _, id := range slices.Sorted(maps.Keys(a.results)) {
		if r := a.results[id]; r.fresh {
			rows = append(rows, versioned{id, r})
		}
	}
	insert := &pgx.Batch{}
	for _, r := range rows {
		var halfHome, halfAway *int
		if r.half != nil {
			halfHome, halfAway = &r.half.Home, &r.half.Away
		}
		scores, err := object(r.scores)
		if err != nil {
			return err
		}
		insert.Queue(`
			INSERT INTO sports_result (event_id, version, void, home, away, half_home, half_away, scores, source, set_by, at, seq)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
			r.event, r.version, r.void, r.full.Home, r.full.Away, halfHome, halfAway, scores, r.source, r.by, a.now, r.seq)
	}
	if insert.Len() > 0 {
		if err := a.tx.SendBatch(ctx, insert).Close(); err != nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	var events []int64
	var full, half []string
	for _, id := range slices.Sorted(maps.Keys(a.events)) {
		if e := a.events[id]; e.closes {
			f, h := Closed, Closed // over without a result
			if r := a.results[e.id]; r != nil && r.ends(e) {
				f, h = r.states()
			}
			events, full, half = append(events, e.id), append(full, string(f)), append(half, string(h))
		}
	}
	if len(events) == 0 {
		return nil
	}
	return a.changeMarkets(ctx, `
		UPDATE sports_market m
		   SET state = CASE m.period WHEN 'half1' THEN u.half ELSE u.full END, feed_state = 'closed', stale = false, version = m.version + 1,
		       closed_at = coalesce(m.closed_at, $1::timestamptz)
		  FROM unnest($2::bigint[], $3::text[], $4::text[]) AS u (event, "full", half)
		 WHERE m.event_id = u.event AND m.voided_by = '' AND m.state <> CASE m.period WHEN 'half1' THEN u.half ELSE u.full END
		RETURNING m.id`, a.now, events, full, half)
}

// ends reports whether the result is that of the match as it is over now: not when the match went on after it, by a correction, to another score.
func (r *result) ends(e *match) bool {
	return r.fresh || r.confirmed || (r.void != "") == (e.state == fixture.Cancelled) && (r.void != "" || r.full == e.score)
}

// states are what the result makes of markets on the whole match and on the first half.
func (r *result) states() (full, half MarketState) {
	switch {
	case r.void != "":
		return Void, Void
	case r.half == nil:
		return Resulted, Closed // the first half waits for a correction that has it
	}
	return Resulted, Resulted
}
