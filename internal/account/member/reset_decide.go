package member

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// ResetSearch asks for the requests of a site. All: the decided ones as well.
type ResetSearch struct {
	Site        string
	All         bool
	Count, Skip int32
}

// ResetFound is a request as staff sees it, with what helps to tell the right person.
type ResetFound struct {
	ID                       int64
	MemID, Nick, Name, Phone string
	Number                   string
	Secret                   Forgotten
	BySecret                 bool // proved by the other secret; else by phone and account number
	State                    ResetState
	IP                       netip.Addr
	IPKnown                  bool // the member logged in from it before
	UserAgent                string
	AskedAt, ExpiresAt       time.Time
	JoinedAt                 time.Time
	LastLoginAt              *time.Time
	LastLoginIP              netip.Addr
	DecidedBy, Note          string
	DecidedAt, DoneAt        *time.Time
}

// Resets returns a page of requests, the newest first, and the number of all.
func (s *Service) Resets(ctx context.Context, q ResetSearch) ([]ResetFound, int64, error) {
	now := s.clk.Now()
	rows, err := memberdb.New(s.db).Resets(ctx, memberdb.ResetsParams{SiteID: q.Site, AllStates: q.All, At: now, Count: q.Count, Skip: q.Skip})
	if err != nil {
		return nil, 0, fmt.Errorf("resets: %w", err)
	}
	out, total := make([]ResetFound, len(rows)), int64(0)
	for i, r := range rows {
		total = r.Total
		if r.Name, err = nameOf(s.Personal, r.MemberID, r.Name, r.NameSealed); err == nil {
			if r.Phone, err = phoneOf(s.Personal, r.MemberID, r.Phone, r.PhoneSealed); err == nil {
				r.AccountNo, err = numberOf(s.Personal, r.MemberID, r.AccountNo, r.AccountSealed)
			}
		}
		if err != nil {
			return nil, 0, fmt.Errorf("resets: %w", err)
		}
		out[i] = ResetFound{
			ID: r.ID, MemID: r.MemberID, Nick: r.Nick, Name: r.Name, Phone: r.Phone, Number: r.AccountNo, Secret: Forgotten(r.Secret),
			BySecret: r.Proof == "secret", State: stateAt(r.State, r.ExpiresAt, now), IP: addr(r.Ip), IPKnown: r.IpKnown, UserAgent: r.UserAgent,
			AskedAt: r.AskedAt.UTC(), ExpiresAt: r.ExpiresAt.UTC(), JoinedAt: r.JoinedAt.UTC(), LastLoginAt: r.LastLoginAt,
			LastLoginIP: addr(r.LastLoginIp), Note: r.Note, DecidedAt: r.DecidedAt, DoneAt: r.DoneAt,
		}
		if r.DecidedBy != nil {
			out[i].DecidedBy = *r.DecidedBy
		}
	}
	return out, total, nil
}

// DecideReset confirms that the right person asked, or refuses with a reason, which who asked does not read. C019: another one decided, or
// its time is over. E001: a refusal without a reason. U001: not a request of the site. U035: the confirmation of what phone and account
// number prove needs a second person, who was asked: staff knows these facts of every member.
func (s *Service) DecideReset(ctx context.Context, siteID string, by audit.Actor, id int64, confirm bool, note string) error {
	note = strings.TrimSpace(note)
	if !confirm && note == "" || utf8.RuneCountInString(note) > reasonMax {
		return fault.Failed
	}
	st, err := s.options(ctx, siteID)
	if err != nil {
		return err
	}
	needs := false
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		r, err := s.lockReset(ctx, tx, siteID, id, confirm)
		if err != nil {
			return nil, err
		}
		if needs = confirm && r.Proof == "facts" && st.Options.NeedsApproval(site.ResetByFacts); needs {
			detail, err := json.Marshal(askedReset{ID: id, Secret: Forgotten(r.Secret)})
			if err != nil {
				return nil, fmt.Errorf("decide reset: %w", err)
			}
			return s.approvals.Ask(ctx, tx, st, by, approval.Subject{
				Kind: site.ResetByFacts, Target: strconv.FormatInt(id, 10), Member: r.MemberID, Detail: detail,
			})
		}
		entry, err := s.decideReset(ctx, tx, by, r, confirm, note)
		entry.Actor, entry.Site = by, siteID
		return &entry, err
	})
	if err == nil && needs {
		err = fault.SecondPersonNeeded
	}
	return err
}

// askedReset is a confirmation that waits for its second person.
type askedReset struct {
	ID     int64     `json:"reset"`
	Secret Forgotten `json:"secret"`
}

// AskedReset returns the number of the reset that a request for approval wants to confirm, and what was forgotten.
func AskedReset(detail json.RawMessage) (id int64, secret Forgotten, err error) {
	var asked askedReset
	if err := json.Unmarshal(detail, &asked); err != nil {
		return 0, "", fmt.Errorf("reset of an approval: %w", err)
	}
	return asked.ID, asked.Secret, nil
}

// Approvals gives the service what asks for a second person. Without it, decisions that need one fail.
func (s *Service) Approvals(a *approval.Service) {
	s.approvals = a
	a.Handle(site.ResetByFacts, approval.Action{Right: right.Reset, Do: s.confirmReset})
	s.handleDetails(a)
	s.handleMoves(a)
	a.Handle(site.HeadOffice, approval.Action{Right: right.Standing, Do: s.headOffice})
}

// confirmReset is approval.Action.Do of a reset.
func (s *Service) confirmReset(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, a approval.Request) (out approval.Effect, err error) {
	id, _, err := AskedReset(a.Detail)
	if err != nil {
		return out, err
	}
	r, err := s.lockReset(ctx, tx, st.ID, id, true)
	if err != nil {
		return out, err
	}
	out.Entry, err = s.decideReset(ctx, tx, by, r, true, "")
	out.Detail, _ = out.Entry.Detail.(map[string]any)
	return out, err
}

// lockReset locks an open request and, before it, its member, who must not be shut out if it is to be confirmed.
func (s *Service) lockReset(ctx context.Context, tx pgx.Tx, siteID string, id int64, confirm bool) (r memberdb.MemberReset, err error) {
	q := memberdb.New(tx)
	seen, err := q.Reset(ctx, memberdb.ResetParams{ID: id, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) {
		return r, fault.MemberNotFound
	}
	if err != nil {
		return r, fmt.Errorf("decide reset: %w", err)
	}
	m, err := q.LockMember(ctx, memberdb.LockMemberParams{MemberID: seen.MemberID, SiteID: siteID})
	if err != nil {
		return r, fmt.Errorf("decide reset: %w", err)
	}
	if r, err = q.LockReset(ctx, memberdb.LockResetParams{ID: id, SiteID: siteID}); err != nil {
		return r, fmt.Errorf("decide reset: %w", err)
	}
	if stateAt(r.State, r.ExpiresAt, s.clk.Now()) != ResetOpen || confirm && Status(m.Status).Refusal() != nil {
		return r, fault.PaymentProblem
	}
	return r, nil
}

// decideReset writes the decision about a locked request and returns its entry of the audit.
func (s *Service) decideReset(ctx context.Context, tx pgx.Tx, by audit.Actor, r memberdb.MemberReset, confirm bool, note string) (audit.Entry, error) {
	now := s.clk.Now()
	state, action, until := ResetRefused, "reset.refuse", r.ExpiresAt
	if confirm {
		state, action, until = ResetConfirmed, "reset.confirm", now.Add(resetLife)
	}
	err := memberdb.New(tx).DecideReset(ctx, memberdb.DecideResetParams{State: string(state), By: by.ID, At: now, Note: note, ExpiresAt: until, ID: r.ID})
	if err != nil {
		return audit.Entry{}, fmt.Errorf("decide reset: %w", err)
	}
	return audit.Entry{
		Action: action, Target: r.MemberID, Detail: map[string]any{"reset": r.ID, "secret": r.Secret, "proof": r.Proof, "note": note},
	}, resetQueued(ctx, tx, r.SiteID, r.ID, by.Trace)
}
