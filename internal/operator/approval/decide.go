package approval

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"hubstake/internal/core/fault"
	"hubstake/internal/core/money"
	"hubstake/internal/core/right"
	"hubstake/internal/live/outbox"
	"hubstake/internal/operator/approval/approvaldb"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// maxNote bounds the reason of a decision, in code points.
const maxNote = 200

// Decision is who decides about a request, and which version of it that person saw.
type Decision struct {
	audit.Actor
	Site    string
	ID      int64
	Version int32
}

// errOver explains a C019 in the log.
var errOver = errors.New("approval: the request is not open any more, was changed, or is not of the site")

// errOneHand explains a U036 between two accounts in the log.
var errOneHand = errors.New("approval: one person may hold the accounts of both, by the access that was given within a day")

// outcome is what becomes of a request.
type outcome struct {
	state  State
	note   string
	code   string
	entry  *audit.Entry
	refuse error // for the caller, after the commit
	after  func()
}

// Approve carries out what was asked for, once. C019: it was decided, changed, cancelled, or its time is over. U036: the own request, or one of an account that
// the same person may hold (Staff). U029: no right to approve any more. U037: who asked has lost the right. Any other code is that of the action, which refused. With U037 and
// the action's own codes the request has ended as failed.
func (s *Service) Approve(ctx context.Context, d Decision) error {
	st, err := s.sites.Get(ctx, d.Site) // before the transaction: it may take a connection of its own
	if err != nil {
		return err
	}
	return s.decide(ctx, d, func(tx pgx.Tx, r Request) (outcome, error) {
		asker, err := s.second(ctx, tx, d, r)
		if err != nil {
			return outcome{}, err
		}
		a := s.actions[r.Kind]
		if a.Do == nil {
			return outcome{}, fmt.Errorf("%w: %s", errUnhandled, r.Kind)
		}
		if !slices.Contains(asker, a.Right) {
			return failed(r, fault.AskerNotAllowed), nil
		}
		var did Effect
		err = pgx.BeginFunc(ctx, tx, func(sub pgx.Tx) (err error) { // a savepoint: a refusal leaves nothing behind
			did, err = a.Do(ctx, sub, st, d.Actor, r)
			return err
		})
		if f, refused := fault.Of(err); refused && !f.Retryable() {
			return failed(r, f), nil
		}
		if err != nil {
			return outcome{}, err
		}
		entry := did.Entry
		detail := maps.Clone(did.Detail)
		if detail == nil {
			detail = map[string]any{}
		}
		detail["approval"], detail["askedBy"], detail["askedAt"] = r.ID, r.AskedBy, r.AskedAt // S-81
		entry.Detail = detail
		return outcome{state: Approved, entry: &entry, after: did.Committed}, nil
	})
}

// Refuse ends a request with a reason that who asked reads: E001 without one. The other codes are those of Approve.
func (s *Service) Refuse(ctx context.Context, d Decision, reason string) error {
	reason, ok := text(reason)
	if !ok || reason == "" {
		return fault.Failed
	}
	return s.decide(ctx, d, func(tx pgx.Tx, r Request) (outcome, error) {
		if _, err := s.second(ctx, tx, d, r); err != nil {
			return outcome{}, err
		}
		return outcome{state: Refused, note: reason, entry: entryOf("approval.refuse", r, map[string]any{"askedBy": r.AskedBy, "note": reason})}, nil
	})
}

// Cancel takes back what the caller asked for. U029: another one did. C019 as of Approve.
func (s *Service) Cancel(ctx context.Context, d Decision) error {
	return s.decide(ctx, d, func(_ pgx.Tx, r Request) (outcome, error) {
		if r.AskedBy != d.Actor.ID {
			return outcome{}, fault.NoAccess
		}
		return outcome{state: Cancelled, entry: entryOf("approval.cancel", r, nil)}, nil
	})
}

// second holds the rights of both persons, checks that who decides may do it, and returns the rights of who asked.
func (s *Service) second(ctx context.Context, tx pgx.Tx, d Decision, r Request) ([]right.Right, error) {
	if r.AskedBy == d.Actor.ID {
		return nil, fault.OwnRequest
	}
	of, err := s.rights(ctx, tx, d.Site, d.Actor.ID, r.AskedBy)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(of[d.Actor.ID], right.Approve) {
		return nil, fault.NoAccess
	}
	person, err := onePerson(ctx, approvaldb.New(tx), s.clk.Now(), r.AskedBy) // under the locks of HoldRights, which giving access takes too
	if err != nil {
		return nil, err
	}
	if slices.Contains(person, d.Actor.ID) {
		return nil, fault.OwnRequest.Wrap(errOneHand)
	}
	return of[r.AskedBy], nil
}

func failed(r Request, f *fault.Fault) outcome {
	return outcome{state: Failed, code: f.Code(), refuse: f, entry: entryOf("approval.fail", r, map[string]any{"askedBy": r.AskedBy, "code": f.Code()})}
}

// entryOf is the entry of the audit for a decision that carries nothing out.
func entryOf(action string, r Request, more map[string]any) *audit.Entry {
	detail := r.detail()
	maps.Copy(detail, more)
	return &audit.Entry{Action: action, Target: strconv.FormatInt(r.ID, 10), Detail: detail}
}

// decide locks the open request and gives it the outcome that do returns.
func (s *Service) decide(ctx context.Context, d Decision, do func(pgx.Tx, Request) (outcome, error)) error {
	var o outcome
	err := audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		q, now := approvaldb.New(tx), s.clk.Now()
		row, err := q.Lock(ctx, approvaldb.LockParams{SiteID: d.Site, ID: d.ID})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.PaymentProblem.Wrap(errOver)
		}
		if err != nil {
			return nil, fmt.Errorf("approval: %w", err)
		}
		r := request(row)
		if r.State != Open || r.Version != d.Version || !now.Before(r.ExpiresAt) {
			return nil, fault.PaymentProblem.Wrap(errOver)
		}
		if o, err = do(tx, r); err != nil {
			return nil, err
		}
		err = q.Decide(ctx, approvaldb.DecideParams{ID: r.ID, State: string(o.state), By: d.Actor.ID, At: now, Note: o.note, Code: o.code})
		if err != nil {
			return nil, fmt.Errorf("approval: %w", err)
		}
		o.entry.Actor, o.entry.Site = d.Actor, d.Site
		return o.entry, outbox.Write(ctx, tx, changed(d.Site, r.ID, d.Trace))
	})
	if err != nil {
		return err
	}
	if o.after != nil {
		o.after()
	}
	return o.refuse
}

// text brings a reason to the form in which it is kept.
func text(s string) (string, bool) {
	s = strings.TrimSpace(s)
	return s, utf8.ValidString(s) && utf8.RuneCountInString(s) <= maxNote && !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsPrint(r) })
}

func request(r approvaldb.ApprovalRequest) Request {
	return Request{
		ID: r.ID, Site: r.SiteID,
		Subject: Subject{
			Kind: site.ApprovalKind(r.Kind), Target: r.Target, Member: r.MemberID, Currency: r.Currency, Unit: r.Unit,
			Amount: money.Amount(r.Amount), Detail: r.Detail, Reason: r.Reason,
		},
		State: State(r.State), Version: r.Version, AskedBy: r.AskedBy, AskedAt: r.AskedAt, ExpiresAt: r.ExpiresAt, DecidedBy: r.DecidedBy,
		DecidedAt: r.DecidedAt, Note: r.Note, Code: r.Code,
	}
}

// expireBatch bounds one transaction of Expire.
const expireBatch = 100

// Expire ends the requests whose time is over, and returns how many; acts that no sum counts any longer go. Several may run at once.
func Expire(ctx context.Context, db *pgxpool.Pool, now time.Time) (total int, err error) {
	for n := expireBatch; n == expireBatch; total += n {
		err = pgx.BeginFunc(ctx, db, func(tx pgx.Tx) error {
			rows, err := approvaldb.New(tx).ExpireDue(ctx, approvaldb.ExpireDueParams{Now: now, Count: expireBatch})
			n = len(rows)
			if err != nil {
				return err
			}
			for _, r := range rows {
				if err := outbox.Write(ctx, tx, changed(r.SiteID, r.ID, "")); err != nil {
					return err
				}
				err := audit.Note(ctx, tx, audit.Entry{
					Actor: audit.Actor{ID: r.AskedBy}, Site: r.SiteID, Action: "approval.expire", Target: strconv.FormatInt(r.ID, 10),
					Detail: map[string]any{"kind": r.Kind, "target": r.Target, "memId": r.MemberID},
				})
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return total, fmt.Errorf("approval: expire: %w", err)
		}
	}
	for n := int64(expireBatch); n == expireBatch; {
		n, err = approvaldb.New(db).DropAlone(ctx, approvaldb.DropAloneParams{Before: now.Add(-2 * aloneWindow), Count: expireBatch})
		if err != nil {
			return total, fmt.Errorf("approval: expire: %w", err)
		}
	}
	return total, nil
}
