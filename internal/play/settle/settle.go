package settle

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/sports"
)

// Options of a service. Zero values mean the figures given here.
type Options struct {
	Slice    int           // bets that are read at a time: 1000
	Parallel int           // bets that are ended at a time: 128, which the wallet's writer makes into batches
	Lease    time.Duration // for which no other node takes a job: 30 s
	Retry    time.Duration // after which a job that failed is tried again, doubled each time up to 64 times as much: 1 s
}

func (o Options) filled() Options {
	if o.Slice == 0 {
		o.Slice = 1000
	}
	if o.Parallel == 0 {
		o.Parallel = 128
	}
	if o.Lease == 0 {
		o.Lease = 30 * time.Second
	}
	if o.Retry == 0 {
		o.Retry = time.Second
	}
	return o
}

// Service settles markets.
type Service struct {
	db   *pgxpool.Pool
	bets *bet.Service
	o    Options
}

// New returns a service that ends bets by bets.
func New(db *pgxpool.Pool, bets *bet.Service, o Options) *Service {
	return &Service{db: db, bets: bets, o: o.filled()}
}

// Done is what a job did.
type Done struct {
	Market int64
	Bets   map[bet.State]int // that were ended, by what became of them
	Late   map[bet.Late]int  // that were found to be struck after what the book did not know
}

// Next does the job that waits longest. ok is false when none is due. A job that fails is tried again later.
func (s *Service) Next(ctx context.Context) (d Done, ok bool, err error) {
	var at time.Time
	err = s.db.QueryRow(ctx, `
		UPDATE settle_due SET at = clock_timestamp() + $1::interval, tries = tries + 1
		 WHERE market_id = (SELECT market_id FROM settle_due WHERE at <= clock_timestamp() ORDER BY at LIMIT 1 FOR UPDATE SKIP LOCKED)
		RETURNING market_id, at`, s.o.Lease).Scan(&d.Market, &at)
	if errors.Is(err, pgx.ErrNoRows) {
		return Done{}, false, nil
	} else if err != nil {
		return Done{}, false, fmt.Errorf("settle: %w", err)
	}
	d.Bets, d.Late, err = s.market(ctx, d.Market)
	if err != nil {
		return d, true, errors.Join(fmt.Errorf("settle: market %d: %w", d.Market, err), s.later(ctx, d.Market, at, err))
	}
	// A result that came meanwhile made the job due again.
	if _, err := s.db.Exec(ctx, `DELETE FROM settle_due WHERE market_id = $1 AND at = $2`, d.Market, at); err != nil {
		return d, true, fmt.Errorf("settle: %w", err)
	}
	return d, true, nil
}

// later leaves a job that failed for another try.
func (s *Service) later(ctx context.Context, market int64, at time.Time, why error) error {
	_, err := s.db.Exec(context.WithoutCancel(ctx), `
		UPDATE settle_due SET at = clock_timestamp() + $3::interval * (1 << least(tries - 1, 6)), fault = left($4, 500) WHERE market_id = $1 AND at = $2`,
		market, at, s.o.Retry, why.Error())
	if err != nil {
		return fmt.Errorf("settle: %w", err)
	}
	return nil
}

// market settles the open bets of a market, after those that it must not settle are known.
func (s *Service) market(ctx context.Context, id int64) (n map[bet.State]int, late map[bet.Late]int, err error) {
	n = map[bet.State]int{}
	if err := pg.InTx(ctx, s.db, func(tx pgx.Tx) error { return writeOutcomes(ctx, tx, id) }); err != nil {
		return n, nil, err
	}
	if late, err = s.compareMarket(ctx, id, n); err != nil {
		return n, late, err
	}
	return n, late, s.endOpen(ctx, `SELECT id, member, currency, stake, most, placed FROM settle_bets($1, $2, $3)`, id, n)
}

// endOpen ends the open bets that a query returns slice by slice, as far as they are decided, and counts them in n.
func (s *Service) endOpen(ctx context.Context, query string, of int64, n map[bet.State]int) error {
	for after := ""; ; {
		bets, last, err := s.open(ctx, query, of, after)
		if err != nil {
			return err
		}
		if err := s.each(len(bets), n, func(i int) (bet.State, error) { return s.end(ctx, bets[i]) }); err != nil {
			return err
		}
		if last == "" {
			return nil
		}
		after = last
	}
}

// slip is an open bet with what is known of its legs.
type slip struct {
	id, member, currency string
	stake, most          money.Amount
	legs                 []odds.Leg
	markets              []int64      // of the legs
	bonuses              odds.Bonuses // under which it was placed
}

// open returns the next slice of the open bets of a query, and the id after which the following one begins; empty: it was the last.
func (s *Service) open(ctx context.Context, query string, of int64, after string) (bets []*slip, last string, err error) {
	rows, err := s.db.Query(ctx, query, of, after, s.o.Slice)
	if err != nil {
		return nil, "", fmt.Errorf("bets: %w", err)
	}
	byID, ids := map[string]*slip{}, []string{}
	var b slip
	var placed bool
	n := 0
	_, err = pgx.ForEachRow(rows, []any{&b.id, &b.member, &b.currency, &b.stake, &b.most, &placed}, func() error {
		if n++; n == s.o.Slice {
			last = b.id
		}
		if placed { // one that still waits will be refused, because the market is closed
			one := b
			byID[b.id], bets, ids = &one, append(bets, &one), append(ids, b.id)
		}
		return nil
	})
	if err != nil {
		return nil, "", fmt.Errorf("bets: %w", err)
	}
	return bets, last, s.readLegs(ctx, byID, ids)
}

// readLegs reads the legs of bets with what is known of their outcomes.
func (s *Service) readLegs(ctx context.Context, byID map[string]*slip, ids []string) error {
	rows, err := s.db.Query(ctx, `SELECT id, market, price, outcome, bonuses FROM settle_slip_legs($1)`, ids)
	if err != nil {
		return fmt.Errorf("legs: %w", err)
	}
	var id, outcome, bonuses string
	var market int64
	var l odds.Leg
	_, err = pgx.ForEachRow(rows, []any{&id, &market, &l.Price, &outcome, &bonuses}, func() error {
		if l.Outcome, err = odds.ParseOutcome(outcome); err != nil {
			return err
		}
		if byID[id].bonuses, err = odds.ParseBonuses(bonuses); err != nil {
			return err
		}
		byID[id].legs, byID[id].markets = append(byID[id].legs, l), append(byID[id].markets, market)
		return nil
	})
	if err != nil {
		return fmt.Errorf("legs: %w", err)
	}
	return nil
}

// each ends so many bets by do, and counts them by what became of them. One that fails stops no other.
func (s *Service) each(bets int, n map[bet.State]int, do func(i int) (bet.State, error)) (err error) {
	var all errgroup.Group
	all.SetLimit(s.o.Parallel)
	ended, failed := make([]bet.State, bets), make([]error, bets)
	for i := range bets {
		all.Go(func() error {
			ended[i], failed[i] = do(i)
			return nil
		})
	}
	_ = all.Wait()
	bad := 0
	for i := range bets {
		if ended[i] != "" {
			n[ended[i]]++
		}
		if failed[i] != nil {
			if bad++; err == nil {
				err = failed[i]
			}
		}
	}
	if err != nil {
		return fmt.Errorf("%d bets failed, the first: %w", bad, err)
	}
	return nil
}

// states of bets after their legs.
var states = map[odds.Status]bet.State{
	odds.BetWon: bet.Won, odds.BetLost: bet.Lost, odds.BetDrawn: bet.Drawn, odds.BetCancelled: bet.Voided,
}

// ending is how the bet ends by what is known of its legs, and whether that is decided.
func (b *slip) ending(from bet.State) (e bet.Ending, ok bool) {
	status, pays := odds.Settle(b.stake, b.legs, b.bonuses, b.most)
	if status == odds.BetOpen {
		return e, false
	}
	e = bet.Ending{Bet: b.id, Member: b.member, Currency: b.currency, From: from, To: states[status], Pays: pays}
	if e.To == bet.Voided {
		e.Pays = 0 // the stake is given back
	}
	for _, l := range b.legs {
		e.Outcomes = append(e.Outcomes, l.Outcome)
	}
	return e, true
}

// end ends a bet, unless it is not decided, or was ended meanwhile: then the state is empty.
func (s *Service) end(ctx context.Context, b *slip) (bet.State, error) {
	e, ok := b.ending(bet.Placed)
	if !ok {
		return "", nil
	}
	switch err := s.bets.End(ctx, e); {
	case errors.Is(err, bet.ErrEnded): // the member cancelled it, or another node was first
		return "", nil
	case err != nil:
		return "", err
	}
	return e.To, nil
}

// Oldest returns how long the oldest market has a result and waits to be settled; 0: none waits.
func (s *Service) Oldest(ctx context.Context) (waits time.Duration, err error) {
	if err := s.db.QueryRow(ctx, `SELECT coalesce(clock_timestamp() - min(since), interval '0') FROM settle_due`).Scan(&waits); err != nil {
		return 0, fmt.Errorf("settle: oldest: %w", err)
	}
	return waits, nil
}

// Outdated returns how many ended bets hold no more: their outcomes changed since, or they were struck after what the book did not know.
func (s *Service) Outdated(ctx context.Context) (bets int, err error) {
	if err := s.db.QueryRow(ctx, `SELECT settle_outdated()`).Scan(&bets); err != nil {
		return 0, fmt.Errorf("settle: outdated: %w", err)
	}
	return bets, nil
}

// ended is how a market ended.
type ended struct {
	kind       odds.Kind
	period     odds.Period
	line       odds.Line
	state      sports.MarketState
	result     int  // the version
	home, away *int // nil: not known
	keys       []odds.Key

	abandoned              bool
	brokenHome, brokenAway *int // the score when the match was abandoned; nil: it was not, or not known
}

// outcome of a selection.
func (m ended) outcome(key odds.Key) (odds.Outcome, error) {
	switch {
	case m.state == sports.Void:
		return odds.Voided, nil
	case m.brokenHome != nil && m.brokenAway != nil:
		return odds.DecidedOutcome(m.kind, m.line, key, odds.Score{Home: *m.brokenHome, Away: *m.brokenAway}, m.keys)
	case m.abandoned && m.home == nil:
		return odds.Voided, nil
	case m.home == nil || m.away == nil:
		return odds.Outcome{}, fmt.Errorf("settle: the result has no score of %s", m.period)
	default:
		return odds.OutcomeOf(m.kind, m.line, key, odds.Score{Home: *m.home, Away: *m.away}, m.keys)
	}
}

// writeOutcomes stores how the selections of a market ended. A market whose result was taken back has no outcomes.
func writeOutcomes(ctx context.Context, tx pgx.Tx, market int64) error {
	// A node that freezes here must not hold up the feed, which waits at the job.
	if err := pg.Brief(ctx, tx); err != nil {
		return err
	}
	// One node at a time, on what the newest result left: a result that comes meanwhile waits at the job.
	if _, err := tx.Exec(ctx, `SELECT FROM settle_due WHERE market_id = $1 FOR UPDATE`, market); err != nil {
		return fmt.Errorf("job: %w", err)
	}
	var m ended
	err := tx.QueryRow(ctx, `SELECT kind, period, line, state, result, home, away, keys, abandoned, broken_home, broken_away FROM settle_market($1)`, market).
		Scan(&m.kind, &m.period, &m.line, &m.state, &m.result, &m.home, &m.away, &m.keys, &m.abandoned, &m.brokenHome, &m.brokenAway)
	if err != nil {
		return fmt.Errorf("market: %w", err)
	}
	if m.state != sports.Resulted && m.state != sports.Void {
		if _, err := tx.Exec(ctx, `DELETE FROM settle_outcome WHERE market_id = $1`, market); err != nil { // the result was taken back
			return fmt.Errorf("outcomes: %w", err)
		}
		return nil
	}
	outcomes := make([]string, len(m.keys))
	for i, key := range m.keys {
		o, err := m.outcome(key)
		if err != nil {
			return err
		}
		outcomes[i] = o.String()
	}
	_, err = tx.Exec(ctx, `
		INSERT INTO settle_outcome (market_id, key, outcome, result, at)
		SELECT $1, u.key, u.outcome, $4, clock_timestamp() FROM unnest($2::text[], $3::text[]) AS u (key, outcome)
		ON CONFLICT (market_id, key) DO UPDATE SET outcome = excluded.outcome, result = excluded.result, at = excluded.at
		 WHERE settle_outcome.result <= excluded.result`, market, m.keys, outcomes, m.result)
	if err != nil {
		return fmt.Errorf("outcomes: %w", err)
	}
	return nil
}
