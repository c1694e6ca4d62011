package report

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
)

// LowerRequestSearch selects deposits or withdrawals of the downline of a partner, by the time at which they were requested.
type LowerRequestSearch struct {
	Site, Partner string
	Kind          string  // in or out
	Statuses      []int16 // of cash_request; nil: all
	Member        string  // empty: all
	Least, Most   money.Amount
	Days          paging.Days // 92 at most
	After         string
	Count         int32
}

// LowerRequest is a request of a member of a downline. It has nothing of the member's bank account.
type LowerRequest struct {
	ID          int64
	MemID, Nick string
	Amount      money.Amount
	Status      int16
	RequestedAt time.Time
	DecidedAt   *time.Time
}

// LowerRequestTotals add up the requests of a search by what became of them.
type LowerRequestTotals struct{ Waiting, Done, Cancelled Sum }

// LowerRequestPage is a page of requests, newest first.
type LowerRequestPage struct {
	List   []LowerRequest
	Next   string
	Totals *LowerRequestTotals // with the first page; of a large downline up to a minute old
}

// LowerRequests returns a page of the requests that were made while their members stood below a partner. U001: the member is not below. E001: a filter
// or cursor that cannot be.
func (s *Service) LowerRequests(ctx context.Context, q LowerRequestSearch) (out LowerRequestPage, err error) {
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
	if q.Kind != "in" && q.Kind != "out" || q.Least < 0 || q.Most < 0 {
		return out, fault.Failed
	}
	ids, few, err := s.few(ctx, q.Site, q.Partner, q.Member)
	if err != nil {
		return out, err
	}
	w := where{args: []any{q.Site, q.Partner, q.Kind, d.Since, d.Until}}
	w.text = "c.site_id = $1 AND c.kind = $3 AND c.requested_at >= $4 AND c.requested_at < $5"
	if q.Statuses != nil {
		w.add(" AND c.status = ANY (?::smallint[])", q.Statuses)
	}
	if q.Least > 0 {
		w.add(" AND c.amount >= ?", int64(q.Least))
	}
	if q.Most > 0 {
		w.add(" AND c.amount <= ?", int64(q.Most))
	}
	if q.After == "" {
		if out.Totals, err = s.cashTotals(ctx, w, ids, few); err != nil {
			return out, err
		}
	}
	w.text += " AND " + stoodBelow("c.member_id", "c.requested_at", "$2")
	w.add(" AND (c.requested_at, c.id) < (?::timestamptz, ", from.at)
	w.add("?::bigint)", from.id)
	rows, err := w.newest(ctx, s, newest{
		table: "cash_request", order: "c.requested_at DESC, c.id DESC", count: q.Count + 1, ids: ids, few: few,
		columns: "c.id, c.member_id, c.amount, c.status, c.requested_at, c.processed_at",
		outer:   "r.id, r.member_id, m.nick, r.amount, r.status, r.requested_at, r.processed_at", outerOrder: "r.requested_at DESC, r.id DESC",
	})
	if err != nil {
		return out, fmt.Errorf("report: requests below: %w", err)
	}
	out.List, err = pgx.CollectRows(rows, func(r pgx.CollectableRow) (c LowerRequest, err error) {
		err = r.Scan(&c.ID, &c.MemID, &c.Nick, &c.Amount, &c.Status, &c.RequestedAt, &c.DecidedAt)
		c.RequestedAt = c.RequestedAt.UTC()
		return c, err
	})
	if err != nil {
		return out, fmt.Errorf("report: requests below: %w", err)
	}
	if len(out.List) > int(q.Count) {
		out.List = out.List[:q.Count]
		last := out.List[q.Count-1]
		out.Next = key{last.RequestedAt, last.ID}.String()
	}
	return out, nil
}

// where is a condition in SQL with its arguments.
type where struct {
	text string
	args []any
}

// add adds a text in which a question mark stands for the argument.
func (w *where) add(text string, arg any) {
	w.args = append(w.args[:len(w.args):len(w.args)], arg)
	w.text += strings.ReplaceAll(text, "?", fmt.Sprintf("$%d", len(w.args)))
}

// newest says how the first rows of a list are read.
type newest struct {
	table, columns, order string // of rows that are called c
	outer, outerOrder     string // of the page, called r, with its members, called m
	count                 int32
	ids                   []string
	few                   bool // read the rows of each of the accounts; else walk the list
}

func (w where) newest(ctx context.Context, s *Service, n newest) (pgx.Rows, error) {
	page := fmt.Sprintf("SELECT %s FROM %s c WHERE %s ORDER BY %s LIMIT %d", n.columns, n.table, w.text, n.order, n.count)
	args := append([]any{planned}, w.args...)
	if n.few {
		args = append(args, n.ids)
		page = fmt.Sprintf(`SELECT c.* FROM unnest($%d::text[]) u (id) CROSS JOIN LATERAL (SELECT %s FROM %s c WHERE c.member_id = u.id AND %s ORDER BY %s LIMIT %d) c ORDER BY %s LIMIT %d`,
			len(w.args)+1, n.columns, n.table, w.text, n.order, n.count, n.order, n.count)
	}
	return s.db.Query(ctx, fmt.Sprintf("SELECT %s FROM (%s) r JOIN member_member m ON m.member_id = r.member_id ORDER BY %s", n.outer, page, n.outerOrder), args...)
}

func (s *Service) cashTotals(ctx context.Context, w where, ids []string, few bool) (*LowerRequestTotals, error) {
	if few {
		w.add(" AND c.member_id = ANY (?::text[])", ids)
	}
	t, err := s.lowerRequests.of(paging.Key(w.text, w.args), s.clk.Now(), func() (t LowerRequestTotals, long bool, err error) {
		// Most members never came under another partner: of them it is enough to know who they are.
		rows, err := s.db.Query(ctx, `SELECT c.status, count(*), sum(c.amount)::bigint FROM (
			  SELECT c.status, c.amount FROM cash_request c JOIN member_member d ON d.member_id = c.member_id
			   WHERE d.upline @> ARRAY[$2::text] AND d.upline_since IS NULL AND d.test_since IS NULL AND `+w.text+`
			  UNION ALL
			  SELECT c.status, c.amount FROM member_member d JOIN cash_request c ON c.member_id = d.member_id
			   WHERE d.upline_since IS NOT NULL AND `+placedBelow("d", "c.requested_at", "$2")+" AND "+w.text+`) c GROUP BY 1`, append([]any{planned}, w.args...)...)
		if err != nil {
			return t, false, fmt.Errorf("report: totals of requests below: %w", err)
		}
		var status int16
		var n int64
		var amount money.Amount
		all := int64(0)
		_, err = pgx.ForEachRow(rows, []any{&status, &n, &amount}, func() error {
			to := &t.Waiting
			switch {
			case status == 1:
				to = &t.Done
			case status < 0:
				to = &t.Cancelled
			}
			to.Count, to.Amount, all = to.Count+n, to.Amount+amount, all+n
			return nil
		})
		if err != nil {
			return t, false, fmt.Errorf("report: totals of requests below: %w", err)
		}
		return t, !few || all >= paging.Exact, nil
	})
	return &t, err
}
