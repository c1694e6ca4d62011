package report

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
)

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
