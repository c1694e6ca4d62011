package inquiry

import (
	"context"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/personal"
)

// keepContact returns the two columns of a guest's contact, one of which is empty: sealed once personal data are.
func keepContact(ctx context.Context, tx pgx.Tx, box *personal.Box, id int64, contact string) (plain, sealed string, err error) {
	begun, err := personal.Sealed(ctx, tx)
	if err != nil || !begun {
		return contact, "", err
	}
	sealed, err = box.Seal(personal.GuestContact, strconv.FormatInt(id, 10), contact)
	return "", sealed, err
}

// openContact returns a guest's contact of either form.
func openContact(box *personal.Box, id int64, plain, sealed string) (string, error) {
	return box.Open(personal.GuestContact, strconv.FormatInt(id, 10), plain, sealed)
}

// MovePersonal seals the contacts of guests that are plain, or under other keys than that of box, as member.MovePersonal.
func MovePersonal(ctx context.Context, db *pgxpool.Pool, box *personal.Box, tell func(done int)) (int, error) {
	n, err := personal.Move(ctx, func(ctx context.Context, after int64) (personal.Step[int64], error) {
		return moveContacts(ctx, db, box, after)
	}, tell)
	if err != nil {
		return n, fmt.Errorf("contacts of guests: %w", err)
	}
	return n, nil
}

// moveContacts is a step of MovePersonal.
func moveContacts(ctx context.Context, db *pgxpool.Pool, box *personal.Box, after int64) (s personal.Step[int64], err error) {
	var count int
	err = db.QueryRow(ctx, `SELECT count(*), coalesce(max(id), 0) FROM (
		SELECT id FROM inquiry_inquiry WHERE id > $1 ORDER BY id LIMIT $2) w`, after, personal.Window).Scan(&count, &s.Last)
	if s.Over = count < personal.Window; err != nil || count == 0 {
		return s, err
	}
	rows, err := db.Query(ctx, `SELECT id, guest_contact, guest_sealed FROM inquiry_inquiry
		 WHERE id > $1 AND id <= $2 AND (guest_contact <> '' OR split_part(guest_sealed, '.', 1) NOT IN ('', $3)) ORDER BY id`, after, s.Last, box.SealKeyID())
	if err != nil {
		return s, err
	}
	batch := &pgx.Batch{}
	var id int64
	var plain, sealed string
	_, err = pgx.ForEachRow(rows, []any{&id, &plain, &sealed}, func() error {
		s.Due++
		contact, err := openContact(box, id, plain, sealed)
		if err != nil {
			return err
		}
		is, err := box.Seal(personal.GuestContact, strconv.FormatInt(id, 10), contact)
		if err != nil {
			return err
		}
		batch.Queue(`UPDATE inquiry_inquiry SET guest_contact = '', guest_sealed = $2 WHERE id = $1 AND (guest_contact, guest_sealed) = ($3, $4)`, id, is, plain, sealed)
		return nil
	})
	if err != nil {
		return s, err
	}
	s.Done, err = personal.Replace(ctx, db, batch)
	return s, err
}

// PersonalUses is member.PersonalUses of the contacts of guests.
func PersonalUses(ctx context.Context, db *pgxpool.Pool) ([]credential.KeyUse, error) {
	rows, err := db.Query(ctx, `SELECT 'contacts of guests', CASE guest_sealed WHEN '' THEN 'plain' ELSE split_part(guest_sealed, '.', 1) END, count(*)
		  FROM inquiry_inquiry WHERE guest_contact <> '' OR guest_sealed <> '' GROUP BY 2 ORDER BY 2`)
	if err != nil {
		return nil, fmt.Errorf("keys: %w", err)
	}
	return pgx.CollectRows(rows, pgx.RowToStructByPos[credential.KeyUse])
}
