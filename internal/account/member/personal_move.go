package member

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/account/personal"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// MovePersonal seals the personal data of members and blocks that are plain, or under other keys than those of box, and returns how many
// rows it replaced. It works beside everything else, and may be broken off and repeated (personal.Move).
func MovePersonal(ctx context.Context, db *pgxpool.Pool, box *personal.Box, tell func(done int)) (int, error) {
	n, err := personal.Move(ctx, func(ctx context.Context, after string) (personal.Step[string], error) {
		return moveMembers(ctx, db, box, after)
	}, tell)
	if err != nil {
		return n, fmt.Errorf("personal data of members: %w", err)
	}
	changes, err := moveChanges(ctx, db, box)
	if err != nil {
		return n, fmt.Errorf("changes of details: %w", err)
	}
	n += changes
	sites, err := site.IDs(ctx, db)
	if err != nil {
		return n, fmt.Errorf("personal data: %w", err)
	}
	for _, id := range sites {
		blocks, err := moveBlocks(ctx, db, box, id)
		if err != nil {
			return n, fmt.Errorf("blocks of %s: %w", id, err)
		}
		n += blocks
	}
	return n, nil
}

// moveMembers is a step of MovePersonal.
func moveMembers(ctx context.Context, db *pgxpool.Pool, box *personal.Box, after string) (s personal.Step[string], err error) {
	var count int
	err = db.QueryRow(ctx, `SELECT count(*), coalesce(max(member_id), '') FROM (
		SELECT member_id FROM member_member WHERE member_id > $1 ORDER BY member_id LIMIT $2) w`, after, personal.Window).Scan(&count, &s.Last)
	if s.Over = count < personal.Window; err != nil || count == 0 {
		return s, err
	}
	rows, err := db.Query(ctx, `
		SELECT member_id, name, phone, account_no, account_holder, name_sealed, phone_sealed, account_sealed, holder_sealed, index_key
		  FROM member_member
		 WHERE member_id > $1 AND member_id <= $2
		   AND (name <> '' OR phone <> '' OR account_no <> '' OR account_holder <> '' OR index_key <> $4 OR finders_form < 2
		        OR split_part(name_sealed, '.', 1) NOT IN ('', $3) OR split_part(phone_sealed, '.', 1) NOT IN ('', $3)
		        OR split_part(account_sealed, '.', 1) NOT IN ('', $3) OR split_part(holder_sealed, '.', 1) NOT IN ('', $3))
		 ORDER BY member_id`, after, s.Last, box.SealKeyID(), box.IndexKeyID())
	if err != nil {
		return s, err
	}
	batch := &pgx.Batch{}
	var id string
	var was kept
	_, err = pgx.ForEachRow(rows, []any{
		&id, &was.name, &was.phone, &was.number, &was.holder, &was.nameSealed, &was.phoneSealed, &was.numberSealed, &was.holderSealed, &was.indexKey,
	}, func() error {
		s.Due++
		d, err := unseal(box, id, was)
		if err != nil {
			return err
		}
		is, err := seal(box, id, d)
		if err != nil {
			return err
		}
		batch.Queue(`UPDATE member_member SET name = '', phone = '', account_no = '', account_holder = '', name_sealed = $2, phone_sealed = $3,
		       account_sealed = $4, holder_sealed = $5, phone_index = $6, account_index = $7, finders = $8, index_key = $9, finders_form = 2
			 WHERE member_id = $1 AND (name, phone, account_no, account_holder, name_sealed, phone_sealed, account_sealed, holder_sealed, index_key)
			     = ($10, $11, $12, $13, $14, $15, $16, $17, $18)`,
			id, is.nameSealed, is.phoneSealed, is.numberSealed, is.holderSealed, is.phoneIndex, is.numberIndex, is.finders, is.indexKey,
			was.name, was.phone, was.number, was.holder, was.nameSealed, was.phoneSealed, was.numberSealed, was.holderSealed, was.indexKey)
		return nil
	})
	if err != nil {
		return s, err
	}
	s.Done, err = personal.Replace(ctx, db, batch)
	return s, err
}

// moveBlocks seals the phones and accounts that a site has blocked, while it holds them: there are few.
func moveBlocks(ctx context.Context, db *pgxpool.Pool, box *personal.Box, siteID string) (n int, err error) {
	err = pg.InTx(ctx, db, func(tx pgx.Tx) error {
		n = 0
		q := memberdb.New(tx)
		if err := q.LockBlocks(ctx, siteID); err != nil {
			return err
		}
		all, err := q.SealedBlocks(ctx, siteID)
		if err != nil {
			return err
		}
		for _, b := range all {
			value, err := box.Open(personal.BlockedValue, blockRow(siteID, b.Kind, b.Value), b.Value, b.Sealed)
			if err != nil {
				return err
			}
			is, err := box.Text(sealedKinds[b.Kind], value)
			if err != nil {
				return err
			}
			if b.Value == is && box.Current(b.Sealed) {
				continue
			}
			is, sealed, err := sealBlock(box, siteID, b.Kind, value)
			if err != nil {
				return err
			}
			if err := q.MoveBlock(ctx, memberdb.MoveBlockParams{ID: b.ID, Value: is, Sealed: sealed}); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	return n, err
}

// moveChanges seals what open changes of details want under the current key, while it holds them: there are few.
func moveChanges(ctx context.Context, db *pgxpool.Pool, box *personal.Box) (n int, err error) {
	err = pg.InTx(ctx, db, func(tx pgx.Tx) error {
		n = 0
		q := memberdb.New(tx)
		all, err := q.WantedDetails(ctx)
		if err != nil {
			return err
		}
		for _, c := range all {
			if box.Current(c.Wanted) {
				continue
			}
			plain, err := box.Open(personal.ChangeWanted, c.MemberID, "", c.Wanted)
			if err != nil {
				return err
			}
			sealed, err := box.Seal(personal.ChangeWanted, c.MemberID, plain)
			if err != nil {
				return err
			}
			if err := q.MoveWanted(ctx, memberdb.MoveWantedParams{Wanted: sealed, ID: c.ID}); err != nil {
				return err
			}
			n++
		}
		return nil
	})
	return n, err
}

// PersonalUses returns how many rows of members and blocks have personal data in the clear, which have the key "plain", and how many need
// each key.
func PersonalUses(ctx context.Context, db *pgxpool.Pool) ([]credential.KeyUse, error) {
	rows, err := db.Query(ctx, `
		SELECT 'personal data of members', CASE v.plain WHEN '' THEN split_part(v.sealed, '.', 1) ELSE 'plain' END, count(*)
		  FROM member_member CROSS JOIN LATERAL (
		       VALUES (name, name_sealed), (phone, phone_sealed), (account_no, account_sealed), (account_holder, holder_sealed)) v (plain, sealed)
		 WHERE v.plain <> '' OR v.sealed <> '' GROUP BY 2
		 UNION ALL SELECT 'index of members', index_key, count(*) FROM member_member WHERE index_key <> '' GROUP BY 2
		 UNION ALL SELECT 'blocked phones and accounts', CASE sealed WHEN '' THEN 'plain' ELSE split_part(sealed, '.', 1) END, count(*)
		             FROM member_block WHERE kind <> 'ip' GROUP BY 2
		 UNION ALL SELECT 'changes of details', split_part(wanted, '.', 1), count(*) FROM member_change WHERE state = 'open' GROUP BY 2
		 UNION ALL SELECT 'index of blocks', split_part(value, '.', 1), count(*) FROM member_block WHERE kind <> 'ip' AND sealed <> '' GROUP BY 2
		 ORDER BY 1, 2`)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[credential.KeyUse])
}
