package casino

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/play/casino/casinodb"
)

// Result is how a round ended for the member (D-43).
type Result string

// Results. A payout equal to the stake is a tie.
const (
	Pass   Result = "PASS"
	Fail   Result = "FAIL"
	Tie    Result = "TIE"
	Wait   Result = "WAIT"
	Cancel Result = "CANCEL"
)

// Round is a member's round of a game, as the bet history shows it. Stake of a cancelled round is what was given back.
type Round struct {
	ID            int64
	Vendor        string
	RoundID       string
	Game          string
	Currency      string
	Stake, Payout money.Amount
	Result        Result
	BalanceBefore money.Amount
	BalanceAfter  money.Amount
	At            time.Time
	ClosedAt      *time.Time
}

// Search selects rounds of a member: begun from Since on and before Until; of these games, or of all when Games is nil.
type Search struct {
	Member       string
	Since, Until time.Time
	Games        []string
	Open         bool   // only rounds that are not settled
	Currency     string // of the amounts in Totals
	Count, Skip  int32
}

// Totals adds up all rounds that a search finds, on whichever page. Stake and Payout are those of settled rounds, OpenStake that of
// the others; cancelled rounds are counted and have no amounts.
type Totals struct {
	Rounds                   int64
	Stake, Payout, OpenStake money.Amount
}

// Rounds returns one page of a member's rounds, newest first, and the totals of all that the search finds.
func Rounds(ctx context.Context, db casinodb.DBTX, s Search) ([]Round, Totals, error) {
	q := casinodb.New(db)
	sum, err := q.RoundsTotals(ctx, casinodb.RoundsTotalsParams{
		Member: s.Member, Since: s.Since, Until: s.Until, ByGame: s.Games != nil, Games: s.Games, OnlyOpen: s.Open, Currency: s.Currency,
	})
	if err != nil {
		return nil, Totals{}, fmt.Errorf("casino: rounds: %w", err)
	}
	rows, err := q.Rounds(ctx, casinodb.RoundsParams{
		Member: s.Member, Since: s.Since, Until: s.Until, ByGame: s.Games != nil, Games: s.Games, OnlyOpen: s.Open, Count: s.Count, Skip: s.Skip,
	})
	if err != nil {
		return nil, Totals{}, fmt.Errorf("casino: rounds: %w", err)
	}
	out := make([]Round, len(rows))
	for i, r := range rows {
		out[i] = roundOf(casinodb.RoundRow(r))
	}
	return out, Totals{sum.Rounds, money.Amount(sum.Stake), money.Amount(sum.Payout), money.Amount(sum.OpenStake)}, nil
}

// RoundsBefore counts the rounds of a member in a period that are newer than one: they stand in front of it.
func RoundsBefore(ctx context.Context, db casinodb.DBTX, s Search, id int64) (int64, error) {
	n, err := casinodb.New(db).RoundsBefore(ctx, casinodb.RoundsBeforeParams{ID: id, Member: s.Member, Since: s.Since, Until: s.Until})
	if err != nil {
		return 0, fmt.Errorf("casino: rounds: %w", err)
	}
	return n, nil
}

// RoundOfTx returns the number of the member's round that a transaction of a provider belongs to; 0 if there is no such round.
func RoundOfTx(ctx context.Context, db casinodb.DBTX, member, provider, tx string) (int64, error) {
	id, err := casinodb.New(db).RoundOfTx(ctx, casinodb.RoundOfTxParams{Vendor: provider, Tx: tx, Member: member})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("casino: round of a transaction: %w", err)
	}
	return id, nil
}

// RoundOf returns a round of the member by its number; ok is false when the member has no such round.
func RoundOf(ctx context.Context, db casinodb.DBTX, member string, id int64) (r Round, ok bool, err error) {
	row, err := casinodb.New(db).Round(ctx, casinodb.RoundParams{ID: id, Member: member})
	if errors.Is(err, pgx.ErrNoRows) {
		return Round{}, false, nil
	}
	if err != nil {
		return Round{}, false, fmt.Errorf("vendors: round: %w", err)
	}
	return roundOf(row), true, nil
}

func roundOf(r casinodb.RoundRow) Round {
	out := Round{
		ID: r.ID, Vendor: r.VendorID, RoundID: r.RoundID, Game: r.GameCode, Currency: r.Currency,
		Stake: money.Amount(r.Stake), Payout: money.Amount(r.Payout),
		BalanceBefore: money.Amount(r.BalanceBefore), BalanceAfter: money.Amount(r.BalanceAfter),
		At: r.CreatedAt, ClosedAt: r.ClosedAt,
	}
	switch {
	case r.State == "void":
		out.Result, out.Stake = Cancel, money.Amount(r.Voided)
	case r.State == "open":
		out.Result = Wait
	case r.Payout == r.Stake:
		out.Result = Tie
	case r.Payout < r.Stake:
		out.Result = Fail
	default:
		out.Result = Pass
	}
	return out
}
