package commission

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/ledger/wallet"
	"hubstake/internal/partners/commission/commissiondb"
	"hubstake/internal/platform/pg"
)

// debtKind is the reason of the move that takes a debt from the PT of a partner; its reference is the partner, the day of the statement that the debt is from,
// and how often something was taken of it.
const debtKind = "commission.debt"

// Debt is what a partner owes now.
type Debt struct {
	Partner string       `json:"partner"`
	Owed    money.Amount `json:"owed"`
}

// Debts returns who owes something of those to whose branches a statement of a partner belongs: itself, the partners above it when the bets of the statement were
// accepted, and those above it now.
func (s *Service) Debts(ctx context.Context, siteID, partner string, day time.Time) ([]Debt, error) {
	return debtsOf(ctx, s.db, siteID, partner, day)
}

// Owed returns what a partner owes now.
func (s *Service) Owed(ctx context.Context, siteID, partner string) (money.Amount, error) {
	owed, err := commissiondb.New(s.db).Owed(ctx, commissiondb.OwedParams{PartnerID: partner, SiteID: siteID})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return 0, fmt.Errorf("commission: debt of %s: %w", partner, err)
	}
	return money.Amount(owed), nil
}

func debtsOf(ctx context.Context, db commissiondb.DBTX, siteID, partner string, day time.Time) ([]Debt, error) {
	rows, err := commissiondb.New(db).Owing(ctx, commissiondb.OwingParams{SiteID: siteID, PartnerID: partner, Day: day})
	if err != nil {
		return nil, fmt.Errorf("commission: debts above %s: %w", partner, err)
	}
	out := make([]Debt, len(rows))
	for i, r := range rows {
		out[i] = Debt{r.PartnerID, money.Amount(r.Owed)}
	}
	return out, nil
}

// sumOf is what debts come to.
func sumOf(debts []Debt) (sum money.Amount) {
	for _, d := range debts {
		sum += d.Owed
	}
	return sum
}

// covers reports whether debts that were seen are at least those that there are now: a debt that was repaid meanwhile is no reason to look again.
func covers(seen, now []Debt) bool {
	had := map[string]money.Amount{}
	for _, d := range seen {
		had[d.Partner] = d.Owed
	}
	for _, d := range now {
		if d.Owed > had[d.Partner] {
			return false
		}
	}
	return true
}

// collectDebts takes what the partners of a site owe from their PT, as far as it goes, each by a transaction of its own.
func (s *Service) collectDebts(ctx context.Context, siteID string) error {
	partners, err := commissiondb.New(s.db).Debtors(ctx, siteID)
	if err != nil {
		return fmt.Errorf("commission: debts: %w", err)
	}
	for _, partner := range partners {
		pt, err := wallet.Balance(ctx, s.db, partner, wallet.PT)
		if errors.Is(err, wallet.ErrMissing) || err == nil && pt.Cash == 0 {
			continue
		}
		if err != nil {
			return fmt.Errorf("commission: debts: %w", err)
		}
		err = pg.InTx(ctx, s.db, func(tx pgx.Tx) error {
			owed, err := lockDebt(ctx, tx, siteID, partner)
			if err != nil || owed.Owed == 0 {
				return err
			}
			_, err = owed.take(ctx, tx, "")
			return err
		})
		if err != nil {
			return fmt.Errorf("commission: debt of %s: %w", partner, err)
		}
	}
	return nil
}

// lockedDebt is a debt that other transactions take nothing of until this one ends. It is locked before the PT.
type lockedDebt struct {
	commissiondb.LockDebtRow
	partner string
}

// lockDebt locks the debt of a partner; the zero value: the partner never owed anything.
func lockDebt(ctx context.Context, tx pgx.Tx, siteID, partner string) (lockedDebt, error) {
	row, err := commissiondb.New(tx).LockDebt(ctx, commissiondb.LockDebtParams{PartnerID: partner, SiteID: siteID})
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		return lockedDebt{}, fmt.Errorf("commission: debt: %w", err)
	}
	return lockedDebt{row, partner}, nil
}

// take takes what is owed from the partner's PT, as far as it goes, and returns how much that was.
func (d lockedDebt) take(ctx context.Context, tx pgx.Tx, trace string) (money.Amount, error) {
	pt, err := wallet.Lock(ctx, tx, d.partner, wallet.PT)
	if err != nil {
		return 0, err
	}
	amount := min(pt.Cash, money.Amount(d.Owed))
	if amount <= 0 {
		return 0, nil
	}
	_, _, err = wallet.Apply(ctx, tx, wallet.Move{
		Member: d.partner, Currency: wallet.PT, Unit: wallet.Cash, Amount: -amount, Contra: wallet.ContraCommission,
		Kind: debtKind, Ref: fmt.Sprintf("%s:%s:%d", d.partner, d.Day.Format(time.DateOnly), d.Times+1), Trace: trace,
	})
	if err != nil {
		return 0, fmt.Errorf("commission: debt: %w", err)
	}
	if err := commissiondb.New(tx).TakeDebt(ctx, commissiondb.TakeDebtParams{PartnerID: d.partner, Amount: int64(amount)}); err != nil {
		return 0, fmt.Errorf("commission: debt: %w", err)
	}
	return amount, nil
}
