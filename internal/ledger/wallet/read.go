package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet/walletdb"
)

// Balance reads a wallet without locking it.
func Balance(ctx context.Context, db walletdb.DBTX, member, currency string) (State, error) {
	r, err := walletdb.New(db).Balance(ctx, walletdb.BalanceParams{MemberID: member, Currency: currency})
	if errors.Is(err, pgx.ErrNoRows) {
		return State{}, ErrMissing
	}
	if err != nil {
		return State{}, fmt.Errorf("wallet: balance: %w", err)
	}
	return State{money.Amount(r.Balance), money.Amount(r.Held), money.Amount(r.Points), r.Version}, nil
}

// Balances reads the wallets of several members without locking them. Members without a wallet are missing from the map.
func Balances(ctx context.Context, db walletdb.DBTX, members []string, currency string) (map[string]State, error) {
	rows, err := walletdb.New(db).Balances(ctx, walletdb.BalancesParams{Currency: currency, Members: members})
	if err != nil {
		return nil, fmt.Errorf("wallet: balances: %w", err)
	}
	out := make(map[string]State, len(rows))
	for _, r := range rows {
		out[r.MemberID] = State{money.Amount(r.Balance), money.Amount(r.Held), money.Amount(r.Points), r.Version}
	}
	return out, nil
}

// Entry is a row of a member's point history.
type Entry struct {
	Version int64
	Kind    string
	Ref     string // of what made the move, beside its kind
	Amount  money.Amount
	After   money.Amount
	At      time.Time
}

// Page selects a part of a history: entries between Since and Until, newest first.
type Page struct {
	Since, Until time.Time
	Count, Skip  int32
}

// Totals adds up the entries of a period; In and Out are both positive.
type Totals struct {
	Entries int64
	In, Out money.Amount
}

// PointHistory returns one page of a member's points and the totals of all entries in the period.
func PointHistory(ctx context.Context, db walletdb.DBTX, member, currency string, p Page) ([]Entry, Totals, error) {
	q := walletdb.New(db)
	sum, err := q.PointHistoryTotals(ctx, walletdb.PointHistoryTotalsParams{
		MemberID: member, Currency: currency, Since: p.Since, Until: p.Until,
	})
	if err != nil {
		return nil, Totals{}, fmt.Errorf("wallet: points: %w", err)
	}
	rows, err := q.PointHistory(ctx, walletdb.PointHistoryParams{
		MemberID: member, Currency: currency, Since: p.Since, Until: p.Until, Count: p.Count, Skip: p.Skip,
	})
	if err != nil {
		return nil, Totals{}, fmt.Errorf("wallet: points: %w", err)
	}
	out := make([]Entry, len(rows))
	for i, r := range rows {
		out[i] = Entry{
			Version: r.Version, Kind: r.Kind, Ref: r.Ref, Amount: money.Amount(r.Amount), After: money.Amount(r.BalanceAfter),
			At: r.CreatedAt,
		}
	}
	return out, Totals{sum.Entries, money.Amount(sum.Incoming), money.Amount(sum.Outgoing)}, nil
}

// Span selects a part of a history by its key: entries from Since on, up to but without Until, whose version is smaller than Before; newest first.
type Span struct {
	Since, Until time.Time
	Before       int64
	Count        int32
}

// CashHistory returns a part of the moves of a wallet's cash and the totals of the whole period.
func CashHistory(ctx context.Context, db walletdb.DBTX, member, currency string, p Span) ([]Entry, Totals, error) {
	q := walletdb.New(db)
	sum, err := q.CashHistoryTotals(ctx, walletdb.CashHistoryTotalsParams{MemberID: member, Currency: currency, Since: p.Since, Until: p.Until})
	if err != nil {
		return nil, Totals{}, fmt.Errorf("wallet: cash history: %w", err)
	}
	rows, err := q.CashHistory(ctx, walletdb.CashHistoryParams{
		MemberID: member, Currency: currency, Since: p.Since, Until: p.Until, Before: p.Before, Count: p.Count,
	})
	if err != nil {
		return nil, Totals{}, fmt.Errorf("wallet: cash history: %w", err)
	}
	out := make([]Entry, len(rows))
	for i, r := range rows {
		out[i] = Entry{
			Version: r.Version, Kind: r.Kind, Ref: r.Ref, Amount: money.Amount(r.Amount), After: money.Amount(r.BalanceAfter), At: r.CreatedAt,
		}
	}
	return out, Totals{sum.Entries, money.Amount(sum.Incoming), money.Amount(sum.Outgoing)}, nil
}
