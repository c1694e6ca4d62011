package cash

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/funds/cash/cashdb"
	"hubstake/internal/ledger/turnover"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/operator/site"
)

// The ledger's reasons of what a withdrawal in a break forfeits; the reference is the request's id.
const (
	kindForfeit       = "forfeit"
	kindForfeitPoints = "forfeit.points"
)

// Forfeit is the bonus money that a member loses by a withdrawal in a break (S-32): what the house gave on terms that are still open,
// as far as it is still there. Bonuses count in full, converted points and wins without a bet as far as they are not played yet. Losses
// count against the member's own money first, so a break is no way out of a losing bonus.
type Forfeit struct {
	Cash   money.Amount // of the cash, in minor units
	Points money.Amount

	needs  []int64      // the terms that end
	before money.Amount // how much of what is to be played belongs to terms that the beginning of the reckoning holds
}

// Sum is what a member has to agree to.
func (f Forfeit) Sum() money.Amount { return f.Cash + f.Points }

// forfeit returns what a withdrawal in a break would cost now. It is exact when db holds the wallet's lock.
func forfeit(ctx context.Context, db cashdb.DBTX, memID, currency string, w wallet.State, remaining money.Amount) (Forfeit, error) {
	if remaining <= 0 {
		return Forfeit{}, nil
	}
	b, err := cashdb.New(db).OpenBonus(ctx, cashdb.OpenBonusParams{
		Member: memID, Currency: currency, Remaining: int64(remaining), Points: int64(w.Points),
	})
	if err != nil {
		return Forfeit{}, fmt.Errorf("cash: open bonus: %w", err)
	}
	return Forfeit{
		Cash: min(money.Amount(b.Cash), w.Cash), Points: money.Amount(b.Points), needs: b.Needs, before: money.Amount(b.Before),
	}, nil
}

// The ledger's reasons of what a partner pays a member; the reference is the number of the payment.
const (
	kindPartnerPay     = "partner.pay"
	kindPartnerReverse = "partner.reverse"
)

// partnersPart returns how much of the free cash a withdrawal in a timeout leaves in the wallet: the payments of partners that are not played. Unlike a deposit such a payment came from
// no account of the member's own. A timeout of a day would take it from the partner's PT, or from banknotes that the partner was given, to the bank of any member, past the limits of the
// partner's own withdrawals. The partner can recall it meanwhile, and after the timeout it can be played. An exclusion lasts for months and stops recalls, so it keeps nothing back (D-28).
func partnersPart(ctx context.Context, db cashdb.DBTX, memID string, o site.Options, rest member.Break, now time.Time, free money.Amount) (money.Amount, error) {
	if rest.Excludes(now) {
		return 0, nil
	}
	needs, err := turnover.OpenNeeds(ctx, db, o, memID, o.Currency, now)
	if err != nil {
		return 0, err
	}
	var q cashdb.PartnerUnplayedParams
	for _, n := range needs {
		if n.Kind != kindPartnerPay && n.Kind != kindPartnerReverse {
			continue
		}
		send, err := strconv.ParseInt(n.Ref, 10, 64)
		if err != nil {
			return 0, fmt.Errorf("cash: payment %s: %w", n.Ref, err)
		}
		q.Sends, q.Open = append(q.Sends, send), append(q.Open, int64(n.Open))
	}
	if len(q.Sends) == 0 {
		return 0, nil
	}
	n, err := cashdb.New(db).PartnerUnplayed(ctx, q)
	if err != nil {
		return 0, fmt.Errorf("cash: unplayed payments of partners: %w", err)
	}
	return min(money.Amount(n), free), nil
}

// withdrawInBreak decides about a withdrawal in a break, with the wallet locked: what is still to be played does not hold it back (S-42), but the
// bonus money whose terms are open goes back to the house, and payments of partners stay in a timeout. C015: the member has not agreed to
// lose so much, or the withdrawal reaches into payments of partners. C001: there is not so much besides the bonus money.
func (s *Service) withdrawInBreak(
	ctx context.Context, tx pgx.Tx, a WithdrawalInput, o site.Options, r Request, w wallet.State, t turnover.Remainder, rest member.Break,
) error {
	f, err := forfeit(ctx, tx, a.Member, o.Currency, w, t.Remaining)
	if err != nil {
		return err
	}
	if f.Sum() > a.Forfeit {
		return fault.TurnoverUnmet.With("remaining", t.Remaining.String())
	}
	free := w.Cash - f.Cash
	if free < r.Amount {
		return fault.NotEnoughCash
	}
	kept, err := partnersPart(ctx, tx, a.Member, o, rest, r.RequestedAt, free)
	if err != nil {
		return err
	}
	if free-kept < r.Amount {
		return fault.TurnoverUnmet.With("remaining", t.Remaining.String())
	}
	q := cashdb.New(tx)
	err = q.NoteBreak(ctx, cashdb.NoteBreakParams{
		ID: r.ID, TurnoverOpen: int64(t.Remaining), Forfeited: int64(f.Cash), ForfeitedPoints: int64(f.Points),
	})
	if err != nil {
		return fmt.Errorf("cash: break: %w", err)
	}
	m := wallet.Move{Member: a.Member, Currency: o.Currency, Contra: wallet.ContraPromo, Ref: ref(r.ID), Trace: a.Trace}
	for _, part := range []struct {
		unit   wallet.Unit
		kind   string
		amount money.Amount
	}{{wallet.Cash, kindForfeit, f.Cash}, {wallet.Point, kindForfeitPoints, f.Points}} {
		if m.Unit, m.Kind, m.Amount = part.unit, part.kind, -part.amount; part.amount == 0 {
			continue
		}
		if _, _, err := wallet.Apply(ctx, tx, m); err != nil {
			return fmt.Errorf("cash: forfeit: %w", err)
		}
	}
	err = q.EndTerms(ctx, cashdb.EndTermsParams{
		Member: a.Member, Currency: o.Currency, Needs: f.needs, Before: int64(f.before), Now: s.clk.Now(),
	})
	if err != nil {
		return fmt.Errorf("cash: end of terms: %w", err)
	}
	return nil
}

// Outlook is what stands between a member and a withdrawal.
type Outlook struct {
	turnover.Remainder
	InBreak bool    // a break holds: the remainder does not hold a withdrawal back, but
	Forfeit Forfeit // is lost by it; nothing when no break holds
	// Kept is what a withdrawal in a timeout leaves in the wallet: what partners paid, and was not played.
	Kept money.Amount
}

// Turnover returns what a member must still play before a withdrawal (D-20), in the site's currency, and what a withdrawal would
// forfeit while a break holds.
func (s *Service) Turnover(ctx context.Context, siteID, memID string) (Outlook, error) {
	st, err := s.sites.Get(ctx, siteID)
	if err != nil {
		return Outlook{}, err
	}
	p, err := s.members.Profile(ctx, s.db, memID)
	if err != nil {
		return Outlook{}, err
	}
	now, currency := s.clk.Now(), st.Options.Currency
	var out Outlook
	out.InBreak, _ = p.Break.At(now)
	if out.Remainder, err = turnover.Now(ctx, s.db, st.Options, memID, currency, now); err != nil || !out.InBreak {
		return out, err
	}
	w, err := wallet.Balance(ctx, s.db, memID, currency)
	if err == nil {
		out.Forfeit, err = forfeit(ctx, s.db, memID, currency, w, out.Remaining)
	}
	if err == nil {
		out.Kept, err = partnersPart(ctx, s.db, memID, st.Options, p.Break, now, w.Cash-out.Forfeit.Cash)
	}
	return out, err
}
