package lower

import (
	"context"
	"strings"

	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/sheet"
)

// ListFileRequest asks for the accounts of the downline as a file.
type ListFileRequest struct {
	ListFilter
}

func (a *API) listFile(ctx context.Context, who httpx.Caller, req ListFileRequest) (sheet.List, error) {
	online, err := a.online(ctx, who.Site)
	if err != nil {
		return sheet.List{}, err
	}
	read := func(ctx context.Context, after string) (ListAnswer, error) {
		return a.page(ctx, search(who, req.ListFilter, online, after, report.FileRows), online)
	}
	first, err := read(ctx, "")
	if err != nil {
		return sheet.List{}, err
	}
	var totals []sheet.Cells
	if t := first.Totals; t != nil {
		totals = []sheet.Cells{
			sheet.Texts("", "Members", "Partners", "Balance", "Points"),
			append(list.Sum("Total", t.Members), sheet.Number(t.Partners), sheet.MoneyIf(t.Cash), sheet.MoneyIf(t.Points)),
		}
	}
	return list.File[Row]{
		Name: "accounts", Title: "Accounts below", Totals: totals, First: list.Page[Row]{Rows: first.List, Next: first.Next},
		Columns: []string{
			"Account", "Nickname", "Name", "Phone", "Partner level", "Status", "Online", "Switched off", "Partner above", "Balance", "Points", "Deposits", "Withdrawals",
			"Last login", "Address", "Joined", "Joined from",
		},
		Read: func(ctx context.Context, after string) (list.Page[Row], error) {
			p, err := read(ctx, after)
			return list.Page[Row]{Rows: p.List, Next: p.Next}, err
		},
		Cells: cells,
	}.List(ctx, a.reports, who)
}

func cells(r Row) sheet.Cells {
	level := sheet.Cell{}
	if r.Partner {
		level = sheet.Number(r.PartnerLevel)
	}
	online := ""
	if r.Online {
		online = "yes"
	}
	return append(append(sheet.Texts(r.MemID, r.MemNick, r.MemName, r.Phone), level), append(sheet.Texts(string(r.Status), online, r.off(), r.Referrer),
		sheet.MoneyIf(r.CashAmt), sheet.MoneyIf(r.PointAmt), sheet.MoneyIf(r.Deposits), sheet.MoneyIf(r.Withdrawals),
		sheet.AtIf(r.LastLoginAt), sheet.Text(r.LastLoginIP), sheet.At(r.JoinedAt), sheet.Text(r.JoinIP))...)
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
