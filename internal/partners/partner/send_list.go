package partner

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/paging"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/partners/partner/partnerdb"
)

// Purse is a partner's own money now, and what it may do with it.
type Purse struct {
	PT      money.Amount
	Version int64 // of the wallet
	May     bool  // pay and recall
	DayMax  money.Amount
	Today   money.Amount // what was paid today by the site's clock
	// Recalled and PaidOut are the sums of today; each may reach DayMax too.
	Recalled, PaidOut money.Amount
}

// Left is what the partner may still pay today, whatever its PT is.
func (p Purse) Left() money.Amount { return p.left(p.Today) }

// RecallLeft is what the partner may still recall today.
func (p Purse) RecallLeft() money.Amount { return p.left(p.Recalled) }

// PayoutLeft is what the partner may still pay out today.
func (p Purse) PayoutLeft() money.Amount { return p.left(p.PaidOut) }

func (p Purse) left(used money.Amount) money.Amount {
	if !p.May {
		return 0
	}
	return max(p.DayMax-used, 0)
}

// Purse returns a partner's PT with its limit and today's use of it.
func (s *Sends) Purse(ctx context.Context, siteID, memID string) (out Purse, err error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return out, err
	}
	w, err := wallet.Balance(ctx, s.db, memID, wallet.PT)
	if err != nil && !errors.Is(err, wallet.ErrMissing) {
		return out, err
	}
	may, err := partnerdb.New(s.db).Permission(ctx, partnerdb.PermissionParams{MemberID: memID, SiteID: siteID})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return out, fmt.Errorf("partner: permission: %w", err)
	}
	out = Purse{PT: w.Cash, Version: w.Version, May: may.PayAllowed, DayMax: money.Amount(may.PayDayMax)}
	for _, of := range []struct {
		kind SendKind
		into *money.Amount
	}{{Pay, &out.Today}, {Recall, &out.Recalled}, {Payout, &out.PaidOut}} {
		if *of.into, err = movedOn(ctx, s.db, memID, of.kind, dayOf(st, s.clk.Now())); err != nil {
			return out, err
		}
	}
	return out, nil
}

// Target is an account directly below as the form of a payment shows it.
type Target struct {
	member.Below
	Balance money.Amount // cash, or PT of a partner
	// Recallable is what the partner paid to the account and has not taken back, as far as the balance has it.
	Recallable money.Amount
}

// mostTargets bounds how many accounts the form offers.
const mostTargets = 20

// Targets returns accounts directly below whose memId or nickname begins with what was typed, with what they have.
func (s *Sends) Targets(ctx context.Context, siteID, partner, typed string) ([]Target, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return nil, err
	}
	below, err := member.DirectlyBelow(ctx, s.db, siteID, partner, typed, mostTargets)
	if err != nil {
		return nil, err
	}
	ids := make([]string, len(below))
	for i, b := range below {
		ids[i] = b.MemID
	}
	cash, err := wallet.Balances(ctx, s.db, ids, st.Options.Currency)
	if err != nil {
		return nil, err
	}
	pt, err := wallet.Balances(ctx, s.db, ids, wallet.PT)
	if err != nil {
		return nil, err
	}
	rows, err := partnerdb.New(s.db).Recallable(ctx, partnerdb.RecallableParams{Partner: partner, Members: ids})
	if err != nil {
		return nil, fmt.Errorf("partner: recallable: %w", err)
	}
	paid := make(map[string]money.Amount, len(rows))
	for _, r := range rows {
		paid[r.MemberID] = money.Amount(r.Amount)
	}
	out := make([]Target, len(below))
	for i, b := range below {
		if out[i] = (Target{Below: b, Balance: cash[b.MemID].Cash}); b.Partner {
			out[i].Balance = pt[b.MemID].Cash
		}
		out[i].Recallable = min(paid[b.MemID], out[i].Balance)
	}
	return out, nil
}

// SendSearch selects sends of a partner.
type SendSearch struct {
	Site, Partner string
	Kind          SendKind // empty: all
	Member        string   // empty: all
	Days          paging.Days
	Before        int64 // the last send of the page before; 0: the newest ones
	Count         int32
}

// SendTotals adds up all sends that a search finds. Reversed is what reversals brought back to the PT, less what they took from it.
type SendTotals struct {
	Entries                  int64
	Paid, Recalled, Reversed money.Amount
	PaidOut                  money.Amount
}

// List returns a page of a partner's sends, newest first, and the totals of all that the search finds. E001: days that cannot be.
func (s *Sends) List(ctx context.Context, f SendSearch) ([]Send, SendTotals, error) {
	st, err := s.sites.Get(ctx, f.Site)
	if err != nil {
		return nil, SendTotals{}, err
	}
	p, err := f.Days.Recent(st.Options.Location(), s.clk.Now())
	if err != nil {
		return nil, SendTotals{}, err
	}
	if f.Kind != "" && !slices.Contains([]SendKind{Pay, Recall, Reverse, Payout}, f.Kind) {
		return nil, SendTotals{}, fault.Failed
	}
	q, memID := partnerdb.New(s.db), strings.ToLower(strings.TrimSpace(f.Member))
	sum, err := q.SendTotals(ctx, partnerdb.SendTotalsParams{Partner: f.Partner, Since: p.Since, Until: p.Until, Kind: string(f.Kind), Member: memID})
	if err != nil {
		return nil, SendTotals{}, fmt.Errorf("partner: sends: %w", err)
	}
	rows, err := q.Sends(ctx, partnerdb.SendsParams{
		Partner: f.Partner, Before: before(f.Before), Since: p.Since, Until: p.Until, Kind: string(f.Kind), Member: memID, Count: f.Count,
	})
	if err != nil {
		return nil, SendTotals{}, fmt.Errorf("partner: sends: %w", err)
	}
	out := make([]Send, len(rows))
	for i, r := range rows {
		out[i] = sendOf(partnerdb.SendRow{
			ID: r.ID, PartnerID: r.PartnerID, MemberID: r.MemberID, ToPartner: r.ToPartner, Kind: r.Kind, Gains: r.Gains, Amount: r.Amount, Reason: r.Reason,
			AgentID: r.AgentID, Reverses: r.Reverses, PtAfter: r.PtAfter, Back: r.Back, At: r.At, ReversedBy: r.ReversedBy, RequestID: r.RequestID,
		})
	}
	return out, SendTotals{
		Entries: sum.Entries, Paid: money.Amount(sum.Paid), Recalled: money.Amount(sum.Recalled), Reversed: money.Amount(sum.Reversed), PaidOut: money.Amount(sum.PaidOut),
	}, nil
}

func before(key int64) int64 {
	if key <= 0 {
		return math.MaxInt64
	}
	return key
}

// Entry is a move of a partner's PT.
type Entry struct {
	wallet.Entry
	Other  string // whom it was paid to or recalled from, or the partner above that paid; empty: neither
	Reason string
	Day    string // of the statement of commissions that it pays, or that ends with the debt which it takes, yyyy-MM-dd; empty: neither
}

// LedgerSearch selects moves of a partner's PT.
type LedgerSearch struct {
	Site, Partner string
	Days          paging.Days
	Before        int64 // the last version of the page before; 0: the newest ones
	Count         int32
}

// Ledger returns a page of the moves of a partner's PT, newest first, each with the balance after it, and the totals of all days. E001: days that
// cannot be.
func (s *Sends) Ledger(ctx context.Context, f LedgerSearch) ([]Entry, wallet.Totals, error) {
	st, err := s.sites.Get(ctx, f.Site)
	if err != nil {
		return nil, wallet.Totals{}, err
	}
	p, err := f.Days.Recent(st.Options.Location(), s.clk.Now())
	if err != nil {
		return nil, wallet.Totals{}, err
	}
	rows, totals, err := wallet.CashHistory(ctx, s.db, f.Partner, wallet.PT, wallet.Span{Since: p.Since, Until: p.Until, Before: before(f.Before), Count: f.Count})
	if err != nil {
		return nil, wallet.Totals{}, err
	}
	var ids []int64
	for _, r := range rows {
		if id, ok := sendID(r); ok {
			ids = append(ids, id)
		}
	}
	sends, err := partnerdb.New(s.db).SendsByID(ctx, ids)
	if err != nil {
		return nil, wallet.Totals{}, fmt.Errorf("partner: PT: %w", err)
	}
	of := map[int64]partnerdb.SendsByIDRow{}
	for _, r := range sends {
		of[r.ID] = r
	}
	out := make([]Entry, len(rows))
	for i, r := range rows {
		out[i].Entry, out[i].Day = r, statementDay(r)
		id, ok := sendID(r)
		if send := of[id]; ok && send.ID != 0 {
			out[i].Reason = send.Reason
			if out[i].Other = send.MemberID; send.MemberID == f.Partner {
				out[i].Other = send.PartnerID
			}
		}
	}
	return out, totals, nil
}

// statementDay returns the day of the statement that a move of PT pays, or that ends with the debt which it takes; empty for one of another origin. Their references are the
// partner and the day (internal/partners/commission).
func statementDay(e wallet.Entry) string {
	if e.Kind != "commission" && e.Kind != "commission.debt" {
		return ""
	}
	_, rest, _ := strings.Cut(e.Ref, ":")
	day, _, _ := strings.Cut(rest, ":")
	return day
}

// sendID returns which send a move of PT is of; false for one of another origin.
func sendID(e wallet.Entry) (int64, bool) {
	for _, kinds := range sendMoves {
		if e.Kind == kinds.own || e.Kind == kinds.below {
			id, err := strconv.ParseInt(e.Ref, 10, 64)
			return id, err == nil
		}
	}
	return 0, false
}
