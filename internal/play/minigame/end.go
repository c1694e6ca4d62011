package minigame

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/fairness"
	"hubstake/internal/platform/pg"
)

// Reasons why a round is void, beside those of staff.
const (
	reasonLate  = "late"  // it was not drawn in time
	reasonClock = "clock" // its randomness was public while it took bets: a clock was wrong
)

const (
	// margin is before a draw the last moment at which a round is voided because staff says so: afterwards its randomness may be public.
	margin = 2 * time.Second
	// asking bounds how long the beacon is asked after one look at what is due, so that one that hangs does not hold up rounds that are to be opened.
	asking = 4 * time.Second
)

// Waiting is a round whose draw is due, that staff voids, or that is void and whose seed can be told by now.
type Waiting struct {
	Round
	DrawsAt time.Time

	chain, beacon string
	place         int
	beaconRound   uint64
	commitment    []byte
	due, void     bool // due: its draw is; void: it has ended as such, and its seed is not told
}

// Due returns the rounds that wait for the dealer, the oldest first.
func (d *Dealer) Due(ctx context.Context) ([]Waiting, error) {
	now := d.clk.Now()
	d.until = now.Add(asking)
	rows, err := d.db.Query(ctx, `
		SELECT game, no, draws_at, chain_id, place, beacon, beacon_round, commitment, draws_at <= $1, state = 'void' FROM minigame_round r
		 WHERE seed IS NULL AND (state = 'open' AND (draws_at <= $1 OR ended_by <> '') OR state = 'void' AND NOT `+hidesAnother+`)
		 ORDER BY draws_at, game`, now)
	if err != nil {
		return nil, fmt.Errorf("minigame: due: %w", err)
	}
	all, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (w Waiting, err error) {
		err = row.Scan(&w.Game, &w.No, &w.DrawsAt, &w.chain, &w.place, &w.beacon, &w.beaconRound, &w.commitment, &w.due, &w.void)
		return w, err
	})
	if err != nil {
		return nil, fmt.Errorf("minigame: due: %w", err)
	}
	return all, nil
}

// hidesAnother says of a round r that the one before it in its chain has not ended, whose seed is the hash of the one of r.
const hidesAnother = `EXISTS (SELECT FROM minigame_round o WHERE o.game = r.game AND o.no = r.before AND o.state = 'open')`

// ErrNotYet says that a round cannot be drawn yet: its beacon is late.
var ErrNotYet = errors.New("minigame: the beacon has not told the round's randomness")

// errClocks says that a round is due by the clock of a program, and still takes bets by that of the database.
var errClocks = errors.New("minigame: the clocks of this program and of the database are apart")

// Ended is how a round ended.
type Ended string

// How rounds end.
const (
	Drawn    Ended = "drawn"
	Void     Ended = "void"
	NotEnded Ended = "" // another node ended it, or it waits for its draw
)

// End draws a round, voids it when staff said so in time or when it was not drawn in time (D-49), or tells the seed of a void one. ErrNotYet: it waits on.
func (d *Dealer) End(ctx context.Context, w Waiting) (Ended, error) {
	g, ok := draw.Of(w.Game)
	if !ok {
		return NotEnded, fmt.Errorf("minigame: %s %d: no such game", w.Game, w.No)
	}
	chain, err := d.chain(ctx, d.db, w.chain)
	if err != nil {
		return NotEnded, fmt.Errorf("minigame: %s %d: %w", w.Game, w.No, err)
	}
	r := result{seed: chain.Seed(w.place)}
	if c := fairness.Commitment(r.seed); !slices.Equal(c[:], w.commitment) {
		return NotEnded, fmt.Errorf("minigame: %s %d: the seed is not that of the commitment", w.Game, w.No)
	}
	if w.void {
		return NotEnded, d.tellSeed(ctx, g, w, r.seed)
	}
	if w.due {
		var randomness [32]byte
		if r.signature, randomness, r.waits = d.randomness(ctx, w); r.waits == nil {
			outcome, err := json.Marshal(g.Draw(fairness.NewStream(r.seed[:], fairness.DrawMessage(w.Game, w.No, randomness))))
			if err != nil {
				return NotEnded, fmt.Errorf("minigame: %s %d: %w", w.Game, w.No, err)
			}
			r.outcome = string(outcome)
		}
	}
	return d.end(ctx, g, w, r)
}

// randomness returns that of the beacon to which a round is bound; nothing when it is bound to none.
func (d *Dealer) randomness(ctx context.Context, w Waiting) (signature []byte, randomness [32]byte, err error) {
	switch {
	case w.beacon == "":
		return nil, randomness, nil
	case d.beacon == nil || d.beacon.Hash() != w.beacon:
		return nil, randomness, fmt.Errorf("the settings name another beacon than %s", w.beacon)
	case !d.clk.Now().Before(d.until):
		return nil, randomness, errors.New("others were asked for in vain for too long")
	}
	ctx, cancel := context.WithTimeout(ctx, d.until.Sub(d.clk.Now()))
	defer cancel()
	return d.beacon.Get(ctx, w.beaconRound)
}

// result is what a dealer knows of a round that it ends.
type result struct {
	seed      fairness.Hash
	signature []byte
	outcome   string // empty: it cannot be drawn now
	waits     error  // why
}

// standing is where a round is by the clock of the database, while it is held.
type standing struct {
	open     bool
	marked   bool // staff voids it
	taking   bool // the time of bets is not over
	voidable bool
	late     bool
	hides    bool
}

// judge returns how a round ends, and the reason if it is void and staff gave none.
func (s standing) judge(r result) (as Ended, reason string, err error) {
	switch {
	case !s.open:
		return NotEnded, "", nil
	case s.marked && s.voidable:
		return Void, "", nil
	case s.late: // whatever is known by now: a void round must not be a choice
		return Void, reasonLate, nil
	case r.waits != nil:
		return NotEnded, "", fmt.Errorf("%w: %w", ErrNotYet, r.waits)
	case r.outcome == "": // staff was too late: it is drawn
		return NotEnded, "", nil
	case s.taking && r.signature != nil:
		return Void, reasonClock, nil
	case s.taking:
		return NotEnded, "", errClocks
	default:
		return Drawn, "", nil
	}
}

// end stores how a round ended, once. It waits for bets that are being stored; those that come later find the round closed.
func (d *Dealer) end(ctx context.Context, g draw.Game, w Waiting, r result) (ended Ended, err error) {
	err = pg.InTx(ctx, d.db, func(tx pgx.Tx) error {
		ended = NotEnded
		s, err := d.hold(ctx, tx, g, w)
		if err != nil {
			return err
		}
		as, reason, err := s.judge(r)
		if err != nil || as == NotEnded {
			return err
		}
		byStaff := as == Void && reason == ""
		outcome, seed := &r.outcome, r.seed[:]
		if as == Void {
			outcome = nil
			if s.hides {
				seed = nil // tellSeed
			}
		}
		if byStaff {
			r.signature = nil
		}
		if _, err := tx.Exec(ctx, `
			UPDATE minigame_round SET state = $3, seed = $4, signature = $5, outcome = $6, ended_by = CASE WHEN $7 THEN ended_by ELSE '' END, reason = CASE WHEN $7 THEN reason ELSE $8 END,
			       ended_at = clock_timestamp(), settle_at = clock_timestamp()
			 WHERE game = $1 AND no = $2`,
			w.Game, w.No, string(as), seed, r.signature, outcome, byStaff, reason); err != nil {
			return err
		}
		ended = as
		return tell(ctx, tx, g)
	})
	if err != nil {
		return NotEnded, fmt.Errorf("minigame: end %s %d: %w", w.Game, w.No, err)
	}
	return ended, nil
}

// hold locks a round against bets and other dealers, and returns where it stands from then on.
func (d *Dealer) hold(ctx context.Context, tx pgx.Tx, g draw.Game, w Waiting) (s standing, err error) {
	if err := lock(ctx, tx, g.Code); err != nil {
		return s, err
	}
	if _, err := tx.Exec(ctx, `SELECT FROM minigame_round WHERE game = $1 AND no = $2 FOR NO KEY UPDATE`, w.Game, w.No); err != nil {
		return s, err
	}
	// The time is asked for after the wait.
	err = tx.QueryRow(ctx, `
		SELECT state = 'open', ended_by <> '', clock_timestamp() < closes_at, clock_timestamp() < draws_at - $3::interval, clock_timestamp() > draws_at + $4::interval, `+hidesAnother+`
		  FROM minigame_round r WHERE game = $1 AND no = $2`, w.Game, w.No, margin, d.o.Late).Scan(&s.open, &s.marked, &s.taking, &s.voidable, &s.late, &s.hides)
	return s, err
}

// tellSeed publishes the seed of a void round that was kept while the round before it took bets.
func (d *Dealer) tellSeed(ctx context.Context, g draw.Game, w Waiting, seed fairness.Hash) error {
	err := pg.InTx(ctx, d.db, func(tx pgx.Tx) error {
		if err := lock(ctx, tx, g.Code); err != nil {
			return err
		}
		tag, err := tx.Exec(ctx, `
			UPDATE minigame_round r SET seed = $3 WHERE game = $1 AND no = $2 AND state = 'void' AND seed IS NULL AND NOT `+hidesAnother, w.Game, w.No, seed[:])
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		return tell(ctx, tx, g)
	})
	if err != nil {
		return fmt.Errorf("minigame: seed of %s %d: %w", w.Game, w.No, err)
	}
	return nil
}
