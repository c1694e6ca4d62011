package approval

import (
	"context"
	"fmt"
	"time"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/core/money"
	"hubstake/internal/operator/approval/approvaldb"
	"hubstake/internal/operator/site"
)

// aloneWindow is the time over which amounts that one person moves alone are added up (S-84).
const aloneWindow = 24 * time.Hour

// Act is something that a member of staff is about to do, of a kind whose rule has an amount.
type Act struct {
	Kind   site.ApprovalKind
	Staff  string
	Member string       // the member whom it concerns; empty: no single one
	ID     string       // names the act among those of its kind: an act that is repeated counts once; empty: it cannot be repeated
	Amount money.Amount // its size; the sign does not count
}

// NeedsSecond reports whether an act needs a second person: by its own amount, or by the sum of the acts of its kind within 24 hours that this
// person did alone, with all accounts that it may hold, or that were done alone for its member. If it needs none, it counts from the commit of tx on; a rollback forgets it.
//
// Locks: the accounts of the person, then the member, each until the end of tx. The caller takes them after the row that it decides about and before a wallet.
func NeedsSecond(ctx context.Context, tx pgx.Tx, now time.Time, st site.Site, a Act) (bool, error) {
	a.Amount = max(a.Amount, -a.Amount)
	rule := st.Options.Approvals[a.Kind]
	if rule.Off || a.Amount >= rule.From {
		return !rule.Off, nil
	}
	q := approvaldb.New(tx)
	person, err := onePerson(ctx, q, now, a.Staff)
	if err != nil {
		return false, err
	}
	var locks []string
	for _, account := range person {
		locks = append(locks, "staff|"+account)
	}
	if a.Member != "" {
		locks = append(locks, "member|"+a.Member)
	}
	for _, of := range locks {
		if err := q.LockAlone(ctx, approvaldb.LockAloneParams{Kind: string(a.Kind), Of: of}); err != nil {
			return false, fmt.Errorf("approval: alone: %w", err)
		}
	}
	done, err := q.IsAlone(ctx, approvaldb.IsAloneParams{SiteID: st.ID, Kind: string(a.Kind), Act: a.ID})
	if err != nil || done {
		return false, wrapAlone(err)
	}
	sum, err := q.SumAlone(ctx, approvaldb.SumAloneParams{
		SiteID: st.ID, Kind: string(a.Kind), Person: person, MemberID: a.Member, Since: now.Add(-aloneWindow),
	})
	if err != nil || money.Amount(sum)+a.Amount >= rule.From {
		return err == nil, wrapAlone(err)
	}
	return false, wrapAlone(q.AddAlone(ctx, approvaldb.AddAloneParams{
		SiteID: st.ID, Kind: string(a.Kind), StaffID: a.Staff, MemberID: a.Member, Act: a.ID, Amount: int64(a.Amount), At: now,
	}))
}

func wrapAlone(err error) error {
	if err != nil {
		return fmt.Errorf("approval: alone: %w", err)
	}
	return nil
}
