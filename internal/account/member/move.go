package member

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/credential"
	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/event"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// Move puts a member, with its downline, under another referrer.
type Move struct {
	From  string `json:"from"` // the current referrer; empty: none
	To    string `json:"to"`
	Below int64  `json:"below"` // how many members are moved with it
}

// AskedMove returns the move that a request for approval wants to carry out.
func AskedMove(detail json.RawMessage) (m Move, err error) {
	if err := json.Unmarshal(detail, &m); err != nil {
		return m, fmt.Errorf("asked move: %w", err)
	}
	return m, nil
}

// MoveCheck refuses a move that another domain cannot have. It is asked when the move is asked for and again when it is carried out, then with the
// rows of both accounts locked. at is when the member is or would be moved.
type MoveCheck func(ctx context.Context, tx pgx.Tx, siteID, memID, to string, at time.Time) error

// CheckMoves adds a check to those that a move must pass.
func (s *Service) CheckMoves(check MoveCheck) { s.moveChecks = append(s.moveChecks, check) }

// mayMoveNow is mayMove with the checks of other domains.
func (s *Service) mayMoveNow(ctx context.Context, tx pgx.Tx, siteID, memID string, move Move, at time.Time) (moved, referrer memberdb.PositionRow, err error) {
	moved, referrer, err = mayMove(ctx, memberdb.New(tx), siteID, memID, move)
	for _, check := range s.moveChecks {
		if err == nil {
			err = check(ctx, tx, siteID, memID, move.To, at)
		}
	}
	return moved, referrer, err
}

// MoveUnder puts a member under another referrer, or asks for the second person that this needs (U035). from is the referrer that staff was
// shown. E001: no reason, or the referrer that it has. U001: no such member, or a pending or deleted one. C019: its referrer is not from any
// more. U112, U113: there is no such referrer on the site, or it is no partner. U114: it may not refer, is the member itself or below it, or
// the member is a partner whose level is not below the referrer's. Other refusals are those of CheckMoves.
func (s *Service) MoveUnder(ctx context.Context, a Act, from, to, reason string) error {
	reason, to = strings.TrimSpace(reason), credential.FoldID(strings.TrimSpace(to))
	if reason == "" || utf8.RuneCountInString(reason) > reasonMax || to == "" || to == from {
		return fault.Failed
	}
	st, err := s.sites.Fresh(ctx, a.Site)
	if err != nil {
		return fmt.Errorf("move: %w", err)
	}
	needs := st.Options.NeedsApproval(site.MoveMember)
	move := Move{From: from, To: to}
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if !needs {
			done, err := s.move(ctx, tx, a, move, reason)
			return &audit.Entry{Actor: a.Actor, Site: a.Site, Action: done.Entry.Action, Target: done.Entry.Target, Detail: done.Detail}, err
		}
		moved, _, err := s.mayMoveNow(ctx, tx, a.Site, a.MemID, move, s.clk.Now())
		if err != nil {
			return nil, err
		}
		move.Below = moved.Below
		detail, err := json.Marshal(move)
		if err != nil {
			return nil, fmt.Errorf("move: %w", err)
		}
		return s.approvals.Ask(ctx, tx, st, a.Actor, approval.Subject{
			Kind: site.MoveMember, Target: a.MemID + ":" + from + ":" + to, Member: a.MemID, Detail: detail, Reason: reason,
		})
	})
	if err == nil && needs {
		err = fault.SecondPersonNeeded
	}
	return err
}

// handleMoves says how an approved move is carried out.
func (s *Service) handleMoves(a *approval.Service) {
	a.Handle(site.MoveMember, approval.Action{
		Right: right.Standing,
		Do: func(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (out approval.Effect, err error) {
			move, err := AskedMove(r.Detail)
			if err != nil {
				return out, err
			}
			return s.move(ctx, tx, Act{Actor: by, Site: st.ID, MemID: r.Member}, move, r.Reason)
		},
	})
}

// mayMove checks a move against where both accounts stand now.
func mayMove(ctx context.Context, q *memberdb.Queries, siteID, memID string, move Move) (moved, referrer memberdb.PositionRow, err error) {
	moved, err = q.Position(ctx, memberdb.PositionParams{MemberID: memID, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) || err == nil && (Status(moved.Status) == Pending || Status(moved.Status) == Deleted) {
		return moved, referrer, fault.MemberNotFound
	}
	if err != nil {
		return moved, referrer, fmt.Errorf("move: %w", err)
	}
	if moved.ParentID != move.From {
		return moved, referrer, fault.PaymentProblem
	}
	referrer, err = q.Position(ctx, memberdb.PositionParams{MemberID: move.To, SiteID: siteID})
	switch {
	case errors.Is(err, pgx.ErrNoRows) || err == nil && Status(referrer.Status) == Deleted:
		err = fault.UnknownReferrer
	case err != nil:
		err = fmt.Errorf("move: %w", err)
	case referrer.Role != "partner":
		err = fault.ReferrerNotPartner
	case !referrer.RecommendAllowed || Status(referrer.Status) != Normal, move.To == memID, slices.Contains(referrer.Upline, memID),
		moved.PartnerLevel > 0 && moved.PartnerLevel <= referrer.PartnerLevel:
		err = fault.ReferrerNotAllowed
	}
	return moved, referrer, err
}

// move carries a move out in tx. The uplines of before are kept, so that figures of the past stay where they were. Partners who lose the
// member hear LEAVE, partners who get it JOIN; those above both hear nothing, because their downline is the same.
func (s *Service) move(ctx context.Context, tx pgx.Tx, a Act, move Move, reason string) (out approval.Effect, err error) {
	q := memberdb.New(tx)
	if err := q.LockMoves(ctx, a.Site); err != nil {
		return out, fmt.Errorf("move: %w", err)
	}
	// New members come under a locked partner only after the move (HoldReferrer): the statements below see the whole downline.
	if _, err := q.LockMoving(ctx, memberdb.LockMovingParams{SiteID: a.Site, MemberID: a.MemID, Referrer: move.To}); err != nil {
		return out, fmt.Errorf("move: %w", err)
	}
	now := s.clk.Now() // after what it waited for: rates that were set meanwhile hold before it
	moved, referrer, err := s.mayMoveNow(ctx, tx, a.Site, a.MemID, move, now)
	if err != nil {
		return out, err
	}
	upline := append([]string{move.To}, referrer.Upline...)
	if err := q.KeepUplines(ctx, memberdb.KeepUplinesParams{MemberID: a.MemID, Now: now}); err != nil {
		return out, fmt.Errorf("move: %w", err)
	}
	if err := q.MoveDownline(ctx, memberdb.MoveDownlineParams{MemberID: a.MemID, Upline: upline, Now: now}); err != nil {
		return out, fmt.Errorf("move: %w", err)
	}
	if err := notifyUpline(ctx, tx, a.Site, a.MemID, without(moved.Upline, upline), event.Leave, a.Trace); err != nil {
		return out, err
	}
	if err := notifyUpline(ctx, tx, a.Site, a.MemID, without(upline, moved.Upline), event.Join, a.Trace); err != nil {
		return out, err
	}
	out.Entry = audit.Entry{Action: "member.move", Target: a.MemID}
	out.Detail = map[string]any{"was": moved.Upline, "is": upline, "below": moved.Below, "reason": reason} // S-81
	return out, nil
}

// without returns the members of list that are not in other.
func without(list, other []string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(one string) bool { return slices.Contains(other, one) })
}
