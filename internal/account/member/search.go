package member

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/platform/pg"
)

// Search asks for members of a site. Empty Status means every status; Text is part of memId, nickname, name or phone.
type Search struct {
	Site        string
	Status      Status
	Text        string
	Count, Skip int32
}

// Found is a row of the back office's list.
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
	Cash                     money.Amount
}

// Search returns a page of members, the newest first, and the number of all that match (paging.Totals).
func (s *Service) Search(ctx context.Context, q Search) ([]Found, int64, error) {
	st, err := s.options(ctx, q.Site)
	if err != nil {
		return nil, 0, err
	}
	where, args := []string{"site_id = $1"}, []any{q.Site}
	if q.Status != "" {
		args = append(args, string(q.Status))
		where = append(where, fmt.Sprintf("status = $%d", len(args)))
	}
	if q.Text != "" {
		args = append(args, pg.Contains(strings.ToLower(q.Text)))
		where = append(where, fmt.Sprintf(`search LIKE $%d ESCAPE '\'`, len(args)))
	}
	cond := strings.Join(where, " AND ")
	total, err := s.totals.Of(strings.Join([]string{q.Site, string(q.Status), q.Text}, "|"), s.clk.Now(), func(most int32) (n int64, err error) {
		return n, s.db.QueryRow(ctx, fmt.Sprintf("SELECT count(*) FROM (SELECT FROM member_member WHERE %s LIMIT $%d) counted", cond, len(args)+1),
			append(args, most)...).Scan(&n)
	})
	if err != nil {
		return nil, 0, fmt.Errorf("search members: %w", err)
	}
	if int64(q.Skip) >= total {
		return []Found{}, total, nil // a text without any match is searched for once
	}
	rows, err := s.db.Query(ctx, fmt.Sprintf(`
		SELECT member_id, nick, name, phone, bank_name, account_no, account_holder, coalesce(parent_id, ''), status, joined_at, join_ip,
		       last_login_at, bet_locked, bet_permitted, locked_at IS NOT NULL OR coalesce(pin_locked_until > $%d, false)
		  FROM member_member JOIN (
		       SELECT member_id FROM member_member WHERE %s ORDER BY joined_at DESC, member_id LIMIT $%d OFFSET $%d) page USING (member_id)
		 ORDER BY joined_at DESC, member_id`,
		len(args)+1, cond, len(args)+2, len(args)+3), append(args, s.clk.Now(), q.Count, q.Skip)...)
	if err != nil {
		return nil, 0, fmt.Errorf("search members: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (f Found, err error) {
		var ip *netip.Addr
		err = r.Scan(&f.MemID, &f.Nick, &f.Name, &f.Phone, &f.Bank, &f.Number, &f.Holder, &f.Referrer, &f.Status,
			&f.JoinedAt, &ip, &f.LastLoginAt, &f.BetLocked, &f.BetPermitted, &f.Locked)
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
