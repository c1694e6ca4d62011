package sports

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/clock"
	"hubstake/internal/core/fixture"
	"hubstake/internal/core/odds"
	"hubstake/internal/platform/pg"
)

// Reasons why a change is parked that depend on what is known already; the others are fixture.Reason's own.
const (
	UnknownLeague fixture.Reason = "unknown_league"
	UnknownTeam   fixture.Reason = "unknown_team"
	UnknownEvent  fixture.Reason = "unknown_event"
	OtherMatch    fixture.Reason = "other_match"   // a match under the id of another one: other teams, another sport
	ScoreBack     fixture.Reason = "score_back"    // a score, or a result, below what the match had, without a correction
	StateBack     fixture.Reason = "state_back"    // a match that ended goes on, or one that began did not, without a correction
	MarketBack    fixture.Reason = "market_back"   // a closed market opens again
	Contradicts   fixture.Reason = "contradicts"   // another result without a correction, or than that of another feed
	StaffDecided  fixture.Reason = "staff_decided" // another result than the one that staff entered
	Early         fixture.Reason = "early"         // a result of a match that has not begun
	OtherUnit     fixture.Reason = "other_unit"    // a market that the feed's scores cannot decide, or a score in another unit than the sport's
	ExtraTime     fixture.Reason = "extra_time"    // a result that may include extra time (D-65)
	TooMany       fixture.Reason = "too_many"      // more lines of a market than anybody reads
)

// Reasons returns all reasons for which a change is parked.
func Reasons() []fixture.Reason {
	return []fixture.Reason{
		fixture.Malformed, fixture.Absurd, fixture.Crossed, fixture.Overround,
		UnknownLeague, UnknownTeam, UnknownEvent, OtherMatch, ScoreBack, StateBack, MarketBack, Contradicts, StaffDecided, Early, OtherUnit, ExtraTime, TooMany,
	}
}

// mostLines bounds the lines of one kind and period of a match.
const mostLines = 40

// Options are how long prices stay good that no feed confirms.
type Options struct {
	StaleLive, StaleBefore time.Duration
}

// Defaults are the options of the product.
func Defaults() Options { return Options{StaleLive: 10 * time.Second, StaleBefore: 120 * time.Second} }

// Service keeps the sportsbook's reference data.
type Service struct {
	db  *pgxpool.Pool
	clk clock.Clock
	o   Options
}

// New returns the service.
func New(db *pgxpool.Pool, clk clock.Clock, o Options) *Service { return &Service{db, clk, o} }

// Outcome says what Apply did.
type Outcome struct {
	Repeated bool // the feed was read further by now: nothing was done
	Applied  int  // changes that were newer than what was known
	Old      int  // changes that were not
	Events   int  // matches that pages are told of
	Markets  int  // markets that pages are told of
	Results  int  // results and corrections
	Lost     int  // matches that should have begun and that the feed does not name any more
	Refused  int  // old ones that are newer by their time and say something else: the feed's numbers went back
	Parked   map[fixture.Reason]int
}

// Cursor returns how far a feed was read; empty: not at all.
func (s *Service) Cursor(ctx context.Context, feed string) (string, error) {
	var cursor string
	err := s.db.QueryRow(ctx, `SELECT coalesce((SELECT cursor FROM sports_cursor WHERE feed = $1), '')`, feed).Scan(&cursor)
	if err != nil {
		return "", fmt.Errorf("sports: cursor: %w", err)
	}
	return cursor, nil
}

// Apply writes what a feed told after the cursor from, moves its cursor, and writes the facts for the pages, all in one transaction. When the feed was
// read further in the meantime it does nothing, so of two pollers with the same batch one has an effect. A change that cannot be believed is parked
// with its reason; when its match or market is known, that is suspended until the feed says something that can.
func (s *Service) Apply(ctx context.Context, feed, from string, b fixture.Batch) (out Outcome, err error) {
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		out = Outcome{Parked: map[fixture.Reason]int{}}
		if err := pg.Brief(ctx, tx); err != nil {
			return err
		}
		a := s.begin(tx, feed, &out)
		moved, err := a.moveCursor(ctx, from, b)
		if err != nil || !moved {
			out.Repeated = !moved
			return err
		}
		a.inner = b.Inner
		return a.run(ctx, b)
	})
	if err != nil {
		return Outcome{}, fmt.Errorf("sports: apply %s: %w", feed, err)
	}
	return out, nil
}

func (s *Service) begin(tx pgx.Tx, feed string, out *Outcome) *application {
	return &application{
		Outcome: out, s: s, tx: tx, feed: feed, now: s.clk.Now(), parked: map[parkKey]parkedBody{},
		events: map[string]*match{}, markets: map[marketKey]*market{}, results: map[int64]*result{}, facts: map[int64]bool{},
	}
}

// application is one batch on its way into the tables.
type application struct {
	*Outcome
	s       *Service
	tx      pgx.Tx
	feed    string
	now     time.Time
	vouched time.Time // up to then the feed answers for its prices, as far as it is believed
	claimed time.Time // the same by this batch, which is believed when nothing in it was overlooked
	inner   bool      // fixture.Batch.Inner
	// overlooked: a change was ignored because of its Seq although it says something else than is known. The feed's numbers may have begun again, so that what
	// it answers for is not what we have.
	overlooked bool
	refused    refusal

	parked   map[parkKey]parkedBody
	names    names
	events   map[string]*match // by the feed's id
	markets  map[marketKey]*market
	results  map[int64]*result
	replaced []versioned
	facts    map[int64]bool // markets that pages are told of
	truths   []truth
	// elsewhere are the results that other feeds told of the matches of this batch, of those that get one.
	elsewhere map[int64][]odds.Score
}

type parkKey struct {
	kind, id string
	reason   fixture.Reason
}

// parkedBody is a change that was parked: JSON that the database takes, or any other text.
type parkedBody struct {
	text   string
	isJSON bool
}

// moveCursor moves the feed's cursor and keeps the row locked, so that one batch of a feed is applied at a time. It reports false when the feed was
// read further than the batch's beginning.
func (a *application) moveCursor(ctx context.Context, from string, b fixture.Batch) (bool, error) {
	if _, err := a.tx.Exec(ctx, `INSERT INTO sports_cursor (feed, cursor, at) VALUES ($1, '', $2) ON CONFLICT DO NOTHING`, a.feed, a.now); err != nil {
		return false, fmt.Errorf("cursor: %w", err)
	}
	var known *time.Time
	err := a.tx.QueryRow(ctx, `
		UPDATE sports_cursor
		   SET cursor = $3, at = $4, stale_live = $5::bigint * interval '1 microsecond', stale_before = $6::bigint * interval '1 microsecond'
		 WHERE feed = $1 AND cursor = $2
		RETURNING vouched_at`, a.feed, from, b.Cursor, a.now, a.s.o.StaleLive.Microseconds(), a.s.o.StaleBefore.Microseconds()).Scan(&known)
	if errors.Is(err, pgx.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("cursor: %w", err)
	}
	if known != nil {
		a.vouched = *known
	}
	if a.claimed = b.Vouched; a.claimed.After(a.now) {
		a.claimed = a.now // a clock ahead of ours must not keep prices fresh
	}
	return true, nil
}

// vouch believes what the batch says of the feed's prices, if nothing in it was overlooked.
func (a *application) vouch(ctx context.Context) error {
	if a.overlooked || !a.claimed.After(a.vouched) {
		return nil
	}
	a.vouched = a.claimed
	if _, err := a.tx.Exec(ctx, `UPDATE sports_cursor SET vouched_at = $2 WHERE feed = $1`, a.feed, a.vouched); err != nil {
		return fmt.Errorf("vouched: %w", err)
	}
	return nil
}

// run takes the changes in the order in which matches need them: names, matches, markets, results.
func (a *application) run(ctx context.Context, b fixture.Batch) error {
	good := make([]fixture.Change, 0, len(b.Changes))
	for _, c := range b.Changes {
		reason := c.Check()
		if reason != "" {
			a.park(c, reason)
			a.overlooked = a.overlooked || c.Seq >= fixture.SeqEnd
			c = doubted(c)
		}
		if c.Seq > 0 {
			good = append(good, c)
		}
	}
	slices.SortStableFunc(good, func(x, y fixture.Change) int { return cmp.Compare(x.Seq, y.Seq) })
	steps := []func(context.Context, []fixture.Change) error{a.takeNames, a.takeEvents, a.takeMarkets, a.endHalves, a.takeResults}
	for _, step := range steps {
		if err := step(ctx, good); err != nil {
			return err
		}
	}
	if err := a.takeVanished(ctx, b); err != nil {
		return err
	}
	if err := a.writeTruths(ctx); err != nil {
		return err
	}
	if err := a.refresh(ctx); err != nil {
		return err
	}
	if err := a.writeParked(ctx); err != nil {
		return err
	}
	if err := a.writeRefused(ctx); err != nil {
		return err
	}
	return a.tell(ctx)
}

// doubted returns what is left of a change that cannot be believed: its match (an event without a state) or its market is suspended, if we know it.
// A change of anything else has no Seq any more.
func doubted(c fixture.Change) fixture.Change {
	if c.Seq >= fixture.SeqEnd { // the Check below, and no Seq to adopt
		c.Seq = fixture.SeqEnd - 1
		d := doubted(c)
		if d.Seq > 0 {
			d.Seq = fixture.SeqEnd
		}
		return d
	}
	d := fixture.Change{Seq: c.Seq, At: c.At}
	switch {
	case c.Market != nil && c.Bad == nil:
		m := *c.Market
		m.State, m.Prices = fixture.Suspended, nil
		if d.Market = &m; d.Check() == "" {
			return d
		}
	case c.Event != nil && c.Bad == nil && fixture.Text(c.Event.ID):
		d.Event = &fixture.Event{ID: c.Event.ID}
		return d
	}
	return fixture.Change{}
}

// adopt returns the newest Seq that is known after a change: one that cannot be is not adopted, as all later changes would be old.
func adopt(known, seq int64) int64 {
	if seq >= fixture.SeqEnd {
		return known
	}
	return seq
}

// doubt is the reason of a suspension because of a change that cannot be believed.
const doubt = "doubt"

// limit is how old prices may be.
func (o Options) limit(live bool) time.Duration {
	if live {
		return o.StaleLive
	}
	return o.StaleBefore
}

// stale reports whether prices of a moment are too old now.
func (a *application) stale(quoted time.Time, live bool) bool {
	if a.vouched.After(quoted) {
		quoted = a.vouched
	}
	return a.now.Sub(quoted) > a.s.o.limit(live)
}

// refresh opens markets again whose prices the feed vouches for by now.
func (a *application) refresh(ctx context.Context) error {
	if a.vouched.IsZero() {
		return nil
	}
	return a.changeMarkets(ctx, `
		UPDATE sports_market m SET stale = false, version = m.version + 1,
		       state = CASE WHEN m.held_by <> '' OR m.feed_state = 'suspended' THEN 'suspended' ELSE 'open' END
		  FROM sports_event e
		 WHERE m.stale AND m.state = 'suspended' AND e.id = m.event_id AND e.feed = $1
		   AND greatest(m.quoted_at, $2::timestamptz) >= $3::timestamptz - CASE WHEN e.state = 'live' THEN $4::bigint ELSE $5::bigint END * interval '1 microsecond'
		RETURNING m.id`, a.feed, a.vouched, a.now, a.s.o.StaleLive.Microseconds(), a.s.o.StaleBefore.Microseconds())
}

// changeMarkets runs a statement that returns the ids of markets of which pages are told.
func (a *application) changeMarkets(ctx context.Context, sql string, args ...any) error {
	rows, err := a.tx.Query(ctx, sql, args...)
	if err != nil {
		return fmt.Errorf("markets: %w", err)
	}
	var id int64
	_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
		a.facts[id] = true
		return nil
	})
	if err != nil {
		return fmt.Errorf("markets: %w", err)
	}
	return nil
}

// park keeps a change that cannot be used: as JSON, or as text when it could not be read or the database would refuse it. Any input can be
// parked, so that a feed is never stopped by one change.
func (a *application) park(c fixture.Change, reason fixture.Reason) {
	kind, id := c.ID()
	const most, mostID = 4000, 120
	encoded, err := json.Marshal(c)
	switch {
	case c.Bad != nil:
		encoded = c.Bad
	case err != nil:
		encoded = []byte(err.Error())
	}
	body := parkedBody{text: string(encoded), isJSON: c.Bad == nil && err == nil && len(encoded) <= most && !bytes.Contains(encoded, []byte(`\u0000`))}
	if !body.isJSON {
		body.text = strings.ReplaceAll(strings.ToValidUTF8(string(encoded[:min(most, len(encoded))]), ""), "\x00", "")
	}
	id = strings.Map(func(r rune) rune {
		if r < ' ' {
			return -1
		}
		return r
	}, strings.ToValidUTF8(id[:min(mostID, len(id))], ""))
	a.parked[parkKey{kind, id, reason}] = body
	a.Parked[reason]++
}

func (a *application) writeParked(ctx context.Context) error {
	if len(a.parked) == 0 {
		return nil
	}
	var kinds, ids, reasons, bodies []string
	var areJSON []bool
	for k, body := range a.parked {
		kinds, ids, reasons = append(kinds, k.kind), append(ids, k.id), append(reasons, string(k.reason))
		bodies, areJSON = append(bodies, body.text), append(areJSON, body.isJSON)
	}
	_, err := a.tx.Exec(ctx, `
		INSERT INTO sports_parked (feed, kind, feed_id, reason, body, first_at, last_at)
		SELECT $1, u.kind, u.id, u.reason, CASE WHEN u.is_json THEN u.body::jsonb ELSE to_jsonb(u.body) END, $2, $2
		  FROM unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[]) AS u (kind, id, reason, body, is_json)
		    ON CONFLICT (feed, kind, feed_id, reason) DO UPDATE
		   SET body = EXCLUDED.body, times = sports_parked.times + 1, last_at = EXCLUDED.last_at, done_by = '', done_at = NULL`,
		a.feed, a.now, kinds, ids, reasons, bodies, areJSON)
	if err != nil {
		return fmt.Errorf("parked: %w", err)
	}
	return nil
}
