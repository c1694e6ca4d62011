package lower

import (
	"context"
	"strconv"
	"strings"

	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
)

// ListFileRequest asks for the accounts of the downline as a file.
type ListFileRequest struct {
	ListFilter
}

func (a *API) listCSV(ctx context.Context, who httpx.Caller, req ListFileRequest) (httpx.File, error) {
	online, err := a.online(ctx, who.Site)
	if err != nil {
		return httpx.File{}, err
	}
	read := func(ctx context.Context, after string) (ListAnswer, error) {
		return a.page(ctx, search(who, req.ListFilter, online, after, report.FileRows), online)
	}
	first, err := read(ctx, "")
	if err != nil {
		return httpx.File{}, err
	}
	var totals [][]string
	if t := first.Totals; t != nil {
		totals = [][]string{
			{"", "Members", "Partners", "Balance", "Points"},
			{"Total", strconv.FormatInt(t.Members, 10), strconv.FormatInt(t.Partners, 10), list.Amount(t.Cash), list.Amount(t.Points)},
		}
	}
	return list.CSV[Row]{
		Name: "accounts.csv", Title: "Accounts below", Totals: totals, First: list.Page[Row]{Rows: first.List, Next: first.Next},
		Columns: []string{
			"Account", "Nickname", "Name", "Phone", "Partner level", "Status", "Online", "Switched off", "Partner above", "Balance", "Points", "Deposits", "Withdrawals",
			"Last login", "Address", "Joined", "Joined from",
		},
		Read: func(ctx context.Context, after string) (list.Page[Row], error) {
			p, err := read(ctx, after)
			return list.Page[Row]{Rows: p.List, Next: p.Next}, err
		},
		Cells: cells,
	}.File(ctx, a.reports, who)
}

func cells(r Row, stamp list.Zone) []string {
	login := ""
	if r.LastLoginAt != nil {
		login = stamp(*r.LastLoginAt)
	}
	level := ""
	if r.Partner {
		level = strconv.Itoa(r.PartnerLevel)
	}
	online := ""
	if r.Online {
		online = "yes"
	}
	return []string{
		r.MemID, r.MemNick, r.MemName, r.Phone, level, string(r.Status), online, r.off(), r.Referrer, list.Amount(r.CashAmt), list.Amount(r.PointAmt),
		list.Amount(r.Deposits), list.Amount(r.Withdrawals), login, r.LastLoginIP, stamp(r.JoinedAt), r.JoinIP,
	}
}

// off lists what is switched off. A member has no one to refer.
func (r Row) off() string {
	var off []string
	for _, one := range []struct {
		name string
		on   bool
	}{{"login", r.Login}, {"bet", r.Bet}, {"recommend", r.Recommend || !r.Partner}, {"casino", r.Casino}, {"slot", r.Slot}} {
		if !one.on {
			off = append(off, one.name)
		}
	}
	return strings.Join(off, " ")
}
