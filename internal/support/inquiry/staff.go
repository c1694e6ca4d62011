package inquiry

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/jackc/pgx/v5"

	"hubstake/internal/account/personal"
	"hubstake/internal/core/fault"
	"hubstake/internal/core/paging"
	"hubstake/internal/core/richtext"
	"hubstake/internal/operator/audit"
	"hubstake/internal/operator/message"
	"hubstake/internal/support/inquiry/inquirydb"
)

// Entry is an inquiry as staff see it.
type Entry struct {
	Inquiry
	Member     string   // empty for a guest
	Guest      *Contact // nil for a member; the address is masked (S-98)
	Lang       string
	AnsweredBy string // staff id, or auto; empty while it waits
}

// StaffQuery selects inquiries of a site.
type StaffQuery struct {
	Site   string
	Status Status // empty for all
	Guests bool   // only those of guests
	paging.Slice
}

// StaffList returns a page of a site's inquiries, the newest first, and how many there are (paging.Totals). A status that does not
// exist is E001.
func (s *Service) StaffList(ctx context.Context, d StaffQuery) ([]Entry, int64, error) {
	if d.Status != "" && d.Status != Waiting && d.Status != Answered {
		return nil, 0, fault.Failed
	}
	total, err := s.totals.Of(paging.Key(d.Site, d.Status, d.Guests), s.clk.Now(), func(most int32) (int64, error) {
		return staffListCount(ctx, inquirydb.New(s.db), d, most)
	})
	if err != nil {
		return nil, 0, fmt.Errorf("inquiry staff list: %w", err)
	}
	rows, err := staffListRows(ctx, inquirydb.New(s.db), d)
	if err != nil {
		return nil, 0, fmt.Errorf("inquiry staff list: %w", err)
	}
	out := make([]Entry, len(rows))
	for i, r := range rows {
		out[i] = Entry{
			Inquiry: Inquiry{
				ID: r.ID, Category: Category(r.Category), Title: r.Title, Content: richtext.Content{HTML: r.Html, Text: r.Content},
				Status: status(r.AnsweredAt, r.ClosedAt), Answer: richtext.Content{HTML: r.AnswerHtml, Text: r.Answer}, AnsweredAt: r.AnsweredAt, CreatedAt: r.CreatedAt,
			},
			Lang: r.Lang,
		}
		if r.MemberID != nil {
			out[i].Member = *r.MemberID
		} else {
			contact, err := openContact(s.members.Personal, r.ID, *r.GuestContact, r.GuestSealed)
			if err != nil {
				return nil, 0, fmt.Errorf("inquiry staff list: %w", err)
			}
			out[i].Guest = &Contact{Kind: ContactKind(*r.GuestContactKind), Address: personal.MaskContact(contact), Account: *r.GuestAccount}
		}
		if r.AnsweredBy != nil {
			out[i].AnsweredBy = *r.AnsweredBy
		}
	}
	return out, total, nil
}

func staffListCount(ctx context.Context, q *inquirydb.Queries, d StaffQuery, most int32) (int64, error) {
	if d.Guests {
		return q.StaffGuestListCount(ctx, inquirydb.StaffGuestListCountParams{Site: d.Site, Status: string(d.Status), Most: most})
	}
	return q.StaffListCount(ctx, inquirydb.StaffListCountParams{Site: d.Site, Status: string(d.Status), Most: most})
}

func staffListRows(ctx context.Context, q *inquirydb.Queries, d StaffQuery) ([]inquirydb.StaffListRow, error) {
	if !d.Guests {
		return q.StaffList(ctx, inquirydb.StaffListParams{Site: d.Site, Status: string(d.Status), Count: d.Count, Skip: d.Skip})
	}
	found, err := q.StaffGuestList(ctx, inquirydb.StaffGuestListParams{Site: d.Site, Status: string(d.Status), Count: d.Count, Skip: d.Skip})
	rows := make([]inquirydb.StaffListRow, len(found))
	for i, r := range found {
		rows[i] = inquirydb.StaffListRow(r)
	}
	return rows, err
}

// Answer answers an inquiry, or answers it again: the newest answer counts. A closed one is E001 until it is opened. A member gets a notification; a guest reads the answer with
// the secret (GuestInquiry). One that is not of the site is E001. The audit names a guest without the contact: it is kept longer.
func (s *Service) Answer(ctx context.Context, by audit.Actor, site string, id int64, answer richtext.Content) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		now := s.clk.Now()
		r, err := inquirydb.New(tx).Answer(ctx, inquirydb.AnswerParams{
			Site: site, ID: id, Answer: answer.Text, Html: answer.HTML, Staff: &by.ID, At: &now,
		})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.Failed
		}
		if err != nil {
			return nil, fmt.Errorf("inquiry: answer: %w", err)
		}
		entry := &audit.Entry{Actor: by, Site: site, Action: "inquiry.answer", Target: strconv.FormatInt(id, 10)}
		if err := tell(ctx, tx, site, id, by.Trace); err != nil {
			return nil, err
		}
		if r.MemberID == nil {
			entry.Detail = map[string]string{"guest": "true"}
			return entry, nil
		}
		entry.Detail = map[string]string{"member": *r.MemberID}
		return entry, s.messages.Send(ctx, tx, message.Notification{
			Site: site, Member: *r.MemberID, Title: texts(r.Lang).answered, Content: r.Title + "\n\n" + answer.Text, Trace: by.Trace,
		})
	})
}

// StaffThread returns what followed a question of the site, and its pictures. One that is not of the site is E001.
func (s *Service) StaffThread(ctx context.Context, site string, id int64) (Thread, error) {
	q := inquirydb.New(s.db)
	ok, err := q.OfSite(ctx, inquirydb.OfSiteParams{Site: site, ID: id})
	if err != nil {
		return Thread{}, fmt.Errorf("inquiry thread: %w", err)
	}
	if !ok {
		return Thread{}, fault.Failed
	}
	return thread(ctx, q, id)
}

// Close ends the thread of an answered inquiry of a member, whose next question is another inquiry, or opens it again. E001: one that is not of the
// site, of a guest, waits for an answer, or is closed or open already.
func (s *Service) Close(ctx context.Context, by audit.Actor, site string, id int64, closed bool) error {
	return audit.Act(ctx, s.db, func(tx pgx.Tx) (*audit.Entry, error) {
		memID, err := inquirydb.New(tx).Close(ctx, inquirydb.CloseParams{Site: site, ID: id, Closed: closed, At: s.clk.Now()})
		if errors.Is(err, pgx.ErrNoRows) {
			return nil, fault.Failed
		}
		if err != nil {
			return nil, fmt.Errorf("inquiry: close: %w", err)
		}
		return &audit.Entry{
			Actor: by, Site: site, Action: "inquiry.close", Target: strconv.FormatInt(id, 10), Detail: map[string]any{"member": memID, "closed": closed},
		}, tell(ctx, tx, site, id, by.Trace)
	})
}
