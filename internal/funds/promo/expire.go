package promo

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/money"
	"hubstake/internal/funds/promo/promodb"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
)

// sweepBatch bounds one statement of Expire.
const expireBatch = 500

// Expire closes coupons and gifts whose time is over at now and deletes wheels that were not turned; it returns how many
// coupons and gifts those were. The points of a member's gift go back. Concurrent calls are safe.
func Expire(ctx context.Context, db *pgxpool.Pool, now time.Time) (n int, err error) {
	q := promodb.New(db)
	for done := int64(expireBatch); done == expireBatch; n += int(done) {
		if done, err = q.ExpireCoupons(ctx, promodb.ExpireCouponsParams{At: &now, Count: expireBatch}); err != nil {
			return n, wrap("expire coupons", err)
		}
	}
	for {
		found, err := expireGift(ctx, db, now)
		if err != nil {
			return n, err
		}
		if !found {
			break
		}
		n++
	}
	_, err = q.PruneSpins(ctx, now.AddDate(0, 0, -3))
	return n, wrap("prune spins", err)
}

// expireGift closes one gift; false when none is due.
func expireGift(ctx context.Context, db *pgxpool.Pool, now time.Time) (found bool, err error) {
	err = pg.InTx(ctx, db, func(tx pgx.Tx) error {
		q := promodb.New(tx)
		g, err := q.DueGift(ctx, now)
		if found = !errors.Is(err, pgx.ErrNoRows); !found {
			return nil
		}
		if err != nil {
			return wrap("expire gift", err)
		}
		if err := q.CloseGift(ctx, promodb.CloseGiftParams{ID: g.ID, State: Expired, At: &now}); err != nil || g.ByStaff {
			return wrap("expire gift", err)
		}
		_, err = pay(ctx, tx, wallet.Move{
			Member: g.Sender, Currency: g.Currency, Unit: wallet.Point, Amount: money.Amount(g.Points), Contra: contraGift,
			Kind: "gift.return", Ref: strconv.FormatInt(g.ID, 10),
		})
		return err
	})
	return found, err
}
