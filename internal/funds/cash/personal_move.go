package cash

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/personal"
)

// MovePersonal seals the personal data of requests that are plain, or under other keys than those of box, as member.MovePersonal.
func MovePersonal(ctx context.Context, db *pgxpool.Pool, box *personal.Box, tell func(done int)) (int, error) {
	n, err := personal.Move(ctx, func(ctx context.Context, after int64) (personal.Step[int64], error) {
		return moveRequests(ctx, db, box, after)
	}, tell)
	if err != nil {
		return n, fmt.Errorf("personal data of requests: %w", err)
	}
	return n, nil
}

// moveRequests is a step of MovePersonal.
func moveRequests(ctx context.Context, db *pgxpool.Pool, box *personal.Box, after int64) (s personal.Step[int64], err error) {
	var count int
	err = db.QueryRow(ctx, `SELECT count(*), coalesce(max(id), 0) FROM (
		SELECT id FROM cash_request WHERE id > $1 ORDER BY id LIMIT $2) w`, after, personal.Window).Scan(&count, &s.Last)
	if s.Over = count < personal.Window; err != nil || count == 0 {
		return s, err
	}
	rows, err := db.Query(ctx, `
		SELECT id, depositor, account_no, account_holder, depositor_sealed, account_sealed, holder_sealed, index_key FROM cash_request
		 WHERE id > $1 AND id <= $2
		   AND (depositor <> '' OR account_no <> '' OR account_holder <> '' OR index_key NOT IN ('', $4)
		        OR split_part(depositor_sealed, '.', 1) NOT IN ('', $3) OR split_part(account_sealed, '.', 1) NOT IN ('', $3)
		        OR split_part(holder_sealed, '.', 1) NOT IN ('', $3))
		 ORDER BY id`, after, s.Last, box.SealKeyID(), box.IndexKeyID())
	if err != nil {
		return s, err
	}
	batch := &pgx.Batch{}
	var id int64
	var was keptPayee
	_, err = pgx.ForEachRow(rows, []any{
		&id, &was.depositor, &was.number, &was.holder, &was.depositorSealed, &was.numberSealed, &was.holderSealed, &was.indexKey,
	}, func() error {
		s.Due++
		p, err := unseal(box, id, was)
		if err != nil {
			return err
		}
		is, err := seal(box, id, p)
		if err != nil {
			return err
		}
		batch.Queue(`UPDATE cash_request SET depositor = '', account_no = '', account_holder = '', depositor_sealed = $2, account_sealed = $3,
		       holder_sealed = $4, account_index = $5, index_key = $6
			 WHERE id = $1 AND (depositor, account_no, account_holder, depositor_sealed, account_sealed, holder_sealed, index_key)
			     = ($7, $8, $9, $10, $11, $12, $13)`,
			id, is.depositorSealed, is.numberSealed, is.holderSealed, is.numberIndex, is.indexKey,
			was.depositor, was.number, was.holder, was.depositorSealed, was.numberSealed, was.holderSealed, was.indexKey)
		return nil
	})
	if err != nil {
		return s, err
	}
	s.Done, err = personal.Replace(ctx, db, batch)
	return s, err
}

// PersonalUses is member.PersonalUses of requests.
func PersonalUses(ctx context.Context, db *pgxpool.Pool) ([]credential.KeyUse, error) {
	rows, err := db.Query(ctx, `
		SELECT 'personal data of requests', CASE v.plain WHEN '' THEN split_part(v.sealed, '.', 1) ELSE 'plain' END, count(*)
		  FROM cash_request CROSS JOIN LATERAL (
		       VALUES (depositor, depositor_sealed), (account_no, account_sealed), (account_holder, holder_sealed)) v (plain, sealed)
		 WHERE v.plain <> '' OR v.sealed <> '' GROUP BY 2
		 UNION ALL SELECT 'index of requests', index_key, count(*) FROM cash_request WHERE index_key <> '' GROUP BY 2 ORDER BY 1, 2`)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[credential.KeyUse])
}
