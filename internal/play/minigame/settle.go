package minigame

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/draw"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/bet"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/provider"
)

// Ending is what becomes of a bet.
type Ending struct {
	Bet, Member, Currency string
	To                    State
	Pays                  money.Amount // of a bet that was won; the stake of a void one is given back
	Price                 odds.Price   // at which it is paid; 0: it is not
}

// End ends a bet once: it pays what was won, or gives the stake back, and stores what became of it, in one transaction. bet.ErrEnded: it has ended. After any other error
// nothing is known, and the same ending finds out.
func (s *Service) End(ctx context.Context, e Ending) error {
	o := provider.Operation{Kind: provider.Rollback, TxID: e.Bet + "/back", RefTxID: e.Bet, Member: e.Member, Currency: e.Currency}
	if e.To != Voided {
		c, ok := money.ByCode(e.Currency)
		if !ok {
			return fmt.Errorf("bet %s: currency %.8q", e.Bet, e.Currency)
		}
		o = provider.Operation{
			Kind: provider.Win, TxID: e.Bet + "/win", RefTxID: e.Bet, RoundID: e.Bet, Member: e.Member, Currency: e.Currency, Amount: c.Format(e.Pays), Closes: true,
		}
	}
	one := &ending{Ending: e}
	a, err := s.writer.Carry(ctx, o, one, []byte(e.To), "")
	switch {
	case errors.Is(err, casino.ErrDeclined):
		return one.refusal
	case err != nil:
		return fmt.Errorf("bet %s: %w", e.Bet, err)
	case a.Status == provider.Duplicate: // it was ended with another outcome
		return bet.ErrEnded
	case a.Status != provider.OK:
		return fmt.Errorf("bet %s: %s refused with %s", e.Bet, o.Kind, a.Status)
	}
	return nil
}

const (
	slice    = 1000             // bets that are read at a time
	parallel = 128              // bets that are ended at a time, which the wallet's writer makes into batches
	lease    = 30 * time.Second // for which no other node settles the round
)

// Settled is what the settlement of a round did.
type Settled struct {
	Round
	Bets map[State]int // that were ended, by what became of them
}

// Settle ends the bets of the round that waits longest since its end. ok is false when none waits. A settlement that fails is tried again after a while.
func (s *Service) Settle(ctx context.Context) (d Settled, ok bool, err error) {
	var at time.Time
	var state string
	var rules int
	var outcome *string
	err = s.db.QueryRow(ctx, `
		UPDATE minigame_round SET settle_at = clock_timestamp() + $1::interval
		 WHERE (game, no) = (SELECT game, no FROM minigame_round WHERE settle_at <= clock_timestamp() ORDER BY settle_at LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED)
		RETURNING game, no, state, rules, outcome, settle_at`, lease).Scan(&d.Game, &d.No, &state, &rules, &outcome, &at)
	if errors.Is(err, pgx.ErrNoRows) {
		return Settled{}, false, nil
	} else if err != nil {
		return Settled{}, false, fmt.Errorf("minigame: settle: %w", err)
	}
	judge, err := judgeOf(d.Round, rules, outcome)
	if err != nil {
		return d, true, err
	}
	if d.Bets, err = s.settle(ctx, d.Round, judge); err != nil {
		return d, true, fmt.Errorf("minigame: settle %s %d: %w", d.Game, d.No, err)
	}
	if err := s.close(ctx, d.Round, at); err != nil {
		return d, true, fmt.Errorf("minigame: settle %s %d: %w", d.Game, d.No, err)
	}
	return d, true, nil
}

// close notes once that the bets of a round are settled, and adds them to the sums of their day. Another node that settles the same round finds it closed.
func (s *Service) close(ctx context.Context, r Round, at time.Time) error {
	return pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		tag, err := tx.Exec(ctx, `
			UPDATE minigame_round SET settle_at = NULL, settled_at = clock_timestamp()
			 WHERE game = $1 AND no = $2 AND settle_at = $3 AND settled_at IS NULL`, r.Game, r.No, at)
		if err != nil || tag.RowsAffected() == 0 {
			return err
		}
		_, err = tx.Exec(ctx, `
			INSERT INTO minigame_day (site_id, currency, day, game, selection, bets, stakes, squares, paid, voids, void_stakes)
			SELECT b.site_id, b.currency, (r.draws_at AT TIME ZONE 'UTC')::date, b.game, k.selection, count(*) FILTER (WHERE b.state <> 'void'),
			       coalesce(sum(b.stake) FILTER (WHERE b.state <> 'void'), 0), coalesce(sum(b.stake::numeric * b.stake) FILTER (WHERE b.state <> 'void'), 0), sum(b.paid),
			       count(*) FILTER (WHERE b.state = 'void'), coalesce(sum(b.stake) FILTER (WHERE b.state = 'void'), 0)
			  FROM minigame_round r JOIN minigame_bet b ON b.game = r.game AND b.no = r.no
			 CROSS JOIN LATERAL (SELECT CASE WHEN b.selection LIKE 'spots:%' THEN 'spots:' || cardinality(string_to_array(b.selection, '-')) ELSE b.selection END AS selection) k
			 WHERE r.game = $1 AND r.no = $2
			 GROUP BY 1, 2, 3, 4, 5
			    ON CONFLICT (game, day, site_id, currency, selection) DO UPDATE
			   SET bets = minigame_day.bets + excluded.bets, stakes = minigame_day.stakes + excluded.stakes, squares = minigame_day.squares + excluded.squares,
			       paid = minigame_day.paid + excluded.paid, voids = minigame_day.voids + excluded.voids, void_stakes = minigame_day.void_stakes + excluded.void_stakes`, r.Game, r.No)
		return err
	})
}

// open is a bet that has not ended.
type open struct {
	id, member, currency, selection string
	price                           odds.Price // at which it was taken
	stake, most                     money.Amount
}

// errPayTable says that a round was opened with a pay table that this program does not have. Its picks wait for one that has.
var errPayTable = errors.New("minigame: the round has another pay table")

// judgeOf returns how the bets of a round end, which was opened with a version of the pay table. A round without an outcome is void.
func judgeOf(r Round, rules int, outcome *string) (func(open) (Ending, error), error) {
	if outcome == nil {
		return func(b open) (Ending, error) {
			return Ending{Bet: b.id, Member: b.member, Currency: b.currency, To: Voided}, nil
		}, nil
	}
	g, ok := draw.Of(r.Game)
	if !ok {
		return nil, fmt.Errorf("minigame: settle %s %d: no such game", r.Game, r.No)
	}
	o, err := draw.ParseOutcome(g, []byte(*outcome))
	if err != nil {
		return nil, fmt.Errorf("minigame: settle %s %d: %w", r.Game, r.No, err)
	}
	return func(b open) (Ending, error) {
		e := Ending{Bet: b.id, Member: b.member, Currency: b.currency, To: Lost}
		price, err := g.Pays(b.selection, o)
		if err != nil {
			return Ending{}, fmt.Errorf("bet %s: %w", b.id, err)
		}
		picks := strings.HasPrefix(b.selection, draw.PicksPrefix)
		if picks && rules != draw.Version {
			return Ending{}, fmt.Errorf("bet %s: %w: %d", b.id, errPayTable, rules)
		}
		if price > 0 {
			if !picks {
				price = b.price // the pay table of the bet, whatever it is now; picks have several
			}
			_, e.Pays = odds.Settle(b.stake, []odds.Leg{{Price: price, Outcome: odds.Outcome{Verdict: odds.Won}}}, odds.Bonuses{}, b.most)
			e.To, e.Price = Won, price
		}
		return e, nil
	}, nil
}

// settle ends the open bets of a round, slice by slice, and counts them by what became of them. One that fails stops no other.
func (s *Service) settle(ctx context.Context, r Round, judge func(open) (Ending, error)) (map[State]int, error) {
	ended := map[State]int{}
	var failed error
	for after := ""; ; {
		rows, err := s.db.Query(ctx, `
			SELECT id, member_id, currency, selection, price, stake, most FROM minigame_bet WHERE game = $1 AND no = $2 AND id > $3 AND state = 'open' ORDER BY id LIMIT $4`,
			r.Game, r.No, after, slice)
		if err != nil {
			return ended, fmt.Errorf("bets: %w", err)
		}
		bets, err := pgx.CollectRows(rows, func(row pgx.CollectableRow) (b open, err error) {
			err = row.Scan(&b.id, &b.member, &b.currency, &b.selection, &b.price, &b.stake, &b.most)
			return b, err
		})
		if err != nil {
			return ended, fmt.Errorf("bets: %w", err)
		}
		if len(bets) == 0 {
			return ended, failed
		}
		failed = errors.Join(failed, s.endAll(ctx, bets, judge, ended))
		after = bets[len(bets)-1].id
	}
}

// endAll ends bets side by side, and returns the first failure.
func (s *Service) endAll(ctx context.Context, bets []open, judge func(open) (Ending, error), ended map[State]int) error {
	states, failures := make([]State, len(bets)), make([]error, len(bets))
	var all errgroup.Group
	all.SetLimit(parallel)
	for i, b := range bets {
		all.Go(func() error {
			e, err := judge(b)
			if err == nil {
				err = s.End(ctx, e)
			}
			switch {
			case err == nil:
				states[i] = e.To
			case !errors.Is(err, bet.ErrEnded): // another node was first
				failures[i] = err
			}
			return nil
		})
	}
	_ = all.Wait()
	var first error
	bad := 0
	for i := range bets {
		if states[i] != "" {
			ended[states[i]]++
		}
		if failures[i] != nil {
			if bad++; first == nil {
				first = failures[i]
			}
		}
	}
	if first != nil {
		return fmt.Errorf("%d bets failed, the first: %w", bad, first)
	}
	return nil
}
