package commission

import (
	"context"
	"encoding/hex"
	"fmt"
	"time"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/waterfall"
	"hubstake/internal/partners/commission/commissiondb"
)

// Statement is what a partner earned on a day.
type Statement struct {
	Partner               string
	Day                   time.Time
	No                    int
	Bets                  int64 // those that were taken back count −1
	Stake, Payout, Valid  money.Amount
	Bonus                 money.Amount // gifts of the house that became cash
	Rolling, Losing       money.Amount
	CarriedIn, CarriedOut money.Amount // the losing share of the partner's whole branch that is carried over, rounded down to whole minor units
	OwedIn, OwedOut       money.Amount // 0 or negative
	Repaid                money.Amount // of OwedIn, what was taken from the partner's PT before the statement
	Offset                money.Amount // rolling of corrected bets that belong to statements which are kept; their losing is in Losing
	Amount                money.Amount // to be paid
	Left                  money.Amount // of Amount, what was paid or is kept: corrections since take from what is kept, or add to it
	Hash, Before, Key     string       // hexadecimal
	MadeAt                time.Time
	State                 State
	DecidedBy             string // staff; empty while it is open
	DecidedAt             *time.Time
	Reason                string
}

// Earned is what a partner was paid of all time, what waits for a decision or is kept, and what the partner owes now.
type Earned struct {
	Statements                int64
	Paid, Waiting, Kept, Owed money.Amount
}

// Statements returns the statements of a partner before a day, newest first, and what they come to of all time.
func (s *Service) Statements(ctx context.Context, siteID, partner string, before time.Time, count int32) (list []Statement, all Earned, err error) {
	q := commissiondb.New(s.db)
	rows, err := q.Statements(ctx, commissiondb.StatementsParams{SiteID: siteID, PartnerID: partner, Before: before, Count: count})
	if err != nil {
		return nil, all, fmt.Errorf("commission: statements: %w", err)
	}
	for _, r := range rows {
		in, err := wholeUnits(r.CarriedIn)
		if err != nil {
			return nil, all, err
		}
		out, err := wholeUnits(r.CarriedOut)
		if err != nil {
			return nil, all, err
		}
		list = append(list, Statement{
			Partner: partner, Day: r.Day, No: int(r.No), Bets: r.Bets, Stake: money.Amount(r.Stake), Payout: money.Amount(r.Payout), Valid: money.Amount(r.Valid),
			Bonus: money.Amount(r.Bonus), Rolling: money.Amount(r.Rolling), Losing: money.Amount(r.Losing), CarriedIn: in, CarriedOut: out,
			OwedIn: money.Amount(r.OwedIn), OwedOut: money.Amount(r.OwedOut), Repaid: money.Amount(r.Repaid), Amount: money.Amount(r.Amount), Offset: money.Amount(r.OffsetIn), Left: money.Amount(r.Amount - r.Taken),
			Hash: hex.EncodeToString(r.Hash), Before: hex.EncodeToString(r.Before), Key: hex.EncodeToString(r.Key), MadeAt: r.MadeAt,
			State: State(r.State), DecidedBy: r.DecidedBy, DecidedAt: r.DecidedAt, Reason: r.Reason,
		})
	}
	t, err := q.StatementTotals(ctx, commissiondb.StatementTotalsParams{SiteID: siteID, PartnerID: partner})
	if err != nil {
		return nil, all, fmt.Errorf("commission: totals: %w", err)
	}
	owed, err := s.Owed(ctx, siteID, partner)
	return list, Earned{Statements: t.Statements, Paid: money.Amount(t.Paid), Waiting: money.Amount(t.Waiting), Kept: money.Amount(t.Kept), Owed: owed}, err
}

// wholeUnits rounds a losing share down to minor units.
func wholeUnits(text string) (money.Amount, error) {
	sum, err := parseSum(text)
	if err != nil {
		return 0, err
	}
	whole, _ := sum.Floor(waterfall.LosingParts)
	return money.Amount(whole), nil
}

// Day is a settled day of a site.
type Day struct {
	Day                   time.Time
	Statements, Open      int64
	Amount, Paid, Waiting money.Amount // Waiting: of the open statements
	MadeAt                time.Time    // when its last statement was written
}

// Days returns the settled days of a site before a day, newest first.
func (s *Service) Days(ctx context.Context, siteID string, before time.Time, count int32) ([]Day, error) {
	rows, err := commissiondb.New(s.db).SettledDays(ctx, commissiondb.SettledDaysParams{SiteID: siteID, Before: before, Count: count})
	if err != nil {
		return nil, fmt.Errorf("commission: days: %w", err)
	}
	out := make([]Day, len(rows))
	for i, r := range rows {
		out[i] = Day{Day: r.Day, Statements: r.Statements, Open: r.Open, Amount: money.Amount(r.Amount), Paid: money.Amount(r.Paid), Waiting: money.Amount(r.Waiting), MadeAt: r.MadeAt}
	}
	return out, nil
}

// DayStatement is a statement in the list of a day.
type DayStatement struct {
	Statement
	Nick  string
	Level int
	Debts []Debt // of one that may still be paid: who owes of those in whose branches it is
}

// OfDay returns the statements of a site's day with a state (empty: any), by partner, behind one. E001: a state that there is not.
func (s *Service) OfDay(ctx context.Context, siteID string, day time.Time, state State, behind string, count int32) ([]DayStatement, error) {
	if state != "" && state != Open && state != Paid && state != Kept {
		return nil, fault.Failed
	}
	rows, err := commissiondb.New(s.db).StatementsOfDay(ctx, commissiondb.StatementsOfDayParams{SiteID: siteID, Day: day, Behind: behind, State: string(state), Count: count})
	if err != nil {
		return nil, fmt.Errorf("commission: statements of a day: %w", err)
	}
	out := make([]DayStatement, len(rows))
	for i, r := range rows {
		in, err := wholeUnits(r.CarriedIn)
		if err != nil {
			return nil, err
		}
		rest, err := wholeUnits(r.CarriedOut)
		if err != nil {
			return nil, err
		}
		out[i] = DayStatement{Nick: r.Nick, Level: int(r.Level), Statement: Statement{
			Partner: r.PartnerID, Day: day, No: int(r.No), Bets: r.Bets, Stake: money.Amount(r.Stake), Payout: money.Amount(r.Payout), Valid: money.Amount(r.Valid),
			Bonus: money.Amount(r.Bonus), Rolling: money.Amount(r.Rolling), Losing: money.Amount(r.Losing), CarriedIn: in, CarriedOut: rest,
			OwedIn: money.Amount(r.OwedIn), OwedOut: money.Amount(r.OwedOut), Repaid: money.Amount(r.Repaid), Amount: money.Amount(r.Amount),
			Offset: money.Amount(r.OffsetIn), Left: money.Amount(r.Amount - r.Taken), State: State(r.State), DecidedBy: r.DecidedBy, DecidedAt: r.DecidedAt, Reason: r.Reason,
		}}
	}
	return out, s.addDebts(ctx, siteID, out)
}

// addDebts notes of statements that may still be paid who owes above them.
func (s *Service) addDebts(ctx context.Context, siteID string, list []DayStatement) error {
	debtors, err := commissiondb.New(s.db).Debtors(ctx, siteID)
	if err != nil {
		return fmt.Errorf("commission: debts: %w", err)
	}
	for i := range list {
		if one := &list[i]; len(debtors) > 0 && one.State != Paid {
			if one.Debts, err = s.Debts(ctx, siteID, one.Partner, one.Day); err != nil {
				return err
			}
		}
	}
	return nil
}
