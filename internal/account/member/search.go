package member

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"hubstake/internal/core/fold"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/personal"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
	"hubstake/internal/platform/pg"
)

// Search asks for members of a site. Empty Status means every status, Level 0 every level. Text is part of a memId or nickname, or a whole name, phone or
// account number, or the last four digits of one.
type Search struct {
	Site        string
	Status      Status
	Level       int
	Text        string
	Count, Skip int32
}

// Found is a row of the back office's list: name, phone, account number and holder are masked (S-98).
type Found struct {
	MemID, Nick, Name, Phone string
	Bank, Number, Holder     string
	Referrer                 string
	Status                   Status
	JoinedAt                 time.Time
	JoinIP                   netip.Addr // zero when unknown
	LastLoginAt              *time.Time
	BetLocked, BetPermitted  bool // LOCK_BET_YN
	Locked                   bool // by wrong passwords or PINs (D-04, D-07)
	Test                     bool // a test account (S-103)
	Cash                     money.Amount
}

// Search returns a page of members, the newest first, and the number of all that match (paging.Totals).
func (s *Service) Search(ctx context.Context, q Search) ([]Found, int64, error) {
	st, err := s.options(ctx, q.Site)
	if err != nil {
		return nil, 0, err
	}
	cond, args, err := s.condition(ctx, q, st.Options)
	if err != nil {
		return nil, 0, fmt.Errorf("search members: %w", err)
	}
	total, err := s.total(ctx, q, cond, args)
	if err != nil {
		return nil, 0, fmt.Errorf("search members: %w", err)
	}
	if int64(q.Skip) >= total {
		return []Found{}, total, nil // a text without any match is searched for once
	}
	rows, err := s.db.Query(ctx, fmt.Sprintf(`
		SELECT member_id, nick, name, phone, bank_name, account_no, account_holder, name_sealed, phone_sealed, account_sealed, holder_sealed, coalesce(parent_id, ''), status, joined_at, join_ip,
		       last_login_at, bet_locked, bet_permitted, locked_at IS NOT NULL OR coalesce(pin_locked_until > $%d, false), test_since IS NOT NULL
		  FROM member_member JOIN (
		       SELECT member_id FROM member_member WHERE %s ORDER BY joined_at DESC, member_id LIMIT $%d OFFSET $%d) page USING (member_id)
		 ORDER BY joined_at DESC, member_id`,
		len(args)+1, cond, len(args)+2, len(args)+3), append(args, s.clk.Now(), q.Count, q.Skip)...)
	if err != nil {
		return nil, 0, fmt.Errorf("search members: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (f Found, err error) {
		var ip *netip.Addr
		var k kept
		err = r.Scan(&f.MemID, &f.Nick, &k.name, &k.phone, &f.Bank, &k.number, &k.holder, &k.nameSealed, &k.phoneSealed, &k.numberSealed, &k.holderSealed,
			&f.Referrer, &f.Status, &f.JoinedAt, &ip, &f.LastLoginAt, &f.BetLocked, &f.BetPermitted, &f.Locked, &f.Test)
		if err != nil {
			return f, err
		}
		d, err := unseal(s.Personal, f.MemID, k)
		f.Name, f.Phone = personal.MaskName(d.name), personal.Mask(d.phone)
		f.Number, f.Holder = personal.Mask(d.number), personal.MaskName(d.holder)
		if ip != nil {
			f.JoinIP = *ip
		}
		return f, err
	})
	if err != nil {
		return nil, 0, fmt.Errorf("search members: %w", err)
	}
	ids := make([]string, len(list))
	for i, f := range list {
		ids[i] = f.MemID
	}
	wallets, err := wallet.Balances(ctx, s.db, ids, st.Options.Currency)
	if err != nil {
		return nil, 0, fmt.Errorf("search members: %w", err)
	}
	for i := range list {
		list[i].Cash = wallets[list[i].MemID].Cash // who is pending has none yet
	}
	return list, total, nil
}

// OfLevels returns how many members a site has on each level, the first being level 1; as Search counts them.
func (s *Service) OfLevels(ctx context.Context, siteID string) ([]int64, error) {
	counts := make([]int64, site.MaxLevel)
	for i := range counts {
		q := Search{Site: siteID, Level: i + 1}
		cond, args, err := s.condition(ctx, q, site.Options{})
		if err != nil {
			return nil, fmt.Errorf("members of levels: %w", err)
		}
		if counts[i], err = s.total(ctx, q, cond, args); err != nil {
			return nil, fmt.Errorf("members of levels: %w", err)
		}
	}
	return counts, nil
}

// condition returns the condition of a search in SQL, with its arguments.
func (s *Service) condition(ctx context.Context, q Search, o site.Options) (string, []any, error) {
	where, args := []string{"site_id = $1"}, []any{q.Site}
	if q.Status != "" {
		args = append(args, string(q.Status))
		where = append(where, fmt.Sprintf("status = $%d", len(args)))
	}
	if q.Level != 0 {
		args = append(args, q.Level)
		where = append(where, fmt.Sprintf("level = $%d", len(args)))
	}
	if q.Text != "" {
		found, err := s.foundBy(ctx, q.Site, q.Text, o)
		if err != nil {
			return "", nil, err
		}
		// The text as it is, signs included, or its folded form.
		args = append(args, pg.Contains(strings.ToLower(q.Text)), fold.Text(q.Text), found)
		n := len(args)
		where = append(where, fmt.Sprintf(`(search LIKE $%d ESCAPE '\' OR $%d <> '' AND search_fold(search) LIKE '%%' || search_fold($%d) || '%%' OR member_id = ANY ($%d))`, n-2, n-1, n-1, n))
	}
	return strings.Join(where, " AND "), args, nil
}

// total counts the members of a condition (paging.Totals).
func (s *Service) total(ctx context.Context, q Search, cond string, args []any) (int64, error) {
	return s.totals.Of(paging.Key(q.Site, q.Status, q.Level, q.Text), s.clk.Now(), func(most int32) (n int64, err error) {
		return n, s.db.QueryRow(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT FROM member_member WHERE %s LIMIT $%d) counted", cond, len(args)+1),
			append(slices.Clone(args), most)...).Scan(&n)
	})
}

// mostFound bounds how many members of one name, phone, account or last digits a search finds, the newest first.
const mostFound = 1000

// foundSQL finds members by their blind indexes.
const foundSQL = `SELECT member_id FROM member_member WHERE site_id = $1 AND finders && $2::bytea[] ORDER BY joined_at DESC, member_id LIMIT $3`

// foundBy returns the members of a site whose sealed data are what was typed: they have a blind index of it.
func (s *Service) foundBy(ctx context.Context, siteID, typed string, o site.Options) ([]string, error) {
	typed = strings.TrimSpace(typed)
	finders := s.Personal.Indexes(personal.Name, personal.FoldName(typed))
	finders = append(finders, s.Personal.Indexes(personal.Name, personal.FirstFold(typed))...) // of rows that are not moved yet
	if tel, err := phone(typed, o); err == nil {
		finders = append(finders, s.Personal.Indexes(personal.Phone, tel)...)
	}
	finders = append(finders, s.Personal.Indexes(personal.Phone, typed)...) // E.164
	if number, err := AccountNumber(typed); err == nil {
		finders = append(finders, s.Personal.Indexes(personal.Account, number)...)
	}
	if len(typed) == 4 {
		finders = append(finders, s.Personal.Indexes(personal.PhoneTail, typed)...)
		finders = append(finders, s.Personal.Indexes(personal.AccountTail, typed)...)
	}
	rows, err := s.db.Query(ctx, foundSQL, siteID, finders, mostFound)
	if err != nil {
		return nil, err
	}
	return pgx.CollectRows(rows, pgx.RowTo[string])
}
