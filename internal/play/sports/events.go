package sports

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
)

// match is a row of sports_event while a batch is applied.
type match struct {
	id, league, home, away int64
	feedID                 string
	sport                  odds.Sport
	margin                 int // of the league
	startsAt, plannedAt    time.Time
	state                  fixture.EventState
	period                 string
	clock                  int
	clockAt                time.Time
	score                  odds.Score
	scores, cards          map[string]odds.Score
	half                   *odds.Score // of the first half once it is over, as its bets are settled; nil: it is not over, or not known
	halfVersion            int         // changes of half
	feedSuspended          bool
	heldBy                 string
	reason                 string // of the suspension by the feed
	lost                   bool   // the feed does not say a word of it any more, though it should have begun
	seq, version           int64

	isNew, dirty, told bool
	closes             bool           // its markets close in this batch
	reopened           bool           // it goes on in this batch after it was over: its result does not stand
	halfChanged        bool           // half became known in this batch, or is not any more
	began              bool           // it was in play before this batch
	playedIn           string         // the period in which it was then
	parked             fixture.Reason // of the newest event of this batch, if that could not be believed
}

// live reports whether the match is being played.
func (e *match) live() bool { return e.state == fixture.Live }

// over reports whether nothing more can be bet on the match.
func (e *match) over() bool { return e.state == fixture.Ended || e.state == fixture.Cancelled }

func (e *match) suspended() bool { return e.feedSuspended || e.heldBy != "" }

// heldReason is the reason of a suspension by staff.
const heldReason = "staff"

// feedReason stands for the reason of a suspension by the feed that a hold of staff replaced.
const feedReason = "feed"

// shownReason is why the match is suspended, for pages.
func (e *match) shownReason() string {
	if e.heldBy != "" {
		return heldReason
	}
	return e.reason
}

// takesAway reports whether a change may take a match or one of its markets away from bets, so that it waits for those being stored.
func (a *application) takesAway(c fixture.Change) bool {
	if m := c.Market; m != nil {
		return m.State != fixture.Open || m.Kind == odds.CorrectScore || a.now.Sub(c.At) > a.s.o.StaleLive ||
			slices.ContainsFunc(m.Prices, func(p fixture.Price) bool { return p.Off })
	}
	return c.Event != nil || c.Result != nil
}

const eventColumns = `SELECT e.id, e.league_id, e.home_id, e.away_id, e.feed_id, e.sport, l.margin, e.starts_at, e.planned_at, e.state, e.period, e.clock,
       e.clock_at, e.home_score, e.away_score, e.scores, e.cards, e.feed_suspended, e.held_by, e.suspend_reason, e.seq, e.version,
       e.half_home, e.half_away, e.half_version, e.lost_at IS NOT NULL
  FROM sports_event e JOIN sports_league l ON l.id = e.league_id WHERE e.feed = $1 AND e.feed_id = ANY ($2) ORDER BY e.id`

func (a *application) loadEvents(ctx context.Context, feedIDs []string, lock string) error {
	if len(feedIDs) == 0 {
		return nil
	}
	rows, err := a.tx.Query(ctx, eventColumns+lock, a.feed, feedIDs)
	if err != nil {
		return fmt.Errorf("events: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (*match, error) {
		var e match
		var halfHome, halfAway *int
		err := r.Scan(&e.id, &e.league, &e.home, &e.away, &e.feedID, &e.sport, &e.margin, &e.startsAt, &e.plannedAt, &e.state, &e.period, &e.clock,
			&e.clockAt, &e.score.Home, &e.score.Away, &e.scores, &e.cards, &e.feedSuspended, &e.heldBy, &e.reason, &e.seq, &e.version,
			&halfHome, &halfAway, &e.halfVersion, &e.lost)
		e.half = scoreOf(halfHome, halfAway)
		e.began, e.playedIn = e.live(), e.period
		return &e, err
	})
	if err != nil {
		return fmt.Errorf("events: %w", err)
	}
	for _, e := range found {
		if !e.feedSuspended {
			e.reason = ""
		}
		a.events[e.feedID] = e
	}
	return nil
}

func (a *application) takeEvents(ctx context.Context, changes []fixture.Change) error {
	strong, weak := map[string]bool{}, map[string]bool{}
	for _, c := range changes {
		if c.League != nil || c.Team != nil {
			continue
		}
		if _, id := c.ID(); a.takesAway(c) {
			strong[id] = true
		} else {
			weak[id] = true
		}
	}
	maps.DeleteFunc(weak, func(id string, _ bool) bool { return strong[id] })
	if err := a.loadEvents(ctx, slices.Collect(maps.Keys(strong)), " FOR UPDATE OF e"); err != nil {
		return err
	}
	if err := a.loadEvents(ctx, slices.Collect(maps.Keys(weak)), ""); err != nil {
		return err
	}
	for _, c := range changes {
		if c.Event != nil {
			if err := a.takeEvent(ctx, c); err != nil {
				return err
			}
		}
	}
	return a.writeEvents(ctx)
}

func (a *application) takeEvent(ctx context.Context, c fixture.Change) error {
	f := c.Event
	e := a.events[f.ID]
	switch {
	case e == nil && f.State == "":
		return nil // parked already, and there is nothing to suspend
	case e == nil:
		return a.newEvent(ctx, c)
	case c.Seq <= e.seq:
		a.Old++
		if f.State != "" && !e.over() && e.differs(f) {
			a.overlooked = true
			if c.At.After(e.clockAt) { // newer by its time, older by its number
				a.refuse(e.seq, c.Seq)
				e.parked = StateBack
				e.doubt(e.seq)
			}
		}
		return nil
	case f.State == "":
		e.parked = fixture.Malformed
		e.doubt(c.Seq)
		return nil
	}
	reason := e.contradiction(f)
	if reason == "" && (a.names.teams[f.Home] != e.home || a.names.teams[f.Away] != e.away || f.Sport != e.sport) {
		reason = OtherMatch
	}
	if reason == "" && e.over() && f.State != fixture.Ended && f.State != fixture.Cancelled {
		free, err := a.free(ctx, e)
		if err != nil {
			return err
		}
		if !free {
			reason = StateBack // even as a correction: its bets were paid, and new ones must not be taken on the same markets
		}
	}
	if reason != "" {
		a.park(c, reason)
		e.parked = reason
		e.doubt(c.Seq)
		return nil
	}
	a.Applied++
	e.parked = ""
	before := *e
	e.take(c)
	a.noteTruth(before, e, c)
	return nil
}

// free reports whether no bet was settled by the outcomes of a match, and none is being settled: then it may go on, and its outcomes are taken back. Its jobs of
// settlement are held until the transaction ends.
func (a *application) free(ctx context.Context, e *match) (free bool, err error) {
	if err := a.tx.QueryRow(ctx, `SELECT settle_free($1)`, e.id).Scan(&free); err != nil {
		return false, fmt.Errorf("settled bets: %w", err)
	}
	return free, nil
}

func (a *application) newEvent(ctx context.Context, c fixture.Change) error {
	f := c.Event
	league, ok := a.names.leagues[f.League]
	if !ok {
		a.park(c, UnknownLeague)
		return nil
	}
	home, homeKnown, err := a.team(ctx, f.Home, f.Sport)
	if err != nil {
		return err
	}
	away, awayKnown, err := a.team(ctx, f.Away, f.Sport)
	if err != nil {
		return err
	}
	if !homeKnown || !awayKnown || home == away {
		a.park(c, UnknownTeam)
		return nil
	}
	e := &match{
		feedID: f.ID, sport: f.Sport, league: league, home: home, away: away, plannedAt: f.StartsAt, isNew: true, state: fixture.Scheduled,
	}
	before := *e
	e.take(c)
	a.noteTruth(before, e, c)
	e.version = 1
	a.events[f.ID] = e
	a.Applied++
	return nil
}

// doubt suspends the match because of a change that cannot be believed.
func (e *match) doubt(seq int64) {
	e.seq, e.dirty = adopt(e.seq, seq), true
	if !e.over() && e.reason != doubt {
		e.feedSuspended, e.reason = true, doubt
		e.change()
	}
}

// doubted reports whether the feed's last word about the match could not be believed. A hold of staff hides why the feed suspended the match
// (shownReason, release), which counts as doubt.
func (e *match) doubted() bool {
	return e.parked != "" || e.feedSuspended && (e.reason == doubt || e.reason == heldReason || e.reason == feedReason)
}

// differs reports whether the feed says something else of the match than is known; the clock runs without being told.
func (e *match) differs(f *fixture.Event) bool {
	return e.startsAt.Sub(f.StartsAt).Abs() >= time.Microsecond || e.state != f.State || e.period != f.Period || e.score != f.Score ||
		e.feedSuspended != (f.Suspended != "") || !maps.Equal(e.scores, f.Scores) || !maps.Equal(e.cards, f.Cards)
}

// change notes that pages are told of the match.
func (e *match) change() {
	if !e.told {
		e.version++
	}
	e.dirty, e.told = true, true
}

// contradiction returns why a newer state of the match cannot be believed.
func (e *match) contradiction(f *fixture.Event) fixture.Reason {
	switch {
	case f.Correction:
		return ""
	case e.putOffAfterStart(f):
		return ""
	case e.over() && f.State != e.state, e.live() && f.State == fixture.Scheduled:
		return StateBack
	case f.Score.Home < e.score.Home || f.Score.Away < e.score.Away:
		return ScoreBack
	case e.halfContradicted(f):
		return Contradicts
	}
	return ""
}

// putOffAfterStart reports whether the feed says, after the planned start, that the match did not begin then: it is to begin later, and nothing was played.
func (e *match) putOffAfterStart(f *fixture.Event) bool {
	return e.live() && f.State == fixture.Scheduled && f.StartsAt.After(e.startsAt) && f.Clock == 0 && e.clock == 0 &&
		f.Score == (odds.Score{}) && e.score == (odds.Score{})
}

// clockSlack is how far the clock of a match may be from what pages count themselves before they are told.
const clockSlack = 3

// take makes the feed's state of the match ours.
func (e *match) take(c fixture.Change) {
	f := c.Event
	expected := e.clock + int(c.At.Sub(e.clockAt)/time.Second)
	moved := f.State == fixture.Live && (f.Clock-expected > clockSlack || expected-f.Clock > clockSlack) && f.Clock != e.clock
	before := *e
	if e.live() {
		e.began, e.playedIn = true, e.period
	}
	e.seq, e.dirty = c.Seq, true
	e.startsAt, e.state, e.period, e.clock, e.clockAt = f.StartsAt, f.State, f.Period, f.Clock, c.At
	e.score, e.scores, e.cards = f.Score, f.Scores, f.Cards
	e.feedSuspended, e.reason, e.lost = f.Suspended != "", f.Suspended, false
	e.takeHalf(f)
	if e.over() && !before.over() {
		e.closes = true
	}
	if before.over() && !e.over() {
		e.reopened = true
	}
	if moved || !e.startsAt.Equal(before.startsAt) || e.state != before.state || e.period != before.period || e.score != before.score ||
		e.feedSuspended != before.feedSuspended || e.reason != before.reason || !maps.Equal(e.scores, before.scores) || !maps.Equal(e.cards, before.cards) || e.isNew {
		e.change()
	}
}

// end makes a result the end of the match.
func (e *match) end(r *result) {
	e.dirty, e.closes = true, true
	state := fixture.Ended
	if r.void != "" {
		state = fixture.Cancelled
	}
	if e.state != state || r.scored() && e.score != r.full || e.doubted() {
		e.state = state
		if r.scored() {
			e.score = r.full
		}
		e.feedSuspended, e.reason = false, ""
		e.change()
	}
	e.lost = false
}

// writeEvents stores the matches that changed; it may be called again for later changes.
func (a *application) writeEvents(ctx context.Context) error {
	var fresh, known []*match
	for _, id := range slices.Sorted(maps.Keys(a.events)) {
		switch e := a.events[id]; {
		case e.isNew:
			fresh = append(fresh, e)
		case e.dirty:
			known = append(known, e)
		}
	}
	if len(fresh) > 0 {
		if err := a.insertEvents(ctx, fresh); err != nil {
			return err
		}
	}
	if len(known) == 0 {
		return nil
	}
	slices.SortFunc(known, func(x, y *match) int { return int(x.id - y.id) })
	c, err := columnsOf(known)
	if err != nil {
		return err
	}
	ids := make([]int64, len(known))
	lost := make([]bool, len(known))
	for i, e := range known {
		ids[i], lost[i], e.dirty = e.id, e.lost, false
	}
	_, err = a.tx.Exec(ctx, `
		UPDATE sports_event e
		   SET starts_at = u.starts_at, state = u.state, period = u.period, clock = u.clock, clock_at = u.clock_at, home_score = u.home, away_score = u.away,
		       scores = u.scores::jsonb, cards = u.cards::jsonb, feed_suspended = u.feed_suspended, suspended = u.suspended, suspend_reason = u.reason,
		       seq = u.seq, version = u.version, changed_at = $1, half_home = u.half_home, half_away = u.half_away, half_version = u.half_version,
		       lost_at = CASE WHEN u.lost THEN coalesce(e.lost_at, $1) END
		  FROM unnest($2::bigint[], $3::timestamptz[], $4::text[], $5::text[], $6::int[], $7::timestamptz[], $8::int[], $9::int[], $10::text[], $11::text[],
		              $12::boolean[], $13::boolean[], $14::text[], $15::bigint[], $16::bigint[], $17::int[], $18::int[], $19::int[], $20::boolean[])
		       AS u (id, starts_at, state, period, clock, clock_at, home, away, scores, cards, feed_suspended, suspended, reason, seq, version,
		             half_home, half_away, half_version, lost)
		 WHERE e.id = u.id`, append(append([]any{a.now, ids}, c...), lost)...)
	if err != nil {
		return fmt.Errorf("events: %w", err)
	}
	return nil
}

func (a *application) insertEvents(ctx context.Context, fresh []*match) error {
	var feedIDs, sports []string
	var leagues, homes, aways []int64
	var planned []time.Time
	for _, e := range fresh {
		feedIDs, sports = append(feedIDs, e.feedID), append(sports, string(e.sport))
		leagues, homes, aways, planned = append(leagues, e.league), append(homes, e.home), append(aways, e.away), append(planned, e.plannedAt)
		e.isNew, e.dirty = false, false
	}
	columns, err := columnsOf(fresh)
	if err != nil {
		return err
	}
	rows, err := a.tx.Query(ctx, `
		WITH made AS (
		  INSERT INTO sports_event (feed, changed_at, starts_at, state, period, clock, clock_at, home_score, away_score, scores, cards, feed_suspended, suspended,
		                            suspend_reason, seq, version, half_home, half_away, half_version, feed_id, sport, league_id, home_id, away_id, planned_at)
		  SELECT $1, $2, u.starts_at, u.state, u.period, u.clock, u.clock_at, u.home, u.away, u.scores::jsonb, u.cards::jsonb, u.feed_suspended, u.suspended,
		         u.reason, u.seq, u.version, u.half_home, u.half_away, u.half_version, u.feed_id, u.sport, u.league, u.home_id, u.away_id, u.planned
		    FROM unnest($3::timestamptz[], $4::text[], $5::text[], $6::int[], $7::timestamptz[], $8::int[], $9::int[], $10::text[], $11::text[], $12::boolean[],
		                $13::boolean[], $14::text[], $15::bigint[], $16::bigint[], $17::int[], $18::int[], $19::int[], $20::text[], $21::text[],
		                $22::bigint[], $23::bigint[], $24::bigint[], $25::timestamptz[])
		         AS u (starts_at, state, period, clock, clock_at, home, away, scores, cards, feed_suspended, suspended, reason, seq, version,
		               half_home, half_away, half_version, feed_id, sport, league, home_id, away_id, planned)
		  RETURNING feed_id, id, league_id)
		SELECT m.feed_id, m.id, l.margin FROM made m JOIN sports_league l ON l.id = m.league_id`,
		append(append([]any{a.feed, a.now}, columns...), feedIDs, sports, leagues, homes, aways, planned)...)
	if err != nil {
		return fmt.Errorf("new events: %w", err)
	}
	var feedID string
	var id int64
	var margin int
	_, err = pgx.ForEachRow(rows, []any{&feedID, &id, &margin}, func() error {
		a.events[feedID].id, a.events[feedID].margin = id, margin
		return nil
	})
	if err != nil {
		return fmt.Errorf("new events: %w", err)
	}
	return nil
}

// columnsOf are what changes of matches, column by column.
func columnsOf(events []*match) ([]any, error) {
	n := len(events)
	starts, clockAts := make([]time.Time, n), make([]time.Time, n)
	states, periods, scores, cards, reasons := make([]string, n), make([]string, n), make([]string, n), make([]string, n), make([]string, n)
	clocks, homes, aways := make([]int32, n), make([]int32, n), make([]int32, n)
	feed, suspended := make([]bool, n), make([]bool, n)
	seqs, versions := make([]int64, n), make([]int64, n)
	halfHomes, halfAways, halfVersions := make([]*int, n), make([]*int, n), make([]int32, n)
	for i, e := range events {
		starts[i], states[i], periods[i], clocks[i], clockAts[i] = e.startsAt, string(e.state), e.period, int32(e.clock), e.clockAt
		homes[i], aways[i] = int32(e.score.Home), int32(e.score.Away)
		var scoresErr, cardsErr error
		scores[i], scoresErr = object(e.scores)
		cards[i], cardsErr = object(e.cards)
		if err := errors.Join(scoresErr, cardsErr); err != nil {
			return nil, err
		}
		feed[i], suspended[i], reasons[i], seqs[i], versions[i] = e.feedSuspended, e.suspended(), e.shownReason(), e.seq, e.version
		halfHomes[i], halfAways[i] = sides(e.half)
		halfVersions[i] = int32(e.halfVersion)
	}
	return []any{
		starts, states, periods, clocks, clockAts, homes, aways, scores, cards, feed, suspended, reasons, seqs, versions, halfHomes, halfAways, halfVersions,
	}, nil
}

// object is the JSON of scores by period, never null.
func object(scores map[string]odds.Score) (string, error) {
	if len(scores) == 0 {
		return "{}", nil
	}
	text, err := json.Marshal(scores)
	if err != nil {
		return "", fmt.Errorf("scores: %w", err)
	}
	return string(text), nil
}
