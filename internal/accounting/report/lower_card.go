package report

import (
	"context"
	"fmt"
	"net/netip"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
)

// SwitchedOff is something that a partner switched off for an account.
type SwitchedOff struct {
	Part    string // login, bet, recommend, status, casino or slot
	Partner string
	Agent   string // the person; empty: not kept
	Reason  string
	At      time.Time
}

// LoginTry is an attempt to log in.
type LoginTry struct {
	Result string // 200 or the code of the refusal
	IP     netip.Addr
	At     time.Time
}

// LowerCard is what a partner sees of an account of its downline. Phone, name and account are masked.
type LowerCard struct {
	Lower
	Bank, Number    string
	Upline          []string     // from the one directly above up to the partner that looks
	Held            money.Amount // zero, like the counts and the moment of the last deposit, where money is not read
	DepositCount    int64
	WithdrawalCount int64
	LastDepositAt   *time.Time
	Switched        []SwitchedOff
	Rounds          []LastRound
	Logins          []LoginTry
	Shared          []Lower // others of the partner's downline that use one of the account's addresses
	SharedMore      bool    // there are more
}

const (
	cardRows      = 20
	sharedAtATime = 50
)

// CardSearch names an account of a partner's downline.
type CardSearch struct {
	Site    string
	Partner string // empty: staff looks, at any account of the site
	Member  string
	Money   bool // amounts are read, also of the accounts with the same addresses; without it they are nil
}

// LowerCard returns the card of an account. U001: not below, or deleted.
func (s *Service) LowerCard(ctx context.Context, q CardSearch) (c LowerCard, err error) {
	st, err := s.sites.Get(ctx, q.Site)
	if err != nil {
		return c, err
	}
	requests := "0::bigint, 0::bigint, 0::bigint, NULL::timestamptz"
	if q.Money {
		of := func(what, kind string) string {
			return "(SELECT " + what + " FROM cash_request c WHERE c.member_id = m.member_id AND c.kind = '" + kind + "' AND c.status = 1 AND ($3 = '' OR " + placedBelow("m", "c.requested_at", "$3") + "))"
		}
		requests = "coalesce(w.held, 0), " + of("count(*)", "in") + ", " + of("count(*)", "out") + ", " + of("max(c.processed_at)", "in")
	}
	rows, err := s.db.Query(ctx, `SELECT `+lowerColumns("$3::text", q.Money)+`, m.bank_name, m.account_no, m.account_sealed, m.upline, `+requests+`
		  FROM member_member m LEFT JOIN wallet_balance w ON w.member_id = m.member_id AND w.currency = $4
		 WHERE m.member_id = $1 AND m.site_id = $2 AND ($3 = '' OR m.upline @> ARRAY[$3]) AND m.status <> 'deleted'`,
		q.Member, q.Site, q.Partner, st.Options.Currency)
	if err != nil {
		return c, fmt.Errorf("report: card: %w", err)
	}
	found, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (c LowerCard, err error) {
		var number, sealed string
		if c.Lower, err = s.scanLower(r, &c.Bank, &number, &sealed, &c.Upline, &c.Held, &c.DepositCount, &c.WithdrawalCount, &c.LastDepositAt); err != nil {
			return c, err
		}
		number, err = s.personal.Open(personal.MemberAccount, c.MemID, number, sealed)
		c.Number = personal.Mask(number)
		return c, err
	})
	switch {
	case err != nil:
		return c, fmt.Errorf("report: card: %w", err)
	case len(found) == 0:
		return c, fault.MemberNotFound
	}
	c = found[0]
	if q.Partner != "" {
		c.Upline = c.Upline[:slices.Index(c.Upline, q.Partner)+1]
	}
	if err := s.cardLists(ctx, q, st.Options.Currency, &c); err != nil {
		return c, fmt.Errorf("report: card: %w", err)
	}
	return c, nil
}

// timesBelow selects the times in which an account ($1) stood below a partner ($2; empty: all), as stoodBelow has them. The last rows of each are found
// by the indexes of the account, however much it did in between.
const timesBelow = `
WITH times AS (
  SELECT coalesce(m.upline_since, '-infinity') AS since, 'infinity'::timestamptz AS until FROM member_member m WHERE m.member_id = $1 AND m.upline @> ARRAY[$2] AND m.test_since IS NULL
  UNION ALL SELECT coalesce(h.since, '-infinity'), h.until FROM member_upline h JOIN member_member m ON m.member_id = h.member_id AND m.test_since IS NULL
             WHERE h.member_id = $1 AND h.upline @> ARRAY[$2]
  UNION ALL SELECT '-infinity', 'infinity' WHERE $2::text = ''
)`

func (s *Service) cardLists(ctx context.Context, q CardSearch, currency string, c *LowerCard) (err error) {
	// Switches stay off wherever the account is moved; reasons are for the branch in which they were given.
	rows, err := s.db.Query(ctx, timesBelow+`
		SELECT part, partner_id, agent_id, CASE WHEN EXISTS (SELECT FROM times t WHERE s.at >= t.since AND s.at < t.until) THEN reason ELSE '' END, at FROM member_switch s WHERE member_id = $1
		UNION ALL SELECT group_code, closed_by, '', '', at FROM partner_closed WHERE member_id = $1 ORDER BY at DESC`, c.MemID, q.Partner)
	if err != nil {
		return err
	}
	if c.Switched, err = pgx.CollectRows(rows, pgx.RowToStructByPos[SwitchedOff]); err != nil {
		return err
	}
	rows, err = s.db.Query(ctx, timesBelow+`
		SELECT r.id, r.game_code, coalesce(g.name_kor, ''), coalesce(g.name_eng, ''), r.stake, r.payout, r.state, r.created_at
		  FROM times t CROSS JOIN LATERAL (
		       SELECT c.id, c.game_code, c.stake, c.payout, c.state, c.created_at FROM casino_round c
		        WHERE c.member_id = $1 AND c.created_at >= t.since AND c.created_at < t.until ORDER BY c.created_at DESC LIMIT $3) r
		  LEFT JOIN game_game g ON g.code = r.game_code ORDER BY r.created_at DESC LIMIT $3`, c.MemID, q.Partner, cardRows)
	if err != nil {
		return err
	}
	if c.Rounds, err = pgx.CollectRows(rows, pgx.RowToStructByPos[LastRound]); err != nil {
		return err
	}
	rows, err = s.db.Query(ctx, timesBelow+`
		SELECT l.result, l.ip, l.at FROM times t CROSS JOIN LATERAL (
		       SELECT c.id, c.result, c.ip, c.at FROM member_login c
		        WHERE c.member_id = $1 AND c.audience = 'member' AND c.at >= t.since AND c.at < t.until ORDER BY c.at DESC, c.id DESC LIMIT $3) l
		 ORDER BY l.at DESC, l.id DESC LIMIT $3`, c.MemID, q.Partner, cardRows)
	if err != nil {
		return err
	}
	c.Logins, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (l LoginTry, err error) {
		var ip *netip.Addr
		err = r.Scan(&l.Result, &ip, &l.At)
		if ip != nil {
			l.IP = *ip
		}
		l.At = l.At.UTC()
		return l, err
	})
	if err != nil {
		return err
	}
	return s.sharedBelow(ctx, q, currency, c)
}

// sharedBelow finds others that use the addresses of an account, as far as the viewer may see them.
func (s *Service) sharedBelow(ctx context.Context, q CardSearch, currency string, c *LowerCard) error {
	var used []netip.Addr
	for _, ip := range append([]netip.Addr{c.JoinIP, c.LastLoginIP}, ipsOf(c.Logins)...) {
		if ip.IsValid() && !slices.Contains(used, ip) {
			used = append(used, ip)
		}
	}
	if len(used) == 0 {
		return nil
	}
	seen := func(at string) string { return "($2 = '' OR " + placedBelow("m", at, "$2") + ")" }
	rows, err := s.db.Query(ctx, `WITH near AS MATERIALIZED (
		    SELECT m.member_id FROM member_member m
		     WHERE m.site_id = $1 AND ($2::text = '' OR m.upline @> ARRAY[$2]) AND m.member_id <> $3 AND m.status <> 'deleted' AND (m.join_ip = ANY ($4::inet[]) OR m.last_login_ip = ANY ($4::inet[])))
		SELECT `+lowerColumns("$2::text", q.Money)+`
		  FROM near JOIN member_member m USING (member_id) LEFT JOIN wallet_balance w ON w.member_id = m.member_id AND w.currency = $5
		 WHERE m.join_ip = ANY ($4::inet[]) AND `+seen("m.joined_at")+` OR m.last_login_ip = ANY ($4::inet[]) AND `+seen("m.last_login_at")+`
		 ORDER BY m.last_login_at DESC NULLS LAST, m.member_id LIMIT $6`, q.Site, q.Partner, c.MemID, used, currency, sharedAtATime+1)
	if err != nil {
		return err
	}
	if c.Shared, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (Lower, error) { return s.scanLower(r) }); err != nil {
		return err
	}
	if c.SharedMore = len(c.Shared) > sharedAtATime; c.SharedMore {
		c.Shared = c.Shared[:sharedAtATime]
	}
	return nil
}

func ipsOf(logins []LoginTry) (out []netip.Addr) {
	for _, l := range logins {
		out = append(out, l.IP)
	}
	return out
}
