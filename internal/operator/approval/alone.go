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
// person did alone, with all accounts that it may hold, or that were done alone for its member. If it needs none, it counts from the commit of tx on; a rollback
// forgets it.
//
// Locks: the accounts of the person, then the member, each until the end of tx. The caller takes them after the row that it decides about and before a wallet.
func NeedsSecond(ctx context.Context, tx pgx.Tx, now time.Time, st site.Site, a Act) (bool, error) {
	q := approvaldb.New(tx)
	s, err := sumOf(ctx, q, now, st, a)
	if err != nil || s.bySize {
		return s.needs, err
	}
	var locks []string
	for _, account := range s.person {
		locks = append(locks, "staff|"+account)
	}
	if a.Member != "" {
		locks = append(locks, "member|"+a.Member)
	}
	for _, of := range locks {
		if err := q.LockAlone(ctx, approvaldb.LockAloneParams{Kind: string(a.Kind), Of: of}); err != nil {
			return false, wrapAlone(err)
		}
	}
	if s, err = sumOf(ctx, q, now, st, a); err != nil || s.needs || s.done { // the sums as they stand under the locks
		return s.needs, err
	}
	return false, wrapAlone(q.AddAlone(ctx, approvaldb.AddAloneParams{
		SiteID: st.ID, Kind: string(a.Kind), StaffID: a.Staff, MemberID: a.Member, Act: a.ID, Amount: int64(max(a.Amount, -a.Amount)), At: now,
	}))
}

// WouldNeedSecond reports what NeedsSecond would, without counting anything: for a page that says beforehand who decides.
func WouldNeedSecond(ctx context.Context, db approvaldb.DBTX, now time.Time, st site.Site, a Act) (bool, error) {
	s, err := sumOf(ctx, approvaldb.New(db), now, st, a)
	return s.needs, err
}

// sum is an act beside what was done alone before.
type sum struct {
	needs  bool
	bySize bool     // the act by itself decides
	done   bool     // the act was done before, and counts once
	person []string // the accounts whose acts are added up
}

func sumOf(ctx context.Context, q *approvaldb.Queries, now time.Time, st site.Site, a Act) (out sum, err error) {
	size := max(a.Amount, -a.Amount)
	rule := st.Options.Approvals[a.Kind]
	if rule.Off || size >= rule.From {
		return sum{needs: !rule.Off, bySize: true}, nil
	}
	if out.person, err = onePerson(ctx, q, now, a.Staff); err != nil {
		return out, err
	}
	if out.done, err = q.IsAlone(ctx, approvaldb.IsAloneParams{SiteID: st.ID, Kind: string(a.Kind), Act: a.ID}); err != nil || out.done {
		return out, wrapAlone(err)
	}
	before, err := q.SumAlone(ctx, approvaldb.SumAloneParams{
		SiteID: st.ID, Kind: string(a.Kind), Person: out.person, MemberID: a.Member, Since: now.Add(-aloneWindow),
	})
	out.needs = err == nil && money.Amount(before)+size >= rule.From
	return out, wrapAlone(err)
}

func wrapAlone(err error) error {
	if err != nil {
		return fmt.Errorf("approval: alone: %w", err)
	}
	return nil
}
