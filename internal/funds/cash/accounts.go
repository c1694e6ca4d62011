package cash

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/account/personal"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

const (
	maxReason = 200    // of a switch, in code points
	maxViews  = 10_000 // the newest views that a search finds
)

// Account is where the members of a site pay into.
type Account struct {
	Bank   string `json:"bank"`
	Number string `json:"number"`
	Holder string `json:"holder"`
}

// DepositAccount is an account to pay into as staff manages it.
type DepositAccount struct {
	ID int64
	Account
	Active  bool
	Version int32
	Since   *time.Time // when it was switched on or off; nil: before this was kept

	// Since midnight at the site. A deposit counts for the account that its member was shown last before asking.
	Shown    int64 // looks of members
	Deposits int64 // completed
	Amount   money.Amount
	Open     int64 // deposits that wait now
}

// ShownAccount names an account by what staff saw of it.
type ShownAccount struct {
	ID      int64
	Version int32
}

// View is one look of a member at an account.
type View struct {
	ID           int64
	Member       string
	Account      int64
	Bank, Number string
	IP           string // empty: not known
	At, Until    time.Time
}

// Explanations of a refusal in the log.
var (
	errAccountChanged = errors.New("cash: the account is not as it was shown, or is not of the site")
	errNoneLeft       = errors.New("cash: members could not deposit any more, and this was not agreed to")
)

// AddAccount gives a site an active account to pay into in tx; one that it has stays as it is.
func AddAccount(ctx context.Context, tx pgx.Tx, siteID string, a Account) error {
	_, err := cashdb.New(tx).AddAccount(ctx, cashdb.AddAccountParams{
		Site: siteID, Bank: a.Bank, Number: a.Number, Holder: a.Holder, Active: true,
	})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return fmt.Errorf("cash: account: %w", err)
	}
	return nil
}

// Accounts returns the accounts of a site, the active ones first, in the order of their turns.
func (s *Service) Accounts(ctx context.Context, siteID string) ([]DepositAccount, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, err
	}
	now := s.clk.Now().In(st.Options.Location())
	midnight := time.Date(now.Year(), now.Month(), now.Day(), 0, 0, 0, 0, now.Location())
	rows, err := cashdb.New(s.db).AccountsToday(ctx, cashdb.AccountsTodayParams{Site: siteID, Since: midnight})
	if err != nil {
		return nil, fmt.Errorf("cash: accounts: %w", err)
	}
	out := make([]DepositAccount, len(rows))
	for i, r := range rows {
		out[i] = DepositAccount{
			ID: r.ID, Account: Account{r.Bank, r.Number, r.Holder}, Active: r.Active, Version: r.Version, Since: r.Since,
			Shown: r.Shown, Deposits: r.Deposits, Amount: money.Amount(r.Amount), Open: r.Open,
		}
	}
	return out, nil
}

// Views returns a page of who saw which account of a site when, newest first, and how many looks there are, up to maxViews. Empty member,
// account 0: all.
func (s *Service) Views(ctx context.Context, siteID, memID string, account int64, page paging.Slice) ([]View, int64, error) {
	q, memID := cashdb.New(s.db), strings.ToLower(strings.TrimSpace(memID))
	total, err := q.CountViews(ctx, cashdb.CountViewsParams{Site: siteID, Member: memID, Account: account, Most: maxViews})
	if err != nil {
		return nil, 0, fmt.Errorf("cash: views: %w", err)
	}
	rows, err := q.Views(ctx, cashdb.ViewsParams{
		Site: siteID, Member: memID, Account: account, Count: max(0, min(page.Count, maxViews-page.Skip)), Skip: page.Skip,
	})
	if err != nil {
		return nil, 0, fmt.Errorf("cash: views: %w", err)
	}
	out := make([]View, len(rows))
	for i, r := range rows {
		out[i] = View{ID: r.ID, Member: r.MemberID, Account: r.Account, Bank: r.Bank, Number: r.Number, At: r.ShownAt, Until: r.Until}
		if r.Ip != nil {
			out[i].IP = r.Ip.String()
		}
	}
	return out, total, nil
}

// AddDepositAccount gives a site another account, which is off: switching it on is a step of its own. U106: no bank, no holder or no
// account number. U008: the site has the number at that bank.
func (s *Service) AddDepositAccount(ctx context.Context, siteID string, by audit.Actor, a Account) error {
	bank, ok := name(a.Bank)
	holder, ok2 := name(a.Holder)
	if !ok || !ok2 || bank == "" || holder == "" {
		return fault.BadAccount
	}
	number, err := member.AccountNumber(a.Number)
	if err != nil {
		return err
	}
	a = Account{bank, number, holder}
	now := s.clk.Now()
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		id, err := cashdb.New(tx).AddAccount(ctx, cashdb.AddAccountParams{
			Site: siteID, Bank: a.Bank, Number: a.Number, Holder: a.Holder, At: &now,
		})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.DuplicateAccount
		}
		if err != nil {
			return nil, fmt.Errorf("cash: add account: %w", err)
		}
		return &audit.Entry{
			Actor: by, Site: siteID, Action: "account.add", Target: ref(id), Detail: map[string]any{"after": a.audited(false)},
		}, outbox.Write(ctx, tx, accountsChanged(siteID, id, by.Trace))
	})
}

// audited is what the audit keeps of an account: its number is masked there, and never changes here.
func (a Account) audited(active bool) map[string]any {
	return map[string]any{"bank": a.Bank, "number": personal.Mask(a.Number), "holder": a.Holder, "active": active}
}

// accountsChanged tells the site's staff that its accounts are not what they were.
func accountsChanged(siteID string, id int64, trace string) event.Event {
	return event.Event{Site: siteID, Topic: "admin." + siteID, Cmd: event.Queue, Data1: "account", Data2: ref(id), Trace: trace}
}

// Switch is which accounts are switched. On and Off together are one step: from then on On is shown instead of Off, in its place.
type Switch struct {
	On, Off  *ShownAccount
	NoneLeft bool // agreed: when Off is the last active one, members cannot deposit
	Reason   string
}

// switched is a switch with the accounts as they were when it was asked for; an approval keeps it.
type switched struct {
	On     int64    `json:"on"`      // 0: none
	Seen   int32    `json:"seen"`    // the version of On: one that was on and off again since is not what was asked for
	Off    int64    `json:"off"`     // 0: none
	Opens  Account  `json:"account"` // On, and Closes is Off: after a restore of the database ids are given out again
	Closes *Account `json:"replaces,omitempty"`
	Reason string   `json:"reason"`
}

// OpensAccount returns the account that a request for approval wants to switch on, and the one that it replaces, if any.
func OpensAccount(detail json.RawMessage) (opens Account, replaces *Account, err error) {
	var w switched
	if err := json.Unmarshal(detail, &w); err != nil {
		return Account{}, nil, fmt.Errorf("cash: account of an approval: %w", err)
	}
	return w.Opens, w.Closes, nil
}

// SwitchAccounts switches accounts on and off for the next member who asks. U035: switching one on needs a second person, who was asked.
// E001: no reason, or nothing to switch. C019: an account is not of the site or not as it was shown, or the last active one would be
// switched off without NoneLeft.
func (s *Service) SwitchAccounts(ctx context.Context, siteID string, by audit.Actor, w Switch) error {
	w.Reason = strings.TrimSpace(w.Reason)
	if w.On == nil && w.Off == nil || w.Reason == "" || !utf8.ValidString(w.Reason) || utf8.RuneCountInString(w.Reason) > maxReason ||
		strings.ContainsFunc(w.Reason, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return fault.Failed
	}
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return err
	}
	needs := w.On != nil && st.Options.NeedsApproval(site.DepositAccount)
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q := cashdb.New(tx)
		if !needs { // a request changes nothing, and the approval takes this lock after its own
			if err := q.LockAccounts(ctx, siteID); err != nil {
				return nil, fmt.Errorf("cash: accounts: %w", err)
			}
		}
		all, err := q.SiteAccounts(ctx, siteID)
		if err != nil {
			return nil, fmt.Errorf("cash: accounts: %w", err)
		}
		what, err := w.of(all)
		if err != nil {
			return nil, err
		}
		if needs {
			return s.askAccount(ctx, tx, st, by, what)
		}
		entry, err := s.carrySwitch(ctx, tx, siteID, all, what, w.NoneLeft, by.Trace)
		entry.Actor, entry.Site = by, siteID
		return &entry, err
	})
	if err == nil && needs {
		err = fault.SecondPersonNeeded
	}
	return err
}

// of finds the accounts of a switch as they were shown.
func (w Switch) of(all []cashdb.SiteAccountsRow) (switched, error) {
	out := switched{Reason: w.Reason}
	for _, one := range []struct {
		shown  *ShownAccount
		id     *int64
		into   func(Account)
		active bool
	}{
		{w.On, &out.On, func(a Account) { out.Opens = a }, false},
		{w.Off, &out.Off, func(a Account) { out.Closes = &a }, true},
	} {
		if one.shown == nil {
			continue
		}
		i := slices.IndexFunc(all, func(r cashdb.SiteAccountsRow) bool { return r.ID == one.shown.ID })
		if i < 0 || all[i].Version != one.shown.Version || all[i].Active != one.active {
			return out, fault.PaymentProblem.Wrap(errAccountChanged)
		}
		*one.id = all[i].ID
		if one.id == &out.On {
			out.Seen = all[i].Version
		}
		one.into(accountOf(all[i]))
	}
	return out, nil
}

func accountOf(r cashdb.SiteAccountsRow) Account { return Account{r.Bank, r.Number, r.Holder} }

// carrySwitch switches in tx what still is as it was: the accounts of the site, which its caller has locked.
func (s *Service) carrySwitch(
	ctx context.Context, tx pgx.Tx, siteID string, all []cashdb.SiteAccountsRow, w switched, noneLeft bool, trace string,
) (audit.Entry, error) {
	is := func(r cashdb.SiteAccountsRow, id int64, active bool, a Account) bool {
		return r.ID == id && r.Active == active && accountOf(r) == a
	}
	opens := slices.IndexFunc(all, func(r cashdb.SiteAccountsRow) bool { return is(r, w.On, false, w.Opens) && r.Version == w.Seen })
	closes := slices.IndexFunc(all, func(r cashdb.SiteAccountsRow) bool { return w.Closes != nil && is(r, w.Off, true, *w.Closes) })
	if w.On != 0 && opens < 0 || w.Off != 0 && closes < 0 {
		return audit.Entry{}, fault.PaymentProblem.Wrap(errAccountChanged)
	}
	var order []int64 // the active accounts after the switch
	for i, r := range all {
		switch {
		case i == closes && w.On != 0:
			order = append(order, w.On)
		case i != closes && r.Active:
			order = append(order, r.ID)
		}
	}
	if w.On != 0 && closes < 0 {
		order = append(order, w.On)
	}
	if len(order) == 0 && !noneLeft {
		return audit.Entry{}, fault.PaymentProblem.Wrap(errNoneLeft)
	}

	q, now := cashdb.New(tx), s.clk.Now()
	entry := audit.Entry{Action: "account.rotate", Target: ref(w.On)}
	detail := map[string]any{"reason": w.Reason, "active": order}
	for _, one := range []struct {
		i      int
		name   string
		action string
		active bool
	}{{opens, "on", "account.on", true}, {closes, "off", "account.off", false}} {
		if one.i < 0 {
			continue
		}
		r := all[one.i]
		if err := q.SwitchAccount(ctx, cashdb.SwitchAccountParams{ID: r.ID, Active: one.active, At: now}); err != nil {
			return entry, fmt.Errorf("cash: switch account %d: %w", r.ID, err)
		}
		detail[one.name] = map[string]any{"id": r.ID, "before": accountOf(r).audited(!one.active), "after": accountOf(r).audited(one.active)}
		if w.On == 0 || w.Off == 0 {
			entry.Action, entry.Target = one.action, ref(r.ID)
		}
	}
	if err := q.PlaceAccounts(ctx, order); err != nil {
		return entry, fmt.Errorf("cash: place accounts: %w", err)
	}
	entry.Detail = detail
	return entry, outbox.Write(ctx, tx, accountsChanged(siteID, max(w.On, w.Off), trace))
}

// askAccount asks for the second person of switching an account on.
func (s *Service) askAccount(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, w switched) (*audit.Entry, error) {
	detail, err := json.Marshal(w)
	if err != nil {
		return nil, fmt.Errorf("cash: account: %w", err)
	}
	target := ref(w.On)
	if w.Off != 0 {
		target += "-" + strconv.FormatInt(w.Off, 10)
	}
	return s.approvals.Ask(ctx, tx, st, by, approval.Subject{Kind: site.DepositAccount, Target: target, Detail: detail, Reason: w.Reason})
}

// openAccount is approval.Action.Do of switching an account on.
func (s *Service) openAccount(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (approval.Effect, error) {
	var w switched
	if err := json.Unmarshal(r.Detail, &w); err != nil {
		return approval.Effect{}, fmt.Errorf("cash: account of approval %d: %w", r.ID, err)
	}
	q := cashdb.New(tx)
	if err := q.LockAccounts(ctx, st.ID); err != nil {
		return approval.Effect{}, fmt.Errorf("cash: accounts: %w", err)
	}
	all, err := q.SiteAccounts(ctx, st.ID)
	if err != nil {
		return approval.Effect{}, fmt.Errorf("cash: accounts: %w", err)
	}
	entry, err := s.carrySwitch(ctx, tx, st.ID, all, w, false, by.Trace)
	if err != nil {
		return approval.Effect{}, err
	}
	detail, _ := entry.Detail.(map[string]any)
	return approval.Effect{Entry: entry, Detail: detail}, nil
}

// MoveAccount moves an active account one turn forward or back; then the turns begin again with the first. C019: it is not of the site, not
// active or not as it was shown, or it is at the end already.
func (s *Service) MoveAccount(ctx context.Context, siteID string, by audit.Actor, a ShownAccount, forward bool) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q := cashdb.New(tx)
		if err := q.LockAccounts(ctx, siteID); err != nil {
			return nil, fmt.Errorf("cash: accounts: %w", err)
		}
		all, err := q.SiteAccounts(ctx, siteID)
		if err != nil {
			return nil, fmt.Errorf("cash: accounts: %w", err)
		}
		all = slices.DeleteFunc(all, func(r cashdb.SiteAccountsRow) bool { return !r.Active })
		from := slices.IndexFunc(all, func(r cashdb.SiteAccountsRow) bool { return r.ID == a.ID && r.Version == a.Version })
		to := from + 1
		if forward {
			to = from - 1
		}
		if from < 0 || to < 0 || to >= len(all) {
			return nil, fault.PaymentProblem.Wrap(errAccountChanged)
		}
		order := make([]int64, len(all))
		for i, r := range all {
			order[i] = r.ID
		}
		before := slices.Clone(order)
		order[from], order[to] = order[to], order[from]
		for _, err := range []error{q.TouchAccount(ctx, a.ID), q.PlaceAccounts(ctx, order), q.RestartTurns(ctx, siteID)} {
			if err != nil {
				return nil, fmt.Errorf("cash: move account %d: %w", a.ID, err)
			}
		}
		return &audit.Entry{
			Actor: by, Site: siteID, Action: "account.move", Target: ref(a.ID), Detail: map[string]any{"before": before, "after": order},
		}, outbox.Write(ctx, tx, accountsChanged(siteID, a.ID, by.Trace))
	})
}
