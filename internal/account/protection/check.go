package protection

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/protection/protectiondb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/audit"
)

// Figures are what a session was until now (S-43, S-44), of rounds that were begun in it.
type Figures struct {
	Started  time.Time
	Now      time.Time
	Staked   money.Amount // in settled rounds
	Won      money.Amount // by them
	OnBets   money.Amount // staked in rounds that are still open
	Interval int          // minutes
	Open     bool         // a reminder waits for its answer
}

// Session reads the figures of a session of the member. U029: it is not one of theirs.
func (s *Service) Session(ctx context.Context, memID, sid string) (Figures, error) {
	q := protectiondb.New(s.db)
	r, err := q.Session(ctx, protectiondb.SessionParams{Member: memID, Session: sid})
	if errors.Is(err, pgx.ErrNoRows) {
		return Figures{}, fault.NoAccess
	}
	if err != nil {
		return Figures{}, fmt.Errorf("protection: session: %w", err)
	}
	f := Figures{Started: r.StartedAt.UTC(), Now: s.clk.Now().UTC(), Staked: money.Amount(r.Staked), Won: money.Amount(r.Won), OnBets: money.Amount(r.OpenStake), Open: r.CheckOpen}
	f.Interval, err = interval(ctx, q, memID)
	return f, err
}

// Answer notes that the member has read the reminder of a session.
func (s *Service) Answer(ctx context.Context, memID, sid string) error {
	if err := protectiondb.New(s.db).Answered(ctx, protectiondb.AnsweredParams{Member: memID, Session: sid}); err != nil {
		return fmt.Errorf("protection: answer: %w", err)
	}
	return nil
}

// Interval sets how many minutes lie between two reminders, counted from now: 15, 30 or 60. Else E001: at least every hour one
// comes (S-43).
func (s *Service) Interval(ctx context.Context, who Who, minutes int) error {
	if minutes != 15 && minutes != 30 && minutes != usual {
		return fault.Failed
	}
	return s.under(ctx, who, func(tx pgx.Tx, q *protectiondb.Queries) (*audit.Entry, error) {
		was, err := interval(ctx, q, who.Member)
		if err != nil || was == minutes {
			return nil, err
		}
		if err := q.SetInterval(ctx, protectiondb.SetIntervalParams{Member: who.Member, Minutes: int32(minutes), At: s.clk.Now()}); err != nil {
			return nil, fmt.Errorf("protection: interval: %w", err)
		}
		old, now := money.Amount(was), money.Amount(minutes)
		return s.note(ctx, tx, who, change{action: "interval", before: &old, after: &now})
	})
}

// batch bounds one transaction of Remind.
const batch = 500

// Remind tells every session whose member's interval is over, and those of members whose session time is used up. It returns how
// many it told. Run it every few seconds, on any number of processes.
func (s *Service) Remind(ctx context.Context) (int, error) {
	for told := 0; ; {
		r, err := protectiondb.New(s.db).Remind(ctx, protectiondb.RemindParams{At: s.clk.Now(), Count: batch})
		if err != nil {
			return told, fmt.Errorf("protection: remind: %w", err)
		}
		told += int(r.Told)
		if r.Seen < batch {
			return told, nil
		}
	}
}

// Prune forgets what no window reaches any more.
func (s *Service) Prune(ctx context.Context) (int64, error) {
	n, err := protectiondb.New(s.db).Prune(ctx, s.clk.Now())
	if err != nil {
		return 0, fmt.Errorf("protection: prune: %w", err)
	}
	return n, nil
}
