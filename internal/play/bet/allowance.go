package bet

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/odds"
	"hubstake/internal/play/betgate"
	"hubstake/internal/play/casino"
)

// Allowance is what a member may bet, before any slip is known. An amount of 0 means no limit. The member's own limits (package protection) are not part of
// it: a bet beyond them is fault.LimitReached.
type Allowance struct {
	MinStake, MaxStake     money.Amount
	MaxWin                 money.Amount  // of one bet: the smaller of the level's and the site's
	MinPrice, MaxPrice     odds.Price    // of each leg; of all legs together
	MaxLegs                int           // of a folder
	Bonuses                odds.Bonuses  // of folders (D-51)
	Pairs                  Pairs         // of one match that a folder may have (D-25)
	Accept                 Choice        // the member's own, None when the member never chose
	Delay                  time.Duration // before a bet in play is decided (D-26)
	CancelAge, CancelAhead time.Duration // until when after the bet, and how long before the first match, it may be cancelled (D-23)
	Cancels, CancelsLeft   int64         // cancellations of one day of the site's clock, and how many of today's are left
}

// Allowance returns what a member may bet. It is the same while the member or the book is locked: the refusal comes with the bet. fault.GameUnavailable: there
// is no book, or no such member.
func (s *Service) Allowance(ctx context.Context, member string) (Allowance, error) {
	gate, question := betgate.NewBatch(s.clk.Now()), betgate.Question{Member: member, Provider: casino.Book, Game: Game}
	gate.Want(question)
	q := &pgx.Batch{}
	gate.Read(q)
	var a Allowance
	var level int
	var cancelled int64
	var options []byte
	q.Queue(`SELECT level, accept, cancelled, options FROM bet_bettor($1)`, member).Query(func(rows pgx.Rows) error {
		_, err := pgx.ForEachRow(rows, []any{&level, &a.Accept, &cancelled, &options}, func() error { return nil })
		return err
	})
	if err := s.db.SendBatch(ctx, q).Close(); err != nil {
		return Allowance{}, fmt.Errorf("bet: allowance: %w", err)
	}
	limits := gate.Limits(question)
	if limits.Refusal == betgate.NoMember {
		return Allowance{}, fault.GameUnavailable
	}
	here, err := s.rules.Site.With(options)
	if err != nil {
		return Allowance{}, fmt.Errorf("bet: allowance: %w", err)
	}
	lim := LimitsOf(here, level, limits.MaxStake)
	a.MinStake, a.MaxStake, a.MinPrice, a.MaxPrice = lim.MinStake, lim.MaxStake, lim.MinPrice, lim.MaxPrice
	a.MaxLegs, a.Bonuses, a.Pairs = lim.MaxLegs, lim.Bonuses, lim.Pairs
	a.MaxWin, _ = lim.maxWin()
	a.Delay, a.CancelAge, a.CancelAhead, a.Cancels = here.Delay(), here.CancelAge(), here.CancelAhead(), here.SportsCancelsPerDay
	a.CancelsLeft = max(a.Cancels-cancelled, 0)
	return a, nil
}

// SetChoice stores which changes of price a member accepts when a slip does not say (D-26). ErrForm: it is no choice.
func (s *Service) SetChoice(ctx context.Context, member string, c Choice) error {
	if !c.valid() {
		return fmt.Errorf("%w: choice %.16q", ErrForm, c)
	}
	_, err := s.db.Exec(ctx, `
		INSERT INTO bet_choice (member_id, accept, at) VALUES ($1, $2, $3)
		ON CONFLICT (member_id) DO UPDATE SET accept = EXCLUDED.accept, at = EXCLUDED.at WHERE bet_choice.accept <> EXCLUDED.accept`, member, c, s.clk.Now())
	if err != nil {
		return fmt.Errorf("bet: choice: %w", err)
	}
	return nil
}

// choiceOf returns the choice that a member stored; None: the member never chose.
func (s *Service) choiceOf(ctx context.Context, member string) (c Choice, err error) {
	if err := s.db.QueryRow(ctx, `SELECT coalesce((SELECT accept FROM bet_choice WHERE member_id = $1), $2)`, member, None).Scan(&c); err != nil {
		return "", fmt.Errorf("bet: choice: %w", err)
	}
	return c, nil
}
