package report

import (
	"bytes"
	"cmp"
	"context"
	"encoding/base64"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/platform/pg"
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
	if text := strings.ToLower(strings.TrimSpace(q.Text)); text != "" {
		// The first part has the index; it looks at names and phones as well, which a partner must not search.
		add(`m.search LIKE ? ESCAPE '\' AND (m.member_id LIKE ? ESCAPE '\' OR lower(m.nick) LIKE ? ESCAPE '\')`, pg.Contains(text))
	}
	if q.Online != nil {
		add("m.member_id = ANY (?::text[])", q.Online)
	}
	return strings.Join(where, " AND "), args, nil
}

// longTotals remembers totals that take long to add up: of more accounts than paging.Exact they may be a minute old.
type longTotals[T any] struct {
	mu   sync.Mutex
	kept map[string]keptTotal[T]
}

type keptTotal[T any] struct {
	value T
	at    time.Time
}

const (
	totalsAge  = time.Minute
	mostTotals = 1000
)

// of returns what is remembered under a key (paging.Key), or what read returns, which also says whether it is worth remembering.
func (t *longTotals[T]) of(key string, now time.Time, read func() (T, bool, error)) (T, error) {
	t.mu.Lock()
	k, ok := t.kept[key]
	t.mu.Unlock()
	if ok && now.Sub(k.at) < totalsAge && !now.Before(k.at) {
		return k.value, nil
	}
	value, long, err := read()
	if err != nil || !long {
		return value, err
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.kept == nil || len(t.kept) >= mostTotals {
		t.kept = map[string]keptTotal[T]{}
	}
	t.kept[key] = keptTotal[T]{value, now}
	return value, nil
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

// Branch is what is below a partner: of its whole downline.
type Branch struct {
	Members, Partners int64
	Cash              *money.Amount // nil: not read
	Online            int64
}

// noBranch is the branch of an account with nothing below it.
func noBranch(shown bool) (b Branch) {
	if shown {
		b.Cash = new(money.Amount)
	}
	return b
}

// Node is an account directly below another one, with its branch when it is a partner.
type Node struct {
	Lower
	Branch
}

// Nodes is a page of the accounts directly below one, partners first.
type Nodes struct {
	Self Branch // of the one above
	List []Node
	Next string // the cursor of the next page; empty: there is none
}

// NodeSearch opens a node of a partner's tree.
type NodeSearch struct {
	Site    string
	Partner string   // whose tree it is; empty: staff looks at the tree of the site
	Node    string   // the partner itself or one of its downline; empty: the partner, for staff the head offices
	After   string   // the cursor of the page before
	Online  []string // the accounts that are online
	Money   bool     // amounts are read; without it they are nil
	Count   int32
}

// Node returns a page of the accounts directly below one of a partner's tree. U001: not of the tree.
func (s *Service) Node(ctx context.Context, q NodeSearch) (out Nodes, err error) {
	st, err := s.sites.Get(ctx, q.Site)
	if err != nil {
		return out, err
	}
	node := cmp.Or(q.Node, q.Partner)
	if node != "" {
		var is bool
		err = s.db.QueryRow(ctx, `SELECT EXISTS (SELECT FROM member_member WHERE member_id = $1 AND site_id = $2 AND status <> 'deleted'
			AND ($3 = '' OR member_id = $3 OR upline @> ARRAY[$3]))`, node, q.Site, q.Partner).Scan(&is)
		if err != nil {
			return out, fmt.Errorf("report: node: %w", err)
		}
		if !is {
			return out, fault.MemberNotFound
		}
	}
	role, memID, ok := "partner", "", true
	if q.After != "" {
		role, memID, ok = strings.Cut(q.After, "|")
	}
	if !ok || role != "partner" && role != "member" {
		return out, fault.Failed
	}
	rows, err := s.db.Query(ctx, nodeSQL(node == "", q.Money), q.Site, node, role, memID, q.Count+1, st.Options.Currency, q.Partner)
	if err != nil {
		return out, fmt.Errorf("report: node: %w", err)
	}
	list, err := pgx.CollectRows(rows, func(r pgx.CollectableRow) (Lower, error) { return s.scanLower(r) })
	if err != nil {
		return out, fmt.Errorf("report: node: %w", err)
	}
	if len(list) > int(q.Count) {
		list = list[:q.Count]
		last := list[q.Count-1]
		out.Next = map[bool]string{true: "partner", false: "member"}[last.Partner] + "|" + last.MemID
	}
	var partners []string
	for _, l := range list {
		if l.Partner {
			partners = append(partners, l.MemID)
		}
	}
	below, err := s.branches(ctx, q, st.Options.Currency, partners)
	if err != nil {
		return out, err
	}
	out.List = make([]Node, len(list))
	for i, l := range list {
		out.List[i] = Node{Lower: l, Branch: noBranch(q.Money)}
		if b, is := below[l.MemID]; is {
			out.List[i].Branch = b
		}
	}
	out.Self = noBranch(q.Money)
	if node == "" || q.After != "" {
		return out, nil
	}
	self, err := s.branches(ctx, q, st.Options.Currency, []string{node})
	out.Self = self[node]
	return out, err
}

// nodeSQL reads the accounts directly below one by member_member_children, from the row after the last one of the page before on.
func nodeSQL(roots, shown bool) string {
	above := "m.parent_id = $2"
	if roots {
		above = "m.parent_id IS NULL AND m.role = 'partner' AND $2 = ''"
	}
	return `SELECT ` + lowerColumns("$7::text", shown) + `
	  FROM (SELECT m.member_id, m.role FROM member_member m
	         WHERE ` + above + ` AND m.site_id = $1 AND m.role <= $3 AND (m.role < $3 OR m.member_id > $4) AND m.status NOT IN ('pending', 'deleted')
	         ORDER BY m.role DESC, m.member_id LIMIT $5) page
	  JOIN member_member m USING (member_id)
	  LEFT JOIN wallet_balance w ON w.member_id = m.member_id AND w.currency = $6
	 ORDER BY m.role DESC, m.member_id`
}

// branchesSQL adds up the downlines of some partners, each by the index of uplines.
func branchesSQL(shown bool) string {
	cash := "NULL::bigint"
	if shown {
		cash = "coalesce(sum(w.balance), 0)::bigint"
	}
	return `
	SELECT b.id, t.members, t.partners, t.cash FROM unnest($1::text[]) AS b (id) CROSS JOIN LATERAL (
	  SELECT count(*) FILTER (WHERE m.role = 'member') AS members, count(*) FILTER (WHERE m.role = 'partner') AS partners, ` + cash + ` AS cash
	    FROM member_member m LEFT JOIN wallet_balance w ON w.member_id = m.member_id AND w.currency = $2
	   WHERE m.upline @> ARRAY[b.id] AND m.status NOT IN ('pending', 'deleted')) t`
}

// branches adds up what is below some partners of the tree that a search looks at.
func (s *Service) branches(ctx context.Context, q NodeSearch, currency string, partners []string) (map[string]Branch, error) {
	if len(partners) == 0 {
		return map[string]Branch{}, nil
	}
	kept, err := s.lowerBranches.of(paging.Key(q.Site, q.Money, partners), s.clk.Now(), func() (map[string]Branch, bool, error) {
		rows, err := s.db.Query(ctx, branchesSQL(q.Money), partners, currency)
		if err != nil {
			return nil, false, fmt.Errorf("report: branches: %w", err)
		}
		out, all := map[string]Branch{}, int64(0)
		var id string
		var b Branch
		_, err = pgx.ForEachRow(rows, []any{&id, &b.Members, &b.Partners, &b.Cash}, func() error {
			out[id] = b
			all += b.Members + b.Partners
			return nil
		})
		if err != nil {
			return nil, false, fmt.Errorf("report: branches: %w", err)
		}
		return out, all >= paging.Exact, nil
	})
	if err != nil || len(q.Online) == 0 {
		return kept, err
	}
	online, err := s.onlineBelow(ctx, q.Site, q.Online)
	if err != nil {
		return nil, err
	}
	out := make(map[string]Branch, len(partners))
	for _, one := range partners {
		b := kept[one]
		b.Online = online[one]
		out[one] = b
	}
	return out, nil
}

// manyOnline is from how many accounts on the count below each partner may be a minute old.
const manyOnline = 1000

// onlineBelow counts those of some accounts of a site that are below each of its partners.
func (s *Service) onlineBelow(ctx context.Context, siteID string, present []string) (map[string]int64, error) {
	return s.online.of(siteID, s.clk.Now(), func() (map[string]int64, bool, error) {
		rows, err := s.db.Query(ctx, `SELECT b.id, count(*) FROM member_member m CROSS JOIN LATERAL unnest(m.upline) AS b (id)
			WHERE m.member_id = ANY ($1::text[]) AND m.site_id = $2 GROUP BY b.id`, present, siteID)
		if err != nil {
			return nil, false, fmt.Errorf("report: branches: %w", err)
		}
		out := map[string]int64{}
		var id string
		var n int64
		if _, err := pgx.ForEachRow(rows, []any{&id, &n}, func() error {
			out[id] = n
			return nil
		}); err != nil {
			return nil, false, fmt.Errorf("report: branches: %w", err)
		}
		return out, len(present) >= manyOnline, nil
	})
}

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
