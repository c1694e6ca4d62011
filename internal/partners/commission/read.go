package commission

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/waterfall"
)

// reader takes the lines of a day in their order: the bets by their numbers, then the gifts by member and version.
type reader interface {
	lineReader
	bonus(g *waterfall.Bonus) error
}

type lineReader interface {
	line(l *waterfall.Line, day time.Time) error
}

const (
	lineColumns = `SELECT id, round, turn, member_id, chain_id, product, folders, game_code, bet_at, settled_at, stake, payout, valid, why, day FROM commission_line `
	linesSQL    = lineColumns + `WHERE site_id = $1 AND day = $2 ORDER BY id`
	newLinesSQL = lineColumns + `WHERE site_id = $1 AND day > $2::date - 3 AND id > $3 ORDER BY id LIMIT $4`

	// A stretch of the lines that have one of some chains.
	partLinesSQL = lineColumns + `WHERE site_id = $1 AND day = $2 AND chain_id = ANY ($3) AND id > $4 ORDER BY id LIMIT $5`
	partGiftsSQL = `
SELECT member_id, version, chain_id, amount, at
  FROM commission_bonus WHERE site_id = $1 AND day = $2 AND chain_id = ANY ($3) AND (member_id COLLATE "C", version) > ($4 COLLATE "C", $5)
 ORDER BY member_id COLLATE "C", version LIMIT $6`
)

// readLines streams lines. It holds one at a time, which the reader may not keep.
func readLines(ctx context.Context, tx pgx.Tx, sql string, args []any, all *chains, into lineReader) error {
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return fmt.Errorf("lines: %w", err)
	}
	defer rows.Close()
	var l waterfall.Line
	var day time.Time
	var chainID int64
	var product, folders, turn int16
	fields := []any{
		&l.ID, &l.Round, &turn, &l.Member, &chainID, &product, &folders, &l.Game, &l.BetAt, &l.SettledAt, &l.Stake, &l.Payout, &l.Valid, &l.Why, &day,
	}
	for rows.Next() {
		if err := rows.Scan(fields...); err != nil {
			return fmt.Errorf("lines: %w", err)
		}
		c := all.byID[chainID]
		if c == nil {
			return fmt.Errorf("line %d: there is no chain %d", l.ID, chainID)
		}
		l.Turn, l.Product, l.Folders = int(turn), waterfall.Product(product), int(folders)
		l.Head, l.Levels = c.head(), c.of(l.Product, l.Folders)
		if err := into.line(&l, day); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("lines: %w", err)
	}
	return nil
}

// readGifts streams gifts.
func readGifts(ctx context.Context, tx pgx.Tx, sql string, args []any, all *chains, into reader) error {
	rows, err := tx.Query(ctx, sql, args...)
	if err != nil {
		return fmt.Errorf("gifts: %w", err)
	}
	defer rows.Close()
	var g waterfall.Bonus
	var chainID int64
	_, err = pgx.ForEachRow(rows, []any{&g.Member, &g.Version, &chainID, &g.Amount, &g.At}, func() error {
		c := all.byID[chainID]
		if c == nil {
			return fmt.Errorf("gift of %s: there is no chain %d", g.Member, chainID)
		}
		g.Head, g.Levels = c.head(), c.ofBonus()
		return into.bonus(&g)
	})
	if err != nil {
		return fmt.Errorf("gifts: %w", err)
	}
	return nil
}
