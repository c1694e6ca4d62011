package cash

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"

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

// withdrawInBreak decides about a withdrawal in a break, with the wallet locked: what is still to be played does not hold it back (S-42), but the
// bonus money whose terms are open goes back to the house. It returns what may be withdrawn then. C015: the member has not agreed to
// lose so much.
func (s *Service) withdrawInBreak(ctx context.Context, tx pgx.Tx, a WithdrawalInput, o site.Options, id int64, w wallet.State, t turnover.Remainder) (money.Amount, error) {
	f, err := forfeit(ctx, tx, a.Member, o.Currency, w, t.Remaining)
	if err != nil {
		return 0, err
	}
	if f.Sum() > a.Forfeit {
		return 0, fault.TurnoverUnmet.With("remaining", t.Remaining.String())
	}
	q := cashdb.New(tx)
	err = q.NoteBreak(ctx, cashdb.NoteBreakParams{
		ID: id, TurnoverOpen: int64(t.Remaining), Forfeited: int64(f.Cash), ForfeitedPoints: int64(f.Points),
	})
	if err != nil {
		return 0, fmt.Errorf("cash: break: %w", err)
	}
	m := wallet.Move{Member: a.Member, Currency: o.Currency, Contra: wallet.ContraPromo, Ref: ref(id), Trace: a.Trace}
	for _, part := range []struct {
		unit   wallet.Unit
		kind   string
		amount money.Amount
	}{{wallet.Cash, kindForfeit, f.Cash}, {wallet.Point, kindForfeitPoints, f.Points}} {
		if m.Unit, m.Kind, m.Amount = part.unit, part.kind, -part.amount; part.amount == 0 {
			continue
		}
		if _, _, err := wallet.Apply(ctx, tx, m); err != nil {
			return 0, fmt.Errorf("cash: forfeit: %w", err)
		}
	}
	err = q.EndTerms(ctx, cashdb.EndTermsParams{
		Member: a.Member, Currency: o.Currency, Needs: f.needs, Before: int64(f.before), Now: s.clk.Now(),
	})
	if err != nil {
		return 0, fmt.Errorf("cash: end of terms: %w", err)
	}
	return w.Cash - f.Cash, nil
}

// Outlook is what stands between a member and a withdrawal.
type Outlook struct {
	turnover.Remainder
	InBreak bool    // a break holds: the remainder does not hold a withdrawal back, but
	Forfeit Forfeit // is lost by it; nothing when no break holds
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
	return out, err
}
