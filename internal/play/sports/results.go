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
	halfOpen   bool        // the match was abandoned in its first half
	inner      *odds.Score // in the unit within the sport's own, such as games; nil: not known
	scores     map[string]odds.Score
	source, by string
	at         time.Time
	seq        int64

	fresh     bool
	confirmed bool // the feed said it again
}

func (a *application) loadResults(ctx context.Context, events []int64) error {
	if len(events) == 0 {
		return nil
	}
	rows, err := a.tx.Query(ctx, `
		SELECT DISTINCT ON (event_id) event_id, version, void, home, away, half_home, half_away, half_open, inner_home, inner_away, scores, source, set_by, at, seq
		  FROM sports_result WHERE event_id = ANY ($1) ORDER BY event_id, version DESC`, events)
	if err != nil {
		return fmt.Errorf("results: %w", err)
	}
	var id int64
	for rows.Next() {
		var r result
		var halfHome, halfAway, innerHome, innerAway *int
		if err := rows.Scan(&id, &r.version, &r.void, &r.full.Home, &r.full.Away, &halfHome, &halfAway, &r.halfOpen, &innerHome, &innerAway, &r.scores, &r.source, &r.by, &r.at, &r.seq); err != nil {
			rows.Close()
			return fmt.Errorf("results: %w", err)
		}
		r.half, r.inner = scoreOf(halfHome, halfAway), scoreOf(innerHome, innerAway)
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
	if err := a.loadElsewhere(ctx, changes); err != nil {
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
			a.addResult(e, a.resultOf(e, fixture.Change{Seq: e.seq, Result: &fixture.Result{Void: string(fixture.Cancelled)}}))
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
		UPDATE sports_market m SET state = 'closed', version = m.version + 1 FROM sports_event e
		 WHERE e.id = m.event_id AND e.id = ANY ($1) AND m.state IN ('resulted', 'void') AND NOT (m.period = 'half1' AND e.half_home IS NOT NULL)
		RETURNING m.id`, events)
}

// loadElsewhere reads the results that other feeds told of the matches that get one, with the sides as the feed has them.
func (a *application) loadElsewhere(ctx context.Context, changes []fixture.Change) error {
	var events []int64
	for _, c := range changes {
		if c.Result != nil && a.events[c.Result.Event] != nil {
			events = append(events, a.events[c.Result.Event].id)
		}
	}
	a.elsewhere = map[int64][]odds.Score{}
	if len(events) == 0 {
		return nil
	}
	rows, err := a.tx.Query(ctx, `
		SELECT e.id, CASE WHEN w.turned THEN r.away ELSE r.home END, CASE WHEN w.turned THEN r.home ELSE r.away END
		  FROM sports_event e CROSS JOIN LATERAL sports_twins(e.id) w JOIN sports_event t ON t.id = w.event_id AND t.feed <> e.feed
		 CROSS JOIN LATERAL (SELECT r.void, r.home, r.away FROM sports_result r WHERE r.event_id = t.id ORDER BY r.version DESC LIMIT 1) r
		 WHERE e.id = ANY ($1) AND r.void = '' AND t.state = 'ended'`, events)
	if err != nil {
		return fmt.Errorf("results of other feeds: %w", err)
	}
	var id int64
	var s odds.Score
	_, err = pgx.ForEachRow(rows, []any{&id, &s.Home, &s.Away}, func() error {
		a.elsewhere[id] = append(a.elsewhere[id], s)
		return nil
	})
	if err != nil {
		return fmt.Errorf("results of other feeds: %w", err)
	}
	return nil
}

func (a *application) takeResult(e *match, c fixture.Change) {
	f := c.Result
	next := a.resultOf(e, c)
	known := a.results[e.id]
	switch {
	case known != nil && known.by != "" && (f.ExtraTime || !e.ends(f)):
		a.Old++ // staff decided, because the feed cannot
		return
	case !e.ends(f):
		a.park(c, OtherUnit)
		e.doubt(max(e.seq, c.Seq))
		return
	case known == nil && f.ExtraTime && f.Void == "":
		a.park(c, ExtraTime)
		e.doubt(max(e.seq, c.Seq))
		return
	case known == nil && f.Void == "" && e.early(a.now):
		a.park(c, Early)
		return
	case known == nil && f.Void == "" && !f.Correction && (f.Full.Home < e.score.Home || f.Full.Away < e.score.Away):
		a.park(c, ScoreBack) // bets would be paid by a score that the match never ended with
		e.doubt(max(e.seq, c.Seq))
		return
	case known == nil && !f.Correction && e.half != nil && f.Half != nil && next.void == "" && *f.Half != *e.half:
		a.park(c, Contradicts) // bets on the first half were settled by another score
		return
	case known == nil && next.void == "" && slices.ContainsFunc(a.elsewhere[e.id], func(s odds.Score) bool { return s != next.full }):
		a.park(c, Contradicts) // bets on the other side of the match were paid by the result of another feed
		e.doubt(max(e.seq, c.Seq))
		return
	case known == nil && e.doubted() && (!f.Correction || e.parked != ""):
		a.park(c, cmp.Or(e.parked, OtherMatch)) // it may be the result of another match; a good event of the match lifts the doubt
		return
	case known == nil:
	case c.Seq > max(known.seq, e.seq) && known.agrees(next) && !e.over() && !e.doubted() && (f.Void != "" || f.Full.Home >= e.score.Home && f.Full.Away >= e.score.Away):
		a.Applied++ // the match went on after this result, and ends by it all the same
		if known.lacks(next) {
			a.addResult(e, known.completed(next))
			return
		}
		known.confirmed = true
		e.end(known)
		return
	case c.Seq > known.seq && e.over() && known.lacks(next):
		a.Applied++
		a.addResult(e, known.completed(next))
		return
	case c.Seq <= known.seq || known.same(next) || !f.Correction && known.agrees(next): // a correction without a half takes the half back
		a.Old++
		if c.Seq > known.seq && e.over() {
			known.confirmed, e.closes = true, true
		}
		if c.Seq <= known.seq && !known.agrees(next) && c.At.After(known.at) {
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
	e.endHalf(next)
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
		halfHome, halfAway := sides(r.half)
		innerHome, innerAway := sides(r.inner)
		scores, err := object(r.scores)
		if err != nil {
			return err
		}
		insert.Queue(`
			INSERT INTO sports_result (event_id, version, void, home, away, half_home, half_away, half_open, inner_home, inner_away, scores, source, set_by, at, seq)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
			r.event, r.version, r.void, r.full.Home, r.full.Away, halfHome, halfAway, r.halfOpen, innerHome, innerAway, scores, r.source, r.by, a.now, r.seq)
	}
	if insert.Len() > 0 {
		if err := a.tx.SendBatch(ctx, insert).Close(); err != nil {
			return fmt.Errorf("results: %w", err)
		}
	}
	var events []int64
	var full, half, inner []string
	for _, id := range slices.Sorted(maps.Keys(a.events)) {
		if e := a.events[id]; e.closes {
			f, h, i := Closed, Closed, Closed // over without a result
			if e.half != nil {
				h = Resulted
			}
			if r := a.results[e.id]; r != nil && r.ends(e) {
				f, h, i = r.states()
			}
			events, full, half, inner = append(events, e.id), append(full, string(f)), append(half, string(h)), append(inner, string(i))
		}
	}
	if len(events) == 0 {
		return nil
	}
	return a.changeMarkets(ctx, `
		UPDATE sports_market m
		   SET state = u.state, feed_state = 'closed', stale = false, version = m.version + 1,
		       closed_at = coalesce(m.closed_at, $1::timestamptz)
		  FROM (SELECT o.id, CASE WHEN o.unit <> '' THEN r."inner" WHEN o.period = 'half1' THEN r.half ELSE r."full" END AS state
		          FROM unnest($2::bigint[], $3::text[], $4::text[], $5::text[]) AS r (event, "full", half, "inner") JOIN sports_market o ON o.event_id = r.event) u
		 WHERE m.id = u.id AND m.voided_by = '' AND m.state <> u.state
		RETURNING m.id`, a.now, events, full, half, inner)
}

// ends reports whether the result is that of the match as it is over now: not when the match went on after it, by a correction, to another score.
func (r *result) ends(e *match) bool {
	return r.fresh || r.confirmed || (r.void != "") == (e.state == fixture.Cancelled) && (r.void != "" || r.full == e.score)
}

// states are what the result makes of markets on the whole match, on the first half, and in the inner unit. Those of an abandoned match have outcomes, of which
// all are void that the play had not decided.
func (r *result) states() (full, half, inner MarketState) {
	if !r.scored() {
		return Void, Void, Void
	}
	full, half, inner = Resulted, Resulted, Resulted
	if r.half == nil && r.void == "" {
		half = Closed // it waits for a result that has it
	}
	if r.inner == nil && r.void == "" {
		inner = Closed
	}
	return full, half, inner
}
