package bet

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/odds"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
	"hubstake/internal/play/betgate"
	"hubstake/internal/play/casino"
	"hubstake/internal/play/sports"
)

// ScoreChanged is why a bet that waited is refused when a goal fell meanwhile. Other reasons are those of a refused slip.
const ScoreChanged Reason = "score"

const (
	// confirming bounds the bets that are decided at a time.
	confirming = 8
	// silence is after how long a bet is looked at again whose feed said nothing since it was placed.
	silence = time.Second
)

// errSilent says that the feed said nothing since the bet was placed.
var errSilent = errors.New("bet: its feed is silent")

// waiting is a bet that waits, with what its slip was.
type waiting struct {
	id, site, member, currency string
	slip                       Slip
	scores                     [][2]int // of the legs when it was placed
	bonuses                    odds.Bonuses
}

// Confirm decides bets in play whose delay is over: each is accepted at the prices of now, as the member's choice allows, or refused with its stake given
// back (D-26). One whose feed said nothing since goes on waiting, until it speaks or its prices are too old and so suspended. It returns how many it decided; at
// most count. One that fails stops no other.
func (s *Service) Confirm(ctx context.Context, count int) (int, error) {
	return s.decide(ctx, `SELECT id FROM bet_bet WHERE due_at <= clock_timestamp() ORDER BY due_at LIMIT $1`, count, s.confirm)
}

// decide decides what is due, several at a time, and returns how many. One that fails stops no other; one that ended meanwhile or waits on is not counted.
func (s *Service) decide(ctx context.Context, due string, count int, one func(ctx context.Context, id string) error) (n int, err error) {
	rows, err := s.db.Query(ctx, due, count)
	if err != nil {
		return 0, fmt.Errorf("bet: waiting: %w", err)
	}
	ids, err := pgx.CollectRows(rows, pgx.RowTo[string])
	if err != nil {
		return 0, fmt.Errorf("bet: waiting: %w", err)
	}
	var mu sync.Mutex
	var all errgroup.Group
	all.SetLimit(confirming)
	for _, id := range ids {
		all.Go(func() error {
			failed := one(ctx, id)
			mu.Lock()
			defer mu.Unlock()
			switch {
			case failed == nil:
				n++
			case !errors.Is(failed, ErrEnded) && !errors.Is(failed, errSilent) && err == nil:
				err = failed
			}
			return nil
		})
	}
	_ = all.Wait()
	return n, err
}

func (s *Service) confirm(ctx context.Context, id string) error {
	w, reason, err := s.judgeAgain(ctx, id)
	if err == nil && reason != "" {
		err = s.End(ctx, Ending{Bet: w.id, Member: w.member, Currency: w.currency, From: Waiting, To: Refused, Reason: string(reason)})
	}
	s.metrics.confirm(reason, err)
	return err
}

// judgeAgain accepts a bet that waits, or returns why not.
func (s *Service) judgeAgain(ctx context.Context, id string) (w waiting, reason Reason, err error) {
	var silent bool
	err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
		reason, silent = "", false
		if w, err = readWaiting(ctx, tx, id); err != nil {
			return err
		}
		var quotes []sports.Quote
		q, asked := &pgx.Batch{}, sports.Asked{}
		ask(&asked, w.site, w.slip.Legs)
		asked.Queue(q, func(one sports.Quote) { quotes = append(quotes, one) })
		if err := tx.SendBatch(ctx, q).Close(); err != nil {
			return fmt.Errorf("quotes: %w", err)
		}
		if reason, err = s.closed(ctx, tx, w.member); err != nil || reason != "" {
			return err
		}
		for i, l := range w.slip.Legs {
			if one := quoteOf(quotes, l); one != nil && (one.Home != w.scores[i][0] || one.Away != w.scores[i][1]) {
				reason = ScoreChanged
				return nil
			}
		}
		lim, err := s.limitsNow(ctx, tx, w)
		if err != nil {
			return err
		}
		t, err := Judge(w.slip, quotes, lim)
		var r *Refusal
		if errors.As(err, &r) {
			if reason = r.Reason; reason == "" {
				reason = Changed // the prices went beyond a limit
			}
			return nil
		} else if err != nil {
			return err
		}
		var vouched bool
		if err := tx.QueryRow(ctx, `SELECT bet_vouched($1)`, id).Scan(&vouched); err != nil {
			return fmt.Errorf("prices: %w", err)
		}
		if !vouched {
			silent = true
			return putOff(ctx, tx, id)
		}
		return accept(ctx, tx, w, t, quotes, !short(t.Prices, s.rules.MinCounted))
	})
	if err != nil {
		return w, "", fmt.Errorf("bet %s: confirm: %w", id, err)
	}
	if silent {
		return w, "", errSilent
	}
	return w, reason, nil
}

// limitsNow are those by which a bet that waited is judged again: of now, but for its stake, which was judged when it was placed, and the bonuses that its
// member was shown then.
func (s *Service) limitsNow(ctx context.Context, tx pgx.Tx, w waiting) (Limits, error) {
	var level int
	var options []byte
	if err := tx.QueryRow(ctx, `SELECT level, options FROM bet_bettor($1)`, w.member).Scan(&level, &options); err != nil {
		return Limits{}, fmt.Errorf("level: %w", err)
	}
	here, err := s.rules.Site.With(options)
	if err != nil {
		return Limits{}, err
	}
	lim := LimitsOf(here, level, 0)
	lim.LeastStake, lim.MinStake, lim.Bonuses = 0, 0, w.bonuses
	return lim, nil
}

// putOff leaves a bet for another look.
func putOff(ctx context.Context, tx pgx.Tx, id string) error {
	if _, err := tx.Exec(ctx, `UPDATE bet_bet SET due_at = clock_timestamp() + $2::interval WHERE id = $1`, id, silence); err != nil {
		return fmt.Errorf("put off: %w", err)
	}
	return nil
}

// closed returns Off when the member may not bet any more: a switch or a lock also refuses bets that wait (S-68). The member's own limits of stakes and of
// time counted the bet when it was placed.
func (s *Service) closed(ctx context.Context, tx pgx.Tx, member string) (Reason, error) {
	switch r, _, err := betgate.May(ctx, tx, member, casino.Book, Game, s.clk.Now()); {
	case err != nil:
		return "", err
	case r == betgate.Open, r == betgate.Limit, r == betgate.Session:
		return "", nil
	default:
		return Off, nil
	}
}

// readWaiting reads a bet that waits, with its wallet locked. ErrEnded: it waits no more.
func readWaiting(ctx context.Context, tx pgx.Tx, id string) (waiting, error) {
	w := waiting{id: id}
	if err := tx.QueryRow(ctx, `SELECT site_id, member_id, currency FROM bet_bet WHERE id = $1`, id).Scan(&w.site, &w.member, &w.currency); err != nil {
		return w, fmt.Errorf("bet: %w", err)
	}
	// The bets behind this one do not wait for a wallet that another transaction holds.
	if _, err := tx.Exec(ctx, `SET LOCAL lock_timeout = '250ms'`); err != nil {
		return w, fmt.Errorf("lock limit: %w", err)
	}
	if _, err := wallet.Lock(ctx, tx, w.member, w.currency); err != nil {
		return w, err
	}
	var bonuses string
	err := tx.QueryRow(ctx, `SELECT stake, accept, bonuses FROM bet_bet WHERE id = $1 AND state = 'wait'`, id).Scan(&w.slip.Stake, &w.slip.Accept, &bonuses)
	if errors.Is(err, pgx.ErrNoRows) {
		return w, ErrEnded
	} else if err != nil {
		return w, fmt.Errorf("bet: %w", err)
	}
	if w.bonuses, err = odds.ParseBonuses(bonuses); err != nil {
		return w, err
	}
	rows, err := tx.Query(ctx, `SELECT market_id, key, price, version, home, away FROM bet_leg WHERE bet_id = $1 ORDER BY place`, id)
	if err != nil {
		return w, fmt.Errorf("legs: %w", err)
	}
	var l Leg
	var score [2]int
	_, err = pgx.ForEachRow(rows, []any{&l.Market, &l.Key, &l.Price, &l.Version, &score[0], &score[1]}, func() error {
		w.slip.Legs, w.scores = append(w.slip.Legs, l), append(w.scores, score)
		return nil
	})
	if err != nil {
		return w, fmt.Errorf("legs: %w", err)
	}
	return w, nil
}

// accept stores a bet that waited as placed, at the prices of now. counts: it is turnover by them.
func accept(ctx context.Context, tx pgx.Tx, w waiting, t Ticket, quotes []sports.Quote, counts bool) error {
	q := &pgx.Batch{}
	q.Queue(`UPDATE bet_bet SET state = 'open', due_at = NULL, combined = $2, bonus = $3, pays = $4, most = greatest(most, $4) WHERE id = $1`,
		w.id, int32(t.Combined), int32(t.Bonus), int64(t.Pays))
	q.Queue(countsSQL, []string{w.id}, []string{w.member}, counts)
	for i, l := range w.slip.Legs {
		one := quoteOf(quotes, l)
		q.Queue(`UPDATE bet_leg SET price = $3, version = $4 WHERE bet_id = $1 AND place = $2`, w.id, i, int32(one.Price), one.Version)
	}
	if err := tx.SendBatch(ctx, q).Close(); err != nil {
		return fmt.Errorf("accept: %w", err)
	}
	return nil
}
