package report

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/fold"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
)

// LowerSort is what a list of a downline is sorted by. Accounts that are equal stand in the order of their memIds.
type LowerSort string

// The sorts.
const (
	LowerJoined LowerSort = "joined" // the newest first
	LowerID     LowerSort = "memId"
	LowerLogin  LowerSort = "login" // the last login first
	LowerCash   LowerSort = "cash"  // the largest first; only where money is shown
)

// lowerOrders are the sorts in SQL: an expression, its type, its direction, and how a row is compared with the last one of the page before.
var lowerOrders = map[LowerSort]struct{ expr, typ, dir, past string }{
	LowerJoined: {"m.joined_at", "timestamptz", "DESC", "<"},
	LowerID:     {"m.member_id", "text", "ASC", ">"},
	LowerLogin:  {"coalesce(m.last_login_at, '-infinity')", "timestamptz", "DESC", "<"},
	LowerCash:   {"coalesce(w.balance, 0)", "bigint", "DESC", "<"},
}

// lowerOff are the conditions of accounts for which something is off.
var lowerOff = map[string]string{
	"login":     "NOT m.login_allowed",
	"bet":       "(m.bet_locked OR NOT m.bet_permitted)",
	"recommend": "m.role = 'partner' AND NOT m.recommend_allowed",
	"casino":    "EXISTS (SELECT FROM partner_closed c WHERE c.member_id = m.member_id AND c.group_code = 'casino')",
	"slot":      "EXISTS (SELECT FROM partner_closed c WHERE c.member_id = m.member_id AND c.group_code = 'slot')",
}

// LowerSearch selects accounts of the downline of a partner.
type LowerSearch struct {
	Site, Partner string
	Text          string   // a part of memId or nickname
	Kind          string   // member or partner; empty: both
	Level         int      // 1 … 6 of partners; 0: all
	Status        string   // empty: all that are approved
	Off           string   // login, bet, recommend, casino or slot: where it is off; empty: all
	Under         string   // below this one of the downline; empty: all
	Online        []string // nil: all; else only these
	Money         bool     // amounts are read; without it they are nil, and no order tells them
	Sort          LowerSort
	After         string // the cursor of the page before
	Count         int32
}

// Lower is an account of a downline. Name and phone are masked. Amounts are nil where the search does not read them.
type Lower struct {
	MemID, Nick, Name, Phone string
	Partner                  bool
	PartnerLevel, Level      int
	Parent, Status           string
	Login, Bet, Recommend    bool // are on
	Casino, Slot             bool
	Cash, Points             *money.Amount
	Deposits, Withdrawals    *money.Amount // all that were carried out and asked for while it stood below the viewer
	JoinedAt                 time.Time
	JoinIP                   netip.Addr // zero when unknown, or when the account did not stand below the viewer then
	LastLoginAt              *time.Time // nil: there was none, or the account did not stand below the viewer then
	LastLoginIP              netip.Addr // zero: the same
}

// LowerTotals add up all accounts that a search finds. Amounts are nil where the search does not read them.
type LowerTotals struct {
	Members, Partners int64
	Cash, Points      *money.Amount
}

// Lowers returns a page of the downline, and the cursor of the next one; empty: there is none. E001: an unknown sort, filter or cursor, or a sort by
// amounts that the search does not read.
func (s *Service) Lowers(ctx context.Context, q LowerSearch) ([]Lower, string, error) {
	st, err := s.sites.Get(ctx, q.Site)
	if err != nil {
		return nil, "", err
	}
	order, known := lowerOrders[q.Sort]
	cond, args, err := q.condition()
	if err != nil || !known || q.Sort == LowerCash && !q.Money {
		return nil, "", fault.Failed.Wrap(err)
	}
	args = append(args, st.Options.Currency)
	currency := len(args)
	if q.After != "" {
		key, id, ok := readCursor(q.Sort, q.After)
		if !ok {
			return nil, "", fault.Failed
		}
		args = append(args, key, id)
		cond += fmt.Sprintf(" AND (%s %s $%d::%s OR %s = $%d::%s AND m.member_id > $%d)",
			order.expr, order.past, len(args)-1, order.typ, order.expr, len(args)-1, order.typ, len(args))
	}
	wallets := fmt.Sprintf("LEFT JOIN wallet_balance w ON w.member_id = m.member_id AND w.currency = $%d", currency)
	args = append(args, q.Count+1)
	join := ""
	if q.Sort == LowerCash {
		join = wallets
	}
	// The key is text in microseconds, so that the next page begins exactly after this one.
	rows, err := s.db.Query(ctx, fmt.Sprintf(`SELECT `+lowerColumns("($2::text[])[1]", q.Money)+`, (%s)::text
		  FROM (SELECT m.member_id FROM member_member m %s WHERE %s ORDER BY %s %s, m.member_id LIMIT $%d) page
		  JOIN member_member m USING (member_id) %s ORDER BY %s %s, m.member_id`,
		order.expr, join, cond, order.expr, order.dir, len(args), wallets, order.expr, order.dir), args...)
	if err != nil {
		return nil, "", fmt.Errorf("report: lower: %w", err)
	}
	var keys []string
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (Lower, error) {
		var key string
		one, err := s.scanLower(r, &key)
		keys = append(keys, key)
		return one, err
	})
	if err != nil {
		return nil, "", fmt.Errorf("report: lower: %w", err)
	}
	if len(list) <= int(q.Count) {
		return list, "", nil
	}
	last := q.Count - 1
	return list[:q.Count], cursor(q.Sort, keys[last], list[last].MemID), nil
}

// lowerColumns are the columns of an account called m, for a viewer that is given in SQL: a partner above it, or an empty text for staff. A partner
// sees deposits, withdrawals and addresses of the times in which the account stood below it. Where money is not shown the amounts are NULL and no
// wallet and no request is looked at: PostgreSQL leaves out the join with wallet_balance when no column of it is used.
func lowerColumns(viewer string, shown bool) string {
	seen := func(at string) string { return "(" + viewer + " = '' OR " + placedBelow("m", at, viewer) + ")" }
	amounts := "NULL::bigint, NULL::bigint, NULL::bigint, NULL::bigint"
	if shown {
		amounts = `coalesce(w.balance, 0), coalesce(w.points, 0),
		(SELECT coalesce(sum(c.amount), 0)::bigint FROM cash_request c WHERE c.member_id = m.member_id AND c.kind = 'in' AND c.status = 1 AND ` + seen("c.requested_at") + `),
		(SELECT coalesce(sum(c.amount), 0)::bigint FROM cash_request c WHERE c.member_id = m.member_id AND c.kind = 'out' AND c.status = 1 AND ` + seen("c.requested_at") + `)`
	}
	return `m.member_id, m.nick, m.name, m.name_sealed, m.phone, m.phone_sealed, m.role = 'partner', coalesce(m.partner_level, 0), m.level,
		coalesce(m.parent_id, ''), m.status, m.login_allowed, m.bet_permitted AND NOT m.bet_locked, m.recommend_allowed,
		NOT EXISTS (SELECT FROM partner_closed c WHERE c.member_id = m.member_id AND c.group_code = 'casino'),
		NOT EXISTS (SELECT FROM partner_closed c WHERE c.member_id = m.member_id AND c.group_code = 'slot'),
		` + amounts + `,
		m.joined_at, CASE WHEN ` + seen("m.joined_at") + ` THEN m.join_ip END,
		CASE WHEN ` + seen("m.last_login_at") + ` THEN m.last_login_at END, CASE WHEN ` + seen("m.last_login_at") + ` THEN m.last_login_ip END`
}

func (s *Service) scanLower(r pgx.CollectableRow, more ...any) (l Lower, err error) {
	var name, nameSealed, phone, phoneSealed string
	var joinIP, loginIP *netip.Addr
	err = r.Scan(append([]any{
		&l.MemID, &l.Nick, &name, &nameSealed, &phone, &phoneSealed, &l.Partner, &l.PartnerLevel, &l.Level, &l.Parent, &l.Status, &l.Login, &l.Bet,
		&l.Recommend, &l.Casino, &l.Slot, &l.Cash, &l.Points, &l.Deposits, &l.Withdrawals, &l.JoinedAt, &joinIP, &l.LastLoginAt, &loginIP,
	}, more...)...)
	if err != nil {
		return l, err
	}
	if l.Name, err = s.personal.Open(personal.MemberName, l.MemID, name, nameSealed); err != nil {
		return l, err
	}
	if l.Phone, err = s.personal.Open(personal.MemberPhone, l.MemID, phone, phoneSealed); err != nil {
		return l, err
	}
	l.Name, l.Phone, l.JoinedAt = personal.MaskName(l.Name), personal.Mask(l.Phone), l.JoinedAt.UTC()
	if joinIP != nil {
		l.JoinIP = *joinIP
	}
	if loginIP != nil {
		l.LastLoginIP = *loginIP
	}
	return l, nil
}

// cursor names the last row of a page; it is good for the same sort only.
func cursor(by LowerSort, key, memID string) string {
	return base64.RawURLEncoding.EncodeToString([]byte(strings.Join([]string{string(by), memID, key}, "|")))
}

func readCursor(by LowerSort, text string) (key, memID string, ok bool) {
	b, err := base64.RawURLEncoding.DecodeString(text)
	parts := strings.SplitN(string(b), "|", 3)
	if err != nil || len(parts) != 3 || parts[0] != string(by) || !utf8.Valid(b) || bytes.IndexByte(b, 0) >= 0 {
		return "", "", false
	}
	switch by {
	case LowerCash:
		_, err = strconv.ParseInt(parts[2], 10, 64)
	case LowerJoined, LowerLogin:
		if parts[2] != "-infinity" {
			at, err := time.Parse("2006-01-02 15:04:05.999999-07", parts[2])
			return parts[2], parts[1], err == nil && at.Year() > 0 // PostgreSQL has no year 0
		}
	}
	return parts[2], parts[1], err == nil
}

// condition returns the condition of a search in SQL, with its arguments.
func (q LowerSearch) condition() (string, []any, error) {
	args := []any{q.Site, []string{q.Partner}}
	where := []string{"m.site_id = $1", "m.upline @> $2::text[]"}
	add := func(cond string, arg any) {
		args = append(args, arg)
		where = append(where, strings.ReplaceAll(cond, "?", "$"+strconv.Itoa(len(args))))
	}
	if q.Status == "" {
		where = append(where, "m.status NOT IN ('pending', 'deleted')")
	} else {
		add("m.status = ? AND m.status <> 'deleted'", q.Status)
	}
	switch q.Kind {
	case "":
	case "member", "partner":
		add("m.role = ?", q.Kind)
	default:
		return "", nil, fmt.Errorf("no kind %q", q.Kind)
	}
	if q.Level != 0 {
		add("m.role = 'partner' AND m.partner_level = ?", q.Level)
	}
	if q.Off != "" {
		off, known := lowerOff[q.Off]
		if !known {
			return "", nil, fmt.Errorf("no switch %q", q.Off)
		}
		where = append(where, off)
	}
	if q.Under != "" && q.Under != q.Partner {
		add("m.upline @> ARRAY[?::text]", q.Under)
		// The two in this order: one above the partner has accounts of other branches below it as well.
		where = append(where, fmt.Sprintf("array_position(m.upline, $%d::text) < array_position(m.upline, ($2::text[])[1])", len(args)))
	}
	if text := strings.TrimSpace(q.Text); text != "" {
		// The first part has the index; it looks at names and phones as well, which a partner must not search.
		if fold.Text(text) == "" { // signs alone
			add(`strpos(m.nick, ?) > 0`, text)
		} else {
			add(`search_fold(m.search) LIKE '%' || search_fold(?) || '%' AND search_fold(m.member_id || E'\n' || m.nick) LIKE '%' || search_fold(?) || '%'`, text)
		}
	}
	if q.Online != nil {
		add("m.member_id = ANY (?::text[])", q.Online)
	}
	return strings.Join(where, " AND "), args, nil
}

// LowerTotal adds up all accounts that a search finds, whatever its page. Amounts are added up only where the search reads them.
func (s *Service) LowerTotal(ctx context.Context, q LowerSearch) (LowerTotals, error) {
	st, err := s.sites.Get(ctx, q.Site)
	if err != nil {
		return LowerTotals{}, err
	}
	cond, args, err := q.condition()
	if err != nil {
		return LowerTotals{}, fault.Failed.Wrap(err)
	}
	args = append(args, st.Options.Currency)
	amounts := "NULL::bigint, NULL::bigint"
	if q.Money {
		amounts = "coalesce(sum(w.balance), 0)::bigint, coalesce(sum(w.points), 0)::bigint"
	}
	return s.lowerTotals.of(paging.Key(q.Money, cond, args), s.clk.Now(), func() (t LowerTotals, long bool, err error) {
		err = s.db.QueryRow(ctx, fmt.Sprintf(`SELECT count(*) FILTER (WHERE m.role = 'member'), count(*) FILTER (WHERE m.role = 'partner'), %s
			  FROM member_member m LEFT JOIN wallet_balance w ON w.member_id = m.member_id AND w.currency = $%d WHERE %s`, amounts, len(args), cond),
			args...).Scan(&t.Members, &t.Partners, &t.Cash, &t.Points)
		if err != nil {
			return t, false, fmt.Errorf("report: lower: %w", err)
		}
		return t, t.Members+t.Partners >= paging.Exact, nil
	})
}
