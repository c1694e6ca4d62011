package report

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
)

// AccessSearch selects logins of the downline of a partner.
type AccessSearch struct {
	Site, Partner string
	Member        string // empty: all
	IP            string // empty: all
	Failed        *bool  // nil: all
	Days          paging.Days
	After         string
	Count         int32
}

// Access is a login of a member of a downline that was tried.
type Access struct {
	ID          int64
	MemID, Nick string
	Result      string // 200, or the code of the refusal
	IP          netip.Addr
	Device      string // browser and system, for instance "Chrome, Android"; empty: not known
	At          time.Time
}

// AccessPage is a page of logins, newest first.
type AccessPage struct {
	List []Access
	Next string
}

// LowerLogins returns a page of the logins of members while they stood below a partner. U001: the member is not below. E001: a filter or cursor that
// cannot be.
func (s *Service) LowerLogins(ctx context.Context, q AccessSearch) (out AccessPage, err error) {
	st, err := s.sites.Get(ctx, q.Site)
	if err != nil {
		return out, err
	}
	from, err := keyOf(q.After)
	if err != nil {
		return out, err
	}
	d, err := s.daysOf(st, q.Days)
	if err != nil {
		return out, err
	}
	ids, few, err := s.few(ctx, q.Site, q.Partner, q.Member)
	if err != nil {
		return out, err
	}
	w := where{args: []any{q.Site, q.Partner, d.Since, d.Until}}
	w.text = `c.site_id = $1 AND c.audience = 'member' AND c.at >= $3 AND c.at < $4 AND ` + stoodBelow("c.member_id", "c.at", "$2")
	if q.IP != "" {
		ip, err := netip.ParseAddr(strings.TrimSpace(q.IP))
		if err != nil {
			return out, fault.Failed.Wrap(err)
		}
		w.add(" AND c.ip = ?::inet", ip)
	}
	if q.Failed != nil {
		w.add(" AND (c.result <> '200') = ?::boolean", *q.Failed)
	}
	w.add(" AND c.id < ?::bigint", from.id)
	// Logins are numbered in their order. The device is that of the session that a login began.
	rows, err := w.newest(ctx, s, newest{
		table: "member_login", order: "c.id DESC", count: q.Count + 1, ids: ids, few: few, columns: "c.id, c.member_id, c.result, c.ip, c.at",
		outer: `r.id, r.member_id, m.nick, r.result, r.ip, r.at, coalesce((SELECT x.user_agent FROM member_session x WHERE x.member_id = r.member_id AND x.audience = 'member' AND r.result = '200'
			AND x.created_at BETWEEN r.at - interval '1 second' AND r.at + interval '1 second' ORDER BY x.created_at LIMIT 1), '')`,
		outerOrder: "r.id DESC",
	})
	if err != nil {
		return out, fmt.Errorf("report: logins below: %w", err)
	}
	out.List, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (a Access, err error) {
		var ip *netip.Addr
		var agent string
		err = r.Scan(&a.ID, &a.MemID, &a.Nick, &a.Result, &ip, &a.At, &agent)
		if ip != nil {
			a.IP = *ip
		}
		a.At, a.Device = a.At.UTC(), device(agent)
		return a, err
	})
	if err != nil {
		return out, fmt.Errorf("report: logins below: %w", err)
	}
	if len(out.List) > int(q.Count) {
		out.List = out.List[:q.Count]
		last := out.List[q.Count-1]
		out.Next = key{last.At, last.ID}.String()
	}
	return out, nil
}

// device returns the browser and the system of a user agent, without versions: what else it says could name a person.
func device(agent string) string {
	find := func(pairs ...string) string {
		for i := 0; i < len(pairs); i += 2 {
			if strings.Contains(agent, pairs[i]) {
				return pairs[i+1]
			}
		}
		return ""
	}
	browser := find("Edg", "Edge", "OPR/", "Opera", "SamsungBrowser", "Samsung Internet", "Firefox", "Firefox", "FxiOS", "Firefox", "CriOS", "Chrome", "Chrome", "Chrome", "Safari", "Safari")
	system := find("Android", "Android", "iPhone", "iPhone", "iPad", "iPad", "Windows", "Windows", "Mac OS", "macOS", "CrOS", "ChromeOS", "Linux", "Linux")
	switch {
	case browser == "":
		return system
	case system == "":
		return browser
	}
	return browser + ", " + system
}

// AddressGroup is an address from which several accounts of a downline logged in last.
type AddressGroup struct {
	IP       netip.Addr
	Accounts int64
	Deposits money.Amount // of all its accounts, of their whole time below the partner
	Last     time.Time    // the last login of any of them
	Members  []AddressMember
}

// AddressMember is an account of a group.
type AddressMember struct {
	MemID, Nick, Parent string
	Partner             bool
	JoinedHere          bool // it signed up from the address as well
	LastLoginAt         time.Time
}

// Bounds of the groups of an answer.
const (
	groupsAtATime  = 100
	membersOfGroup = 50
	groupDaysMost  = 92
)

// AddressGroups returns the addresses from which at least two accounts of a downline logged in last within some days, the largest groups first, at most
// a hundred. They may be a minute old. E001: no number of days that there can be.
func (s *Service) AddressGroups(ctx context.Context, siteID, partner string, within int) ([]AddressGroup, error) {
	if within < 1 || within > groupDaysMost {
		return nil, fault.Failed
	}
	return s.addressGroups.of(paging.Key(siteID, partner, within), s.clk.Now(), func() ([]AddressGroup, bool, error) {
		groups, err := s.readGroups(ctx, siteID, partner, s.clk.Now().AddDate(0, 0, -within))
		if err != nil {
			return nil, false, fmt.Errorf("report: groups of addresses: %w", err)
		}
		return groups, true, nil
	})
}

func (s *Service) readGroups(ctx context.Context, siteID, partner string, since time.Time) ([]AddressGroup, error) {
	rows, err := s.db.Query(ctx, `
WITH placed AS MATERIALIZED (
  SELECT m.last_login_ip AS ip, m.member_id, m.last_login_at FROM member_member m
   WHERE m.site_id = $1 AND m.upline @> ARRAY[$2::text] AND m.status <> 'deleted' AND m.test_since IS NULL AND m.last_login_at >= $3 AND m.last_login_ip IS NOT NULL
     AND (m.upline_since IS NULL OR m.last_login_at >= m.upline_since)
  UNION ALL
  SELECT m.last_login_ip, m.member_id, m.last_login_at
    FROM member_upline h JOIN member_member m ON m.member_id = h.member_id AND m.last_login_at < h.until AND (h.since IS NULL OR m.last_login_at >= h.since)
   WHERE h.upline @> ARRAY[$2::text] AND m.site_id = $1 AND m.upline @> ARRAY[$2::text] AND m.status <> 'deleted' AND m.test_since IS NULL AND m.last_login_at >= $3 AND m.last_login_ip IS NOT NULL
), shared AS (SELECT ip, count(*) AS accounts, max(last_login_at) AS last FROM placed GROUP BY 1 HAVING count(*) > 1 ORDER BY 2 DESC, 3 DESC, 1 LIMIT $4)
SELECT n.ip, n.accounts, n.last, m.member_id, m.nick, coalesce(m.parent_id, ''), m.role = 'partner', coalesce(m.join_ip = n.ip AND `+placedBelow("m", "m.joined_at", "$2")+`, false), n.last_login_at, n.no
  FROM (SELECT p.*, s.accounts, s.last, row_number() OVER (PARTITION BY p.ip ORDER BY p.last_login_at DESC, p.member_id) AS no FROM shared s JOIN placed p USING (ip)) n
  JOIN member_member m ON m.member_id = n.member_id
 ORDER BY n.accounts DESC, n.last DESC, n.ip, n.no`, planned, siteID, partner, since, groupsAtATime)
	if err != nil {
		return nil, err
	}
	var groups []AddressGroup
	groupOf := map[string]int{}
	var g AddressGroup
	var m AddressMember
	var no int64
	_, err = pgx.ForEachRow(rows, []any{&g.IP, &g.Accounts, &g.Last, &m.MemID, &m.Nick, &m.Parent, &m.Partner, &m.JoinedHere, &m.LastLoginAt, &no}, func() error {
		if no == 1 {
			groups = append(groups, AddressGroup{IP: g.IP, Accounts: g.Accounts, Last: g.Last.UTC()})
		}
		groupOf[m.MemID] = len(groups) - 1
		if no <= membersOfGroup {
			last := &groups[len(groups)-1]
			m.LastLoginAt = m.LastLoginAt.UTC()
			last.Members = append(last.Members, m)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	rows, err = s.db.Query(ctx, `SELECT c.member_id, sum(c.amount)::bigint FROM cash_request c JOIN member_member m ON m.member_id = c.member_id
		WHERE c.member_id = ANY ($1::text[]) AND c.kind = 'in' AND c.status = 1 AND `+placedBelow("m", "c.requested_at", "$2")+" GROUP BY 1", planned, slices.Collect(maps.Keys(groupOf)), partner)
	if err != nil {
		return nil, err
	}
	var memID string
	var deposits money.Amount
	_, err = pgx.ForEachRow(rows, []any{&memID, &deposits}, func() error {
		groups[groupOf[memID]].Deposits += deposits
		return nil
	})
	return groups, err
}

// LowerPoints returns a page of the moves of points of a member of a downline, newest first, and what they add up to. Of a member who came under the
// partner later it has those since. U001: the member is not below. E001: days that cannot be.
func (s *Service) LowerPoints(ctx context.Context, siteID, partner, member string, d paging.Days, page paging.Slice) ([]StatementLine, UnitTotals, error) {
	totals := UnitTotals{Unit: point}
	memID, err := s.below(ctx, siteID, partner, member)
	if err != nil {
		return nil, totals, err
	}
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, totals, err
	}
	span, err := s.daysOf(st, d)
	if err != nil {
		return nil, totals, err
	}
	var came *time.Time
	err = s.db.QueryRow(ctx, "SELECT max(until) FROM member_upline WHERE member_id = $1 AND NOT upline @> ARRAY[$2::text]", memID, partner).Scan(&came)
	if err != nil {
		return nil, totals, fmt.Errorf("report: points below: %w", err)
	}
	p := span.Period
	if came != nil && came.After(p.Since) {
		p.Since = *came
	}
	f := StatementSearch{Member: memID, Unit: point}
	rows, err := s.statementTotals(ctx, f, st.Options.Currency, p)
	if err != nil {
		return nil, totals, fmt.Errorf("report: points below: %w", err)
	}
	for _, r := range rows {
		totals.Lines, totals.In, totals.Out = r.Lines, money.Amount(r.Incoming), money.Amount(r.Outgoing)
	}
	lines, err := s.statement(ctx, f, st.Options.Currency, p, 1<<63-1, page)
	return lines, totals, err
}
