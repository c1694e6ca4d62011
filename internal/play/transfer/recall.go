package transfer

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sync/errgroup"

	"hubstake/internal/core/fault"
	"hubstake/internal/play/transfer/transferdb"
)

// recallLease is how long an attempt has an account for itself: more than the vendors' deadline for its two calls.
const recallLease = 30 * time.Second

// laterLooks are the pauses after which an account is looked at again once its money was brought back: a round that was still
// open when the game closed may pay its win to the vendor's wallet afterwards.
var laterLooks = []time.Duration{time.Minute, 10 * time.Minute, time.Hour}

// Playing records that a member opened a game of a vendor: the member's money at the vendor stays there until the game ends,
// at the latest until w.Until. A member who never had money there has nothing to record.
func (s *Service) Playing(ctx context.Context, w Wish) error {
	err := transferdb.New(s.db).Playing(ctx, transferdb.PlayingParams{
		MemberID: w.Member, VendorID: w.Vendor, Currency: w.Currency, Until: w.Until,
	})
	if err != nil {
		return fmt.Errorf("transfer: playing: %w", err)
	}
	return nil
}

// Recall brings money back from vendors whose game is over: its window was closed, its token ran out, or its session ended.
// It looks at the facts each time, so a process that dies loses nothing, and an account is claimed by one caller at a time;
// the order makes each move happen once. A vendor that does not answer is asked again, less and less often. member
// narrows it to one member; empty means all.
func (s *Service) Recall(ctx context.Context, member string) error {
	ctx, cancel := context.WithTimeout(ctx, goFor)
	defer cancel()
	q, now := transferdb.New(s.db), s.clk.Now().Truncate(time.Microsecond) // as fine as the database keeps it
	if err := q.Ended(ctx, transferdb.EndedParams{MemberID: member, Now: now}); err != nil {
		return fmt.Errorf("transfer: games that ended: %w", err)
	}
	due, err := q.ClaimRecall(ctx, transferdb.ClaimRecallParams{MemberID: member, Now: now, Lease: now.Add(recallLease), Most: most})
	if err != nil {
		return fmt.Errorf("transfer: recalls due: %w", err)
	}
	var g errgroup.Group
	g.SetLimit(atOnce)
	for _, r := range due {
		g.Go(func() error { return s.recall(ctx, r, now.Add(recallLease)) })
	}
	return g.Wait()
}

// recall makes one attempt and writes down when the next one is due.
func (s *Service) recall(ctx context.Context, r transferdb.ClaimRecallRow, lease time.Time) error {
	w := Wish{Site: r.SiteID, Member: r.MemberID, Currency: r.Currency, Vendor: r.VendorID}
	o, err := s.Out(ctx, w)
	next, tries, looks := s.clk.Now().Add(pause(r.RecallTries)), r.RecallTries, r.RecallLooks
	switch {
	case err == nil && o.Status != Pending: // it is back, or there was nothing
		tries = 0
		looks++
		if int(looks) <= len(laterLooks) {
			next = s.clk.Now().Add(laterLooks[looks-1])
		} else {
			next = time.Time{}
		}
	case err != nil && !errors.Is(err, fault.RequestPending):
		s.log.Warn().Err(err).Str("vendor", r.VendorID).Int32("tries", r.RecallTries).Msg("transfer: money of a game that ended did not come back yet")
	}
	after, cancel := context.WithTimeout(context.WithoutCancel(ctx), afterwards)
	defer cancel()
	p := transferdb.RecalledParams{
		MemberID: r.MemberID, VendorID: r.VendorID, Currency: r.Currency, Lease: lease, Tries: tries, Looks: looks,
	}
	if !next.IsZero() {
		p.Next = &next
	}
	if err := transferdb.New(s.db).Recalled(after, p); err != nil {
		return fmt.Errorf("transfer: recall from %s: %w", r.VendorID, err)
	}
	return nil
}
