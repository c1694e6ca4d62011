package member

import (
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// phoneBatch bounds the members that UnifyPhones reads at once.
const phoneBatch = 1000

// SharedPhone is a member whose phone is kept in another form than D-05 says, because Holder has the same phone in that form.
type SharedPhone struct{ MemID, Holder string }

// Phones is what UnifyPhones did.
type Phones struct {
	Changed int           // members and blocks
	Shared  []SharedPhone // members that staff must look at
}

// oldPhone is a phone of a member or of a block that is not in its form.
type oldPhone struct{ id, kept, form string }

// UnifyPhones brings phones of members and of blocks that were kept before one form was the rule (D-05: 0912…, 84912… and +8484912… for
// +84912…) to that form, so that one phone is one account (U007), a block finds it (U013) and so does a search. Each row is a transaction
// of its own. Of members who turn out to have the same phone the one that joined first gets the form; a member that has it already
// keeps it. The others stay as they are and are returned. Repeating it changes nothing.
func (s *Service) UnifyPhones(ctx context.Context) (done Phones, err error) {
	ids, err := site.IDs(ctx, s.db)
	if err != nil {
		return done, fmt.Errorf("phones: %w", err)
	}
	for _, id := range ids {
		st, err := s.options(ctx, id)
		if err != nil {
			return done, err
		}
		if err := s.unifyMembers(ctx, id, st.Options.Country, &done); err != nil {
			return done, fmt.Errorf("phones of members: %w", err)
		}
		if err := s.unifyBlocks(ctx, id, st.Options.Country, &done); err != nil {
			return done, fmt.Errorf("blocked phones: %w", err)
		}
	}
	return done, nil
}

func (s *Service) unifyMembers(ctx context.Context, siteID, country string, done *Phones) error {
	var due []string // member ids
	for last, n := "", phoneBatch; n == phoneBatch; {
		n = 0
		rows, err := s.db.Query(ctx, `SELECT member_id, phone FROM member_member WHERE member_id > $1 AND site_id = $2 AND status <> 'deleted'
			ORDER BY member_id LIMIT $3`, last, siteID, phoneBatch)
		if err != nil {
			return err
		}
		var kept string
		_, err = pgx.ForEachRow(rows, []any{&last, &kept}, func() error {
			if n++; unified(kept, country) != kept {
				due = append(due, last)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	rows, err := s.db.Query(ctx, `SELECT member_id, phone FROM member_member WHERE member_id = ANY ($1) ORDER BY joined_at, member_id`, due)
	if err != nil {
		return err
	}
	old, err := collectOld(rows, country)
	if err != nil {
		return err
	}
	for _, m := range old {
		// The phone is compared: its owner may have left meanwhile.
		tag, err := s.db.Exec(ctx, `UPDATE member_member SET phone = $3 WHERE member_id = $1 AND phone = $2 AND status <> 'deleted'`, m.id, m.kept, m.form)
		if pg.Violates(err, "member_member_phone") {
			var holder string
			err := s.db.QueryRow(ctx, `SELECT coalesce((SELECT member_id FROM member_member WHERE phone = $1 AND status <> 'deleted'), '')`, m.form).Scan(&holder)
			if err != nil {
				return err
			}
			done.Shared = append(done.Shared, SharedPhone{m.id, holder})
			continue
		}
		if err != nil {
			return err
		}
		done.Changed += int(tag.RowsAffected())
	}
	return nil
}

// unifyBlocks leaves a block as it is when its phone is blocked in the right form as well.
func (s *Service) unifyBlocks(ctx context.Context, siteID, country string, done *Phones) error {
	rows, err := s.db.Query(ctx, `SELECT id::text, value FROM member_block WHERE site_id = $1 AND kind = 'phone'`, siteID)
	if err != nil {
		return err
	}
	old, err := collectOld(rows, country)
	if err != nil {
		return err
	}
	for _, b := range old {
		tag, err := s.db.Exec(ctx, `UPDATE member_block b SET value = $3 WHERE id = $1::text::bigint AND value = $2 AND NOT EXISTS
			(SELECT FROM member_block o WHERE o.site_id = b.site_id AND o.kind = b.kind AND o.value = $3)`, b.id, b.kept, b.form)
		if err != nil {
			return err
		}
		done.Changed += int(tag.RowsAffected())
	}
	return nil
}

// collectOld reads rows of an id and a phone, and returns those whose phone is not in its form.
func collectOld(rows pgx.Rows, country string) (old []oldPhone, err error) {
	var o oldPhone
	_, err = pgx.ForEachRow(rows, []any{&o.id, &o.kept}, func() error {
		if o.form = unified(o.kept, country); o.form != o.kept {
			old = append(old, o)
		}
		return nil
	})
	return old, err
}

// unified returns the form in which a kept phone of a site of that country is kept now. A phone of another country, and what cannot be a
// phone of this one, is returned as it is.
func unified(kept, country string) string {
	d := diallingOf(country)
	digits, international := strings.CutPrefix(kept, "+")
	if international {
		if !strings.HasPrefix(digits, d.code) {
			return kept
		}
		digits = digits[len(d.code):]
	}
	national, fits := d.national(strings.ReplaceAll(digits, "-", ""))
	if !fits || strings.Trim(national, "0123456789") != "" {
		return kept
	}
	return "+" + d.code + national
}
