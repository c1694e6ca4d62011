package protection

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member"
	"hubstake/internal/account/protection/protectiondb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/operator/audit"
)

// Timeouts are how long a timeout may last, in days of 24 hours (S-40).
var Timeouts = []int{1, 7, 30, 42}

// Exclusions are how long an exclusion may last, in months (S-41).
var Exclusions = []int{member.ShortestExclusion, 12, 24, 60}

// Timeout keeps a member from bets and deposits for some days, from now on. It ends by itself and cannot be shortened. E001:
// a number of days that is not in Timeouts, or an earlier timeout that lasts longer.
func (s *Service) Timeout(ctx context.Context, who Who, days int) error {
	if !slices.Contains(Timeouts, days) {
		return fault.Failed
	}
	until := s.clk.Now().Add(time.Duration(days) * 24 * time.Hour)
	return s.takeBreak(ctx, who, change{action: "timeout", days: days, until: &until})
}

// Exclusion is a member's wish to be kept out.
type Exclusion struct {
	Who
	Months   int
	Agreed   bool              // the member knows that it cannot be lifted before its end
	Password credential.Secret // the member itself is there
	Origin   credential.Origin
}

// Exclude keeps a member from bets and deposits for some months, from now on; it cannot be lifted before its end, and after
// it staff readmits the member on request (S-41). E001: not agreed to, a number of months that is not in Exclusions, or an
// earlier exclusion that lasts longer; U031, U003, U004: no or a wrong password.
func (s *Service) Exclude(ctx context.Context, e Exclusion) error {
	if !e.Agreed || !slices.Contains(Exclusions, e.Months) {
		return fault.Failed
	}
	if err := s.members.Prove(ctx, e.Site, e.Member, e.Password, e.Origin); err != nil {
		return err
	}
	now := s.clk.Now()
	until := now.AddDate(0, e.Months, 0)
	return s.takeBreak(ctx, e.Who, change{action: "exclusion", days: int(until.Sub(now).Hours() / 24), until: &until})
}

func (s *Service) takeBreak(ctx context.Context, who Who, c change) error {
	err := s.under(ctx, who, func(tx pgx.Tx, _ *protectiondb.Queries) (*audit.Entry, error) {
		err := s.members.TakeBreak(ctx, tx, member.NewBreak{
			Site: who.Site, MemID: who.Member, Until: *c.until, Exclusion: c.action == "exclusion",
		})
		if err != nil {
			return nil, err
		}
		return s.note(ctx, tx, who, c)
	})
	if err == nil && s.onBreak != nil {
		s.onBreak(ctx, who.Member)
	}
	return err
}

// MayDeposit reports within tx whether a member may pay in an amount of a currency at a moment; with 0, whether what is completed by now, in tx
// too, keeps within the limits. U033: in a break; U020: dormant or closed; U018: another status; U034: a limit.
func MayDeposit(ctx context.Context, tx protectiondb.DBTX, memID, currency string, amount money.Amount, now time.Time) error {
	why, err := protectiondb.New(tx).Deposit(ctx, protectiondb.DepositParams{Member: memID, Currency: currency, Amount: int64(amount), At: now})
	if err != nil {
		return fmt.Errorf("protection: deposit: %w", err)
	}
	switch why {
	case "":
		return nil
	case "excluded":
		return fault.SelfExcluded
	case "dormant":
		return fault.ContactAdmin
	case "limit":
		return fault.LimitReached
	default:
		return fault.Suspended
	}
}
