package reports

import (
	"context"
	"strconv"
	"time"

	"hubstake/api/partner/list"
	"hubstake/internal/access/httpx"
	"hubstake/internal/accounting/report"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/right"
	"hubstake/internal/core/sheet"
)

// AccessFilter selects logins of the downline in days, 92 at most.
type AccessFilter struct {
	MemID  string `json:"memId,omitzero"`  // empty: all
	IP     string `json:"ip,omitzero"`     // empty: all
	Failed *bool  `json:"failed,omitzero"` // null: all
	paging.Days
}

// AccessRequest asks for a page of them.
type AccessRequest struct {
	AccessFilter
	After string `json:"after,omitzero"`
	Count int    `json:"count_per_list,omitzero"`
}

// AccessRow is a login that was tried.
type AccessRow struct {
	ID      int64     `json:"id"`
	At      time.Time `json:"at"`
	MemID   string    `json:"memId"`
	MemNick string    `json:"memNick"`
	Result  string    `json:"result"` // 200, or the code of the refusal
	IP      string    `json:"ip"`     // empty: not known
	Device  string    `json:"device"` // browser and system without their versions; empty: not known
}

// AccessAnswer is a page, newest first.
type AccessAnswer struct {
	List []AccessRow `json:"list"`
	Next string      `json:"next"` // empty: there is no further page
}

func (a *API) access(ctx context.Context, who httpx.Caller, req AccessRequest) (AccessAnswer, error) {
	return a.accessPage(ctx, who, req.AccessFilter, req.After, list.Size(req.Count))
}

func (a *API) accessPage(ctx context.Context, who httpx.Caller, f AccessFilter, after string, count int32) (AccessAnswer, error) {
	found, err := a.reports.LowerLogins(ctx, report.AccessSearch{
		Site: who.Site, Partner: who.MemID, Member: f.MemID, IP: f.IP, Failed: f.Failed, Days: f.Days, After: after, Count: count,
	})
	out := AccessAnswer{List: make([]AccessRow, len(found.List)), Next: found.Next}
	for i, l := range found.List {
		out.List[i] = AccessRow{ID: l.ID, At: l.At, MemID: l.MemID, MemNick: l.Nick, Result: l.Result, IP: list.IP(l.IP), Device: l.Device}
	}
	return out, err
}

// AccessFileRequest asks for logins as a file.
type AccessFileRequest struct {
	AccessFilter
}

func (a *API) accessFile(ctx context.Context, who httpx.Caller, req AccessFileRequest) (sheet.List, error) {
	read := func(ctx context.Context, after string) (list.Page[AccessRow], error) {
		p, err := a.accessPage(ctx, who, req.AccessFilter, after, report.FileRows)
		return list.Page[AccessRow]{Rows: p.List, Next: p.Next}, err
	}
	first, err := read(ctx, "")
	if err != nil {
		return sheet.List{}, err
	}
	return list.File[AccessRow]{
		Name: "logins", Title: "Logins", Days: &req.Days, First: first, Read: read, Columns: []string{"No", "Time", "Member", "Result", "Address", "Device"},
		Cells: func(l AccessRow) sheet.Cells {
			return append(sheet.Cells{sheet.Number(l.ID), sheet.At(l.At)}, sheet.Texts(l.MemID, l.Result, l.IP, l.Device)...)
		},
	}.List(ctx, a.reports, who)
}

// AddressesRequest asks for addresses from which several accounts of the downline logged in last.
type AddressesRequest struct {
	Within int `json:"within,omitzero"` // days, 1 … 92; 30 when absent
}

// AddressMember is an account of an address.
type AddressMember struct {
	MemID       string    `json:"memId"`
	MemNick     string    `json:"memNick"`
	Referrer    string    `json:"recommender"` // the partner directly above
	Partner     bool      `json:"partner"`
	JoinedHere  bool      `json:"joinedHere"` // it signed up from the address as well
	LastLoginAt time.Time `json:"lastLoginAt"`
}

// AddressRow is an address with its accounts, the latest login first.
type AddressRow struct {
	IP          string          `json:"ip"`
	Accounts    int64           `json:"accounts"`
	Deposits    *money.Amount   `json:"deposits"` // of all its accounts and times; null without the right to see money
	LastLoginAt time.Time       `json:"lastLoginAt"`
	Members     []AddressMember `json:"members"` // 50 at most
}

// AddressesAnswer lists the addresses with most accounts, 100 at most. They may be a minute old.
type AddressesAnswer struct {
	List []AddressRow `json:"list"`
}

// defaultWithin is how many days are looked at when none are said.
const defaultWithin = 30

func (a *API) addresses(ctx context.Context, who httpx.Caller, req AddressesRequest) (AddressesAnswer, error) {
	if req.Within == 0 {
		req.Within = defaultWithin
	}
	groups, err := a.reports.AddressGroups(ctx, who.Site, who.MemID, req.Within)
	out := AddressesAnswer{List: make([]AddressRow, len(groups))}
	for i, g := range groups {
		row := AddressRow{IP: list.IP(g.IP), Accounts: g.Accounts, LastLoginAt: g.Last, Members: make([]AddressMember, len(g.Members))}
		if who.Has(right.MoneyRead) {
			row.Deposits = &g.Deposits
		}
		for k, m := range g.Members {
			row.Members[k] = AddressMember{MemID: m.MemID, MemNick: m.Nick, Referrer: m.Parent, Partner: m.Partner, JoinedHere: m.JoinedHere, LastLoginAt: m.LastLoginAt}
		}
		out.List[i] = row
	}
	return out, err
}

// AddressesFileRequest asks for the addresses as a file, with a line for each account.
type AddressesFileRequest struct {
	AddressesRequest
}

func (a *API) addressesFile(ctx context.Context, who httpx.Caller, req AddressesFileRequest) (sheet.List, error) {
	found, err := a.addresses(ctx, who, req.AddressesRequest)
	if err != nil {
		return sheet.List{}, err
	}
	type row struct {
		of AddressRow
		m  AddressMember
	}
	rows := []row{}
	for _, g := range found.List {
		for _, m := range g.Members {
			rows = append(rows, row{g, m})
		}
	}
	return list.File[row]{
		Name: "addresses", Title: "Addresses with several accounts", First: list.Page[row]{Rows: rows},
		Columns: []string{"Address", "Accounts", "Deposits of the address", "Member", "Partner above", "Joined here", "Last login"},
		Cells: func(r row) sheet.Cells {
			return sheet.Cells{
				sheet.Text(r.of.IP), sheet.Number(r.of.Accounts), sheet.MoneyIf(r.of.Deposits), sheet.Text(r.m.MemID), sheet.Text(r.m.Referrer),
				sheet.Text(strconv.FormatBool(r.m.JoinedHere)), sheet.At(r.m.LastLoginAt),
			}
		},
	}.List(ctx, a.reports, who)
}
