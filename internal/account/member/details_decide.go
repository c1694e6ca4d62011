package member

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/member/memberdb"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/right"
	"hubstake/internal/operator/approval"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/site"
)

// AskedDetails is a change of details that waits for its second person.
type AskedDetails struct {
	ID   int64       `json:"change"`
	Kind DetailsKind `json:"kind"`
	MaskedDetails
}

// ReadAskedDetails returns the change that a request for approval wants to carry out.
func ReadAskedDetails(detail json.RawMessage) (asked AskedDetails, err error) {
	if err := json.Unmarshal(detail, &asked); err != nil {
		return asked, fmt.Errorf("details of an approval: %w", err)
	}
	return asked, nil
}

// ApproveDetails carries a member's request out, or asks for the second person that it needs (U035). C019: another person decided, the
// member took it back or was shut out, or its time is over. U001: not a request of the site. U007, U008, U013, U014: the phone or the account
// was taken or blocked since.
func (s *Service) ApproveDetails(ctx context.Context, siteID string, by audit.Actor, id int64) error {
	st, err := s.options(ctx, siteID)
	if err != nil {
		return err
	}
	needs := st.Options.NeedsApproval(site.MemberDetails)
	var done approval.Effect
	err = audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		if !needs {
			var err error
			done, err = s.giveDetails(ctx, tx, st.ID, by, id)
			done.Entry.Actor, done.Entry.Site, done.Entry.Detail = by, siteID, done.Detail
			return &done.Entry, err
		}
		_, r, err := s.lockDetails(ctx, tx, siteID, id, true)
		if err != nil {
			return nil, err
		}
		asked := AskedDetails{ID: id, Kind: DetailsKind(r.Kind)}
		if err := json.Unmarshal(r.Masked, &asked.MaskedDetails); err != nil {
			return nil, fmt.Errorf("approve details: %w", err)
		}
		detail, err := json.Marshal(asked)
		if err != nil {
			return nil, fmt.Errorf("approve details: %w", err)
		}
		return s.approvals.Ask(ctx, tx, st, by, approval.Subject{
			Kind: site.MemberDetails, Target: strconv.FormatInt(id, 10), Member: r.MemberID, Detail: detail,
		})
	})
	if err != nil {
		return err
	}
	if needs {
		return fault.SecondPersonNeeded
	}
	done.Committed()
	return nil
}

// handleDetails says how an approved change is carried out.
func (s *Service) handleDetails(a *approval.Service) {
	a.Handle(site.MemberDetails, approval.Action{
		Right: right.Reset,
		Do: func(ctx context.Context, tx pgx.Tx, st site.Site, by audit.Actor, r approval.Request) (out approval.Effect, err error) {
			asked, err := ReadAskedDetails(r.Detail)
			if err != nil {
				return out, err
			}
			return s.giveDetails(ctx, tx, st.ID, by, asked.ID)
		},
	})
}

// lockDetails locks an open request and, before it, its member, who must not be shut out if it is to be approved.
func (s *Service) lockDetails(ctx context.Context, tx pgx.Tx, siteID string, id int64, approve bool) (m memberdb.LockMemberRow, r memberdb.MemberChange, err error) {
	q := memberdb.New(tx)
	seen, err := q.Details(ctx, memberdb.DetailsParams{ID: id, SiteID: siteID})
	if errors.Is(err, pgx.ErrNoRows) {
		return m, r, fault.MemberNotFound
	}
	if err != nil {
		return m, r, fmt.Errorf("decide details: %w", err)
	}
	if m, err = q.LockMember(ctx, memberdb.LockMemberParams{MemberID: seen.MemberID, SiteID: siteID}); err != nil {
		return m, r, fmt.Errorf("decide details: %w", err)
	}
	if r, err = q.LockDetails(ctx, memberdb.LockDetailsParams{ID: id, SiteID: siteID}); err != nil {
		return m, r, fmt.Errorf("decide details: %w", err)
	}
	if detailsAt(r.State, r.ExpiresAt, s.clk.Now()) != DetailsOpen || approve && mayChange(Status(m.Status)) != nil {
		return m, r, fault.PaymentProblem
	}
	return m, r, nil
}

// giveDetails writes the new details: withdrawals are held for 24 hours, resets that the old ones proved end, all sessions end, because phone
// and account number prove a member, and a letter says what happened. Open withdrawals stay with the account they were asked for.
func (s *Service) giveDetails(ctx context.Context, tx pgx.Tx, siteID string, by audit.Actor, id int64) (out approval.Effect, err error) {
	m, r, err := s.lockDetails(ctx, tx, siteID, id, true)
	if err != nil {
		return out, err
	}
	q, now := memberdb.New(tx), s.clk.Now()
	wanted, err := s.wantedOf(m.MemberID, r.Wanted)
	if err != nil {
		return out, err
	}
	p, err := s.Profile(ctx, tx, m.MemberID)
	if err != nil {
		return out, err
	}
	if err := s.checkDetails(ctx, q, siteID, m.MemberID, wanted); err != nil {
		return out, err
	}
	was := detailsOf(p)
	becomes := wanted.over(was)
	if !sameName(becomes.Holder, becomes.Name) {
		return out, fault.BadAccount
	}
	d := details{name: becomes.Name, phone: becomes.Phone, number: becomes.Number, holder: becomes.Holder}
	k, err := keep(ctx, tx, s.Personal, m.MemberID, d)
	if err != nil {
		return out, fmt.Errorf("give details: %w", err)
	}
	err = q.GiveDetails(ctx, memberdb.GiveDetailsParams{
		Name: k.name, Phone: k.phone, BankName: becomes.Bank, AccountNo: k.number, AccountHolder: k.holder, NameSealed: k.nameSealed,
		PhoneSealed: k.phoneSealed, AccountSealed: k.numberSealed, HolderSealed: k.holderSealed, PhoneIndex: k.phoneIndex,
		AccountIndex: k.numberIndex, Finders: k.finders, IndexKey: k.indexKey, HeldUntil: now.Add(heldFor), MemberID: m.MemberID,
	})
	if err != nil {
		return out, duplicate(err)
	}
	if err := taken(ctx, tx, s.Personal, m.MemberID, d); err != nil {
		return out, err
	}
	masked, err := json.Marshal(MaskedDetails{Before: wanted.only(was).masked(), After: wanted.masked()})
	if err != nil {
		return out, fmt.Errorf("give details: %w", err)
	}
	if err := s.closeDetails(ctx, tx, by, r, memberdb.CloseDetailsParams{State: string(DetailsDone), Masked: masked}); err != nil {
		return out, err
	}
	if err := q.EndFactResets(ctx, m.MemberID); err != nil {
		return out, fmt.Errorf("give details: %w", err)
	}
	ended, err := s.endAll(ctx, tx, m.MemberID, reasonDetails, by.Trace)
	if err != nil {
		return out, err
	}
	letter := letterAccount
	if DetailsKind(r.Kind) == DetailsPhone {
		letter = letterPhone
	}
	if err := s.notify(ctx, tx, siteID, m.MemberID, m.Lang, letter, addr(r.Ip), by.Trace); err != nil {
		return out, err
	}
	out.Detail = map[string]any{"change": id, "kind": r.Kind, "details": json.RawMessage(masked)} // S-81
	out.Entry = audit.Entry{Action: "details.approve", Target: m.MemberID}
	out.Committed = func() { s.announce(context.WithoutCancel(ctx), ended...) }
	return out, nil
}

// closeDetails writes who closed a locked request and how.
func (s *Service) closeDetails(ctx context.Context, tx pgx.Tx, by audit.Actor, r memberdb.MemberChange, c memberdb.CloseDetailsParams) error {
	c.ID, c.By, c.At = r.ID, &by.ID, s.clk.Now()
	if err := memberdb.New(tx).CloseDetails(ctx, c); err != nil {
		return fmt.Errorf("close details: %w", err)
	}
	return detailsQueued(ctx, tx, r.SiteID, r.ID, by.Trace)
}

// endDetails ends in tx what a locked member asked for with a secret that is replaced: a thief who knew the old one gains nothing by it.
func (s *Service) endDetails(ctx context.Context, tx pgx.Tx, siteID, memID, trace string) error {
	ids, err := memberdb.New(tx).EndDetails(ctx, memberdb.EndDetailsParams{MemberID: memID, At: s.clk.Now()})
	if err != nil {
		return fmt.Errorf("end details: %w", err)
	}
	for _, id := range ids {
		if err := detailsQueued(ctx, tx, siteID, id, trace); err != nil {
			return err
		}
	}
	return nil
}

// RefuseDetails ends a member's request with a usual reason, own words of staff, or both, which the member reads. E001: no reason, or one that
// there is not. C019 and U001 as of ApproveDetails.
func (s *Service) RefuseDetails(ctx context.Context, siteID string, by audit.Actor, id int64, usual DetailsRefusal, words string) error {
	words = strings.TrimSpace(words)
	if usual == "" && words == "" || usual != "" && !slices.Contains(detailsRefusals, usual) || utf8.RuneCountInString(words) > reasonMax {
		return fault.Failed
	}
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		m, r, err := s.lockDetails(ctx, tx, siteID, id, false)
		if err != nil {
			return nil, err
		}
		why := words
		if usual != "" {
			why = strings.TrimSpace(detailsRefusal(m.Lang, usual) + "\n" + words)
		}
		if err := s.closeDetails(ctx, tx, by, r, memberdb.CloseDetailsParams{State: string(DetailsRefused), Masked: r.Masked, Note: why}); err != nil {
			return nil, err
		}
		if err := s.send(ctx, tx, siteID, m.MemberID, m.Lang, letterDetailsRefused, strings.NewReplacer("{why}", why), by.Trace); err != nil {
			return nil, err
		}
		return &audit.Entry{
			Actor: by, Site: siteID, Action: "details.refuse", Target: m.MemberID,
			Detail: map[string]any{"change": id, "kind": r.Kind, "usual": usual, "words": words},
		}, nil
	})
}
